"""How much the first of two entrants is better on the same deals: the difference, and a test that stops early."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coatl.arena.match_game import Played
from coatl.arena.plan import Plan
from coatl.engine.errors import CoatlError

Z95 = 1.959963984540054  # of the normal distribution: 95 % lie within
ERROR = 0.05  # of the sequential test, in either direction
FEWEST = 12  # deals, before which nothing is decided


@dataclass(frozen=True)
class Difference:
    """The first entrant against the second on the same deals, a game: means, each with half of its interval."""

    deals: int
    wins: float
    wins_margin: float
    points: float
    points_margin: float


@dataclass(frozen=True)
class Verdict:
    """What a sequential test says: after how many deals, by which log-likelihood ratio; None if games ran out."""

    deals: int
    ratio: float
    better: bool | None


def per_deal(plan: Plan, games: Sequence[Played]) -> list[tuple[int, float, float]]:
    """For each deal that was played to the end: its number, and by how much the first entrant won more and scored more.

    With fewer entrants than seats the second one sits at several; its mean counts.
    """
    found: dict[int, list[tuple[int, float, int]]] = defaultdict(list)
    games_of: dict[int, int] = defaultdict(int)
    for played in games:
        deal = played.number // len(plan.seatings)
        games_of[deal] += 1
        for seat in played.seats:
            if seat.entrant in (0, 1):
                found[deal].append((seat.entrant, seat.won, seat.points))
    rows = []
    for deal in sorted(found):
        if games_of[deal] == len(plan.seatings):
            table = np.array(found[deal])
            means = [table[table[:, 0] == entrant, 1:].mean(0) for entrant in (0, 1)]
            rows.append((deal, float(means[0][0] - means[1][0]), float(means[0][1] - means[1][1])))
    return rows


def difference(plan: Plan, games: Sequence[Played]) -> Difference | None:
    """The difference of two entrants; None for more or fewer of them, or too few deals."""
    rows = per_deal(plan, games) if len(plan.entrants) == 2 else []
    if len(rows) < 2:
        return None
    table = np.array(rows)[:, 1:]
    means, margins = table.mean(0), Z95 * table.std(0, ddof=1) / math.sqrt(len(table))
    return Difference(len(rows), float(means[0]), float(margins[0]), float(means[1]), float(margins[1]))


class SequentialTest:
    """Whether the first entrant wins more often than the second by `gain`, rather than not at all.

    A sequential probability ratio test on the mean of the deals (normal approximation): it stops at the first deal, in
    their order, at which the evidence is twenty to one either way. Which games are finished first changes nothing.
    """

    def __init__(self, gain: float) -> None:
        if not 0 < gain <= 1:
            raise CoatlError("arena.sprt", f"The gain to test for is a share of wins between 0 and 1, not {gain!r}.")
        self.gain = gain
        self.bound = math.log((1 - ERROR) / ERROR)

    def check(self, plan: Plan) -> None:
        """Whether such a test can be made of a match.

        :raises CoatlError: arena.sprt
        """
        if len(plan.entrants) != 2:
            raise CoatlError("arena.sprt", "A sequential test compares two entrants.", ["coatl arena A B --sprt 0.05"])

    def verdict(self, plan: Plan, games: Sequence[Played]) -> Verdict:
        """What the deals say that were played without a gap from the first one on."""
        rows = [row for place, row in enumerate(per_deal(plan, games)) if row[0] == place]
        if not rows:
            return Verdict(0, 0.0, None)
        wins = np.array([row[1] for row in rows])
        counts = np.arange(1, len(wins) + 1)
        means = wins.cumsum() / counts
        variances = np.maximum((wins**2).cumsum() / counts - means**2, 1e-3)
        ratios = counts * self.gain * (means - self.gain / 2) / variances
        decided = np.flatnonzero((np.abs(ratios) >= self.bound) & (counts >= FEWEST))
        place = int(decided[0]) if len(decided) else len(rows) - 1
        better = bool(ratios[place] > 0) if len(decided) else None
        return Verdict(place + 1, float(ratios[place]), better)

    def counted(self, plan: Plan, games: Sequence[Played], verdict: Verdict) -> list[Played]:
        """The games up to the one that decided; others that were on their way do not count."""
        if verdict.better is None:
            return list(games)
        return [played for played in games if played.number // len(plan.seatings) < verdict.deals]
