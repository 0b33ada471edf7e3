"""The quick value of a position: the points of a seat, and what its coatls and cards may still bring.

Only the seat's own cards and what lies open are looked at. For each coatl there are two ways: to let it grow, or
to finish it with the ends and cards at hand.
"""

from typing import NamedTuple

import numpy as np

from coatl.board.apply import closed_coatls
from coatl.board.completion import enough_cards, may_lie_beside
from coatl.board.scoring import adam_points, goals_met, gods_beside, player_points, prophecy_points, room
from coatl.board.setup import hand_limit, in_bag
from coatl.board.state import (
    BODY,
    CHOOSE,
    COATL_LENGTH,
    COATLS,
    DIFFERENT_GODS,
    EMPTY,
    FUTURE,
    GOLD,
    HAND,
    HEAD,
    KEEP,
    NEEDS_TEMPLE,
    NOT_YET,
    OVER,
    ROW,
    TAIL,
    Coatl,
    Player,
    State,
)
from coatl.board.tables import Deck
from coatl.board.turns import actions_due, bodies_on_board
from coatl.bots.board.prospects import Stock, prospect, takes_more
from coatl.bots.board.weights import AT_THE_END, BY_TIME, PositionWeights
from coatl.bots.weights import Floats
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints

NEVER = -1000.0  # points: a coatl that cannot be finished


class Position(NamedTuple):
    """What is evaluated: a state and a seat in it, with the weights, and how much time is left, from 1 down to 0."""

    state: State
    deck: Deck
    player: Player
    seat: int
    weights: PositionWeights
    time: float


@jit
def position_value(state: State, deck: Deck, seat: int, weights: PositionWeights) -> float:
    """How good a position is for a seat, in points."""
    player = state.players[seat]
    points = player_points(deck, player)
    if no_more_turns(state, seat):
        return float(points)
    time = time_left(state, deck, seat, weights)
    position = Position(state, deck, player, seat, weights, time)
    value = points + belongings_value(position) * time
    if closed_coatls(player) == deck.coatls:
        return value + end_value(position, points)
    cards, count = cards_at_hand(state, deck, player)
    values = card_values(position, cards, count)
    best = growth_value(position, values, count, 0, EMPTY)
    for number in range(player.coatl_count):
        if not player.coatls[number].closed:
            best = max(best, finishing_value(position, values, count, number))
    return value + best


@jit_in_place
def no_more_turns(state: State, seat: int) -> bool:
    """Whether the seat has had its last turn (RULES 4.3)."""
    if state.pending == OVER:
        return True
    if state.ending == NOT_YET:
        return False
    away = (seat - state.seat) % state.options.players
    if away == 0 and (state.pending == CHOOSE or state.pending == FUTURE) and state.acted + 1 >= actions_due(state):
        away = int(state.options.players)  # nothing is assembled in this action
    return bool(away > state.turns_left)


@jit_in_place
def time_left(state: State, deck: Deck, seat: int, weights: PositionWeights) -> float:
    """How much of the game is left for the seat, from 1, all of it, down to almost nothing."""
    if state.ending != NOT_YET:
        return float(weights.time_last_turns[0 if state.turns_left >= state.options.players else 1])
    time = 1.0
    for other in range(state.options.players):
        if other != seat and closed_coatls(state.players[other]) == deck.coatls - 1:
            time = weights.time_rival
    seats = 2 if state.options.solo else int(state.options.players)
    takes = (bodies_on_board(state) + in_bag(state.supply.bags[BODY]) // 2) / seats
    rounds = state.turns / seats
    by_takes = weights.time_takes[AT_THE_END] + weights.time_takes[BY_TIME] * takes
    return float(max(weights.time_least, min(time, by_takes, weights.time_round * (weights.patience - rounds))))


@jit_in_place
def end_value(position: Position, points: float) -> float:
    """What it is worth that the last coatl ends the game: good for whoever is ahead."""
    state, deck, weights = position.state, position.deck, position.weights
    best = 0
    if state.options.solo:
        best = adam_points(deck, state) + 1
    for other in range(state.options.players):
        if other != position.seat:
            best = max(best, player_points(deck, state.players[other]))
    return float(weights.last if points >= best else -weights.last)


@jit_in_place
def belongings_value(position: Position) -> float:
    """The value of tokens, ends and room on the board, less that of gold that was handed over to an opponent."""
    state, deck, player, weights = position.state, position.deck, position.player, position.weights
    value = weights.free_cell * min(weights.free_cells, room(deck, player))
    for token in range(len(player.tokens)):
        value += weights.token * player.tokens[token]
    for other in range(state.options.players):
        if other != position.seat:
            value += weights.robbed * state.players[other].robbed * deck.robbed_points
    for piece in range(HEAD, TAIL + 1):
        wanted = 0
        for number in range(player.coatl_count):
            if not player.coatls[number].closed:
                there = player.coatls[number].head if piece == HEAD else player.coatls[number].tail
                wanted += 1 - there
                value += weights.early_end * there
        owned = in_bag(player.board[piece])
        value += weights.wanted_end * min(owned, wanted) + weights.spare_end * max(0, owned - max(1, wanted))
    return float(value)


@jit
def cards_at_hand(state: State, deck: Deck, player: Player) -> tuple[Ints, int]:
    """The hand, and while prophecies are being chosen the row behind it; at the set-up what is kept so far."""
    cards = np.empty(HAND + ROW, np.int8)
    size = held(state, player)
    cards[:size] = player.hand[:size]
    if state.pending == CHOOSE:
        for place in range(deck.row):
            if state.prophecies.row[place] != EMPTY:
                cards[size] = state.prophecies.row[place]
                size += 1
    return cards, size


@jit_in_place
def held(state: State, player: Player) -> int:
    """How many cards the hand holds; at the set-up, how many are kept so far."""
    return int(player.kept if state.pending == KEEP else player.hand_size)


@jit
def card_values(position: Position, cards: Ints, count: int) -> Floats:
    """What each card may bring at each coatl that takes one more; the next one to be started counts as well."""
    state, deck, player = position.state, position.deck, position.player
    values = np.zeros((HAND + ROW, COATLS))
    for number in range(min(int(deck.coatls), int(player.coatl_count) + 1)):
        coatl = player.coatls[number]
        if takes_more(deck, coatl):
            share = share_of_points(position, coatl)
            for i in range(count):
                if may_lie_beside(state, deck, coatl, cards[i]):
                    card = deck.prophecies[cards[i]]
                    values[i, number] = share * prospect(card, coatl, stock_of(position))
    return values


@jit_in_place
def share_of_points(position: Position, coatl: Coatl) -> float:
    """How much of its points a coatl will bring that is not finished yet."""
    player, weights = position.player, position.weights
    by_time = weights.unfinished_by_time
    share = weights.unfinished * (by_time[AT_THE_END] + by_time[BY_TIME] * position.time)
    if not coatl.head and in_bag(player.board[HEAD]) == 0:
        share *= weights.missing_end
    if not coatl.tail and in_bag(player.board[TAIL]) == 0:
        share *= weights.missing_end
    return float(share)


@jit
def stock_of(position: Position) -> Stock:
    """The body segments at hand, and how likely others are found in the time that is left."""
    weights = position.weights
    by_time = weights.found_by_time
    found = weights.found * (by_time[AT_THE_END] + by_time[BY_TIME] * position.time)
    return Stock(position.player.board[BODY], found, weights.placed)


# ---------------------------------------------------------------- to let the coatls grow


@jit
def growth_value(position: Position, values: Floats, count: int, used: int, without: int) -> float:
    """The value of all coatls but `without`, which go on growing; the cards of the set `used` are gone."""
    deck, player = position.deck, position.player
    value = hand_value(position, values, count, used, without)
    for number in range(deck.coatls):
        coatl = player.coatls[number]
        if number == without or coatl.closed:
            continue
        value += position.weights.slot * position.time * (deck.most_cards - coatl.card_count)
        for i in range(coatl.card_count):
            card = deck.prophecies[coatl.cards[i]]
            value += share_of_points(position, coatl) * prospect(card, coatl, stock_of(position))
    return value


@jit
def hand_value(position: Position, values: Floats, count: int, used: int, without: int) -> float:
    """Each card where it brings most, less the room that it takes; of the row, as many as the hand has room for."""
    state, weights = position.state, position.weights
    size = held(state, position.player)
    slot = weights.slot * position.time
    value = 0.0
    for i in range(size):
        if not (used >> i) & 1:
            card = best_place(values, i, without)
            if state.pending == FUTURE:  # it can still be discarded
                value += max(0.0, card - slot - weights.hold)
            elif state.pending == KEEP:
                value += card
            else:
                value += max(card - slot, weights.kept * card) - weights.hold
    wanted = np.zeros(ROW)
    for i in range(size, count):
        wanted[i - size] = max(0.0, best_place(values, i, without) - slot - weights.hold)
    wanted.sort()
    for i in range(min(hand_limit(state.options, position.deck) - size, ROW)):
        value += wanted[ROW - 1 - i]
    return value


@jit_in_place
def best_place(values: Floats, card: int, without: int) -> float:
    """What a card brings at the best coatl but `without`."""
    best = 0.0
    for number in range(COATLS):
        if number != without:
            best = max(best, values[card, number])
    return best


# ---------------------------------------------------------------- to finish one


@jit
def finishing_value(position: Position, values: Floats, count: int, number: int) -> float:
    """The best way to finish a coatl with the ends and cards at hand, while the others go on growing."""
    player = position.player
    coatl = player.coatls[number]
    best = NEVER
    if coatl.length + 2 - coatl.head - coatl.tail < 3 or coatl.length > COATL_LENGTH - 2:
        return best
    for head in range(GOLD):
        for tail in range(GOLD):
            if at_hand(player, HEAD, head, int(coatl.head)) and at_hand(player, TAIL, tail, int(coatl.tail)):
                pieces, length = with_ends(coatl, head, tail)
                best = max(best, finished_value(position, values, count, number, pieces, length))
    return best


@jit_in_place
def at_hand(player: Player, piece: int, colour: int, there: int) -> bool:
    """Whether to try an end of this colour; if the coatl has that end already, one try is enough."""
    return bool(colour == 0 if there else player.board[piece, colour])


@jit
def with_ends(coatl: Coatl, head: int, tail: int) -> tuple[Ints, int]:
    """The pieces of the coatl with the ends that it lacks."""
    pieces = np.empty(COATL_LENGTH, np.int8)
    length = 0
    if not coatl.head:
        pieces[0] = head
        length = 1
    for i in range(coatl.length):
        pieces[length] = coatl.pieces[i]
        length += 1
    if not coatl.tail:
        pieces[length] = tail
        length += 1
    return pieces, length


@jit_in_place
def finished_value(position: Position, values: Floats, count: int, number: int, pieces: Ints, length: int) -> float:
    """What the finished coatl scores with the best cards from hand and the best temple, and what is left then."""
    state, deck, player = position.state, position.deck, position.player
    coatl = player.coatls[number]
    points, used, gods, cards = 0, 0, gods_beside(deck, coatl), int(coatl.card_count)
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], pieces, length)
    while cards < deck.most_cards:
        place = next_card(position, values, number, pieces, length, used, cards)
        if place == EMPTY:
            break
        card = deck.prophecies[player.hand[place]]
        used |= 1 << place
        gods |= 1 << int(card.god)
        points += prophecy_points(card, pieces, length)
        cards += 1
    temple = best_temple(position, pieces, length, gods)
    if not enough_cards(state, deck, cards) or (temple == 0 and state.options.difficulties[NEEDS_TEMPLE]):
        return NEVER
    steps = length - coatl.length + cards - coatl.card_count
    value = (points + temple) * position.weights.step**steps
    if closed_coatls(player) == deck.coatls - 1:
        return float(value + end_value(position, player_points(deck, player) + points + temple))
    return float(value + growth_value(position, values, count, used, number))


@jit_in_place
def next_card(position: Position, values: Floats, number: int, pieces: Ints, length: int, used: int, cards: int) -> int:
    """The place in hand of the card that gains most from being laid here; EMPTY if none should be."""
    state, deck, player = position.state, position.deck, position.player
    coatl = player.coatls[number]
    needed = not enough_cards(state, deck, cards)
    best, found = 0.0, EMPTY
    for i in range(player.hand_size):
        card = player.hand[i]
        if (used >> i) & 1 or not may_lie_beside(state, deck, coatl, card) or clashes(position, used, i):
            continue
        points = prophecy_points(deck.prophecies[card], pieces, length)
        gain = points - max(0.0, best_place(values, i, number) - position.weights.slot)
        if points > 0 and (gain > best or (needed and found == EMPTY)):
            best, found = gain, i
    return found


@jit_in_place
def clashes(position: Position, used: int, place: int) -> bool:
    """Whether a card may not lie with those of the set `used`: an identical one, or with difficulty 3 the same god."""
    state, deck, player = position.state, position.deck, position.player
    card = deck.prophecies[player.hand[place]]
    for i in range(player.hand_size):
        if (used >> i) & 1:
            other = deck.prophecies[player.hand[i]]
            if other.twin == card.twin or (state.options.difficulties[DIFFERENT_GODS] and other.god == card.god):
                return True
    return False


@jit_in_place
def best_temple(position: Position, pieces: Ints, length: int, gods: int) -> int:
    """The most points that a temple from hand or from a pile would bring."""
    state, deck, player = position.state, position.deck, position.player
    best = 0
    for i in range(player.temple_count):
        temple = deck.temples[player.temples[i]]
        best = max(best, int(temple.points[goals_met(temple, pieces, length, gods)]))
    for pile in range(deck.piles):
        if state.temples.tops[pile] != EMPTY:
            temple = deck.temples[state.temples.tops[pile]]
            best = max(best, int(temple.points[goals_met(temple, pieces, length, gods)]))
    return best
