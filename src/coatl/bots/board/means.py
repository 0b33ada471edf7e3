"""What a seat can build with: its pieces, the cards in its hand and in the row, the temples in reach."""

from typing import Annotated

import numpy as np

from coatl.board.scoring import room
from coatl.board.state import (
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
from coatl.engine.records import Int8, Int64, Ints, dtype_of

CARDS = HAND + ROW
TEMPLES_IN_REACH = TEMPLES_IN_HAND + PILES


class Means:
    """Pieces, cards and temples; a set of cards or temples is a number with one bit for each place in its list."""

    stock: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]
    cells: Annotated[Ints, np.int8, BODY_CELLS, 2]  # of the supply board
    ends: Annotated[Ints, np.int8, PIECES, END_CELLS]
    left: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]  # in the bags and on the supply board
    room: Int8
    cards: Annotated[Ints, np.int8, CARDS]  # the hand, then the row
    card_count: Int8
    hand: Int64  # the set of the cards in hand
    row: Int64  # the set of those in the row
    temples: Annotated[Ints, np.int8, TEMPLES_IN_REACH]  # own ones, then the tops of the piles
    temple_count: Int8
    in_reach: Int64  # the set of all of them
    owned: Int64  # the set of the own ones


MEANS = dtype_of(Means)


@jit
def gather(means: Means, state: State, deck: Deck, seat: int) -> None:
    """What the seat has now."""
    player = state.players[seat]
    means.stock[:] = player.board
    means.cells[:] = state.supply.bodies
    means.ends[:] = state.supply.ends
    means.left[:] = state.supply.bags
    for cell in range(BODY_CELLS):
        for which in range(2):
            if means.cells[cell, which] != EMPTY:
                means.left[0, means.cells[cell, which]] += 1
    for piece in range(HEAD, PIECES):
        for cell in range(END_CELLS):
            if means.ends[piece, cell] != EMPTY:
                means.left[piece, means.ends[piece, cell]] += 1
    means.room = room(deck, player)
    gather_cards(means, state, deck, seat)
    gather_temples(means, state, deck, seat)


@jit
def gather_cards(means: Means, state: State, deck: Deck, seat: int) -> None:
    """The hand, and the row behind it; at the set-up the hand is what was dealt."""
    player = state.players[seat]
    count = int(player.hand_size)
    means.cards[:count] = player.hand[:count]
    held = int(player.kept) if state.pending == KEEP else count
    means.hand = (1 << held) - 1
    means.row = (1 << count) - 1 - means.hand
    for place in range(deck.row):
        if state.prophecies.row[place] != EMPTY:
            means.cards[count] = state.prophecies.row[place]
            means.row |= 1 << count
            count += 1
    means.card_count = count


@jit
def gather_temples(means: Means, state: State, deck: Deck, seat: int) -> None:
    player = state.players[seat]
    count = int(player.temple_count)
    means.temples[:count] = player.temples[:count]
    means.owned = (1 << count) - 1
    for pile in range(deck.piles):
        if state.temples.tops[pile] != EMPTY:
            means.temples[count] = state.temples.tops[pile]
            count += 1
    means.temple_count = count
    means.in_reach = (1 << count) - 1
