"""What a seat can build with: its pieces, the cards in its hand and in the row, the temples in reach."""

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from coatl.board.apply import closed_coatls
from coatl.board.scoring import player_points, room
from coatl.board.state import (
    BODY,
    BODY_CELLS,
    COLOURS_AND_GOLD,
    EMPTY,
    END_CELLS,
    HAND,
    HEAD,
    KEEP,
    PIECES,
    PILES,
    ROW,
    TEMPLES_IN_HAND,
    State,
)
from coatl.board.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.records import Int8, Int16, Int64, Ints, Records, dtype_of

Floats = npt.NDArray[np.float64]

CARDS = HAND + ROW
TEMPLES_IN_REACH = TEMPLES_IN_HAND + PILES


class Means:
    """What lies there: the supply board, and lists of cards and temples, in which sets of them are bits."""

    cells: Annotated[Ints, np.int8, BODY_CELLS, 2]  # of the supply board
    ends: Annotated[Ints, np.int8, PIECES, END_CELLS]
    left: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]  # in the bags and on the supply board
    cards: Annotated[Ints, np.int8, CARDS]  # the hand, then the row
    card_count: Int8
    temples: Annotated[Ints, np.int8, TEMPLES_IN_REACH]  # own ones, then the tops of the piles
    temple_count: Int8


class Holdings:
    """What the seat has of it, now or after a plan."""

    stock: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]  # pieces on its board
    room: Int8
    hand: Int64  # the set of cards in hand
    row: Int64  # the set of cards in the row
    temples: Int64  # the set of temples in reach
    taken: Int64  # the set of coatls that are closed
    new_slot: Int8  # the number of the next coatl to be started
    new_ones: Int8  # how many may still be started
    closed: Int8
    points: Int16
    turns: Annotated[float, np.float64]  # about how many turns the seat still has


MEANS = dtype_of(Means)
HOLDINGS = dtype_of(Holdings)


class Desk(NamedTuple):
    """What thinking looks at: arrays of one game, one deck and its means, the weights, and the seat that thinks."""

    states: Records
    decks: Records
    means: Records
    weights: Floats
    seat: int


@jit
def bits(things: int) -> int:
    """How many things are in a set."""
    count = 0
    while things:
        things &= things - 1
        count += 1
    return count


@jit
def gather(means: Means, holdings: Holdings, state: State, deck: Deck, seat: int, turns: float) -> None:
    """What lies there now, and what the seat has of it."""
    gather_pieces(means, state)
    gather_cards(means, holdings, state, deck, seat)
    gather_temples(means, holdings, state, deck, seat)
    player = state.players[seat]
    holdings.stock[:] = player.board
    holdings.room = room(deck, player)
    holdings.taken = 0
    for number in range(player.coatl_count):
        holdings.taken |= int(player.coatls[number].closed) << number
    holdings.new_slot = player.coatl_count
    holdings.new_ones = deck.coatls - player.coatl_count
    holdings.closed = closed_coatls(player)
    holdings.points = player_points(deck, player)
    holdings.turns = turns


@jit
def gather_pieces(means: Means, state: State) -> None:
    means.cells[:] = state.supply.bodies
    means.ends[:] = state.supply.ends
    means.left[:] = state.supply.bags
    for cell in range(BODY_CELLS):
        for which in range(2):
            if means.cells[cell, which] != EMPTY:
                means.left[BODY, means.cells[cell, which]] += 1
    for piece in range(HEAD, PIECES):
        for cell in range(END_CELLS):
            if means.ends[piece, cell] != EMPTY:
                means.left[piece, means.ends[piece, cell]] += 1


@jit
def gather_cards(means: Means, holdings: Holdings, state: State, deck: Deck, seat: int) -> None:
    """The hand, and the row behind it; at the set-up the hand is what is kept so far, and the other cards are lost."""
    player = state.players[seat]
    count = int(player.hand_size)
    means.cards[:count] = player.hand[:count]
    holdings.hand = (1 << int(player.kept if state.pending == KEEP else count)) - 1
    holdings.row = 0
    for place in range(deck.row):
        if state.prophecies.row[place] != EMPTY:
            means.cards[count] = state.prophecies.row[place]
            holdings.row |= 1 << count
            count += 1
    means.card_count = count


@jit
def gather_temples(means: Means, holdings: Holdings, state: State, deck: Deck, seat: int) -> None:
    player = state.players[seat]
    count = int(player.temple_count)
    means.temples[:count] = player.temples[:count]
    for pile in range(deck.piles):
        if state.temples.tops[pile] != EMPTY:
            means.temples[count] = state.temples.tops[pile]
            count += 1
    means.temple_count = count
    holdings.temples = (1 << count) - 1
