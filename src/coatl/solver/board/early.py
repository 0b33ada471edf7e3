"""Cards that can be laid while a coatl grows although the finished one no longer reaches them.

A coatl grows piece by piece at either end, so on the way to its final form it is one window of it after the other,
each one piece wider than the last. A card can be laid at every window that reaches it.
"""

import numpy as np

from coatl.board.scoring import reaches, tally
from coatl.board.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.records import Ints
from coatl.solver.board.desk import Growth
from coatl.solver.board.question import Question


@jit
def early_sets(question: Question, deck: Deck, growth: Growth, cards: int) -> tuple[int, Ints]:
    """Those of the cards that some window reaches, and for each subset of the hand whether one growth reaches all."""
    sets = np.zeros(1 << int(question.hand_size), np.int8)
    first, last = growth.low + growth.left, growth.high - growth.right
    if first < last:
        grow_over(question, deck, growth, cards, first, last, sets)
    else:
        for start in range(growth.low, growth.high):
            grow_over(question, deck, growth, cards, start, start + 1, sets)
    found = 0
    for subset in range(len(sets)):
        if sets[subset]:
            found |= subset
    return found, sets


@jit
def grow_over(question: Question, deck: Deck, growth: Growth, cards: int, first: int, last: int, sets: Ints) -> None:
    """Notes every set of cards that can be laid on some way from the pieces `first` to `last` to the whole coatl."""
    lefts, rights = first - growth.low + 1, growth.high - last + 1
    laid = np.zeros((lefts, rights, len(sets)), np.int8)
    laid[0, 0, 0] = 1
    for i in range(lefts):
        for j in range(rights):
            if i > 0:
                laid[i, j] |= laid[i - 1, j]
            if j > 0:
                laid[i, j] |= laid[i, j - 1]
            reached = window(question, deck, growth, cards, first - i, last + j)
            for subset in range(len(sets)):  # upwards: what a card is added to comes before the sum
                if laid[i, j, subset]:
                    add_each(laid[i, j], subset, reached)
    sets |= laid[lefts - 1, rights - 1]


@jit
def add_each(laid: Ints, subset: int, reached: int) -> None:
    """Each subset that can be laid, with any of the cards that the window reaches."""
    more = reached & ~subset
    while more:
        card = more & -more
        laid[subset | card] = 1
        more ^= card


@jit
def window(question: Question, deck: Deck, growth: Growth, cards: int, first: int, last: int) -> int:
    """The cards that these pieces reach."""
    reached = 0
    pieces = growth.pieces[first:last]
    have = tally(pieces, last - first)
    for i in range(question.hand_size):
        if (cards >> i) & 1 and reaches(deck.prophecies[question.hand[i]], pieces, last - first, have):
            reached |= 1 << i
    return reached
