"""People who play over the wire with the documented client."""

import random
import time
from collections.abc import Callable
from typing import Any

from coatl.client import Table
from tests.server.processes import PATIENCE


def until(condition: Callable[[], Any], what: str = "it did not happen in time") -> Any:
    """Waits for something to be true."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, what
        time.sleep(0.005)
    return found


def play_all(tables: list[Table], most: int = 10_000) -> int:
    """Random people play until the game is over, or so many actions; returns how many."""
    dice, played = random.Random(0), 0
    while played < most:
        able = until(lambda: moves(tables) or tables[0].over, "nobody could act")
        if able is True:
            break
        table, seat, legal = dice.choice(able)
        table.play(dice.choice(legal), seat)
        played += 1
    return played


def moves(tables: list[Table]) -> list[Any]:
    """Who can act now."""
    return [(table, seat, table.legal(seat)) for table in tables for seat in table.seats if table.legal(seat)]
