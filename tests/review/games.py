"""Recorded games to review: played at random, which leaves many a slip."""

import random
from functools import cache
from typing import Any

import coatl
from coatl.engine.record import Record

SHALLOW = 0.02  # a depth at which a whole game of the card game takes about a second


def played(game: str, seed: int, steps: int | None = None, **options: Any) -> Record:
    """A game at random to its end, or its first steps."""
    table, dice = coatl.new(game, seed=seed, **options), random.Random(seed)
    while not table.over and steps != 0:
        table.play(dice.choice(table.legal()))
        steps = None if steps is None else steps - 1
    return table.record()


@cache
def card_game() -> Record:
    """A finished game of two players."""
    return played("card", 3, players=2)
