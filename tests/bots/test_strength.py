"""A small match of the search, the same on every machine: it fails if the search has become much weaker.

The bounds lie three standard errors below what was measured (docs/strength.md has the large matches).
"""

from typing import Any

import pytest

from coatl.arena import match
from coatl.engine.jit import DISABLED

SLOW = pytest.mark.skipif(DISABLED, reason="the judgement of bots takes long as plain Python")

MATCHES: list[tuple[list[str], dict[str, Any], int, float]] = [  # entrants, table, games, points ahead at least
    (["search:200", "greedy"], {"game": "card"}, 40, 2.8),
    (["search:200"], {"game": "card", "solo": True, "opponent": "carl", "manner": "daring"}, 60, 2.2),
    (["search:60", "greedy"], {"game": "board"}, 10, 0.2),
    (["search:60"], {"game": "board", "solo": True}, 10, -1.8),
]


@SLOW
@pytest.mark.parametrize(("entrants", "table", "games", "ahead"), MATCHES)
def test_search_is_as_strong_as_it_was(entrants: list[str], table: dict[str, Any], games: int, ahead: float) -> None:
    found = match(*entrants, games=games, seed="watch", **table)
    first, second = found.statistics.lines
    assert first.points.mean - second.points.mean > ahead
