"""Whom somebody plays like: the bots' levels on the same scale, as measured (docs/review.md)."""

from math import log

from coatl.bots.registry import LEVELS
from coatl.engine.rules import Rules
from coatl.review.report import Value

# points lost per turn with a choice, at tables of two; neighbours that were not told apart stand in their order
MEAN_COSTS = {
    "board": dict(zip(LEVELS, (1.25, 0.95, 0.75, 0.65, 0.15, 0.05), strict=True)),
    "card": dict(zip(LEVELS, (4.8, 4.5, 3.0, 2.3, 1.05, 0.1), strict=True)),
}
LEAST = 0.05  # points: below it a level is not told from another


def level_like(rules: Rules, mean_cost: Value) -> str | None:
    """The level that loses about as much per turn; None at tables for which it was not measured."""
    if rules.seats != 2 or rules.options["players"] != 2:
        return None
    levels = MEAN_COSTS[rules.game]
    return min(levels, key=lambda level: abs(log((levels[level] + LEAST) / (max(0.0, mean_cost.margin) + LEAST))))
