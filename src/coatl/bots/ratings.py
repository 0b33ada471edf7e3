"""The ratings of the levels: how strong they are on one scale for each game, as measured (docs/strength.md).

The novice has 1000. 100 points more win 64 games of 100, 200 more 76, 400 more ten of eleven.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

MEASURED = Path(__file__).with_name("ratings.json")  # written by tools/strength.py


class Rating(NamedTuple):
    """How strong a level is, and half of the interval of 95 % of its distance from the novice."""

    rating: int
    margin: int


@cache
def ratings() -> dict[str, dict[str, Rating]]:
    """The ratings by game and level.

    >>> ratings()["board"]["novice"]
    Rating(rating=1000, margin=0)
    """
    games = json.loads(MEASURED.read_text(encoding="utf-8"))
    return {game: {level: Rating(*pair) for level, pair in levels.items()} for game, levels in games.items()}


def ratings_of(level: str) -> dict[str, Rating]:
    """The ratings of a level by game; none of a bot that was not measured."""
    return {game: levels[level] for game, levels in ratings().items() if level in levels}
