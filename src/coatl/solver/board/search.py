"""The entry to the compiled solver: a question in, the best combinations out."""

import numpy as np

from coatl.board.state import COATLS
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records
from coatl.solver.board.combination import NOT_FINISHED, combine, interchangeable
from coatl.solver.board.enumeration import grow
from coatl.solver.board.question import NO_TEMPLE, WAY, Question, Way, coatls
from coatl.solver.board.scratch import GROWTH, SCRATCH, Scratch, prepare
from coatl.solver.board.valuation import ALONE, COLUMNS, NOTHING_YET, PIECES_KEY, POINT, ROWS, VALUE, WORD


@jit
def solve(questions: Records, decks: Records, solutions: Records, values: Ints, alone: Ints) -> int:
    """Writes the best combinations, a row each with a way for every coatl, the best first; returns how many there are.

    No two of them end with the same coatls. `alone` is 1 where no other cards and no other order of the pieces used
    bring as much.
    """
    question: Question = questions[0]
    scratches = np.zeros(1, SCRATCH)
    prepare(question, decks[0], scratches[0])
    first = ways_of(questions, decks, scratches, 0)
    second = first if interchangeable(question, 1) else ways_of(questions, decks, scratches, 1)
    third = second if interchangeable(question, 2) else ways_of(questions, decks, scratches, 2)
    count = combine(question, scratches[0], first, second, third, solutions, values, alone)
    for i in range(count):
        for place in range(COATLS):
            if solutions[i, place].place != NOT_FINISHED:
                solutions[i, place].place = place
    return count


@jit
def ways_of(questions: Records, decks: Records, scratches: Records, place: int) -> Records:
    """Every way to finish the coatl at this place, and to leave it as it is, the best first."""
    question: Question = questions[0]
    scratch: Scratch = scratches[0]
    best = np.empty((scratch.sets * scratch.subsets * ROWS if place < coatls(question) else 0, COLUMNS), np.int64)
    best[:, VALUE] = NOTHING_YET
    if len(best):
        grow(question, decks[0], scratch, np.zeros(1, GROWTH), place, best)
    rows = np.flatnonzero(best[:, VALUE] > NOTHING_YET)
    ways = np.zeros(len(rows) + 1, WAY)
    for i in range(len(rows)):
        write_way(question, scratch, place, rows[i], best[rows[i]], ways[i])
    count = len(rows)
    if may_wait(question, place):
        ways[count].place = NOT_FINISHED
        ways[count].temple = NO_TEMPLE
        ways[count].alone = 1
        count += 1
    return sort(ways[:count])


@jit
def sort(ways: Records) -> Records:
    """The best first."""
    values = np.empty(len(ways), np.int64)
    for i in range(len(ways)):
        values[i] = -ways[i].value
    order = np.argsort(values)
    ordered = np.empty(len(ways), WAY)
    for i in range(len(ways)):
        ordered[i] = ways[order[i]]
    return ordered


@jit_in_place
def may_wait(question: Question, place: int) -> bool:
    """Whether the coatl may be left as it is: not if it is being finished, or if its points are asked for."""
    return bool(place >= question.coatl_count or not (question.growing or (question.finishing and place == 0)))


@jit_in_place
def write_way(question: Question, scratch: Scratch, place: int, row: int, found: Ints, way: Way) -> None:
    """A row of the table as a way."""
    subset = row // ROWS % scratch.subsets
    way.place = place
    way.value = found[VALUE]
    way.word = found[WORD]
    way.pieces_key = found[PIECES_KEY]
    way.alone = found[ALONE]
    way.points = (found[VALUE] + POINT - 1) // POINT
    way.cards = subset
    way.temple = row % ROWS
    for i in range(question.hand_size):
        if (subset >> i) & 1:
            way.faces |= scratch.faces[i]
    rest = row // ROWS // scratch.subsets
    for kind in range(len(scratch.units)):
        there = int(question.board[kind // 5, kind % 5])
        way.used += rest % (there + 1) * scratch.units[kind]
        rest //= there + 1
