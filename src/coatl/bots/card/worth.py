"""What a seat's position is worth, in points: what it has, and what it may still get or lose."""

import numpy as np

from coatl.bots.card.outlook import Floats
from coatl.bots.card.policy import MIDDLE, OFFER_CARD, OFFER_LEVEL, OFFER_OWNER, OWN, neighbours, offers
from coatl.bots.card.reach import COUNT_BITS, survey
from coatl.card.scoring import goals_met
from coatl.card.setup import rounds
from coatl.card.state import EMPTY, NOBODY, PLAYERS, PROPHECIES, PROTECTED, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit

FEATURES = 12
ONE, LOW, HIGH, SAFE, TEMPLE = 0, 1, 2, 3, 4
OWN_REACH, OWN_FAR, MIDDLE_REACH, MIDDLE_FAR, THEFT_REACH, THEFT_FAR, THREAT = 5, 6, 7, 8, 9, 10, 11
MOST_TURNS = 6

WEIGHTS = np.zeros((MOST_TURNS + 1, FEATURES))
WEIGHTS[:, ONE] = [0, 4, 8, 12, 16, 20, 24]
WEIGHTS[:, LOW] = 2
WEIGHTS[:, HIGH] = 5
WEIGHTS[:, SAFE] = 6
WEIGHTS[:, TEMPLE] = [1, 0.8, 0.6, 0.4, 0.2, 0.2, 0.2]
WEIGHTS[1:, OWN_REACH] = 0.04
WEIGHTS[1:, MIDDLE_REACH] = 0.04
WEIGHTS[1:, THEFT_REACH] = 0.02
WEIGHTS[1:, THREAT] = -0.02


@jit
def turns_left(state: State, deck: Deck, seat: int) -> int:
    """How many turns the seat still has behind the present one, if that is its own."""
    left = rounds(state, deck) - int(state.round_number)
    if state.options.carl == NOBODY:
        players = int(state.options.players)
        first = int(state.options.first)
        if (seat - first) % players > (state.seat - first) % players:
            left += 1
    return min(left, MOST_TURNS)


@jit
def write_features(state: State, deck: Deck, seat: int, out: Floats) -> None:
    """What `WEIGHTS` weigh, for one seat with a coatl."""
    out[:] = 0.0
    out[ONE] = 1.0
    player = state.players[seat]
    for i in range(player.prophecy_count):
        if player.levels[i] > 0:
            out[LOW + player.levels[i] - 1] += 1.0
    if state.temple != EMPTY and player.length > 0:
        out[TEMPLE] = deck.temple_points[goals_met(deck.temples[state.temple], deck, player)]
    table = np.empty((PROPHECIES, 3), np.int64)
    for i in range(offers(state, deck, seat, table)):
        found = survey(deck.prophecies[table[i, OFFER_CARD]], player.parts, int(player.length))
        count = found % (1 << COUNT_BITS)
        owner = table[i, OFFER_OWNER]
        level = int(table[i, OFFER_LEVEL]) if owner == OWN else 0
        more = deck.level_points[min(count + 1, PROTECTED)] - deck.level_points[level]
        if more > 0:
            feature = OWN_REACH if owner == OWN else MIDDLE_REACH if owner == MIDDLE else THEFT_REACH
            out[feature] += more * bits(found >> COUNT_BITS)
            out[feature + 1] += more
    out[THREAT] = threat(state, deck, seat)


@jit
def threat(state: State, deck: Deck, seat: int) -> float:
    """The points that the neighbours could steal, each by the ways there are to do it."""
    total = 0.0
    player = state.players[seat]
    for other in range(PLAYERS):
        rival = state.players[other]
        if other != seat and rival.final == 0 and rival.length > 0 and neighbours(state, seat, other):
            for i in range(player.prophecy_count):
                if 0 < player.levels[i] < PROTECTED:
                    found = survey(deck.prophecies[player.prophecies[i]], rival.parts, int(rival.length))
                    total += deck.level_points[player.levels[i]] * bits(found >> COUNT_BITS)
    return total


@jit
def bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit
def expected(state: State, deck: Deck, seat: int, features: Floats) -> float:
    """The points that the seat will have in the end; CARL's levels go up by themselves."""
    player = state.players[seat]
    if player.final:
        return float(player.points)
    left = turns_left(state, deck, seat)
    write_features(state, deck, seat, features)
    value = 0.0
    for i in range(FEATURES):
        value += WEIGHTS[left, i] * features[i]
    return value


@jit
def worth(state: State, deck: Deck, seat: int, features: Floats) -> float:
    """How far the seat will be ahead of the best other one."""
    best = -1000.0
    for other in range(2 if state.options.carl != NOBODY else state.options.players):
        if other != seat:
            best = max(best, expected(state, deck, other, features))
    return expected(state, deck, seat, features) - best
