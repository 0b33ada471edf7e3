"""Numbers, choices and counts written one after the other into a row of small integers: what a network reads.

Each function writes at a place of a row of zeros and returns the place behind.
"""

from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints

LARGEST = 127  # of an int8; what is larger is written as this


@jit_in_place
def put_number(row: Ints, at: int, number: int) -> int:
    """A number from 0 on."""
    row[at] = min(number, LARGEST)
    return at + 1


@jit_in_place
def put_choice(row: Ints, at: int, choice: int, choices: int, compact: int) -> int:
    """One of several, none if negative: a flag for each, or in a compact row its number from 1 on."""
    if compact:
        row[at] = choice + 1 if choice >= 0 else 0
        return at + 1
    if choice >= 0:
        row[at + choice] = 1
    return at + choices


@jit_in_place
def put_counts(row: Ints, at: int, counts: Ints) -> int:
    """How many of each kind."""
    for kind in range(len(counts)):
        row[at + kind] = counts[kind]
    return at + len(counts)


@jit_in_place
def put_cards(row: Ints, at: int, cards: Ints, number: int, kinds: int) -> int:
    """The first so many of a list of cards, as how many of each kind."""
    for i in range(number):
        row[at + cards[i]] += 1
    return at + kinds
