"""The fast model of the card game's rules, for rollouts: a game as a seat sees it, the rest dealt at random.

Prophecies are sets, one bit a card (see `occurrence_sets`), so that what a card brings is found for the whole deck at
once. Prophecies of an own deck with more than three parts keep their levels here, and nobody gains them. Tests compare
the model with the rules.
"""

from typing import Annotated

import numpy as np

from coatl.bots.card.reach import lowest_bit
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
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import NOTHING
from coatl.engine.structs import Int8, Int64, Ints, dtype_of

ROOM = 2 * COATL_LENGTH + 8
MIDST = ROOM // 2
FEATHERS_IN_PLAY = 256  # a game does not draw more


class Seat:
    """A seat: its coatl grows to both sides from the middle of `parts`; its prophecies are a set for each level."""

    parts: Annotated[Ints, np.int8, ROOM]
    left: Int64
    right: Int64  # behind the last part
    held: Annotated[Ints, np.int64, PROTECTED + 1]
    hand: Annotated[Ints, np.int8, HAND]
    hand_size: Int64
    result: Annotated[Ints, np.int64, 3]  # points, goals, protected ones


class FastModel:
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


FAST_MODEL = dtype_of(FastModel)


@jit_in_place
def write_model(state: State, deck: Deck, viewer: int, model: FastModel) -> None:
    """Writes a state as a seat sees it; what it cannot see lies in the decks."""
    model.players = state.options.players
    model.solo = 1 if state.options.carl != NOBODY else 0
    model.first = state.options.first
    model.seat = state.seat
    model.round_number = state.round_number
    model.rounds = rounds(state, deck)
    model.plays = state.plays
    model.temple = state.temple
    model.wanted = 0
    for place in range(MIDDLE):
        model.middle[place] = state.middle[place]
        if state.middle[place] >= 0:
            model.wanted |= 1 << int(state.middle[place])
    model.clock = 0
    for seat in range(PLAYERS):
        model.stolen[seat] = state.stolen[seat]
        write_seat(state, model.seats[seat], seat)
        player = state.players[seat]
        for i in range(player.prophecy_count):
            note_arrival(model, 1 << int(player.prophecies[i]))
    write_prophecies(state, deck, model)
    write_feathers(state, viewer, model)


@jit
def write_seat(state: State, seat: Seat, number: int) -> None:
    """Writes the coatl, the prophecies, the hand and the result of a seat."""
    player = state.players[number]
    seat.parts[:] = NOTHING
    seat.left = MIDST
    seat.right = MIDST + player.length
    for i in range(player.length):
        seat.parts[MIDST + i] = player.parts[i]
    seat.held[:] = 0
    for i in range(player.prophecy_count):
        seat.held[player.levels[i]] |= 1 << int(player.prophecies[i])
    seat.hand[:] = player.hand
    seat.hand_size = player.hand_size
    seat.result[0] = player.points
    seat.result[1] = player.goals
    seat.result[2] = player.protected


@jit_in_place
def note_arrival(model: FastModel, cards: int) -> None:
    """Notes that a set of cards comes to a level, where they are the farthest from CARL (R17)."""
    model.clock += 1
    while cards:
        model.since[lowest_bit(cards)] = model.clock
        cards &= cards - 1


@jit_in_place
def write_prophecies(state: State, deck: Deck, model: FastModel) -> None:
    """Writes the unseen prophecies and CARL's actions: of these only the gods are known (RULES 5.5)."""
    model.next_card = model.last_card = 0
    model.next_action = model.last_action = 0
    model.unseen = 0
    for card in range(deck.prophecy_count):
        for _ in range(state.deck[card] + state.carl.deck[card]):
            model.unseen |= 1 << card
            model.cards[model.last_card] = card
            model.last_card += 1
    for god in range(len(deck.actions)):
        for card in range(deck.prophecy_count):
            if deck.prophecies[card].god == god and state.carl.deck[card]:
                model.actions[model.last_action] = deck.actions[god]
                model.last_action += 1


@jit_in_place
def write_feathers(state: State, viewer: int, model: FastModel) -> None:
    """Writes the unseen feathers: those in other hands are as unknown as those of the deck (RULES 6)."""
    model.next_feather = model.last_feather = 0
    for feather in range(FEATHERS):
        count = int(state.feathers[feather])
        for other in range(state.options.players):
            if other != viewer:
                player = state.players[other]
                for i in range(player.hand_size):
                    count += player.hand[i] == feather
        add_feathers(model, feather, count)


@jit_in_place
def add_feathers(model: FastModel, feather: int, count: int) -> None:
    """Adds so many feathers of one kind to the deck."""
    for _ in range(min(count, FEATHERS_IN_PLAY - model.last_feather)):
        model.feathers[model.last_feather] = feather
        model.last_feather += 1


# ---------------------------------------------------------------- dealing


@jit_in_place
def seed_stream(stream: Ints, number: int) -> None:
    """Seeds a stream with a number; neighbouring numbers have nothing in common."""
    mixed = (number * 0x9E3779B97F4A7C1 + 0x632BE59BD9B4E01) & STREAM_BITS
    mixed = ((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5) & STREAM_BITS
    stream[0] = mixed ^ (mixed >> 32)


@jit_in_place
def shuffle(cards: Ints, count: int, stream: Ints) -> None:
    """Puts the first cards of an array into a random order."""
    for i in range(count - 1, 0, -1):
        other = pick(stream, i + 1)
        cards[i], cards[other] = cards[other], cards[i]


@jit_in_place
def deal(model: FastModel, viewer: int, stream: Ints) -> None:
    """Deals everything that the viewer cannot see; equal streams deal alike, whatever else differs."""
    shuffle(model.cards, int(model.last_card), stream)
    shuffle(model.feathers, int(model.last_feather), stream)
    shuffle(model.actions, int(model.last_action), stream)
    model.last_card -= model.last_action  # some of the unseen cards are CARL's actions
    for other in range(model.players):
        if other != viewer:
            seat = model.seats[other]
            size = int(seat.hand_size)
            seat.hand_size = 0
            for _ in range(size):
                draw_feather(model, seat)


@jit_in_place
def draw_feather(model: FastModel, seat: Seat) -> None:
    """Draws a feather from the front of the deck; none if it is used up: too late in the game to matter."""
    if model.next_feather < model.last_feather:
        seat.hand[seat.hand_size] = model.feathers[model.next_feather]
        seat.hand_size += 1
        model.next_feather += 1


@jit_in_place
def refill(model: FastModel, size: int) -> None:
    """Fills the gaps of the middle with new prophecies."""
    for place in range(size):
        if model.middle[place] < 0 and model.next_card < model.last_card:
            card = int(model.cards[model.next_card])
            model.next_card += 1
            model.middle[place] = card
            model.wanted |= 1 << card
            model.unseen &= ~(1 << card)
