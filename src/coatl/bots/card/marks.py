"""Which prophecies stand where, as sets: one bit a card, so that a whole deck is looked up at once.

A place of at most three parts is told by them alone. `Marks` holds for any three neighbouring parts the cards that have
a place ending with the last of them, and those that have one beginning with the first. Counting is adding such sets:
`once`, `twice` and `thrice` are the cards with so many places or more, and more than three do not matter.
"""

from typing import Annotated

import numpy as np

from coatl.bots.card.reach import is_plain
from coatl.card.tables import GODS
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
    gods: Annotated[Ints, np.int64, len(GODS)]  # the cards of each god


@jit
def write_marks(decks: Records, desks: Records) -> None:
    """Fills the tables; a prophecy of an own deck that is not told by three parts is in none of them."""
    deck, marks = decks[0], desks[0].marks
    three = np.empty(NEAR, np.int8)
    for place in range(SYMBOLS * SYMBOLS * SYMBOLS):
        three[0] = place // (SYMBOLS * SYMBOLS)
        three[1] = place // SYMBOLS % SYMBOLS
        three[2] = place % SYMBOLS
        for card in range(deck.prophecy_count):
            pattern, size = deck.prophecies[card].pattern, int(deck.prophecies[card].parts)
            if not is_plain(deck.prophecies[card]) or size > NEAR:
                continue
            if stands(pattern, three, NEAR, NEAR - size, NEAR):
                marks.ending[place] |= 1 << card
            if stands(pattern, three, NEAR, 0, size):
                marks.beginning[place] |= 1 << card
    for card in range(deck.prophecy_count):
        marks.gods[deck.prophecies[card].god] |= 1 << card
    for pair in range(SYMBOLS * SYMBOLS):
        for colour in range(STACKED):
            marks.open_right[pair] |= marks.ending[pair * SYMBOLS + colour]
            marks.open_left[pair] |= marks.beginning[colour * SYMBOLS * SYMBOLS + pair]


@jit
def near(first: int, second: int, third: int) -> int:
    """Where the tables keep three neighbouring parts; NOTHING is beyond an end."""
    return (first * SYMBOLS + second) * SYMBOLS + third


@jit
def add_places(once: int, twice: int, thrice: int, found: int) -> tuple[int, int, int]:
    """One more place for each of these."""
    return once | found, twice | once & found, thrice | twice & found


@jit
def count_places(marks: Marks, parts: Ints, left: int, right: int) -> tuple[int, int, int]:
    """The cards that stand once, twice, thrice or more in the parts from `left` up to, not including, `right`."""
    once, twice, thrice = 0, 0, 0
    before, last = NOTHING, NOTHING
    for i in range(left, right):
        once, twice, thrice = add_places(once, twice, thrice, marks.ending[near(before, last, parts[i])])
        before, last = last, int(parts[i])
    return once, twice, thrice
