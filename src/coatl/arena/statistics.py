"""What the games of a match tell: wins with their intervals, points, ratings and times."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from coatl.arena.match_game import STEPS, Played, Seat
from coatl.arena.paired import Z95, Difference, difference
from coatl.arena.plan import AUTOMATON, Plan
from coatl.arena.ratings import Rating, ratings


@dataclass(frozen=True)
class Share:
    """A share of wins, with its interval of 95 %."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Points:
    """Points of many games: their mean with its interval of 95 %, how they spread, the least and the most."""

    mean: float
    margin: float
    deviation: float
    least: int
    most: int


@dataclass(frozen=True)
class Times:
    """Seconds of thought for one move."""

    mean: float
    p99: float  # to 3.5 %
    slowest: float


@dataclass(frozen=True)
class Line:
    """How one entrant, or the automaton, fared."""

    name: str
    games: int
    wins: Share  # of the games in which it took part; shared wins as fractions
    fair: float  # what it would win if all were equally strong
    points: Points
    rating: Rating
    moves: float  # decisions with a choice, each game and seat
    times: Times | None  # None for an automaton, which does not think
    forfeits: int
    reasons: dict[str, int]  # why, and how often of those that were kept


@dataclass(frozen=True)
class Statistics:
    """A whole match: a line for each entrant, and how each fared against each other."""

    games: int
    deals: int
    turns: float
    endings: dict[str, int]
    lines: list[Line]
    matrix: list[list[float | None]]  # the share of games in which the row was ahead of the column
    difference: Difference | None  # of the first two entrants on the same deals, if there are two

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def statistics(plan: Plan, games: Sequence[Played]) -> Statistics:
    """The statistics of these games, in their order."""
    names = plan.labels
    rated = ratings(games, len(names))
    return Statistics(
        games=len(games),
        deals=len({played.number // len(plan.seatings) for played in games}),
        turns=sum(played.turns for played in games) / max(1, len(games)),
        endings=dict(Counter(played.ending for played in games).most_common()),
        lines=[line(plan, games, place, name, rated[place]) for place, name in enumerate(names)],
        matrix=matrix(games, len(names)),
        difference=difference(plan, games),
    )


def line(plan: Plan, games: Sequence[Played], place: int, name: str, rating: Rating) -> Line:
    """The statistics of one entrant."""
    own = [(played, seats) for played in games if (seats := seats_of(played, place, len(plan.entrants)))]
    all_seats = [seat for _, seats in own for seat in seats]
    sizes = [(len(seats), len(played.seats)) for played, seats in own]
    return Line(
        name=name,
        games=len(own),
        wins=share([(played.number // len(plan.seatings), sum(seat.won for seat in seats)) for played, seats in own]),
        fair=float(np.mean([mine / seats for mine, seats in sizes])) if own else 0.0,
        points=points([seat.points for seat in all_seats]),
        rating=rating,
        moves=sum(seat.moves for seat in all_seats) / max(1, len(all_seats)),
        times=times(all_seats),
        forfeits=sum(seat.forfeits for seat in all_seats),
        reasons=dict(Counter(reason for seat in all_seats for reason in seat.reasons).most_common(10)),
    )


def seats_of(played: Played, place: int, entrants: int) -> list[Seat]:
    """The seats of an entrant in a game; the automaton comes after the entrants."""
    return [seat for seat in played.seats if seat.entrant == (place if place < entrants else AUTOMATON)]


# ---------------------------------------------------------------- wins


def share(wins: Sequence[tuple[int, float]]) -> Share:
    """The share of wins, each with the number of its deal, and Wilson's interval.

    A fraction of a win varies less than a whole one, so Wilson's interval is wide enough for shared wins. The games of
    one deal are not independent: where deals differ more than independent games would, the games count for as many
    fewer. They never count for more.

    >>> share([(deal, 1.0) for deal in range(4)] + [(4, 0.0)])  # doctest: +ELLIPSIS
    Share(mean=0.8, low=0.3755..., high=0.9637...)
    """
    if not wins:
        return Share(0.0, 0.0, 1.0)
    deals, won = np.unique([deal for deal, _ in wins], return_inverse=True)[1], np.array([win for _, win in wins])
    mean = float(won.mean())
    low, high = wilson(mean, len(won) / max(1.0, clumping(deals, won)))
    return Share(mean, low, high)


def clumping(deals: "np.ndarray[Any, Any]", won: "np.ndarray[Any, Any]") -> float:
    """How many times more the mean varies than with independent games: the variance between deals over p (1 - p)."""
    mean, games, count = won.mean(), len(won), int(deals.max()) + 1
    if count < 2 or not 0 < mean < 1:
        return 1.0
    residues = np.bincount(deals, weights=won - mean)
    variance = (residues**2).sum() / games**2
    return float(variance / (mean * (1 - mean) / games))


def wilson(mean: float, games: float) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share.

    >>> [round(end, 4) for end in wilson(0.85, 400)]
    [0.8117, 0.8817]
    """
    centre = (mean + Z95**2 / (2 * games)) / (1 + Z95**2 / games)
    half = Z95 / (1 + Z95**2 / games) * math.sqrt(mean * (1 - mean) / games + Z95**2 / (4 * games**2))
    return (0.0 if mean == 0 else centre - half), (1.0 if mean == 1 else centre + half)


def matrix(games: Iterable[Played], names: int) -> list[list[float | None]]:
    """How often the entrant of a row was ahead of the one of a column, at the same table; equal places count half."""
    ahead, met = np.zeros((names, names)), np.zeros((names, names))
    for played in games:
        ranks = played.places()
        for one, first in zip(played.seats, ranks, strict=True):
            for other, second in zip(played.seats, ranks, strict=True):
                if one.entrant != other.entrant:
                    met[one.entrant, other.entrant] += 1
                    ahead[one.entrant, other.entrant] += (first < second) + 0.5 * (first == second)
    return [
        [float(ahead[row, column] / met[row, column]) if met[row, column] else None for column in range(names)]
        for row in range(names)
    ]


# ---------------------------------------------------------------- points and times


def points(numbers: Sequence[int]) -> Points:
    """The spread of points."""
    if not numbers:
        return Points(0.0, 0.0, 0.0, 0, 0)
    array = np.array(numbers, np.float64)
    deviation = float(array.std(ddof=1)) if len(array) > 1 else 0.0
    return Points(float(array.mean()), Z95 * deviation / math.sqrt(len(array)), deviation, min(numbers), max(numbers))


def times(seats: Sequence[Seat]) -> Times | None:
    """Mean, 99th percentile and slowest move."""
    moves = sum(seat.moves for seat in seats)
    if not moves:
        return None
    counted: Counter[int] = Counter()
    for seat in seats:
        for step, count in seat.times.items():
            counted[int(step)] += count
    slowest = max(seat.slowest for seat in seats)
    mean = sum(seat.seconds for seat in seats) / moves
    return Times(mean, min(slowest, percentile(counted, 0.99)), slowest)


def percentile(counted: Counter[int], part: float) -> float:
    """The seconds within which this part of the moves was made."""
    left = part * sum(counted.values())
    for step in sorted(counted):
        left -= counted[step]
        if left <= 0:
            return float(2 ** (step / STEPS))
    raise ValueError("nothing was counted")
