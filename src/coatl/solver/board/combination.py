"""The best ways to finish several coatls at once: no piece, no card and no temple serves two of them."""

from coatl.board.state import COATLS
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records
from coatl.solver.board.question import NO_TEMPLE, Question, Way, coatls
from coatl.solver.board.scratch import Scratch

NOT_FINISHED = -1  # the place of a way that leaves its coatl as it is


@jit_in_place
def combine(
    question: Question,
    scratch: Scratch,
    first: Records,
    second: Records,
    third: Records,
    solutions: Records,
    values: Ints,
    alone: Ints,
) -> int:
    """Writes the best combinations, by branch and bound: ways are sorted, so the first too bad one ends its loop."""
    count = 0
    after = second[0].value + third[0].value
    for i in range(len(first)):
        if count == len(values) and first[i].value + after <= values[count - 1]:
            break
        for j in range(len(second)):
            together = first[i].value + second[j].value
            if count == len(values) and together + third[0].value <= values[count - 1]:
                break
            if (j < i and interchangeable(question, 1)) or not fits(scratch, first[i], second[j]):
                continue
            for k in range(len(third)):
                if count == len(values) and together + third[k].value <= values[count - 1]:
                    break
                if (k < j and interchangeable(question, 2)) or not fits_both(scratch, first[i], second[j], third[k]):
                    continue
                if can_start(question, first[i], second[j], third[k]):
                    count = keep(first[i], second[j], third[k], solutions, values, alone, count)
    return count


@jit_in_place
def interchangeable(question: Question, place: int) -> bool:
    """Whether this coatl and the one before it are both to be started, so that they may change places."""
    return bool(question.coatl_count < place < coatls(question))


@jit_in_place
def fits(scratch: Scratch, one: Way, other: Way) -> bool:
    """Whether both ways can be gone."""
    if one.cards & other.cards or (one.temple == other.temple and one.temple != NO_TEMPLE):
        return False
    return enough_pieces(scratch, one.used + other.used)


@jit_in_place
def fits_both(scratch: Scratch, one: Way, other: Way, third: Way) -> bool:
    """Whether a third way can be gone with two that fit."""
    return (
        fits(scratch, one, third)
        and fits(scratch, other, third)
        and enough_pieces(scratch, one.used + other.used + third.used)
    )


@jit_in_place
def enough_pieces(scratch: Scratch, used: int) -> bool:
    """Whether the board has these pieces: no kind borrows from the guards."""
    return bool((((scratch.pieces | scratch.guards) - used) & scratch.guards) == scratch.guards)


@jit_in_place
def can_start(question: Question, first: Way, second: Way, third: Way) -> bool:
    """A coatl is started only where fewer than two are unfinished; the others are finished before it (RULES 4.2 C)."""
    if question.growing:
        return True
    unfinished = int(question.coatl_count)
    starts = False
    for place in range(COATLS):
        way = first if place == 0 else second if place == 1 else third
        if way.place != NOT_FINISHED:
            if place < question.coatl_count:
                unfinished -= 1
            else:
                starts = True
    return not starts or unfinished < question.unfinished


@jit
def keep(first: Way, second: Way, third: Way, solutions: Records, values: Ints, alone: Ints, count: int) -> int:
    """Puts a combination where it belongs among the best; of those with the same coatls only the best stays."""
    value = first.value + second.value + third.value
    place, single = count, first.alone & second.alone & third.alone
    for i in range(count):
        if same_coatls(solutions[i], first, second, third):
            if solutions_points(solutions[i]) == first.points + second.points + third.points:
                if not same_cards(solutions[i], first, second, third):
                    alone[i] = 0
                    single = 0
            if value <= values[i]:
                return count
            place = i
            break
    if place == count:
        if count < len(values):
            count += 1
        elif value <= values[count - 1]:
            return count
        else:
            place = count - 1
    while place > 0 and values[place - 1] < value:
        solutions[place] = solutions[place - 1]
        values[place] = values[place - 1]
        alone[place] = alone[place - 1]
        place -= 1
    solutions[place, 0] = first
    solutions[place, 1] = second
    solutions[place, 2] = third
    values[place] = value
    alone[place] = single
    return count


@jit_in_place
def same_coatls(ways: Records, first: Way, second: Way, third: Way) -> bool:
    one, two, three = ways[0].pieces_key, ways[1].pieces_key, ways[2].pieces_key
    return bool(one == first.pieces_key and two == second.pieces_key and three == third.pieces_key)


@jit_in_place
def same_cards(ways: Records, first: Way, second: Way, third: Way) -> bool:
    return bool(
        ways[0].faces == first.faces
        and ways[1].faces == second.faces
        and ways[2].faces == third.faces
        and ways[0].temple == first.temple
        and ways[1].temple == second.temple
        and ways[2].temple == third.temple
    )


@jit_in_place
def solutions_points(ways: Records) -> int:
    return int(ways[0].points + ways[1].points + ways[2].points)
