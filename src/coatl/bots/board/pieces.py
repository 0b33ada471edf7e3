"""What actions and designs do to a seat's holdings: pieces that come to its board, and pieces that leave it."""

from coatl.board.notation import (
    PAIR_COLOURS,
    PICK_END,
    STEAL_PAIR,
    end_cell,
    pair_theft,
    picked_end,
    picked_pair,
    theft,
)
from coatl.board.state import BODY, BODY_CELLS, EMPTY, GOLD, HEAD, TAIL
from coatl.bots.board.designs import Design
from coatl.bots.board.resources import Holdings, Resources
from coatl.engine.jit import jit_in_place


@jit_in_place
def can_take(resources: Resources, holdings: Holdings, cell: int) -> bool:
    """Whether there is something in the cell, and room for it."""
    if cell < BODY_CELLS:
        return bool(holdings.room >= 2 and resources.cells[cell, 0] != EMPTY)
    piece, place = end_cell(cell)
    return bool(holdings.room >= 1 and resources.ends[piece, place] != EMPTY)


@jit_in_place
def take(resources: Resources, holdings: Holdings, cell: int) -> None:
    """Takes the content of a cell (RULES 4.2 A)."""
    if cell < BODY_CELLS:
        for which in range(2):
            holdings.stock[BODY, resources.cells[cell, which]] += 1
        resources.cells[cell, :] = EMPTY
        holdings.room -= 2
    else:
        piece, place = end_cell(cell)
        holdings.stock[piece, resources.ends[piece, place]] += 1
        resources.ends[piece, place] = EMPTY
        holdings.room -= 1


@jit_in_place
def pick(holdings: Holdings, action: int) -> None:
    """Adds what Perfect pick names (RULES 4.2)."""
    if action >= PICK_END:
        piece, colour = picked_end(action)
        holdings.stock[piece, colour] += 1
        holdings.room -= 1
    else:
        add_pair(holdings, picked_pair(action))


@jit_in_place
def add_pair(holdings: Holdings, pair: int) -> None:
    """Adds two body segments, by their place in PAIRS."""
    for which in range(2):
        holdings.stock[BODY, PAIR_COLOURS[pair, which]] += 1
    holdings.room -= 2


@jit_in_place
def steal(holdings: Holdings, action: int) -> None:
    """Gives up gold for one or two body segments (RULES 4.6)."""
    holdings.stock[BODY, GOLD] -= 1
    holdings.room += 1
    if action >= STEAL_PAIR:
        add_pair(holdings, pair_theft(action)[1])
    else:
        holdings.stock[BODY, theft(action)[1]] += 1
        holdings.room -= 1


@jit_in_place
def use(design: Design, holdings: Holdings) -> None:
    """Removes what a design needs, as far as it is there; its coatl counts as closed."""
    stock = holdings.stock
    for colour in range(GOLD):
        stock[BODY, colour] = max(0, stock[BODY, colour] - design.bodies[colour])
    if design.head != EMPTY:
        stock[HEAD, design.head] = max(0, stock[HEAD, design.head] - 1)
    if design.tail != EMPTY:
        stock[TAIL, design.tail] = max(0, stock[TAIL, design.tail] - 1)
    holdings.hand &= ~design.cards
    holdings.row &= ~design.cards
    if design.temple != EMPTY:
        holdings.temples &= ~(1 << int(design.temple))
    if design.slot == holdings.new_slot:
        holdings.new_ones -= 1
    else:
        holdings.taken |= 1 << int(design.slot)


@jit_in_place
def is_complete(design: Design, holdings: Holdings) -> bool:
    """Whether everything that a design takes is at hand."""
    stock = holdings.stock
    if design.lacking or design.cards & ~holdings.hand or not is_open(design, holdings):
        return False
    for colour in range(GOLD):
        if design.bodies[colour] > stock[BODY, colour]:
            return False
    if design.head != EMPTY and stock[HEAD, design.head] == 0:
        return False
    return not (design.tail != EMPTY and stock[TAIL, design.tail] == 0)


@jit_in_place
def is_open(design: Design, holdings: Holdings) -> bool:
    """Whether its coatl is not closed, and its cards and its temple are still to be had."""
    if design.slot == holdings.new_slot:
        if holdings.new_ones <= 0:
            return False
    elif (holdings.taken >> int(design.slot)) & 1:
        return False
    if design.cards & ~(holdings.hand | holdings.row):
        return False
    return bool(design.temple == EMPTY or (holdings.temples >> int(design.temple)) & 1)
