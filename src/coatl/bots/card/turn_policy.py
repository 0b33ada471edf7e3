"""A policy on the states of the rules: card by card what brings the most points. The search judges discards by it.

A placement is judged on a spare row of parts, without playing it: what it raises, fulfils, steals and loses.
"""

from typing import NamedTuple

import numpy as np

from coatl.bots.card.reach import is_plain, touching
from coatl.bots.card.weights import DiscardWeights
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import (
    DISCARD,
    DONE,
    LEFT,
    OVER,
    RAISE,
    START,
    STEAL,
    TAIL,
    end_colour,
    gained_card,
    lying_colours,
    placement,
)
from coatl.card.scoring import count_of, places
from coatl.card.state import COATL_LENGTH, EMPTY, GAIN, NOBODY, PLAYERS, PROPHECIES, PROTECTED, STATE, Player, State
from coatl.card.state import HEAD as HEAD_DUE
from coatl.card.state import TAIL as TAIL_DUE
from coatl.card.tables import Deck
from coatl.engine.chance import pick
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import STACKED
from coatl.engine.structs import Ints
from coatl.solver.card.turn import points_now

# what a seat may win with a card: the prophecy, its level, and whose it is
OFFER_CARD, OFFER_LEVEL, OFFER_OWNER, OFFER_COUNT, OFFER_LEFT, OFFER_RIGHT = 0, 1, 2, 3, 4, 5
OFFER_FACTS = 6
NOT_PLAIN = -1
OWN, MIDDLE, VICTIM = 0, 1, 2  # VICTIM + seat
TIE = 1 << 10


@jit_in_place
def neighbours(state: State, seat: int, other: int) -> bool:
    """Whether one may steal from the other (RULES 5.2; R14)."""
    if state.options.carl != NOBODY:
        return other == 1 - seat
    players = state.options.players
    apart = (other - seat) % players
    return bool(other < players and (apart == 1 or apart == players - 1))


@jit_in_place
def write_offers(state: State, deck: Deck, seat: int, offers: Ints) -> int:
    """Writes what the seat may raise, fulfil or steal in this turn; returns how many."""
    count = 0
    for other in range(PLAYERS):
        if other == seat or (neighbours(state, seat, other) and state.stolen[other] < most_steals(state, deck)):
            held = state.players[other]
            for i in range(held.prophecy_count):
                if held.levels[i] < PROTECTED:
                    owner = OWN if other == seat else VICTIM + other
                    count = add_offer(offers, count, int(held.prophecies[i]), int(held.levels[i]), owner)
    for place in range(deck.middle[state.options.players]):
        if state.middle[place] != EMPTY:
            count = add_offer(offers, count, int(state.middle[place]), 0, MIDDLE)
    return count


@jit_in_place
def most_steals(state: State, deck: Deck) -> int:
    """How many prophecies may be stolen from one victim in a turn (RULES 5.2, 5.5)."""
    return int(deck.carl_steals) if state.options.carl != NOBODY else 1


@jit_in_place
def add_offer(offers: Ints, count: int, card: int, level: int, owner: int) -> int:
    """Adds an offer; returns how many there are."""
    offers[count, OFFER_CARD] = card
    offers[count, OFFER_LEVEL] = level
    offers[count, OFFER_OWNER] = owner
    return count + 1


class Placed(NamedTuple):
    """A card on a spare row of parts: their number, where the card lies, and which end it covers."""

    length: int
    first: int  # the first and the last part of the card
    last: int
    covered: int  # OFFER_LEFT or OFFER_RIGHT; 0 for neither


@jit_in_place
def lay_card(player: Player, action: int, parts: Ints) -> Placed:
    """Writes the coatl as it would be after a placement."""
    length = int(player.length)
    if START <= action < DISCARD:
        feather, side = placement(action)
        left, right = lying_colours(feather)
        over = 1 if action >= OVER else 0
        first = 0 if side == LEFT else length - over
        shift = 2 - over if side == LEFT else 0
        for i in range(length):
            parts[i + shift] = player.parts[i]
        parts[first] = left + (STACKED if over and side != LEFT else 0)
        parts[first + 1] = right + (STACKED if over and side == LEFT else 0)
        covered = 0
        if over:
            covered = OFFER_LEFT if side == LEFT else OFFER_RIGHT
        return Placed(length + 2 - over, first, first + 1, covered)
    shift = 1 if action < TAIL else 0
    for i in range(length):
        parts[i + shift] = player.parts[i]
    first = 0 if shift else length
    parts[first] = end_colour(action)
    return Placed(length + 1, first, first, 0)


@jit_in_place
def count_offers(deck: Deck, player: Player, offers: Ints, count: int) -> None:
    """Writes how often each offer occurs now, and how many of these occurrences would go if an end were covered."""
    length = int(player.length)
    for i in range(count):
        card = deck.prophecies[offers[i, OFFER_CARD]]
        if is_plain(card):
            offers[i, OFFER_COUNT] = abs(count_of(card, player.parts, length))
            offers[i, OFFER_LEFT] = touching(card, player.parts, length, 0, 0)
            offers[i, OFFER_RIGHT] = touching(card, player.parts, length, length - 1, length - 1)
        else:
            offers[i, OFFER_COUNT] = NOT_PLAIN


@jit_in_place
def placement_value(
    deck: Deck, offers: Ints, count: int, parts: Ints, placed: Placed, weights: DiscardWeights
) -> float:
    """The points that a placed card brings: raised, fulfilled, the best theft, less what falls."""
    value = 0.0
    best_theft = 0.0
    for i in range(count):
        card = deck.prophecies[offers[i, OFFER_CARD]]
        if offers[i, OFFER_COUNT] == NOT_PLAIN:
            found = places(card, parts, placed.length, placed.first, placed.last)
        else:
            new = touching(card, parts, placed.length, placed.first, placed.last)
            found = offers[i, OFFER_COUNT] + new - (offers[i, placed.covered] if placed.covered else 0)
            if new == 0:
                found = -found
        level = int(offers[i, OFFER_LEVEL])
        reached = min(abs(found), PROTECTED)
        points = deck.level_points[reached]
        if offers[i, OFFER_OWNER] == OWN:
            if found > level or reached < level:
                value += points - deck.level_points[level]
                level = reached
        elif found > 0:
            if offers[i, OFFER_OWNER] == MIDDLE:
                value += points
                level = reached
            else:
                best_theft = max(best_theft, points + weights.hurt * deck.level_points[level])
                level = 0
        else:
            level = 0
    return value + best_theft


@jit
def choose_card(state: State, deck: Deck, stream: Ints, weights: DiscardWeights) -> int:
    """The placement that brings the most; equally good ones are equally likely."""
    seat = int(state.seat)
    player = state.players[seat]
    offers = np.empty((PROPHECIES, OFFER_FACTS), np.int64)
    parts = np.empty(COATL_LENGTH, np.int8)
    legal = np.empty(MOST_LEGAL, np.int16)
    count = write_offers(state, deck, seat, offers)
    count_offers(deck, player, offers, count)
    best = -1
    best_value = 0.0
    discard = -1
    for i in range(legal_actions(state, deck, legal)):
        action = int(legal[i])
        if DISCARD <= action < RAISE:
            if discard < 0 or pick(stream, 2):
                discard = action
            continue
        if action < START:
            continue
        placed = lay_card(player, action, parts)
        value = placement_value(deck, offers, count, parts, placed, weights) + 0.01 * pick(stream, TIE) / TIE
        if best < 0 or value > best_value:
            best = action
            best_value = value
    if discard >= 0 and best_value < weights.content and player.length > 0:
        return discard
    return best if best >= 0 else int(legal[0])


@jit
def choose_end(state: State, deck: Deck, stream: Ints, legal: Ints) -> int:
    """The head or tail that brings the most, the goals of the temple included: the last chance to meet them."""
    spare = np.empty(1, STATE)
    gains = np.empty(MOST_LEGAL, np.int16)
    best, best_value = int(legal[0]), -1.0
    for i in range(legal_actions(state, deck, legal)):
        spare[0] = state
        apply_action(spare[0], deck, int(legal[i]))
        gain = choose_gain(spare[0], deck, gains, legal_actions(spare[0], deck, gains))
        while gain != DONE:
            apply_action(spare[0], deck, gain)
            gain = choose_gain(spare[0], deck, gains, legal_actions(spare[0], deck, gains))
        value = points_now(spare[0], deck) + pick(stream, TIE) / TIE
        if value > best_value:
            best, best_value = int(legal[i]), value
    return best


@jit_in_place
def choose_gain(state: State, deck: Deck, legal: Ints, count: int) -> int:
    """Raises and fulfils first; then the theft that hurts the most; done when nothing is left."""
    best = DONE
    best_level = -1
    for i in range(1, count):
        action = int(legal[i])
        if action < STEAL:
            return action
        level = held_level(state, gained_card(action))
        if level > best_level:
            best = action
            best_level = level
    return best


@jit_in_place
def held_level(state: State, card: int) -> int:
    """The level of a prophecy with whoever holds it."""
    for seat in range(PLAYERS):
        player = state.players[seat]
        for i in range(player.prophecy_count):
            if player.prophecies[i] == card:
                return int(player.levels[i])
    return 0


@jit_in_place
def policy_action(state: State, deck: Deck, stream: Ints, legal: Ints, weights: DiscardWeights) -> int:
    """The action that the policy chooses; -1 when the game is over."""
    if state.pending == GAIN:
        return choose_gain(state, deck, legal, legal_actions(state, deck, legal))
    count = legal_actions(state, deck, legal)
    if count <= 1:
        return int(legal[0]) if count else -1
    if state.pending == HEAD_DUE or state.pending == TAIL_DUE:
        return choose_end(state, deck, stream, legal)
    return choose_card(state, deck, stream, weights)
