"""What the goals of the temple ask of a card, for the quick player (RULES 5.4).

The number of parts, the gods and the balance of two colours are what a single card can serve or spoil. The rest is left
to head and tail.
"""

from typing import Annotated

import numpy as np

from coatl.bots.card.table import Seat, Table
from coatl.card.state import EMPTY, PROTECTED
from coatl.card.tables import EQUAL, GODS, GODS_GOAL, PARTS_AT_LEAST, PARTS_AT_MOST, Deck
from coatl.engine.jit import jit
from coatl.engine.patterns import STACKED
from coatl.engine.records import Int64, Ints

Float64 = Annotated[float, np.float64]

ENDS = 2  # head and tail
GOAL = 4.0  # points


class Lure:
    """What the temple makes of the ways to play a card."""

    beside: Float64
    over: Float64
    missing: Int64  # prophecies of gods that a goal still asks for
    god: Float64  # what one of them is worth
    weight: Annotated[Ints, np.int64, STACKED]  # by colour: 1 for the one, -1 for the other of a balance
    surplus: Int64  # of the one
    even: Float64  # what a surplus costs that head and tail cannot mend


@jit
def write_lure(table: Table, deck: Deck, seat: Seat, gods: Ints, lure: Lure) -> None:
    """Looks at the goals before a card is chosen; `gods` are the prophecies of each god."""
    lure.beside = lure.over = lure.god = lure.even = 0.0
    lure.missing = 0
    if table.temple == EMPTY:
        return
    temple = deck.temples[table.temple]
    rest = int((table.rounds - 1 - table.round_number) * deck.plays + deck.plays - table.plays - 1)
    length = int(seat.right - seat.left) + ENDS
    for i in range(temple.goal_count):
        kind, first, second = temple.goals[i]
        if kind == PARTS_AT_LEAST:
            spare = length + 2 * (rest + 1) - first
            lure.over = GOAL * (price(spare) - price(spare - 1))
        elif kind == PARTS_AT_MOST:
            spare = first - length - rest - 1
            lure.beside = GOAL * (price(spare) - price(spare - 1))
        elif kind == GODS_GOAL:
            ask_gods(seat, gods, int(first), rest, lure)
        elif kind == EQUAL:
            weigh(seat, int(first), int(second), rest, lure)


@jit
def price(spare: int) -> float:
    """The share of a goal that is lost with so many parts to spare."""
    return min(1.0, max(0.0, 0.6 - 0.4 * spare))


@jit
def ask_gods(seat: Seat, gods: Ints, wanted: int, rest: int, lure: Lure) -> None:
    held = seat.held
    have = held[1] | held[2] | held[PROTECTED]
    lacking = 0
    for god in range(len(GODS)):
        if wanted >> god & 1 and not have & gods[god]:
            lure.missing |= gods[god]
            lacking += 1
    if lacking:
        lure.god = GOAL / (lacking * lacking) / (1.0 + 0.2 * rest)


@jit
def weigh(seat: Seat, one: int, other: int, rest: int, lure: Lure) -> None:
    lure.weight[:] = 0
    lure.weight[one], lure.weight[other] = 1, -1
    lure.surplus = 0
    for i in range(seat.left, seat.right):
        lure.surplus += lure.weight[seat.parts[i] % STACKED]
    lure.even = GOAL / (1.0 + rest)


@jit
def imbalance(lure: Lure, change: int) -> float:
    """What a card costs that changes the surplus by so much."""
    return lure.even * min(1.0, 0.5 * max(0, abs(lure.surplus + change) - ENDS))
