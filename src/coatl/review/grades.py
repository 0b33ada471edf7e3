"""How costs are graded, and accuracy on a scale of its own. The bounds are stated in docs/review.md.

A turn is graded by whichever of margin and win it lost more of. What its interval does not tell from nothing is fine.
"""

from collections.abc import Iterable
from math import hypot

from coatl.review.report import Cost, Estimate, Grade, Value

INACCURACY, MISTAKE, BLUNDER = 0, 1, 2
NAMES: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")
POINTS = (0.75, 2.0, 5.0)  # of margin
CHANCES = (0.03, 0.08, 0.18)  # of winning
HALF = {"board": 0.7, "card": 2.8}  # points lost per turn that halve accuracy: turns of the card game are larger


def grade(cost: Cost) -> Grade:
    """Fine, or what kind of slip it was."""
    found = max(reached(cost.margin, POINTS), reached(cost.win, CHANCES))
    return "fine" if found < 0 else NAMES[found]


def reached(cost: Estimate, bounds: tuple[float, ...]) -> int:
    """The highest bound that a cost reaches; -1 if none, or if it may be nothing."""
    if cost.low <= 0.0:
        return -1
    return sum(cost.value >= bound for bound in bounds) - 1


def summed(costs: Iterable[Cost]) -> Cost:
    """Costs of several decisions together: their errors are independent."""
    found = list(costs)
    return Cost(sum_of([cost.margin for cost in found]), sum_of([cost.win for cost in found]))


def sum_of(parts: list[Estimate]) -> Estimate:
    """The sum of independent estimates."""
    value = sum(part.value for part in parts)
    below, above = hypot(*(part.value - part.low for part in parts)), hypot(*(part.high - part.value for part in parts))
    return Estimate(round(value, 4), round(value - below, 4), round(value + above, 4))


def accuracy(game: str, mean_cost: Value) -> float:
    """From 100, nothing was lost, down to 0: every so many points lost per turn halve it."""
    return float(round(100.0 * 0.5 ** (max(0.0, mean_cost.margin) / HALF[game]), 1))
