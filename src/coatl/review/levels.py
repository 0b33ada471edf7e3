"""Whom somebody plays like: the bots' levels on the same scale, as measured (docs/review.md)."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import hypot
from pathlib import Path
from typing import NamedTuple

import numpy as np

from coatl.bots.registry import LEVELS
from coatl.engine.rules import Rules
from coatl.review.race import SIGMAS, sigmas

MEASURED = Path(__file__).with_name("levels.json")  # written by tools/review_figures.py
FEWEST = 2  # turns, or there is no telling how much they differ


class LevelCost(NamedTuple):
    """What a level loses per turn with a choice, in points, and the standard error of that."""

    mean: float
    error: float


@cache
def level_costs() -> dict[str, dict[str, LevelCost]]:
    """All levels that were measured, by the kind of table."""
    tables = json.loads(MEASURED.read_text(encoding="utf-8"))
    return {
        table: {level: LevelCost(*costs[level]) for level in LEVELS if level in costs}
        for table, costs in tables.items()
    }


def table_of(rules: Rules) -> str:
    """The kind of table: `board` and `card` are for two, `board-solo`, `card-3` and so on for others."""
    players = int(rules.options["players"])
    return rules.game if players == 2 else f"{rules.game}-{'solo' if players == 1 else players}"


def levels_like(levels: Mapping[str, LevelCost], costs: Sequence[float]) -> tuple[str, ...]:
    """The levels that cannot be told from somebody whose turns cost so much, the weakest first.

    A few turns tell little, so there may be several; none, if these turns fit every level.
    """
    if not levels or len(costs) < FEWEST:
        return ()
    own, doubt = float(np.mean(costs)), sigmas(len(costs)) * float(np.std(costs, ddof=1)) / len(costs) ** 0.5
    apart = {level: abs(own - found.mean) - hypot(doubt, SIGMAS * found.error) for level, found in levels.items()}
    alike = tuple(level for level in levels if apart[level] <= 0.0) or (min(apart, key=lambda level: apart[level]),)
    return () if len(alike) == len(levels) else alike
