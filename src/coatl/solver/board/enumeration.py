"""Every coatl that the pieces on a board can become, one after the other."""

import numpy as np

from coatl.board.state import BODY, COATL_LENGTH, EMPTY, HEAD, TAIL
from coatl.board.tables import TALLY_BITS, Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records
from coatl.solver.board.question import Question
from coatl.solver.board.scratch import MOST_ADDED, Growth, Scratch, lay_down
from coatl.solver.board.valuation import ROWS, UNREAD, enter_coatl

LEFT, RIGHT = 0, 1


@jit
def grow(question: Question, deck: Deck, scratch: Scratch, growths: Records, place: int, best: Ints) -> None:
    """Enters every coatl that can be made of the one at this place (RULES 4.2 C): leftwards first, then rightwards."""
    growth: Growth = growths[0]
    temples = np.full((scratch.sets, ROWS), UNREAD, np.int64)
    lay_down(question, deck, place, growth)
    new = growth.low == growth.high
    put_heads(question, deck, scratch, growth, best, temples)
    if growth.head or new:  # nothing stands left of a head, and a new coatl grows to the right alone
        return
    added = np.full(MOST_ADDED + 1, EMPTY, np.int64)
    count = next_row(scratch, growth, LEFT, added, 0)
    while count > 0:
        put_heads(question, deck, scratch, growth, best, temples)
        count = next_row(scratch, growth, LEFT, added, count)


@jit_in_place
def next_row(scratch: Scratch, growth: Growth, side: int, added: Ints, count: int) -> int:
    """Makes the next row of segments on one side: one more, else another one in the place of the last.

    `added` holds their colours and behind them EMPTY; returns how many there are, 0 when all rows were made.
    """
    while True:
        added[count] = next_body(growth, added[count])
        if added[count] != EMPTY:
            add(scratch, growth, side, BODY, added[count])
            return count + 1
        if count == 0:
            return 0
        count -= 1
        take(scratch, growth, side, BODY, added[count])


@jit_in_place
def next_body(growth: Growth, after: int) -> int:
    """The next colour of which a segment is left; EMPTY behind the last one, or when no piece more may be added."""
    if growth.high - growth.low >= COATL_LENGTH:  # R28
        return EMPTY
    for colour in range(after + 1, 5):
        if growth.bodies[colour]:
            return colour
    return EMPTY


@jit_in_place
def put_heads(question: Question, deck: Deck, scratch: Scratch, growth: Growth, best: Ints, temples: Ints) -> None:
    """Goes on with every head that the coatl may get; it needs one to be finished."""
    if growth.head or question.growing:
        grow_right(question, deck, scratch, growth, best, temples)
        return
    if growth.high - growth.low >= COATL_LENGTH:
        return
    for colour in range(5):
        if question.board[HEAD, colour]:
            growth.head = 1
            add(scratch, growth, LEFT, HEAD, colour)
            grow_right(question, deck, scratch, growth, best, temples)
            take(scratch, growth, LEFT, HEAD, colour)
            growth.head = 0


@jit
def grow_right(question: Question, deck: Deck, scratch: Scratch, growth: Growth, best: Ints, temples: Ints) -> None:
    """Adds segments on the right in every order."""
    put_tails(question, deck, scratch, growth, best, temples)
    if growth.tail:
        return
    added = np.full(MOST_ADDED + 1, EMPTY, np.int64)
    count = next_row(scratch, growth, RIGHT, added, 0)
    while count > 0:
        put_tails(question, deck, scratch, growth, best, temples)
        count = next_row(scratch, growth, RIGHT, added, count)


@jit_in_place
def put_tails(question: Question, deck: Deck, scratch: Scratch, growth: Growth, best: Ints, temples: Ints) -> None:
    """Enters the coatl with every tail that it may get; it needs one, and a segment between its ends."""
    length = growth.high - growth.low
    if growth.tail or question.growing:
        if length >= (1 if question.growing else 3):
            enter_coatl(question, deck, scratch, growth, best, temples)
        return
    if length < 2 or length >= COATL_LENGTH:
        return
    for colour in range(5):
        if question.board[TAIL, colour]:
            growth.tail = 1
            add(scratch, growth, RIGHT, TAIL, colour)
            enter_coatl(question, deck, scratch, growth, best, temples)
            take(scratch, growth, RIGHT, TAIL, colour)
            growth.tail = 0


@jit_in_place
def add(scratch: Scratch, growth: Growth, side: int, piece: int, colour: int) -> None:
    """Adds a piece at an end."""
    if side == LEFT:
        growth.low -= 1
        growth.left += 1
        growth.pieces[growth.low] = colour
    else:
        growth.pieces[growth.high] = colour
        growth.high += 1
        growth.right += 1
    count_in(scratch, growth, piece, colour)


@jit_in_place
def take(scratch: Scratch, growth: Growth, side: int, piece: int, colour: int) -> None:
    """Takes the piece at an end back."""
    if side == LEFT:
        growth.low += 1
        growth.left -= 1
    else:
        growth.high -= 1
        growth.right -= 1
    count_out(scratch, growth, piece, colour)


@jit_in_place
def count_in(scratch: Scratch, growth: Growth, piece: int, colour: int) -> None:
    if piece == BODY:
        growth.bodies[colour] -= 1
    growth.used += scratch.units[piece * 5 + colour]
    growth.number += scratch.weights[piece * 5 + colour]
    growth.tally += 1 << (TALLY_BITS * colour)


@jit_in_place
def count_out(scratch: Scratch, growth: Growth, piece: int, colour: int) -> None:
    if piece == BODY:
        growth.bodies[colour] += 1
    growth.used -= scratch.units[piece * 5 + colour]
    growth.number -= scratch.weights[piece * 5 + colour]
    growth.tally -= 1 << (TALLY_BITS * colour)
