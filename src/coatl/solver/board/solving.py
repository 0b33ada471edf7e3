"""The door to the solver: a question in, the best combinations out."""

import numpy as np

from coatl.board.state import COATLS
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records
from coatl.solver.board.combining import NOT_FINISHED, combine, interchangeable
from coatl.solver.board.desk import DESK, GROWTH, Desk, prepare
from coatl.solver.board.growing import grow
from coatl.solver.board.judging import ALONE, COLUMNS, FORM, NOTHING_YET, POINT, ROWS, WORD, WORTH
from coatl.solver.board.question import NO_TEMPLE, WAY, Question, Way, coatls


@jit
def solve(questions: Records, decks: Records, solutions: Records, worths: Ints, alone: Ints) -> int:
    """Writes the best combinations, a row each with a way for every coatl, the best first; returns how many there are.

    No two of them end with the same coatls. `alone` is 1 where no other cards and no other order of the pieces used
    bring as much.
    """
    question: Question = questions[0]
    desks = np.zeros(1, DESK)
    prepare(question, decks[0], desks[0])
    first = ways_of(questions, decks, desks, 0)
    second = first if interchangeable(question, 1) else ways_of(questions, decks, desks, 1)
    third = second if interchangeable(question, 2) else ways_of(questions, decks, desks, 2)
    count = combine(question, desks[0], first, second, third, solutions, worths, alone)
    for i in range(count):
        for place in range(COATLS):
            if solutions[i, place].place != NOT_FINISHED:
                solutions[i, place].place = place
    return count


@jit
def ways_of(questions: Records, decks: Records, desks: Records, place: int) -> Records:
    """Every way to finish the coatl at this place, and to leave it as it is, the best first."""
    question: Question = questions[0]
    desk: Desk = desks[0]
    best = np.empty((desk.sets * desk.subsets * ROWS if place < coatls(question) else 0, COLUMNS), np.int64)
    best[:, WORTH] = NOTHING_YET
    if len(best):
        grow(question, decks[0], desk, np.zeros(1, GROWTH), place, best)
    rows = np.flatnonzero(best[:, WORTH] > NOTHING_YET)
    ways = np.zeros(len(rows) + 1, WAY)
    for i in range(len(rows)):
        write_way(question, desk, place, rows[i], best[rows[i]], ways[i])
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
    worths = np.empty(len(ways), np.int64)
    for i in range(len(ways)):
        worths[i] = -ways[i].worth
    order = np.argsort(worths)
    ordered = np.empty(len(ways), WAY)
    for i in range(len(ways)):
        ordered[i] = ways[order[i]]
    return ordered


@jit
def may_wait(question: Question, place: int) -> bool:
    """Whether the coatl may be left as it is: not if it is being finished, or if its points are asked for."""
    return bool(place >= question.coatl_count or not (question.growing or (question.finishing and place == 0)))


@jit
def write_way(question: Question, desk: Desk, place: int, row: int, found: Ints, way: Way) -> None:
    """A row of the table as a way."""
    subset = row // ROWS % desk.subsets
    way.place = place
    way.worth = found[WORTH]
    way.word = found[WORD]
    way.form = found[FORM]
    way.alone = found[ALONE]
    way.points = (found[WORTH] + POINT - 1) // POINT
    way.cards = subset
    way.temple = row % ROWS
    for i in range(question.hand_size):
        if (subset >> i) & 1:
            way.faces |= desk.faces[i]
    rest = row // ROWS // desk.subsets
    for kind in range(len(desk.units)):
        there = int(question.board[kind // 5, kind % 5])
        way.used += rest % (there + 1) * desk.units[kind]
        rest //= there + 1
