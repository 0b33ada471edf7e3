"""What a seat of the board game may know (RULES 6), as a row of small integers, field by field.

`fields` says what stands where, `observe` writes it, in the same order. It reads what `board/view.py` shows, no more;
the tests exchange everything hidden and compare byte for byte.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from coatl.board.scoring import adam_points, player_points
from coatl.board.state import (
    ADAM_LINE,
    BODY_CELLS,
    CARDS_PER_COATL,
    COATL_LENGTH,
    COATLS,
    COLOURS_AND_GOLD,
    END_CELLS,
    HAND,
    HEAD,
    KEEP,
    PIECES,
    PILES,
    PROPHECIES,
    ROW,
    TAIL,
    TEMPLES,
    TEMPLES_IN_HAND,
    TOKENS,
    Coatl,
    State,
)
from coatl.board.tables import Deck
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Ints
from coatl.engine.tensors import put_cards, put_choice, put_counts, put_number
from coatl.rl.fields import Field

if TYPE_CHECKING:
    from coatl.board.rules import BoardRules

COLOURS = 5
PENDING = 8
ENDINGS = 3


def fields(rules: "BoardRules") -> list[Field]:
    """Every field of an observation at this table, in its order."""
    found = [
        Field("pending", "keep, turn, choose, future, assemble, finish, adam, over", choices=PENDING),
        Field("decider", "who decides, counted from the own seat; secret choices do not show", choices=rules.seats),
        Field("coatl", "the one that is being finished", choices=COATLS),
        Field("acted", "actions already done in this turn"),
        Field("passes", "passes one after the other"),
        Field("ending", "how the end began: third coatl, no bodies, all passed", choices=ENDINGS),
        Field("ender", "who finished a third coatl, from the own seat", choices=rules.seats),
        Field("turns_left", "turns after this one and one more, once the end has begun; else 0"),
        Field("turns", "turns played"),
        Field("scores", "points so far, from the own seat on", rules.seats),
        Field("supply_bodies", "six cells of two segments: R G B Y K gold", BODY_CELLS * 2, COLOURS_AND_GOLD),
        Field("supply_ends", "two cells of heads, two of tails: R G B Y K", 2 * END_CELLS, COLOURS),
        Field("bags", "segments, heads and tails left in the bags, each R G B Y K gold", PIECES * COLOURS_AND_GOLD),
        Field("row", "the six places of the row: a prophecy by its place in the deck", ROW, PROPHECIES),
        Field("deck", "cards in the deck of prophecies"),
        Field("discards", "prophecies discarded openly", PROPHECIES),
        Field("temples", "tops of the two piles", PILES, TEMPLES),
        Field("piles", "sizes of the two piles", PILES),
    ]
    if rules.table.solo:
        found += [
            Field("difficulties", "the solo difficulties 1 to 5", COLOURS),
            Field("adam_line", "ADAM's line", ADAM_LINE, PROPHECIES),
            Field("adam_pieces", "pieces on each card of the line: R G B Y K", ADAM_LINE * COLOURS),
            Field("adam_pile", "cards that ADAM has played", PROPHECIES),
        ]
    found += [
        Field("own_kept", "set-up: prophecies kept so far", PROPHECIES),
        Field("own_ready", "set-up: the own choice is made"),
        Field("own_known", "prophecies of the own hand that everybody saw taken", PROPHECIES),
        Field("own_discards", "prophecies discarded from the own hand", PROPHECIES),
        Field("own_known_temples", "temples of the own hand that everybody knows", TEMPLES),
    ]
    for seat in range(rules.table.players):
        found += seat_fields("own" if seat == 0 else f"next{seat}", seat == 0)
    return found


def seat_fields(who: str, own: bool) -> list[Field]:
    """The fields of one seat."""
    seen = "in hand" if own else "in hand that everybody saw taken"
    found = [
        Field(f"{who}_board", "segments, heads and tails on the board, each R G B Y K gold", PIECES * COLOURS_AND_GOLD),
        Field(f"{who}_hand", f"prophecies {seen}", PROPHECIES),
        Field(f"{who}_hand_size", "prophecies in hand"),
        Field(f"{who}_discarded", "prophecies discarded from hand"),
        Field(f"{who}_temples", f"temples {seen}", TEMPLES),
        Field(f"{who}_temple_count", "temples in hand"),
        Field(f"{who}_tokens", "sacrifice tokens left: pick, future, priest", TOKENS),
        Field(f"{who}_robbed", "how often this seat was stolen from"),
    ]
    for number in range(1, COATLS + 1):
        name = f"{who}_coatl{number}"
        found += [
            Field(f"{name}_pieces", "from left to right: R G B Y K", COATL_LENGTH, COLOURS),
            Field(f"{name}_length", "pieces"),
            Field(f"{name}_head", "whether the leftmost is a head"),
            Field(f"{name}_tail", "whether the rightmost is a tail"),
            Field(f"{name}_cards", "prophecies beside it", PROPHECIES),
            Field(f"{name}_temple", "its temple", choices=TEMPLES),
            Field(f"{name}_closed", "whether it is finished"),
            Field(f"{name}_points", "its points once it is finished"),
        ]
    return found


@jit_in_place
def observe(state: State, deck: Deck, viewer: int, compact: int, row: Ints) -> int:
    """Writes what a seat (from 0) may know; returns how many places were written."""
    row[:] = 0
    solo = state.options.solo
    seats = 2 if solo else int(state.options.players)
    start: Any = np.int64(0)  # wide enough in plain Python too, where a card is an int8
    at = put_choice(row, start, int(state.pending), PENDING, compact)
    at = put_choice(row, at, (decider(state, viewer) - viewer) % seats, seats, compact)
    at = put_choice(row, at, int(state.coatl), COATLS, compact)
    at = put_number(row, at, int(state.acted))
    at = put_number(row, at, int(state.passes))
    at = put_choice(row, at, int(state.ending) - 1, ENDINGS, compact)
    at = put_choice(row, at, (state.ender - viewer) % seats if state.ender >= 0 else -1, seats, compact)
    at = put_number(row, at, int(state.turns_left) + 1)
    at = put_number(row, at, int(state.turns))
    for i in range(seats):
        seat = (viewer + i) % seats
        points = adam_points(deck, state) if solo and seat == 1 else player_points(deck, state.players[seat])
        at = put_number(row, at, points)
    at = put_supply(state, compact, row, at)
    if solo:
        at = put_adam(state, compact, row, at)
    at = put_own(state, viewer, row, at)
    for i in range(state.options.players):
        at = put_seat(state, (viewer + i) % state.options.players, i == 0, compact, row, at)
    return at


@jit_in_place
def decider(state: State, viewer: int) -> int:
    """Who decides. All choose at once at set-up, so who is still at it is not shown (RULES 4.1, 5)."""
    if state.pending != KEEP:
        return int(state.seat)
    if not state.players[viewer].ready:
        return viewer
    first = int(state.options.first)
    return first if first != viewer else (first + 1) % int(state.options.players)


@jit_in_place
def put_supply(state: State, compact: int, row: Ints, at: int) -> int:
    supply = state.supply
    for cell in range(BODY_CELLS):
        for i in range(2):
            at = put_choice(row, at, int(supply.bodies[cell, i]), COLOURS_AND_GOLD, compact)
    for piece in range(HEAD, TAIL + 1):
        for cell in range(END_CELLS):
            at = put_choice(row, at, int(supply.ends[piece, cell]), COLOURS, compact)
    for piece in range(PIECES):
        at = put_counts(row, at, supply.bags[piece])
    for place in range(ROW):
        at = put_choice(row, at, int(state.prophecies.row[place]), PROPHECIES, compact)
    at = put_number(row, at, int(state.prophecies.deck_size))
    at = put_counts(row, at, state.prophecies.discards)
    for pile in range(PILES):
        at = put_choice(row, at, int(state.temples.tops[pile]), TEMPLES, compact)
    return put_counts(row, at, state.temples.sizes)


@jit_in_place
def put_adam(state: State, compact: int, row: Ints, at: int) -> int:
    at = put_counts(row, at, state.options.difficulties)
    adam = state.adam
    for i in range(ADAM_LINE):
        at = put_choice(row, at, int(adam.line[i]) if i < adam.line_size else -1, PROPHECIES, compact)
    for i in range(ADAM_LINE):
        if i < adam.line_size:
            put_counts(row, at, adam.pieces[i])
        at += COLOURS
    return put_counts(row, at, adam.pile)


@jit_in_place
def put_own(state: State, viewer: int, row: Ints, at: int) -> int:
    """What only the seat itself sees, beside its cards."""
    player = state.players[viewer]
    keeping = state.pending == KEEP
    at = put_cards(row, at, player.hand, int(player.kept) if keeping else 0, PROPHECIES)
    at = put_number(row, at, int(player.ready) if keeping else 1)
    at = put_known(row, at, player.hand, player.known, HAND, PROPHECIES)
    at = put_counts(row, at, state.prophecies.hidden[viewer])
    return put_known(row, at, player.temples, player.temple_known, TEMPLES_IN_HAND, TEMPLES)


@jit_in_place
def put_known(row: Ints, at: int, cards: Ints, known: Ints, number: int, kinds: int) -> int:
    """The cards of a hand that everybody saw taken."""
    for i in range(number):
        if known[i]:
            row[at + cards[i]] += 1
    return at + kinds


@jit_in_place
def put_seat(state: State, seat: int, own: bool, compact: int, row: Ints, at: int) -> int:
    player = state.players[seat]
    choosing = state.pending == KEEP and not own
    discarded = 0
    for card in range(PROPHECIES):
        discarded += int(state.prophecies.hidden[seat, card])
    for piece in range(PIECES):
        at = put_counts(row, at, player.board[piece])
    if own:
        at = put_cards(row, at, player.hand, int(player.hand_size), PROPHECIES)
    else:
        at = put_known(row, at, player.hand, player.known, HAND, PROPHECIES)
    at = put_number(row, at, int(player.hand_size) + (discarded if choosing else 0))
    at = put_number(row, at, 0 if choosing else discarded)
    if own:
        at = put_cards(row, at, player.temples, int(player.temple_count), TEMPLES)
    else:
        at = put_known(row, at, player.temples, player.temple_known, TEMPLES_IN_HAND, TEMPLES)
    at = put_number(row, at, int(player.temple_count))
    at = put_counts(row, at, player.tokens)
    at = put_number(row, at, int(player.robbed))
    for i in range(COATLS):
        at = put_coatl(player.coatls[i], i < player.coatl_count, compact, row, at)
    return at


@jit_in_place
def put_coatl(coatl: Coatl, there: bool, compact: int, row: Ints, at: int) -> int:
    choices = 1 if compact else COLOURS
    if not there:
        return at + COATL_LENGTH * choices + 5 + PROPHECIES + (1 if compact else TEMPLES)
    for i in range(coatl.length):
        put_choice(row, at + i * choices, int(coatl.pieces[i]), COLOURS, compact)
    at = put_number(row, at + COATL_LENGTH * choices, int(coatl.length))
    at = put_number(row, at, int(coatl.head))
    at = put_number(row, at, int(coatl.tail))
    at = put_cards(row, at, coatl.cards, min(int(coatl.card_count), CARDS_PER_COATL), PROPHECIES)
    at = put_choice(row, at, int(coatl.temple), TEMPLES, compact)
    at = put_number(row, at, int(coatl.closed))
    return put_number(row, at, int(coatl.points))
