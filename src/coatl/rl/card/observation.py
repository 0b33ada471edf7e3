"""What a seat of the card game may know (RULES 6), as a row of small integers, field by field.

`fields` says what stands where, `observe` writes it, in the same order. It reads what `card/view.py` shows and no more;
the tests exchange everything hidden and compare byte for byte.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from coatl.card.setup import rounds
from coatl.card.state import (
    COATL_LENGTH,
    EMPTY,
    FEATHERS,
    MANNERS,
    MIDDLE,
    NOBODY,
    PROPHECIES,
    PROTECTED,
    TEMPLES,
    Player,
    State,
)
from coatl.card.tables import GODS, Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import STACKED
from coatl.engine.structs import Ints
from coatl.engine.tensors import put_cards, put_choice, put_counts, put_number
from coatl.rl.fields import Field

if TYPE_CHECKING:
    from coatl.card.rules import CardRules

COLOURS = 5
PENDING = 7
LEVELS = PROTECTED + 1
AUTOMATA = 2


def fields(rules: "CardRules") -> list[Field]:
    """Every field of an observation at this table, in its order."""
    found = [
        Field("pending", "play, revealed, gain, head, tail, carl, over", choices=PENDING),
        Field("decider", "who decides, counted from the own seat", choices=rules.seats),
        Field("round", "the round, from 1"),
        Field("rounds", "how many rounds there are"),
        Field("plays", "cards already played in this turn"),
        Field("newest", "first and last part of the card just played, from 1; 0 for none", 2),
        Field("revealed", "the feather that must be played", choices=FEATHERS),
        Field("turns", "turns played"),
        Field("scores", "points so far, from the own seat on", rules.seats),
        Field("stolen", "prophecies stolen from each seat in this turn, from the own seat on", rules.seats),
        Field("feathers", "cards in the deck of feathers"),
        Field("unseen_feathers", "feathers in the deck and in other hands", FEATHERS),
        Field("discards", "feathers discarded", FEATHERS),
        Field("deck", "cards in the deck of prophecies"),
        Field("unseen_prophecies", "prophecies that nobody has seen", PROPHECIES),
        Field("middle", "prophecies in the middle", PROPHECIES),
        Field("temple", "the temple of all", choices=TEMPLES),
    ]
    if rules.table.solo:
        found += [
            Field("middle_places", "places in the middle of the prophecies there, from 1", PROPHECIES),
            Field("lost", "prophecies that fell to level 0", PROPHECIES),
            Field("opponent", "CARL or CARL 2.0", choices=AUTOMATA),
            Field("manner", "CARL's manner: daring, domineering, greedy", choices=MANNERS),
            Field("favourites", "CARL's favourite colours: R G B Y K", COLOURS),
            Field("action", "CARL's newest action card", choices=PROPHECIES),
            Field("used", "CARL's action cards turned up before", PROPHECIES),
            Field("backs", "gods of the action deck ahead: blue, yellow, pink, green", len(GODS)),
        ]
    found.append(Field("own_hand", "feathers in hand", FEATHERS))
    for seat in range(rules.seats):
        found += seat_fields("own" if seat == 0 else f"next{seat}", rules.table.solo and seat == 1, rules.table.solo)
    return found


def seat_fields(who: str, carl: bool, solo: bool) -> list[Field]:
    """The fields of one seat; CARL has prophecies only. Their order matters against CARL alone (R17)."""
    coatl = [
        Field(f"{who}_parts", "from left to right: R G B Y K", COATL_LENGTH, COLOURS),
        Field(f"{who}_stacked", "parts that lie on another", COATL_LENGTH),
        Field(f"{who}_length", "parts"),
        Field(f"{who}_head", "whether there is a head"),
        Field(f"{who}_tail", "whether there is a tail"),
        Field(f"{who}_hand_size", "feathers in hand"),
    ]
    return [
        *([] if carl else coatl),
        Field(
            f"{who}_levels", "the level of each prophecy that the seat holds: 0, 1, 2, protected", PROPHECIES, LEVELS
        ),
        *([Field(f"{who}_order", "the order in which its prophecies came, from 1", PROPHECIES)] if solo else []),
        Field(f"{who}_final", "whether the result stands"),
        Field(f"{who}_goals", "goals of the temple, once the result stands"),
        Field(f"{who}_protected", "protected prophecies, once the result stands"),
    ]


@jit_in_place
def observe(state: State, deck: Deck, viewer: int, compact: int, row: Ints) -> int:
    """Writes what a seat (from 0) may know; returns how many places were written."""
    row[:] = 0
    solo = state.options.carl != NOBODY
    seats = 2 if solo else int(state.options.players)
    start: Any = np.int64(0)  # wide enough in plain Python too, where a card is an int8
    at = put_choice(row, start, int(state.pending), PENDING, compact)
    at = put_choice(row, at, (state.seat - viewer) % seats, seats, compact)
    at = put_number(row, at, int(state.round_number))
    at = put_number(row, at, rounds(state, deck))
    at = put_number(row, at, int(state.plays))
    at = put_number(row, at, int(state.newest[0]) + 1)
    at = put_number(row, at, int(state.newest[1]) + 1)
    at = put_choice(row, at, int(state.revealed), FEATHERS, compact)
    at = put_number(row, at, int(state.turns))
    for i in range(seats):
        at = put_number(row, at, points_so_far(deck, state.players[(viewer + i) % seats]))
    for i in range(seats):
        at = put_number(row, at, int(state.stolen[(viewer + i) % seats]))
    at = put_decks(state, viewer, compact, row, at)
    if solo:
        at = put_carl(state, deck, compact, row, at)
    at = put_cards(row, at, state.players[viewer].hand, int(state.players[viewer].hand_size), FEATHERS)
    for i in range(seats):
        at = put_seat(state, (viewer + i) % seats, solo, compact, row, at)
    return at


@jit_in_place
def points_so_far(deck: Deck, player: Player) -> int:
    """The result of who has finished, else the points of the levels (RULES 5.3, 5.4)."""
    if player.final:
        return int(player.points)
    points = 0
    for i in range(player.prophecy_count):
        points += int(deck.level_points[player.levels[i]])
    return points


@jit_in_place
def put_decks(state: State, viewer: int, compact: int, row: Ints, at: int) -> int:
    """Feathers, prophecies and the temple; what is unseen is known by elimination."""
    at = put_number(row, at, int(state.feather_count))
    put_counts(row, at, state.feathers)
    for seat in range(state.options.players):
        if seat != viewer:
            put_cards(row, at, state.players[seat].hand, int(state.players[seat].hand_size), FEATHERS)
    at = put_counts(row, at + FEATHERS, state.discards)
    at = put_number(row, at, int(state.deck_count))
    for card in range(PROPHECIES):
        row[at + card] = state.deck[card] + state.carl.deck[card]
    at += PROPHECIES
    for place in range(MIDDLE):
        if state.middle[place] != EMPTY:
            row[at + state.middle[place]] = 1
    return put_choice(row, at + PROPHECIES, int(state.temple), TEMPLES, compact)


@jit_in_place
def put_carl(state: State, deck: Deck, compact: int, row: Ints, at: int) -> int:
    carl = state.carl
    for place in range(MIDDLE):
        if state.middle[place] != EMPTY:
            row[at + state.middle[place]] = place + 1
    at = put_counts(row, at + PROPHECIES, state.lost)
    at = put_choice(row, at, int(state.options.carl) - 1, AUTOMATA, compact)
    at = put_choice(row, at, int(state.options.manner), MANNERS, compact)
    for i in range(2):
        if carl.favourites[i] != EMPTY:
            row[at + carl.favourites[i]] += 1
    at = put_choice(row, at + COLOURS, int(carl.action), PROPHECIES, compact)
    at = put_counts(row, at, carl.used)
    for card in range(deck.prophecy_count):
        row[at + deck.prophecies[card].god] += carl.deck[card]
    return at + len(GODS)


@jit_in_place
def put_seat(state: State, seat: int, solo: bool, compact: int, row: Ints, at: int) -> int:
    player = state.players[seat]
    if not (solo and seat == 1):
        at = put_coatl(player, compact, row, at)
        at = put_number(row, at, int(player.hand_size))
    choices = 1 if compact else LEVELS
    for i in range(player.prophecy_count):
        put_choice(row, at + int(player.prophecies[i]) * choices, int(player.levels[i]), LEVELS, compact)
    at += PROPHECIES * choices
    if solo:
        for i in range(player.prophecy_count):
            row[at + player.prophecies[i]] = i + 1
        at += PROPHECIES
    at = put_number(row, at, int(player.final))
    at = put_number(row, at, int(player.goals))
    return put_number(row, at, int(player.protected))


@jit_in_place
def put_coatl(player: Player, compact: int, row: Ints, at: int) -> int:
    choices = 1 if compact else COLOURS
    for i in range(player.length):
        put_choice(row, at + i * choices, int(player.parts[i]) % STACKED, COLOURS, compact)
    at += COATL_LENGTH * choices
    for i in range(player.length):
        if player.parts[i] >= STACKED:
            row[at + i] = 1
    at = put_number(row, at + COATL_LENGTH, int(player.length))
    at = put_number(row, at, int(player.head))
    return put_number(row, at, int(player.tail))
