"""What is asked of the solver, and the ways to finish a coatl that it finds, as records."""

from typing import Annotated

import numpy as np

from coatl.board.state import (
    COATLS,
    COLOURS_AND_GOLD,
    DIFFERENT_GODS,
    EMPTY,
    FINISH,
    HAND,
    NEEDS_FOUR,
    NEEDS_TEMPLE,
    PIECES,
    PILES,
    TEMPLES_IN_HAND,
    Coatl,
    State,
)
from coatl.board.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Int8, Int64, Ints, Records, dtype_of

IN_REACH = TEMPLES_IN_HAND + PILES
NO_TEMPLE = IN_REACH  # the place of a temple that is not there
KINDS = PIECES * 5  # bodies, heads and tails of five colours


class Question:
    """A player's pieces, unfinished coatls and cards, and the rules in force."""

    board: Annotated[Ints, np.int8, PIECES, COLOURS_AND_GOLD]
    hand: Annotated[Ints, np.int8, HAND]
    hand_size: Int8
    temples: Annotated[Ints, np.int8, IN_REACH]  # those in hand, then the tops of the piles; EMPTY where there is none
    coatls: Annotated[list[Coatl], Coatl, COATLS]  # the unfinished ones
    coatl_count: Int8
    fresh: Int8  # how many coatls may still be started (R5)
    unfinished: Int8  # how many may be unfinished at one moment
    finishing: Int8  # 1 if the first coatl has both ends: it is closed before anything else
    needs_temple: Int8  # difficulty 1
    different_gods: Int8  # difficulty 3
    least_cards: Int8  # R6; difficulty 4
    most_cards: Int8
    growing: Int8  # 1: what cards reach at coatls that stay unfinished, instead of finishing


class Way:
    """One way to finish a coatl: what it uses and what it brings."""

    place: Int8  # which coatl of the question; those that are to be started come behind
    word: Int64  # the added pieces: valuation.word
    pieces_key: Int64  # a number for the whole coatl
    used: Int64  # the pieces from the board, packed
    cards: Int64  # the cards from hand, a bit each
    faces: Int64  # the same, but equal cards have the same bit
    temple: Int8  # its place in the question
    points: Int64
    value: Int64  # points first, then pieces and cards that are left
    alone: Int8  # 1 if no other order of these pieces brings as much with these cards


QUESTION = dtype_of(Question)
WAY = dtype_of(Way)


@jit
def ask(states: Records, decks: Records, seat: int, questions: Records) -> None:
    """Writes down what a seat (from 0) could ask; nothing is read that the seat does not see."""
    state: State = states[0]
    deck: Deck = decks[0]
    question: Question = questions[0]
    player = state.players[seat]
    question.board[:] = player.board
    question.hand[:] = player.hand
    question.hand_size = player.hand_size
    question.temples[:] = EMPTY
    question.temples[: player.temple_count] = player.temples[: player.temple_count]
    for pile in range(deck.piles):
        question.temples[TEMPLES_IN_HAND + pile] = state.temples.tops[pile]
    question.fresh = deck.coatls - player.coatl_count
    question.unfinished = deck.unfinished
    question.finishing = 0
    question.growing = 0
    difficulties = state.options.difficulties
    question.needs_temple = difficulties[NEEDS_TEMPLE]
    question.different_gods = difficulties[DIFFERENT_GODS]
    question.least_cards = deck.most_cards if difficulties[NEEDS_FOUR] else deck.least_cards
    question.most_cards = deck.most_cards
    question.coatl_count = 0
    if state.pending == FINISH and state.seat == seat:
        question.finishing = 1
        add_coatl(question, player.coatls[state.coatl])
    for number in range(player.coatl_count):
        if not player.coatls[number].closed and not (question.finishing and number == state.coatl):
            add_coatl(question, player.coatls[number])


@jit
def add_coatl(question: Question, coatl: Coatl) -> None:
    into = question.coatls[question.coatl_count]
    into.pieces[:] = coatl.pieces
    into.length = coatl.length
    into.head = coatl.head
    into.tail = coatl.tail
    into.cards[:] = coatl.cards
    into.card_count = coatl.card_count
    question.coatl_count += 1


@jit_in_place
def coatls(question: Question) -> int:
    """How many coatls there can be, those included that are to be started (R5)."""
    there = int(question.coatl_count)
    fresh = int(question.fresh)
    return there + (min(fresh, int(question.unfinished) - there) if question.growing else fresh)
