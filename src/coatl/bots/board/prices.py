"""What a design costs: the turns that it still takes."""

from typing import TYPE_CHECKING

from coatl.board.state import BODY, BODY_CELLS, EMPTY, END_CELLS, GOLD, HEAD, TAIL
from coatl.bots.board.means import Floats, Holdings, Means
from coatl.bots.board.weights import CHOOSE, END_UNSEEN, FULL, LACKING, SINGLE, UNSEEN
from coatl.engine.jit import jit

if TYPE_CHECKING:
    from coatl.bots.board.designs import Design

BITS, MOST = 8, 0xFF  # for the number of one colour


@jit
def turns_for(design: "Design", means: Means, holdings: Holdings, weights: Floats) -> float:
    """About how many turns until the coatl is finished, the last one included."""
    missing, pieces = 0, 0
    for colour in range(GOLD):
        lacking = max(0, int(design.bodies[colour]) - int(holdings.stock[BODY, colour]))
        missing += lacking << (BITS * colour)
        pieces += lacking
    turns = 1.0 + turns_for_bodies(missing, pieces, means, weights)
    turns += turns_for_end(design.head, HEAD, means, holdings, weights)
    turns += turns_for_end(design.tail, TAIL, means, holdings, weights)
    if pieces > 0 and pieces + 1 > holdings.room:
        turns += weights[FULL]
    if design.cards & holdings.row:
        turns += weights[CHOOSE]
    return float(turns + design.lacking * weights[LACKING])


@jit
def turns_for_bodies(missing: int, pieces: int, means: Means, weights: Floats) -> float:
    """Pairs that lie on the supply board first; then one by one, those that lie there and those that do not.

    `missing` has the number of each colour in bits of its own: this is asked too often for an array.
    """
    turns = 0.0
    for cell in range(BODY_CELLS):
        if pieces < 2:
            break
        one, other = int(means.cells[cell, 0]), int(means.cells[cell, 1])
        if one == EMPTY or one == GOLD or other == GOLD:
            continue
        if lacks(missing, one, 1) and lacks(missing, other, 2 if one == other else 1):
            missing -= (1 << (BITS * one)) + (1 << (BITS * other))
            pieces -= 2
            turns += 1.0
    for cell in range(BODY_CELLS):
        if pieces < 1:
            break
        for which in range(2):
            colour = int(means.cells[cell, which])
            if colour != EMPTY and colour != GOLD and lacks(missing, colour, 1):
                missing -= 1 << (BITS * colour)
                pieces -= 1
                turns += weights[SINGLE]
                break
    return float(turns + pieces * weights[UNSEEN])


@jit
def lacks(missing: int, colour: int, count: int) -> bool:
    return (missing >> (BITS * colour)) & MOST >= count


@jit
def turns_for_end(colour: int, piece: int, means: Means, holdings: Holdings, weights: Floats) -> float:
    if colour == EMPTY or holdings.stock[piece, colour] > 0:
        return 0.0
    for cell in range(END_CELLS):
        if means.ends[piece, cell] == colour:
            return 1.0
    return float(weights[END_UNSEEN])
