"""Which prophecies occur where in a coatl, as sets: one bit a card, so that a whole deck is looked up at once.

An occurrence of at most three parts is told by them alone. `OccurrenceSets` holds for any three neighbouring parts, a
window, the cards with an occurrence that ends with the last of them, and those with one that begins with the first.
Counting is adding such sets: more than three occurrences do not matter.
"""

from typing import Annotated, NamedTuple

import numpy as np

from coatl.bots.card.reach import is_plain
from coatl.card.tables import GODS
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import NOTHING, STACKED, SYMBOLS, stands
from coatl.engine.structs import Ints, Records

WINDOW = 3  # parts


class OccurrenceSets:
    """The sets of cards by the parts that make them occur."""

    ending: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS * SYMBOLS]
    beginning: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS * SYMBOLS]
    open_right: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS]  # those that end with some part behind these two
    open_left: Annotated[Ints, np.int64, SYMBOLS * SYMBOLS]
    gods: Annotated[Ints, np.int64, len(GODS)]  # the cards of each god


class Counts(NamedTuple):
    """The sets of cards that occur at least once, twice and three times."""

    once: int
    twice: int
    thrice: int


@jit
def write_occurrence_sets(decks: Records, scratches: Records) -> None:
    """Fills the sets for a deck; a prophecy of an own deck that is not told by three parts is in none of them."""
    deck, occurrences = decks[0], scratches[0].occurrences
    three = np.empty(WINDOW, np.int8)
    for place in range(SYMBOLS * SYMBOLS * SYMBOLS):
        three[0] = place // (SYMBOLS * SYMBOLS)
        three[1] = place // SYMBOLS % SYMBOLS
        three[2] = place % SYMBOLS
        for card in range(deck.prophecy_count):
            pattern, size = deck.prophecies[card].pattern, int(deck.prophecies[card].parts)
            if not is_plain(deck.prophecies[card]) or size > WINDOW:
                continue
            if stands(pattern, three, WINDOW, WINDOW - size, WINDOW):
                occurrences.ending[place] |= 1 << card
            if stands(pattern, three, WINDOW, 0, size):
                occurrences.beginning[place] |= 1 << card
    for card in range(deck.prophecy_count):
        occurrences.gods[deck.prophecies[card].god] |= 1 << card
    for pair in range(SYMBOLS * SYMBOLS):
        for colour in range(STACKED):
            occurrences.open_right[pair] |= occurrences.ending[pair * SYMBOLS + colour]
            occurrences.open_left[pair] |= occurrences.beginning[colour * SYMBOLS * SYMBOLS + pair]


@jit_in_place
def window(first: int, second: int, third: int) -> int:
    """The index of three neighbouring parts; NOTHING is beyond an end."""
    return (int(first) * SYMBOLS + int(second)) * SYMBOLS + int(third)


@jit_in_place
def add_occurrences(counts: Counts, found: int) -> Counts:
    """The counts with one more occurrence of each card of a set."""
    return Counts(counts.once | found, counts.twice | counts.once & found, counts.thrice | counts.twice & found)


@jit_in_place
def count_occurrences(occurrences: OccurrenceSets, parts: Ints, left: int, right: int) -> Counts:
    """The counts in the parts from `left` up to, not including, `right`."""
    counts = Counts(0, 0, 0)
    before, last = NOTHING, NOTHING
    for i in range(left, right):
        counts = add_occurrences(counts, occurrences.ending[window(before, last, parts[i])])
        before, last = last, int(parts[i])
    return counts
