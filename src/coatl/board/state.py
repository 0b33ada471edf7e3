"""A game of Cóatl as one record (about 1.7 KB): what lies on the table, and whose decision is pending.

Numbers stand for things: a seat 0–3; a colour 0–4 in the order R G B Y K, and GOLD; a piece BODY, HEAD or TAIL;
a card by its place in the deck file. EMPTY is no card, no piece, no seat.
"""

from typing import Annotated

import numpy as np

from coatl.board.limits import DIFFICULTIES
from coatl.engine.chance import Chance
from coatl.engine.structs import Int8, Int16, Ints, dtype_of

# what a deck may have at most; decks.schema keeps own decks within it
PLAYERS = 4
PROPHECIES = 64
TEMPLES = 32
HAND = 8
TEMPLES_IN_HAND = 4
ROW = 6
BODY_CELLS = 6
END_CELLS = 2  # cells for heads, and as many for tails
PILES = 2
COATLS = 3
COATL_LENGTH = 60  # R28
CARDS_PER_COATL = 4
ADAM_LINE = 4

EMPTY = -1

# pieces, and the bags and boards that hold them
BODY, HEAD, TAIL = 0, 1, 2
PIECES = 3
GOLD = 5  # The Golden Feathers: a body segment that nothing is built with
COLOURS_AND_GOLD = 6

# outcomes of chance, as the record notes them
PROPHECY_OUTCOME = 0
TEMPLE_OUTCOME = PROPHECIES
PIECE_OUTCOME = PROPHECIES + TEMPLES

# the pending decision
KEEP = 0  # set-up: which of the prophecies that were dealt to keep
TURN = 1  # an action, or its first step
CHOOSE = 2  # another prophecy, or done
FUTURE = 3  # See the future: discards, then the first prophecy
ASSEMBLE = 4  # another step, or done
FINISH = 5  # a coatl is being finished: prophecies, then a temple, or done
ADAM = 6  # the automaton's turn
OVER = 7

# sacrifice tokens
PERFECT_PICK, SEE_THE_FUTURE, PRIESTS_COMMITMENT = 0, 1, 2
TOKENS = 3

# how the end began
NOT_YET = 0
THIRD_COATL = 1  # RULES 4.3 (a)
NO_BODIES = 2  # RULES 4.3 (b)
ALL_PASSED = 3  # R26

# the solo difficulties (RULES 4.5)
NEEDS_TEMPLE, SMALLER_HAND, DIFFERENT_GODS, NEEDS_FOUR, FOURTH_CARD = 0, 1, 2, 3, 4


class Options:
    """What the table agreed on before the game."""

    players: Int8
    first: Int8  # the first player's seat
    solo: Int8
    difficulties: Annotated[Ints, np.int8, DIFFICULTIES]
    tokens: Int8
    promo: Int8
    fewer_bodies: Int8
    golden_feathers: Int8


class Coatl:
    """A row of pieces with the cards beside it."""

    pieces: Annotated[Ints, np.int8, COATL_LENGTH]  # colours from left to right
    length: Int8
    head: Int8  # 1 if the leftmost piece is a head
    tail: Int8  # 1 if the rightmost piece is a tail
    cards: Annotated[Ints, np.int8, CARDS_PER_COATL]
    card_count: Int8
    temple: Int8
    closed: Int8
    points: Int16  # once closed


class Player:
    """A seat: board, hand, tokens and coatls."""

    board: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]  # how many of each piece and colour
    hand: Annotated[Ints, np.int8, HAND]
    hand_size: Int8
    known: Annotated[Ints, np.int8, HAND]  # 1 where everybody saw the card being taken from the row
    kept: Int8  # set-up: the first so many cards of the hand are kept
    ready: Int8  # set-up: the choice is made
    temples: Annotated[Ints, np.int8, TEMPLES_IN_HAND]
    temple_count: Int8
    temple_known: Annotated[Ints, np.int8, TEMPLES_IN_HAND]
    tokens: Annotated[Ints, np.int8, TOKENS]  # 1 while it is there
    coatls: Annotated[list[Coatl], Coatl, COATLS]
    coatl_count: Int8
    robbed: Int8  # how often this player was stolen from (The Golden Feathers)


class Supply:
    """The supply board and the bags."""

    bodies: Annotated[Ints, np.int8, BODY_CELLS, 2]
    ends: Annotated[Ints, np.int8, PIECES, END_CELLS]  # [HEAD] and [TAIL]; [BODY] is not used
    bags: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]


class Prophecies:
    """The row, the deck and the discards."""

    row: Annotated[Ints, np.int8, ROW]
    deck: Annotated[Ints, np.int8, PROPHECIES]
    deck_size: Int16
    discards: Annotated[Ints, np.int8, PROPHECIES]  # seen by all
    hidden: Annotated[Ints, np.int8, PLAYERS, PROPHECIES]  # discarded from this seat's hand, unseen by the others
    discard_size: Int16


class Temples:
    """The two piles; what lies below their tops is one multiset, since nobody knows it."""

    below: Annotated[Ints, np.int8, TEMPLES]
    tops: Annotated[Ints, np.int8, PILES]
    sizes: Annotated[Ints, np.int8, PILES]  # the top included


class Adam:
    """The automaton's line, what lies on it, and its pile."""

    line: Annotated[Ints, np.int8, ADAM_LINE]
    line_size: Int8
    pieces: Annotated[Ints, np.int8, ADAM_LINE, 5]  # on each card, by colour
    pile: Annotated[Ints, np.int8, PROPHECIES]


class State:
    """The whole game."""

    options: Annotated[Options, Options]
    pending: Int8
    seat: Int8  # who decides; in the solo game the human is 0 and ADAM is 1
    coatl: Int8  # the one that is being finished
    acted: Int8  # actions already done in this turn
    passes: Int8  # one after the other
    ending: Int8  # how the end began
    ender: Int8  # who finished a third coatl
    turns_left: Int16  # turns after this one, once the end has begun
    turns: Int16  # turns played
    supply: Annotated[Supply, Supply]
    prophecies: Annotated[Prophecies, Prophecies]
    temples: Annotated[Temples, Temples]
    adam: Annotated[Adam, Adam]
    players: Annotated[list[Player], Player, PLAYERS]
    chance: Annotated[Chance, Chance]


STATE = dtype_of(State)
