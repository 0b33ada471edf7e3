"""Scratch: tables that the solver makes once for a question, and the coatl that it is growing."""

from typing import Annotated

import numpy as np

from coatl.board.state import BODY, COATL_LENGTH, HAND
from coatl.board.tables import GOALS, NO_CARD, SEQUENCE, Deck, Prophecy
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import NOTHING
from coatl.engine.structs import Int8, Int64, Ints, dtype_of
from coatl.solver.board.question import IN_REACH, KINDS, Question

MOST_ADDED = 16  # pieces that a word has room for
BUFFER = COATL_LENGTH + 2 * MOST_ADDED


class Scratch:
    """Tables for one question."""

    units: Annotated[Ints, np.int64, KINDS]  # one piece of each kind in packed pieces
    weights: Annotated[Ints, np.int64, KINDS]  # and in the number of a set of pieces
    sets: Int64  # how many sets of pieces there are
    pieces: Int64  # the whole board, packed
    guards: Int64  # a bit above each kind that nothing may borrow
    subsets: Int64  # of the hand
    fine: Annotated[Ints, np.int8, 1 << HAND]  # 1 for those whose cards may lie together
    sizes: Annotated[Ints, np.int8, 1 << HAND]
    faces: Annotated[Ints, np.int64, HAND]  # each card's bit; equal cards share that of the first
    breakable: Int64  # cards that a later piece can break
    god_goals: Int64  # temples that look at the cards beside the coatl


class Growth:
    """A coatl that pieces are added to, somewhere in the middle of its buffer."""

    pieces: Annotated[Ints, np.int8, BUFFER]
    low: Int64
    high: Int64
    head: Int8
    tail: Int8
    left: Int64  # pieces added on the left
    right: Int64
    bodies: Annotated[Ints, np.int8, 5]  # those still on the board
    used: Int64
    number: Int64  # of the set of pieces that is used
    tally: Int64
    place: Int64  # which coatl of the question
    laid: Int64  # how many cards lie there already
    gods: Int64
    allowed: Int64  # cards of the hand that may lie beside them
    # what the cards bring as it stands
    before: Int64  # points of the cards that lie there already
    points: Annotated[Ints, np.int64, HAND]
    temples: Annotated[Ints, np.int64, IN_REACH + 1]  # the last one is no temple; -1 where it cannot be laid


SCRATCH = dtype_of(Scratch)
GROWTH = dtype_of(Growth)


@jit_in_place
def prepare(question: Question, deck: Deck, scratch: Scratch) -> None:
    """Fills the tables."""
    lay_out_pieces(question, scratch)
    scratch.subsets = 1 << int(question.hand_size)
    scratch.breakable = 0
    for i in range(question.hand_size):
        if can_break(deck.prophecies[question.hand[i]]):
            scratch.breakable |= 1 << i
        first = i
        for j in range(i - 1, -1, -1):
            if question.hand[j] == question.hand[i]:
                first = j
        scratch.faces[i] = 1 << first
    for subset in range(scratch.subsets):
        scratch.fine[subset] = lie_together(question, deck, subset)
        size = 0
        for i in range(question.hand_size):
            size += (subset >> i) & 1
        scratch.sizes[subset] = size
    scratch.god_goals = 0
    for i in range(IN_REACH):
        if question.temples[i] >= 0:
            for goal in range(GOALS):
                if deck.temples[question.temples[i]].goals[goal, 0] == NO_CARD:
                    scratch.god_goals |= 1 << i


@jit_in_place
def lay_out_pieces(question: Question, scratch: Scratch) -> None:
    """A field of bits for each kind of piece, as wide as the board asks for, and a guard above it."""
    scratch.sets = 1
    scratch.pieces = 0
    scratch.guards = 0
    shift = 0
    for kind in range(KINDS):
        there = int(question.board[kind // 5, kind % 5])
        scratch.units[kind] = 0
        scratch.weights[kind] = scratch.sets
        if there == 0:
            continue
        scratch.units[kind] = 1 << shift
        scratch.pieces |= there << shift
        scratch.sets *= there + 1
        while there:
            there >>= 1
            shift += 1
        scratch.guards |= 1 << shift
        shift += 1


@jit_in_place
def can_break(card: Prophecy) -> bool:
    """Whether the pattern has a `!`: all others only gain by more pieces."""
    if card.kind != SEQUENCE:
        return False
    for colour in range(5):
        if card.pattern.starts[colour] != card.pattern.starts[NOTHING]:
            return True
        if card.pattern.ends[colour] != card.pattern.ends[NOTHING]:
            return True
    return False


@jit_in_place
def lie_together(question: Question, deck: Deck, subset: int) -> bool:
    """Never two identical cards at one coatl; with difficulty 3 no two of one god (RULES 4.2 C, 4.5)."""
    twins = 0
    gods = 0
    for i in range(question.hand_size):
        if (subset >> i) & 1:
            card = deck.prophecies[question.hand[i]]
            if (twins >> int(card.twin)) & 1 or (question.different_gods and (gods >> int(card.god)) & 1):
                return False
            twins |= 1 << int(card.twin)
            gods |= 1 << int(card.god)
    return True


@jit
def lay_down(question: Question, deck: Deck, place: int, growth: Growth) -> None:
    """Puts a coatl of the question into the buffer; a place behind them is a coatl that is to be started."""
    growth.place = place
    growth.low = growth.high = MOST_ADDED
    growth.head = growth.tail = 0
    growth.left = growth.right = growth.used = growth.number = growth.tally = 0
    growth.laid = growth.gods = 0
    growth.bodies[:] = question.board[BODY, :5]
    growth.allowed = (1 << int(question.hand_size)) - 1
    if place >= question.coatl_count:
        return
    coatl = question.coatls[place]
    for i in range(coatl.length):
        growth.pieces[growth.high] = coatl.pieces[i]
        growth.tally += 1 << (8 * int(coatl.pieces[i]))
        growth.high += 1
    growth.head = coatl.head
    growth.tail = coatl.tail
    for i in range(coatl.card_count):
        growth.gods |= 1 << int(deck.prophecies[coatl.cards[i]].god)
        keep_apart(question, deck, growth, int(coatl.cards[i]))
    growth.laid = coatl.card_count


@jit_in_place
def keep_apart(question: Question, deck: Deck, growth: Growth, laid: int) -> None:
    """Rules out the cards of the hand that may not lie beside this one."""
    other = deck.prophecies[laid]
    for i in range(question.hand_size):
        card = deck.prophecies[question.hand[i]]
        if card.twin == other.twin or (question.different_gods and card.god == other.god):
            growth.allowed &= ~(1 << i)
