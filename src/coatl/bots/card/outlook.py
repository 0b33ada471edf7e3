"""How a seat stands: the points of its levels and of the temple, and what one more part would bring."""

import numpy as np
import numpy.typing as npt

from coatl.card.scoring import count_of, goals_met
from coatl.card.state import EMPTY, NOBODY, PROTECTED, Player, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.patterns import STACKED
from coatl.engine.records import Ints

Floats = npt.NDArray[np.float64]

REACH = 0.05  # what a point is worth that one more part of one colour would bring
SAFE = 0.5  # a protected prophecy cannot be stolen
ENVY = 0.3  # what a point of a neighbour is worth, from whom it might be stolen
COLOURS = 5


@jit
def outlook(state: State, deck: Deck, seat: int) -> float:
    """How good the position is for a seat, in points; only what lies open and the own cards count."""
    player = state.players[seat]
    value = level_points(deck, player)
    if state.temple != EMPTY and player.length > 0:
        share = state.round_number / deck.rounds[state.options.carl]
        value += share * deck.temple_points[goals_met(deck.temples[state.temple], deck, player)]
    if player.tail == 0:
        value += REACH * in_reach(state, deck, player)
    for other in range(2 if state.options.carl != NOBODY else state.options.players):
        if other != seat and state.players[other].final == 0:
            value -= ENVY * level_points(deck, state.players[other])
    return value


@jit
def level_points(deck: Deck, player: Player) -> float:
    """The points of the levels; protected prophecies a little more."""
    value = 0.0
    for i in range(player.prophecy_count):
        value += deck.level_points[player.levels[i]]
        if player.levels[i] == PROTECTED:
            value += SAFE
    return value


@jit
def in_reach(state: State, deck: Deck, player: Player) -> float:
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


@jit
def more_points(state: State, deck: Deck, player: Player, parts: Ints, length: int) -> float:
    """What the own prophecies and those of the middle would bring in a coatl with these parts."""
    value = 0.0
    for i in range(player.prophecy_count):
        if player.levels[i] < PROTECTED:
            value += points_above(deck, int(player.prophecies[i]), int(player.levels[i]), parts, length)
    for card in state.middle:
        if card != EMPTY:
            value += points_above(deck, int(card), 0, parts, length)
    return value


@jit
def points_above(deck: Deck, card: int, level: int, parts: Ints, length: int) -> float:
    reached = min(abs(count_of(deck.prophecies[card], parts, length)), PROTECTED)
    return float(deck.level_points[reached] - deck.level_points[level]) if reached > level else 0.0
