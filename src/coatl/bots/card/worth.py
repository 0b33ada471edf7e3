"""What a seat's position is worth, in points: what it has, and what it may still get or lose.

The weights are fitted to the points that the quick player had in the end, over some hundred thousand of its turns. Two
kinds are set by hand: those of the temple, which that player ignores until the last round, and those that it hardly
ever met. The surprise was `RICH_…`: a coatl in which many prophecies already stand takes new ones at high levels.
"""

import numpy as np

from coatl.bots.card.outlook import Floats
from coatl.bots.card.policy import MIDDLE, OFFER_CARD, OFFER_FACTS, OFFER_LEVEL, OFFER_OWNER, OWN, neighbours, offers
from coatl.bots.card.reach import bits, openings
from coatl.card.scoring import count_of, goals_met
from coatl.card.setup import rounds
from coatl.card.state import EMPTY, NOBODY, PLAYERS, PROPHECIES, PROTECTED, Player, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit

FEATURES = 14
ONE, LEVEL_1, LEVEL_2, LEVEL_3, TEMPLE, RAISE, RAISE_NEAR, RAISE_HAND = 0, 1, 2, 3, 4, 5, 6, 7
MIDDLE_NEAR, MIDDLE_HAND, THREAT, RICH_1, RICH_2, RICH_3 = 8, 9, 10, 11, 12, 13
MOST_TURNS = 5

# by table (two players, more, solo) and by the turns that the seat has left
WEIGHTS = np.array(
    [
        [
            [0, 2, 5, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0.9, 1.8, 4.9, 6.4, 0.7, 0.23, 0.06, 0.01, 0.02, 0.07, -0.05, 0.7, 1.3, 1.6],
            [6.2, 1.5, 4.6, 6.7, 0.45, 0.59, 0.06, 0.04, 0.02, 0.06, -0.05, 3.4, 6.6, 6.6],
            [12.5, 1.2, 4.7, 7.2, 0.3, 0.79, 0.05, 0.03, 0.0, 0.11, -0.07, 7.4, 12.4, 12.4],
            [20.6, 0.5, 3.7, 7.2, 0.15, 0.85, 0.02, 0.10, 0.09, 0.12, 0.0, 8.3, 8.3, 8.3],
            [20.6, 0.5, 3.7, 7.2, 0.15, 0.85, 0.02, 0.10, 0.09, 0.12, 0.0, 8.3, 8.3, 8.3],
        ],
        [
            [0, 2, 5, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0.8, 1.6, 4.4, 6.5, 0.7, 0.22, 0.11, 0.0, 0.02, 0.01, -0.03, 0.4, 0.5, 1.5],
            [5.9, 1.3, 4.0, 6.9, 0.45, 0.47, 0.06, 0.08, 0.01, 0.0, -0.03, 2.2, 7.3, 8.4],
            [11.0, 1.2, 4.3, 7.2, 0.3, 0.49, 0.05, 0.10, 0.0, 0.0, -0.06, 5.1, 15.3, 15.3],
            [17.6, 0.6, 2.7, 7.2, 0.15, 0.35, 0.03, 0.12, 0.01, 0.01, 0.0, 8.1, 8.1, 8.1],
            [17.6, 0.6, 2.7, 7.2, 0.15, 0.35, 0.03, 0.12, 0.01, 0.01, 0.0, 8.1, 8.1, 8.1],
        ],
        [
            [0, 2, 5, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [-2.2, -0.9, 3.7, 6.2, 0.0, 1.11, 0.04, 0.04, 0.02, 0.05, 0.0, 1.9, 2.7, 3.5],
            [3.5, -0.8, 3.7, 6.5, 0.0, 1.29, 0.0, 0.09, 0.01, 0.07, 0.0, 5.1, 8.9, 10.0],
            [10.2, -0.8, 3.8, 6.6, 0.0, 1.43, -0.01, 0.07, -0.02, 0.09, 0.0, 8.6, 17.5, 17.5],
            [18.3, -0.8, 3.7, 7.0, 0.0, 1.46, 0.0, 0.04, 0.02, 0.12, 0.0, 13.0, 25.3, 25.3],
            [28.3, -0.6, 3.2, 7.0, 0.0, 1.24, 0.02, 0.07, -0.01, 0.17, 0.0, 14.2, 14.2, 14.2],
        ],
    ]
)


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
            out[LEVEL_1 + player.levels[i] - 1] += 1.0
    if state.temple != EMPTY and player.length > 0:
        out[TEMPLE] = deck.temple_points[goals_met(deck.temples[state.temple], deck, player)]
    if turns_left(state, deck, seat) > 0:
        write_hopes(state, deck, seat, out)
        write_richness(state, deck, player, out)
        out[THREAT] = threat(state, deck, seat)


@jit
def write_hopes(state: State, deck: Deck, seat: int, out: Floats) -> None:
    """What one more place would bring for the own prophecies and those of the middle, and how near that is."""
    player = state.players[seat]
    table = np.empty((PROPHECIES, OFFER_FACTS), np.int64)
    for i in range(offers(state, deck, seat, table)):
        owner = table[i, OFFER_OWNER]
        if owner != OWN and owner != MIDDLE:
            continue
        card = deck.prophecies[table[i, OFFER_CARD]]
        count = abs(count_of(card, player.parts, int(player.length)))
        more = deck.level_points[min(count + 1, PROTECTED)] - deck.level_points[table[i, OFFER_LEVEL]]
        if more > 0:
            ways = openings(card, player.parts, int(player.length))
            near = RAISE_NEAR if owner == OWN else MIDDLE_NEAR
            out[RAISE] += more if owner == OWN else 0.0
            out[near] += more * bits(ways)
            out[near + 1] += more if fits_hand(deck, player, ways) else 0.0


@jit
def fits_hand(deck: Deck, player: Player, ways: int) -> bool:
    """Whether a feather in hand has one of the colours."""
    colours = ways | ways >> 5 | ways >> 10 | ways >> 15
    for i in range(player.hand_size):
        pair = deck.pairs[player.hand[i]]
        if (colours >> int(pair[0]) | colours >> int(pair[1])) & 1:
            return True
    return False


@jit
def write_richness(state: State, deck: Deck, player: Player, out: Floats) -> None:
    """The share of the prophecies still in the deck that stand in the coatl once, twice, three times or more."""
    unseen = 0
    for card in range(deck.prophecy_count):
        if state.deck[card] or state.carl.deck[card]:
            unseen += 1
            count = min(abs(count_of(deck.prophecies[card], player.parts, int(player.length))), PROTECTED)
            if count:
                out[RICH_1 + count - 1] += 1.0
    for i in range(RICH_1, RICH_3 + 1):
        out[i] /= max(unseen, 1)


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
                    ways = openings(deck.prophecies[player.prophecies[i]], rival.parts, int(rival.length))
                    total += deck.level_points[player.levels[i]] * bits(ways)
    return total


@jit
def expected(state: State, deck: Deck, seat: int, features: Floats) -> float:
    """The points that the seat will have in the end."""
    player = state.players[seat]
    if player.final:
        return float(player.points)
    left = turns_left(state, deck, seat)
    write_features(state, deck, seat, features)
    table = 2 if state.options.carl != NOBODY else min(int(state.options.players), 3) - 2
    value = 0.0
    for i in range(FEATURES):
        value += WEIGHTS[table, left, i] * features[i]
    return value


@jit
def worth(state: State, deck: Deck, seat: int, features: Floats) -> float:
    """How far the seat will be ahead: of the levels of the others, as they stand, only the sum counts."""
    rivals = 1 if state.options.carl != NOBODY else int(state.options.players) - 1
    theirs = 0.0
    for other in range(rivals + 1):
        if other != seat and state.players[other].final == 0:
            player = state.players[other]
            for i in range(player.prophecy_count):
                theirs += deck.level_points[player.levels[i]]
    return expected(state, deck, seat, features) - theirs / rivals
