"""Cards that can be laid while a coatl grows although the finished one no longer reaches them.

A coatl grows piece by piece at either end, so on the way to its final form it is one window of it after the other,
each one piece wider than the last. A card can be laid at every window that reaches it.
"""

import numpy as np

from coatl.board.scoring import reaches, tally
from coatl.board.state import HAND
from coatl.board.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints
from coatl.solver.board.question import Question
from coatl.solver.board.scratch import Growth


@jit_in_place
def can_lie_early(question: Question, deck: Deck, growth: Growth, place: int) -> bool:
    """Whether some window reaches this card of the hand."""
    first, last = growth.low + growth.left, growth.high - growth.right
    for low in range(growth.low, first + 1 if first < last else growth.high):
        for high in range(max(last, low + 1), growth.high + 1):
            if window(question, deck, growth, 1 << place, low, high):
                return True
    return False


@jit
def early_sets(question: Question, deck: Deck, growth: Growth, cards: int) -> tuple[int, Ints]:
    """Those of the cards that some window reaches, and for each subset of the hand whether one growth reaches all."""
    sets = np.zeros(1 << int(question.hand_size), np.int8)
    first, last = growth.low + growth.left, growth.high - growth.right
    if first < last:
        grow_over(question, deck, growth, cards, first, last, sets)
    else:  # to be started, with any of its pieces
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
            reached = window(question, deck, growth, cards, first - i, last + j)
            subset = cards
            while True:
                if i > 0:
                    laid[i, j, subset] |= laid[i - 1, j, subset]
                if j > 0:
                    laid[i, j, subset] |= laid[i, j - 1, subset]
                if subset == 0:
                    break
                subset = (subset - 1) & cards
            add_each(laid[i, j], cards, reached)
    sets |= laid[lefts - 1, rights - 1]


@jit_in_place
def add_each(laid: Ints, cards: int, reached: int) -> None:
    """Each set that can be laid, with any of the cards that the window reaches."""
    for place in range(HAND):
        card = 1 << place
        if reached & card:
            rest = cards & ~card
            subset = rest
            while True:
                laid[subset | card] |= laid[subset]
                if subset == 0:
                    break
                subset = (subset - 1) & rest


@jit_in_place
def window(question: Question, deck: Deck, growth: Growth, cards: int, first: int, last: int) -> int:
    """The cards that these pieces reach."""
    reached = 0
    pieces = growth.pieces[first:last]
    have = tally(pieces, last - first)
    for i in range(question.hand_size):
        if (cards >> i) & 1 and reaches(deck.prophecies[question.hand[i]], pieces, last - first, have):
            reached |= 1 << i
    return reached
