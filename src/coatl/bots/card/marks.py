"""Which prophecies stand where, as sets: one bit a card, so that a whole deck is looked up at once.

A place of at most three parts is told by them alone. `Marks` holds for any three neighbouring parts the cards that have
a place ending with the last of them, and those that have one beginning with the first. Counting is adding such sets:
`once`, `twice` and `thrice` are the cards with so many places or more, and more than three do not matter.
"""

from typing import Annotated

import numpy as np

from coatl.bots.card.reach import is_plain
from coatl.card.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.patterns import NOTHING, STACKED, SYMBOLS, stands
from coatl.engine.records import Ints, Records

NEAR = 3  # parts


class Marks:
    """The cards by the parts that make them stand."""

    ending: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS * SYMBOLS]
    beginning: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS * SYMBOLS]
    open_right: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS]  # those that end with some part behind these two
    open_left: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS]


@jit
def is_small(deck: Deck) -> bool:
    """Whether all prophecies are told by three neighbouring parts."""
    for card in range(deck.prophecy_count):
        prophecy = deck.prophecies[card]
        if not is_plain(prophecy) or prophecy.parts > NEAR:
            return False
    return True


@jit
def write_marks(decks: Records, marks: Records) -> None:
    """Fills the tables for a deck of small prophecies."""
    deck = decks[0]
    three = np.empty(NEAR, np.int8)
    for place in range(SYMBOLS * SYMBOLS * SYMBOLS):
        three[0] = place // (SYMBOLS * SYMBOLS)
        three[1] = place // SYMBOLS % SYMBOLS
        three[2] = place % SYMBOLS
        for card in range(deck.prophecy_count):
            pattern, size = deck.prophecies[card].pattern, int(deck.prophecies[card].parts)
            if stands(pattern, three, NEAR, NEAR - size, NEAR):
                marks[0].ending[place] |= 1 << card
            if stands(pattern, three, NEAR, 0, size):
                marks[0].beginning[place] |= 1 << card
    for pair in range(SYMBOLS * SYMBOLS):
        for colour in range(STACKED):
            marks[0].open_right[pair] |= marks[0].ending[pair * SYMBOLS + colour]
            marks[0].open_left[pair] |= marks[0].beginning[colour * SYMBOLS * SYMBOLS + pair]


@jit
def near(first: int, second: int, third: int) -> int:
    """Where the tables keep three neighbouring parts; NOTHING is beyond an end."""
    return (first * SYMBOLS + second) * SYMBOLS + third


@jit
def count_places(marks: Marks, parts: Ints, left: int, right: int) -> tuple[int, int, int]:
    """The cards that stand once, twice, thrice or more in the parts from `left` up to, not including, `right`."""
    once, twice, thrice = 0, 0, 0
    before, last = NOTHING, NOTHING
    for i in range(left, right):
        found = marks.ending[near(before, last, parts[i])]
        thrice |= twice & found
        twice |= once & found
        once |= found
        before, last = last, parts[i]
    return once, twice, thrice
