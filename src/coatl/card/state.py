"""A game of Cóatl: The Card Game as one record: what lies on the table, and whose decision is pending.

Numbers stand for things: a seat 0–3; a part by its colour 0–4 in the order R G B Y K, plus STACKED if it lies on
another part; a card by its place in the deck file. EMPTY is no card.
"""

from typing import Annotated

import numpy as np

from coatl.engine.chance import Chance
from coatl.engine.structs import Int8, Int16, Ints, dtype_of

# what a deck may have at most; cards.schema keeps own decks within it
PLAYERS = 4
PROPHECIES = 64
FEATHERS = 25
TEMPLES = 16
HAND = 8
MIDDLE = 6
COATL_LENGTH = 48  # seven rounds of three feathers, head and tail

EMPTY = -1
PROTECTED = 3  # the level that cannot fall or be stolen

# outcomes of chance, as the record notes them
PROPHECY_OUTCOME = 0
FEATHER_OUTCOME = PROPHECIES
TEMPLE_OUTCOME = FEATHER_OUTCOME + FEATHERS
MANNER_OUTCOME = TEMPLE_OUTCOME + TEMPLES

# the pending decision
PLAY = 0  # a feather from hand, or a discard for the top of the deck
REVEALED = 1  # the feather from the top of the deck must be played
GAIN = 2  # prophecies to fulfil with the card just played, or done
HEAD = 3  # the last round: a head
TAIL = 4  # and then a tail
CARL = 5  # the automaton's turn
OVER = 6

# the automata and their manners
NOBODY, CARL_1, CARL_2 = 0, 1, 2
DARING, DOMINEERING, GREEDY, RANDOM = 0, 1, 2, 3
MANNERS = 3


class Options:
    """What the table agreed on before the game."""

    players: Int8
    first: Int8
    carl: Int8  # NOBODY, CARL_1 or CARL_2
    manner: Int8  # RANDOM until the set-up has drawn one


class Player:
    """A seat: coatl, hand, prophecies and, at the end, the result. CARL holds prophecies only."""

    parts: Annotated[Ints, np.int8, COATL_LENGTH]
    length: Int8
    head: Int8
    tail: Int8
    hand: Annotated[Ints, np.int8, HAND]
    hand_size: Int8
    prophecies: Annotated[Ints, np.int8, PROPHECIES]  # in the order in which they came to their level (R17)
    levels: Annotated[Ints, np.int8, PROPHECIES]
    prophecy_count: Int8
    final: Int8  # 1 once the result stands
    points: Int16
    goals: Int8
    protected: Int8


class Carl:
    """The automaton's favourites and action cards."""

    deck: Annotated[Ints, np.int8, PROPHECIES]  # the action deck ahead
    deck_size: Int8
    used: Annotated[Ints, np.int8, PROPHECIES]  # action cards turned up before
    favourites: Annotated[Ints, np.int8, 2]  # colours; EMPTY if no feather could be revealed
    action: Int8  # the newest action card


class State:
    """The whole game."""

    options: Annotated[Options, Options]
    pending: Int8
    seat: Int8  # who decides; in the solo game the human is 0 and CARL is 1
    round_number: Int8  # from 1
    plays: Int8  # cards already played in this turn
    newest: Annotated[Ints, np.int8, 2]  # first and last part of the card just played
    revealed: Int8  # the feather that must be played
    stolen: Annotated[Ints, np.int8, PLAYERS]  # prophecies stolen from each seat in this turn
    turns: Int16
    feathers: Annotated[Ints, np.int8, FEATHERS]
    feather_count: Int16
    discards: Annotated[Ints, np.int8, FEATHERS]
    discard_count: Int16
    deck: Annotated[Ints, np.int8, PROPHECIES]
    deck_count: Int16
    lost: Annotated[Ints, np.int8, PROPHECIES]  # discarded when they fell to level 0 (solo)
    middle: Annotated[Ints, np.int8, MIDDLE]
    temple: Int8
    carl: Annotated[Carl, Carl]
    players: Annotated[list[Player], Player, PLAYERS]
    chance: Annotated[Chance, Chance]


STATE = dtype_of(State)
