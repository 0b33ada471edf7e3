"""The table of simulated games: what a seat sees of a game, with prophecies as sets (see `marks`), dealt at random."""

from typing import Annotated

import numpy as np

from coatl.bots.card.reach import lowest
from coatl.card.setup import rounds
from coatl.card.state import (
    COATL_LENGTH,
    FEATHERS,
    HAND,
    MIDDLE,
    NOBODY,
    PLAYERS,
    PROPHECIES,
    PROTECTED,
    State,
)
from coatl.card.tables import Deck
from coatl.engine.chance import STREAM_BITS, pick
from coatl.engine.jit import jit
from coatl.engine.patterns import NOTHING
from coatl.engine.records import Int8, Int64, Ints, dtype_of

ROOM = 2 * COATL_LENGTH + 8
START = ROOM // 2
FEATHERS_IN_PLAY = 256  # a game does not draw more


class Seat:
    """A seat: its coatl grows to both sides from the middle of `parts`; its prophecies are sets, one a level."""

    parts: Annotated[Ints, np.int8, ROOM]
    left: Int64
    right: Int64  # behind the last part
    held: Annotated[Ints, np.int64, PROTECTED + 1]
    hand: Annotated[Ints, np.int8, HAND]
    hand_size: Int64
    result: Annotated[Ints, np.int64, 3]  # points, goals, protected ones


class Table:
    """A game before a card of a turn, or at the end of the turn."""

    players: Int64
    solo: Int64
    first: Int64
    seat: Int64
    round_number: Int64
    rounds: Int64
    plays: Int64  # cards already played in this turn
    stolen: Annotated[Ints, np.int64, PLAYERS]
    middle: Annotated[Ints, np.int8, MIDDLE]
    wanted: Int64  # the middle as a set
    cards: Annotated[Ints, np.int8, PROPHECIES]  # those not seen yet, in the order in which they come
    next_card: Int64
    last_card: Int64
    unseen: Int64  # the same as a set
    feathers: Annotated[Ints, np.int8, FEATHERS_IN_PLAY]  # likewise; a discard reveals the last one
    next_feather: Int64
    last_feather: Int64
    actions: Annotated[Ints, np.int8, PROPHECIES]  # CARL's
    next_action: Int64
    last_action: Int64
    since: Annotated[Ints, np.int16, PROPHECIES]  # when each card came to its level: CARL prefers the nearest
    clock: Int64
    temple: Int8
    seats: Annotated[list[Seat], Seat, PLAYERS]


TABLE = dtype_of(Table)


@jit
def write_table(state: State, deck: Deck, viewer: int, table: Table) -> None:
    """The game as a seat sees it; what it cannot see lies in the decks."""
    table.players = state.options.players
    table.solo = 1 if state.options.carl != NOBODY else 0
    table.first = state.options.first
    table.seat = state.seat
    table.round_number = state.round_number
    table.rounds = rounds(state, deck)
    table.plays = state.plays
    table.temple = state.temple
    table.wanted = 0
    for place in range(MIDDLE):
        table.middle[place] = state.middle[place]
        if state.middle[place] >= 0:
            table.wanted |= 1 << int(state.middle[place])
    table.clock = 0
    for seat in range(PLAYERS):
        table.stolen[seat] = state.stolen[seat]
        write_seat(state, table.seats[seat], seat)
        player = state.players[seat]
        for i in range(player.prophecy_count):
            arrive(table, 1 << int(player.prophecies[i]))
    write_prophecies(state, deck, table)
    write_feathers(state, viewer, table)


@jit
def write_seat(state: State, seat: Seat, number: int) -> None:
    player = state.players[number]
    seat.parts[:] = NOTHING
    seat.left = START
    seat.right = START + player.length
    for i in range(player.length):
        seat.parts[START + i] = player.parts[i]
    seat.held[:] = 0
    for i in range(player.prophecy_count):
        seat.held[player.levels[i]] |= 1 << int(player.prophecies[i])
    seat.hand[:] = player.hand
    seat.hand_size = player.hand_size
    seat.result[0] = player.points
    seat.result[1] = player.goals
    seat.result[2] = player.protected


@jit
def arrive(table: Table, cards: int) -> None:
    """These come to a level, where they are the farthest (R17)."""
    table.clock += 1
    while cards:
        table.since[lowest(cards)] = table.clock
        cards &= cards - 1


@jit
def write_prophecies(state: State, deck: Deck, table: Table) -> None:
    """Nobody knows which of the unseen cards are CARL's actions, only their gods (RULES 5.5)."""
    table.next_card = table.last_card = 0
    table.next_action = table.last_action = 0
    table.unseen = 0
    for card in range(deck.prophecy_count):
        for _ in range(state.deck[card] + state.carl.deck[card]):
            table.unseen |= 1 << card
            table.cards[table.last_card] = card
            table.last_card += 1
    for god in range(len(deck.actions)):
        for card in range(deck.prophecy_count):
            if deck.prophecies[card].god == god and state.carl.deck[card]:
                table.actions[table.last_action] = deck.actions[god]
                table.last_action += 1


@jit
def write_feathers(state: State, viewer: int, table: Table) -> None:
    """Feathers in other hands are as unknown as those of the deck (RULES 6)."""
    table.next_feather = table.last_feather = 0
    for feather in range(FEATHERS):
        count = int(state.feathers[feather])
        for other in range(state.options.players):
            if other != viewer:
                player = state.players[other]
                for i in range(player.hand_size):
                    count += player.hand[i] == feather
        add_feathers(table, feather, count)


@jit
def add_feathers(table: Table, feather: int, count: int) -> None:
    for _ in range(min(count, FEATHERS_IN_PLAY - table.last_feather)):
        table.feathers[table.last_feather] = feather
        table.last_feather += 1


# ---------------------------------------------------------------- dealing


@jit
def stir(stream: Ints, number: int) -> None:
    """A fresh stream for each number; neighbouring numbers have nothing in common."""
    mixed = (number * 0x9E3779B97F4A7C1 + 0x632BE59BD9B4E01) & STREAM_BITS
    mixed = ((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5) & STREAM_BITS
    stream[0] = mixed ^ (mixed >> 32)


@jit
def shuffle(cards: Ints, count: int, stream: Ints) -> None:
    for i in range(count - 1, 0, -1):
        other = pick(stream, i + 1)
        cards[i], cards[other] = cards[other], cards[i]


@jit
def deal(table: Table, viewer: int, stream: Ints) -> None:
    """Everything that the viewer cannot see, at random; equal streams deal alike, whatever the table."""
    shuffle(table.cards, int(table.last_card), stream)
    shuffle(table.feathers, int(table.last_feather), stream)
    shuffle(table.actions, int(table.last_action), stream)
    table.last_card -= table.last_action  # some of the unseen cards are CARL's actions
    for other in range(table.players):
        if other != viewer:
            seat = table.seats[other]
            size = int(seat.hand_size)
            seat.hand_size = 0
            for _ in range(size):
                draw_feather(table, seat)


@jit
def draw_feather(table: Table, seat: Seat) -> None:
    """From the front of the deck; none if it is used up: too late in the game to matter."""
    if table.next_feather < table.last_feather:
        seat.hand[seat.hand_size] = table.feathers[table.next_feather]
        seat.hand_size += 1
        table.next_feather += 1


@jit
def refill(table: Table, size: int) -> None:
    """New prophecies into the gaps of the middle."""
    for place in range(size):
        if table.middle[place] < 0 and table.next_card < table.last_card:
            card = int(table.cards[table.next_card])
            table.next_card += 1
            table.middle[place] = card
            table.wanted |= 1 << card
            table.unseen &= ~(1 << card)
