"""Pieces that come to a seat's board, and pieces that a design takes from it."""

from coatl.board.apply import PAIR_COLOURS
from coatl.board.notation import PICK, PICK_END, STEAL, STEAL_PAIR
from coatl.board.state import BODY, BODY_CELLS, EMPTY, END_CELLS, GOLD, HEAD, TAIL
from coatl.bots.board.designs import Design
from coatl.bots.board.means import Holdings, Means
from coatl.engine.jit import jit


@jit
def can_take(means: Means, holdings: Holdings, cell: int) -> bool:
    """Whether there is something in the cell, and room for it."""
    if cell < BODY_CELLS:
        return bool(holdings.room >= 2 and means.cells[cell, 0] != EMPTY)
    piece, place = end_cell(cell)
    return bool(holdings.room >= 1 and means.ends[piece, place] != EMPTY)


@jit
def end_cell(cell: int) -> tuple[int, int]:
    """Which piece a cell of the inner ring holds, and its place among those."""
    return HEAD + (cell - BODY_CELLS) // END_CELLS, (cell - BODY_CELLS) % END_CELLS


@jit
def take(means: Means, holdings: Holdings, cell: int) -> None:
    """The content of a cell comes to the board."""
    if cell < BODY_CELLS:
        for which in range(2):
            holdings.stock[BODY, means.cells[cell, which]] += 1
        means.cells[cell, :] = EMPTY
        holdings.room -= 2
    else:
        piece, place = end_cell(cell)
        holdings.stock[piece, means.ends[piece, place]] += 1
        means.ends[piece, place] = EMPTY
        holdings.room -= 1


@jit
def pick(holdings: Holdings, action: int) -> None:
    """Perfect pick."""
    if action >= PICK_END:
        holdings.stock[HEAD + (action - PICK_END) // 5, (action - PICK_END) % 5] += 1
        holdings.room -= 1
    else:
        add_pair(holdings, action - PICK)


@jit
def add_pair(holdings: Holdings, pair: int) -> None:
    for which in range(2):
        holdings.stock[BODY, PAIR_COLOURS[pair, which]] += 1
    holdings.room -= 2


@jit
def steal(holdings: Holdings, action: int) -> None:
    """The Golden Feathers: gold is given up for one or two body segments."""
    holdings.stock[BODY, GOLD] -= 1
    holdings.room += 1
    if action >= STEAL_PAIR:
        add_pair(holdings, (action - STEAL_PAIR) % len(PAIR_COLOURS))
    else:
        holdings.stock[BODY, (action - STEAL) % 5] += 1
        holdings.room -= 1


@jit
def use(design: Design, holdings: Holdings) -> None:
    """Takes what a design needs, as far as it is there; the design's coatl is taken care of."""
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


@jit
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


@jit
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
