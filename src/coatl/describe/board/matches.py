"""How often a prophecy of the board game stands in a coatl, and where (RULES 3, 4.4)."""

from functools import lru_cache
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.board.scoring import times_of
from coatl.describe.reach import Spans, spans
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Ints
from coatl.snapshot import snapshot_of


@lru_cache(maxsize=32)
def plain_deck(rules: BoardRules) -> Any:
    """The tables of a deck as plain numbers."""
    return snapshot_of(rules.decks)


def piece_numbers(colours: str) -> Ints:
    """The pieces of a coatl as the engine writes them."""
    return np.array([COLOURS.index(letter) for letter in colours], np.int8)


def times(rules: BoardRules, number: int, colours: str) -> int:
    """How often the prophecy of this number stands."""
    return int(times_of(rules.decks[0].prophecies[number], piece_numbers(colours), len(colours)))


def where(rules: BoardRules, number: int, colours: str) -> Spans:
    """The pieces that count: each one of a colour, the places of a sequence that share none; a set has none."""
    text = rules.deck.prophecy[number]
    if text.kind == "count":
        return tuple((i, i) for i, letter in enumerate(colours, 1) if letter == text.pattern.strip())
    if text.kind == "multiset":
        return ()
    return sequences(rules, number, colours)


def sequences(rules: BoardRules, number: int, colours: str) -> Spans:
    """The places of a sequence, as `patterns.spans` finds them; a compiled call takes longer than a whole coatl."""
    every = spans(plain_deck(rules).prophecies[number].pattern, [COLOURS.index(letter) for letter in colours])
    chosen: list[tuple[int, int]] = []
    for start, end in sorted(every, key=lambda span: (span[1], -span[0])):
        if not chosen or start >= chosen[-1][1]:  # the one that ends first, as `times` counts
            chosen.append((start, end))
    return tuple((start + 1, end) for start, end in chosen)
