"""Which line of play is best, and what another one costs against it.

The lines race in simulated games; the worse half drops out again and again, but what was played stays. Whoever wins a
race was lucky, too: so the winner and what was played are compared once more, in games that had no say in the race. The
difference there, game by game in the same chance, is the cost, with its interval. Where there is a second judge, it has
to agree: of two differences the smaller one counts. It is slow, so it goes on looking only while a grade hangs on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coatl.bots.weights import Floats
from coatl.review.grades import INACCURACY, POINTS, grade
from coatl.review.judge import MARGIN, WIN, Judge, Lines
from coatl.review.report import NOTHING, Cost, Estimate, Value

LAST = 3  # lines that are left for the end
SIGMAS = 1.96  # of the 95 % interval
FEWEST = 8  # games to compare lines with, at any depth
LOOKS = 4  # of the second judge at a time
WIN_POINTS = 12.0  # points of margin that winning is worth besides, when lines are compared (as for the search)


@dataclass(frozen=True)
class Verdict:
    """What a race came to: places among the lines, the best first, and the games of those that stayed to the end."""

    best: int
    played: int
    finalists: tuple[int, ...]
    means: Floats  # of every line, in the games of the race that it took part in: margin, win
    results: Floats  # finalists × games × (margin, win)
    looks: Mapping[int, Floats]  # games × (margin, win) by the second judge, for the lines at which it looked
    scale: float  # points of the result that a judged point is worth
    games: int

    def gap(self, place: int) -> Cost:
        """What one of the last lines is worth less than the best: what both judges agree upon, the smaller gap."""
        if place == self.best:
            return Cost()
        ours, theirs = self.finalists.index(self.best), self.finalists.index(place)
        gaps = [cost_of(self.scale * (self.results[ours] - self.results[theirs]))]
        if place in self.looks:
            gaps.append(cost_of(self.scale * (self.looks[self.best] - self.looks[place])))
        return min(gaps, key=lambda gap: gap.margin.value)

    def value(self, place: int) -> Value:
        """What a line is worth: the best by the judge who knows how games end, the others so much less."""
        judged = self.looks.get(self.best, self.results[self.finalists.index(self.best)])
        margin, win = judged.mean(axis=0)
        if place in self.finalists:
            gap = self.gap(place)
            return Value(rounded(margin - gap.margin.value), rounded(win - gap.win.value))
        less = self.scale * np.maximum(0.0, self.means[self.best] - self.means[place])
        return Value(rounded(margin - less[MARGIN]), rounded(win - less[WIN]))

    def sole(self, least: float) -> bool:
        """Whether what was played is the best by at least so many points, beyond doubt."""
        if self.best != self.played or len(self.finalists) < 2:
            return False
        gaps = [self.gap(place).margin for place in self.finalists if place != self.best]
        return all(gap.low > 0.0 and gap.value >= least for gap in gaps)

    def cost(self) -> Cost:
        """What was played, against the best; nothing if one of the judges thinks no worse of it."""
        gap = self.gap(self.played)
        return gap if gap.margin.value > 0.0 or gap.win.value > 0.0 else Cost()


def cost_of(differences: Floats) -> Cost:
    """The mean of differences, game by game, with its interval: games × (margin, win)."""
    return Cost(estimate(differences[:, MARGIN]), estimate(differences[:, WIN]))


def estimate(sample: Floats) -> Estimate:
    """The mean of a sample with its interval."""
    mean, error = float(sample.mean()), float(sample.std(ddof=1) / np.sqrt(len(sample)))
    return around(mean, error, sigmas(len(sample)))


def sigmas(size: int) -> float:
    """How many standard errors wide half of the 95 % interval of a sample's mean is: Student's t, by its expansion.

    >>> round(sigmas(4), 1), round(sigmas(17), 2), round(sigmas(4096), 2)
    (3.2, 2.12, 1.96)
    """
    free, z = size - 1, SIGMAS
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + float(sum(term / free**power for power, term in enumerate(terms, 1)))


def around(mean: float, error: float, wide: float = SIGMAS) -> Estimate:
    """A mean with the interval that its standard error gives."""
    if not error and not mean:
        return NOTHING
    return Estimate(rounded(mean), rounded(mean - wide * error), rounded(mean + wide * error))


def rounded(number: float) -> float:
    """Four places: more than means anything, few enough to be the same on every machine."""
    return round(float(number), 4) + 0.0


def worth(results: Floats) -> Floats:
    """By what lines are compared: margin, and what winning is worth besides."""
    found: Floats = results[..., MARGIN] + WIN_POINTS * results[..., WIN]
    return found


def raced(lines: Lines, played: int, judge: Judge, depth: float) -> Verdict:
    """Lets all lines race, and compares the best of them with what was played."""
    size = len(lines.lines)
    sums, tries = np.zeros((size, 2)), np.zeros(size)
    running: Sequence[int] = range(size)
    first, count, games = 0, max(2, round(judge.first * depth)), 0
    while True:
        results = lines.play(running, first, count)
        for place, sample in zip(running, results, strict=True):
            sums[place] += sample.sum(axis=0)
            tries[place] += count
        first, games = first + count, games + count * len(running)
        if len(running) <= LAST + 1:
            break
        running, count = survivors(running, worth(sums / tries[:, None]), played), 2 * count
    means = sums / tries[:, None]
    order = sorted(running, key=lambda place: (-worth(means[place]), place != played, place))
    finalists = tuple(dict.fromkeys([order[0], played, *order[1:LAST]]))
    count = max(FEWEST, round(judge.plays * depth))
    results = lines.play(finalists, first, count)
    best = played if np.array_equal(results[0], results[finalists.index(played)]) else order[0]
    found = Verdict(best, played, finalists, means, results, {}, judge.scale, games + count * len(finalists))
    return replace(found, looks=looked(lines, found, judge, depth))


def looked(lines: Lines, found: Verdict, judge: Judge, depth: float) -> dict[int, Floats]:
    """What the second judge sees: it looks on only while a grade hangs on it, for it can but make gaps smaller."""
    brilliant = found.sole(POINTS[INACCURACY])
    chosen = found.finalists if brilliant else tuple(dict.fromkeys((found.best, found.played)))
    looks = lines.look(chosen, 0, LOOKS)
    if looks is None:
        return {}
    if brilliant or grade(found.cost()) != "fine":
        most, gaps = round(judge.looks * depth), [found.gap(place).margin.value for place in chosen[1:]]
        while looks.shape[1] < most and not settled(judge.scale * (looks[:1] - looks[1:]), gaps):
            more = lines.look(chosen, looks.shape[1], LOOKS)
            assert more is not None
            looks = np.concatenate([looks, more], axis=1)
    return dict(zip(chosen, looks, strict=True))


def settled(looks: Floats, gaps: Sequence[float]) -> bool:
    """Whether more looks can hardly change a grade: no bound lies within the interval of what they see, lines × games
    × (margin, win), nor below what the first judge found, which counts where it is smaller.
    """
    seen = [estimate(look[:, MARGIN]) for look in looks]
    return not any(
        look.low <= bound <= min(look.high, gap) for look, gap in zip(seen, gaps, strict=True) for bound in POINTS
    )


def survivors(running: Sequence[int], values: Floats, played: int) -> list[int]:
    """The better half, and what was played."""
    order = sorted(running, key=lambda place: (-values[place], place))
    kept = order[: max(LAST, len(order) // 2)]
    return kept if played in kept else [*kept, played]
