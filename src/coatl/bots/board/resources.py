"""Resources: what a seat can build with, as pieces, cards in hand and in the row, and temples in reach."""

from typing import Annotated, NamedTuple

import numpy as np

from coatl.board.apply import closed_coatls
from coatl.board.scoring import player_points, room
from coatl.board.setup import hand_limit
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
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Int8, Int16, Int64, Ints, Records, dtype_of

CARDS = HAND + ROW
TEMPLES_IN_REACH = TEMPLES_IN_HAND + PILES


class Resources:
    """What a seat may take: the supply board, and the lists of cards and temples whose places are the bits of sets."""

    cells: Annotated[Ints, np.int8, BODY_CELLS, 2]  # of the supply board
    ends: Annotated[Ints, np.int8, PIECES, END_CELLS]
    left: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]  # in the bags and on the supply board
    cards: Annotated[Ints, np.int8, CARDS]  # the hand, then the row
    card_count: Int8
    temples: Annotated[Ints, np.int8, TEMPLES_IN_REACH]  # own ones, then the tops of the piles
    temple_count: Int8


class Holdings:
    """What a seat has, now or after a plan: pieces, and sets of cards and temples as bits."""

    stock: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]  # pieces on its board
    room: Int8
    hand: Int64  # the set of cards in hand
    row: Int64  # the set of cards in the row
    hand_limit: Int8
    temples: Int64  # the set of temples in reach
    taken: Int64  # the set of coatls that are closed
    new_slot: Int8  # the number of the next coatl to be started
    new_ones: Int8  # how many may still be started
    closed: Int8
    points: Int16
    turns: Annotated[float, np.float64]  # about how many turns the seat still has


RESOURCES = dtype_of(Resources)
HOLDINGS = dtype_of(Holdings)


class Context(NamedTuple):
    """What every evaluation reads: arrays of one state, one deck, its resources and the weights; and the seat.

    A struct does not keep the array alive in which it lies. So whatever is made inside compiled code is handed on as an
    array of one.
    """

    states: Records
    decks: Records
    resources: Records
    weights: Records  # `DesignWeights`
    seat: int


@jit_in_place
def bit_count(things: int) -> int:
    """The number of bits that are on: the size of a set."""
    count = 0
    while things:
        things &= things - 1
        count += 1
    return count


@jit
def gather(resources: Resources, holdings: Holdings, state: State, deck: Deck, seat: int, turns: float) -> None:
    """Writes what a seat may take in a state, and what it has."""
    gather_pieces(resources, state)
    gather_cards(resources, holdings, state, deck, seat)
    gather_temples(resources, holdings, state, deck, seat)
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
    holdings.hand_limit = hand_limit(state.options, deck)


@jit
def gather_pieces(resources: Resources, state: State) -> None:
    """Writes the supply board, and how many pieces of each kind are left in the game."""
    resources.cells[:] = state.supply.bodies
    resources.ends[:] = state.supply.ends
    resources.left[:] = state.supply.bags
    for cell in range(BODY_CELLS):
        for which in range(2):
            if resources.cells[cell, which] != EMPTY:
                resources.left[BODY, resources.cells[cell, which]] += 1
    for piece in range(HEAD, PIECES):
        for cell in range(END_CELLS):
            if resources.ends[piece, cell] != EMPTY:
                resources.left[piece, resources.ends[piece, cell]] += 1


@jit
def gather_cards(resources: Resources, holdings: Holdings, state: State, deck: Deck, seat: int) -> None:
    """Writes the hand and behind it the row; at the set-up the hand is what is kept so far (RULES 4.1)."""
    player = state.players[seat]
    count = int(player.hand_size)
    resources.cards[:count] = player.hand[:count]
    holdings.hand = (1 << int(player.kept if state.pending == KEEP else count)) - 1
    holdings.row = 0
    for place in range(deck.row):
        if state.prophecies.row[place] != EMPTY:
            resources.cards[count] = state.prophecies.row[place]
            holdings.row |= 1 << count
            count += 1
    resources.card_count = count


@jit
def gather_temples(resources: Resources, holdings: Holdings, state: State, deck: Deck, seat: int) -> None:
    """Writes the temples in hand and behind them the tops of the piles."""
    player = state.players[seat]
    count = int(player.temple_count)
    resources.temples[:count] = player.temples[:count]
    for pile in range(deck.piles):
        if state.temples.tops[pile] != EMPTY:
            resources.temples[count] = state.temples.tops[pile]
            count += 1
    resources.temple_count = count
    holdings.temples = (1 << count) - 1
