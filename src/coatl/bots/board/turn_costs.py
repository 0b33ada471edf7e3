"""About how many turns a design still takes: its cost."""

from typing import TYPE_CHECKING

from coatl.board.state import BODY, BODY_CELLS, EMPTY, END_CELLS, GOLD, HEAD, TAIL
from coatl.bots.board.resources import Holdings, Resources, bit_count
from coatl.bots.board.weights import DesignWeights
from coatl.engine.jit import jit_in_place

if TYPE_CHECKING:
    from coatl.bots.board.designs import Design

COUNT_BITS, COUNT_MASK = 8, 0xFF  # for the number of one colour


@jit_in_place
def turns_for(design: "Design", resources: Resources, holdings: Holdings, weights: DesignWeights) -> float:
    """The turns until the coatl of a design is finished, the last one included."""
    missing, pieces = 0, 0
    for colour in range(GOLD):
        lacking = max(0, int(design.bodies[colour]) - int(holdings.stock[BODY, colour]))
        missing += lacking << (COUNT_BITS * colour)
        pieces += lacking
    turns = 1.0 + turns_for_bodies(missing, pieces, resources, weights)
    turns += turns_for_end(design.head, HEAD, resources, holdings, weights)
    turns += turns_for_end(design.tail, TAIL, resources, holdings, weights)
    if pieces > 0 and pieces + 1 > holdings.room:
        turns += weights.full
    if design.cards & holdings.row:
        turns += weights.from_row
        if weights.crowded > 0.0:
            crowd = bit_count(holdings.hand | (design.cards & holdings.row)) - int(holdings.hand_limit)
            turns += weights.crowded * max(0, crowd)
    return float(turns + design.lacking * weights.lacking)


@jit_in_place
def turns_for_bodies(missing: int, pieces: int, resources: Resources, weights: DesignWeights) -> float:
    """The turns for body segments: pairs of the supply board first, then single ones there, then unseen ones.

    `missing` has the number of each colour in bits of its own: this is asked too often for an array.
    """
    turns = 0.0
    for cell in range(BODY_CELLS):
        if pieces < 2:
            break
        one, other = int(resources.cells[cell, 0]), int(resources.cells[cell, 1])
        if one == EMPTY or one == GOLD or other == GOLD:
            continue
        if lacks(missing, one, 1) and lacks(missing, other, 2 if one == other else 1):
            missing -= (1 << (COUNT_BITS * one)) + (1 << (COUNT_BITS * other))
            pieces -= 2
            turns += 1.0
    for cell in range(BODY_CELLS):
        if pieces < 1:
            break
        for which in range(2):
            colour = int(resources.cells[cell, which])
            if colour != EMPTY and colour != GOLD and lacks(missing, colour, 1):
                missing -= 1 << (COUNT_BITS * colour)
                pieces -= 1
                turns += weights.single
                break
    return float(turns + pieces * weights.unseen)


@jit_in_place
def lacks(missing: int, colour: int, count: int) -> bool:
    """Whether so many pieces of a colour are missing."""
    return (missing >> (COUNT_BITS * colour)) & COUNT_MASK >= count


@jit_in_place
def turns_for_end(colour: int, piece: int, resources: Resources, holdings: Holdings, weights: DesignWeights) -> float:
    """The turns for a head or tail: none if it is at hand or not needed."""
    if colour == EMPTY or holdings.stock[piece, colour] > 0:
        return 0.0
    for cell in range(END_CELLS):
        if resources.ends[piece, cell] == colour:
            return 1.0
    return float(weights.end_unseen)
