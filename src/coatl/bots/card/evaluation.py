"""The evaluation of the card game: how good a position is for a seat, in points. The one door to it.

It looks twice as far for those who have the time. `position_value` adds up levels, temple and what one more part would
bring. `expected_lead` is how far the seat will be ahead in the end: its expected points are a weighed sum of features,
by the table and the turns that are left. The weights of both are in `weights.toml`.
"""

import numpy as np

from coatl.bots.card.reach import bit_count, openings
from coatl.bots.card.turn_policy import (
    MIDDLE,
    OFFER_CARD,
    OFFER_FACTS,
    OFFER_LEVEL,
    OFFER_OWNER,
    OWN,
    neighbours,
    write_offers,
)
from coatl.bots.card.weights import (
    FEATURES,
    LEVEL_1,
    MIDDLE_NEAR,
    MORE_PLAYERS,
    MOST_TURNS,
    ONE,
    RAISE,
    RAISE_NEAR,
    RICH_1,
    RICH_3,
    SOLO,
    TEMPLE,
    THREAT,
    TWO_PLAYERS,
    ExpectedWeights,
    PositionWeights,
)
from coatl.bots.weights import Floats
from coatl.card.scoring import count_of, goals_met
from coatl.card.setup import rounds
from coatl.card.state import EMPTY, NOBODY, PLAYERS, PROPHECIES, PROTECTED, Player, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import STACKED
from coatl.engine.structs import Ints

COLOURS = 5

# ---------------------------------------------------------------- the quick value of a position


@jit_in_place
def position_value(state: State, deck: Deck, seat: int, weights: PositionWeights) -> float:
    """How good the position is for a seat, in points; only what lies open and the own cards count."""
    player = state.players[seat]
    value = level_points(deck, player, weights)
    if state.temple != EMPTY and player.length > 0:
        share = state.round_number / deck.rounds[state.options.carl]
        value += share * deck.temple_points[goals_met(deck.temples[state.temple], deck, player)]
    if player.tail == 0:
        value += weights.reach * points_in_reach(state, deck, player)
    for other in range(2 if state.options.carl != NOBODY else state.options.players):
        if other != seat and state.players[other].final == 0:
            value -= weights.envy * level_points(deck, state.players[other], weights)
    return float(value)


@jit_in_place
def level_points(deck: Deck, player: Player, weights: PositionWeights) -> float:
    """The points of the levels of a player; protected prophecies count a little more."""
    value = 0.0
    for i in range(player.prophecy_count):
        value += deck.level_points[player.levels[i]]
        if player.levels[i] == PROTECTED:
            value += weights.safe
    return value


@jit
def points_in_reach(state: State, deck: Deck, player: Player) -> float:
    """The points that one more part would bring, added up over both ends, beside and over, and all colours."""
    value = 0.0
    parts = player.parts.copy()
    length = int(player.length)
    for way in range(4):
        left = way % 2 == 0
        over = way >= 2
        if length == 0 or (left and player.head) or (over and player.head):
            continue
        longer = length if over else length + 1
        for i in range(length):
            parts[i + 1 if left and not over else i] = player.parts[i]
        for colour in range(COLOURS):
            parts[0 if left else longer - 1] = colour + STACKED if over else colour
            value += more_points(state, deck, player, parts, longer)
    return value


@jit_in_place
def more_points(state: State, deck: Deck, player: Player, parts: Ints, length: int) -> float:
    """The points that the own prophecies and those of the middle would bring in a coatl with these parts."""
    value = 0.0
    for i in range(player.prophecy_count):
        if player.levels[i] < PROTECTED:
            value += points_above(deck, int(player.prophecies[i]), int(player.levels[i]), parts, length)
    for card in state.middle:
        if card != EMPTY:
            value += points_above(deck, int(card), 0, parts, length)
    return value


@jit_in_place
def points_above(deck: Deck, card: int, level: int, parts: Ints, length: int) -> float:
    """The points between a level and the one that a prophecy reaches in a coatl; 0 if that is lower."""
    reached = min(abs(count_of(deck.prophecies[card], parts, length)), PROTECTED)
    return float(deck.level_points[reached] - deck.level_points[level]) if reached > level else 0.0


# ---------------------------------------------------------------- the points to expect in the end


@jit_in_place
def expected_lead(state: State, deck: Deck, seat: int, weights: ExpectedWeights) -> float:
    """How far the seat will be ahead; of the levels of the others, as they stand, only the sum counts."""
    rivals = 1 if state.options.carl != NOBODY else int(state.options.players) - 1
    theirs = 0.0
    for other in range(rivals + 1):
        if other != seat and state.players[other].final == 0:
            player = state.players[other]
            for i in range(player.prophecy_count):
                theirs += deck.level_points[player.levels[i]]
    return expected_points(state, deck, seat, weights) - theirs / rivals


@jit
def expected_points(state: State, deck: Deck, seat: int, weights: ExpectedWeights) -> float:
    """The points that the seat will have in the end: a weighed sum of features."""
    player = state.players[seat]
    if player.final:
        return float(player.points)
    left = turns_left(state, deck, seat)
    features = np.empty(FEATURES)
    write_features(state, deck, seat, features)
    table = SOLO if state.options.carl != NOBODY else TWO_PLAYERS if state.options.players == 2 else MORE_PLAYERS
    value = 0.0
    for i in range(FEATURES):
        value += weights.features[table, left, i] * features[i]
    return value


@jit_in_place
def turns_left(state: State, deck: Deck, seat: int) -> int:
    """How many turns the seat still has behind the present one, if that is its own."""
    left = rounds(state, deck) - int(state.round_number)
    if state.options.carl == NOBODY:
        players = int(state.options.players)
        first = int(state.options.first)
        if (seat - first) % players > (state.seat - first) % players:
            left += 1
    return min(left, MOST_TURNS)


@jit_in_place
def write_features(state: State, deck: Deck, seat: int, out: Floats) -> None:
    """Writes what is weighed, for one seat with a coatl."""
    out[:] = 0.0
    out[ONE] = 1.0
    player = state.players[seat]
    for i in range(player.prophecy_count):
        if player.levels[i] > 0:
            out[LEVEL_1 + player.levels[i] - 1] += 1.0
    if state.temple != EMPTY and player.length > 0:
        out[TEMPLE] = deck.temple_points[goals_met(deck.temples[state.temple], deck, player)]
    if turns_left(state, deck, seat) > 0:
        write_reach(state, deck, seat, out)
        write_richness(state, deck, player, out)
        out[THREAT] = threat(state, deck, seat)


@jit
def write_reach(state: State, deck: Deck, seat: int, out: Floats) -> None:
    """Writes what one more occurrence would bring for own prophecies and those of the middle, and how near it is."""
    player = state.players[seat]
    offers = np.empty((PROPHECIES, OFFER_FACTS), np.int64)
    for i in range(write_offers(state, deck, seat, offers)):
        owner = offers[i, OFFER_OWNER]
        if owner != OWN and owner != MIDDLE:
            continue
        card = deck.prophecies[offers[i, OFFER_CARD]]
        count = abs(count_of(card, player.parts, int(player.length)))
        more = deck.level_points[min(count + 1, PROTECTED)] - deck.level_points[offers[i, OFFER_LEVEL]]
        if more > 0:
            ways = openings(card, player.parts, int(player.length))
            near = RAISE_NEAR if owner == OWN else MIDDLE_NEAR
            out[RAISE] += more if owner == OWN else 0.0
            out[near] += more * bit_count(ways)
            out[near + 1] += more if fits_hand(deck, player, ways) else 0.0


@jit_in_place
def fits_hand(deck: Deck, player: Player, ways: int) -> bool:
    """Whether a feather in hand has one of the colours."""
    colours = ways | ways >> 5 | ways >> 10 | ways >> 15
    for i in range(player.hand_size):
        pair = deck.pairs[player.hand[i]]
        if (colours >> int(pair[0]) | colours >> int(pair[1])) & 1:
            return True
    return False


@jit_in_place
def write_richness(state: State, deck: Deck, player: Player, out: Floats) -> None:
    """Writes the shares of the prophecies in the deck that occur in the coatl once, twice, three times or more."""
    unseen = 0
    for card in range(deck.prophecy_count):
        if state.deck[card] or state.carl.deck[card]:
            unseen += 1
            count = min(abs(count_of(deck.prophecies[card], player.parts, int(player.length))), PROTECTED)
            if count:
                out[RICH_1 + count - 1] += 1.0
    for i in range(RICH_1, RICH_3 + 1):
        out[i] /= max(unseen, 1)


@jit_in_place
def threat(state: State, deck: Deck, seat: int) -> float:
    """The points that the neighbours could steal, each by the ways there are to do it."""
    total = 0.0
    player = state.players[seat]
    for other in range(PLAYERS):
        rival = state.players[other]
        if other != seat and rival.final == 0 and rival.length > 0 and neighbours(state, seat, other):
            for i in range(player.prophecy_count):
                if 0 < player.levels[i] < PROTECTED:
                    ways = openings(deck.prophecies[player.prophecies[i]], rival.parts, int(rival.length))
                    total += deck.level_points[player.levels[i]] * bit_count(ways)
    return total
