"""How a seat stands, in points: what is sure, and what its coatls and cards may still bring.

Only the seat's own cards and what lies open are looked at. For each coatl there are two ways: to let it grow, or
to finish it with the ends and cards at hand.
"""

import numpy as np
import numpy.typing as npt

from coatl.board.apply import closed_coatls
from coatl.board.finishing import enough_cards, may_lie_beside
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
from coatl.bots.board.prospects import prospect, takes_more
from coatl.engine.jit import jit
from coatl.engine.records import Ints

Floats = npt.NDArray[np.float64]

OPEN = 0.7  # of the points of a coatl, while it is not finished
MISSING_END = 0.88  # while it lacks a head, or a tail, and none is at hand
FOUND = 0.72  # of the points of a prophecy, for each piece that is not at hand
SLOT = 0.7  # room for one more prophecy at a coatl
HOLD = 0.16  # what a card in hand is in the way
TOKEN = 0.5  # a sacrifice token
WANTED_END = 0.15  # a head or tail that a coatl waits for
SPARE_END = -0.4  # one that none waits for
EARLY_END = -0.4  # one that was placed before its coatl is finished
FREE_CELL = 0.1  # of the board, up to six
ROBBED = -0.7  # of the points that gold brings an opponent
LAST = 4.0  # finishing the last coatl: for better or worse
STEP = 0.995  # each step that finishing still takes
PATIENCE = 33  # rounds after which nothing new is hoped for
NEVER = -1000.0


@jit
def outlook(state: State, deck: Deck, seat: int) -> float:
    """How the seat stands."""
    player = state.players[seat]
    points = player_points(deck, player)
    if no_more_turns(state, seat):
        return float(points)
    time = time_left(state, deck, seat)
    value = points + belongings(state, deck, seat) * time
    if closed_coatls(player) == deck.coatls:
        return value + end_value(state, deck, seat, points)
    cards, count = cards_at_hand(state, deck, player)
    worth = worths(state, deck, player, cards, count, time)
    best = growth(state, deck, player, worth, count, 0, EMPTY, time)
    for number in range(player.coatl_count):
        if not player.coatls[number].closed:
            best = max(best, finishing(state, deck, seat, worth, count, number, time))
    return value + best


@jit
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


@jit
def time_left(state: State, deck: Deck, seat: int) -> float:
    """From 1, the whole game ahead, down to almost nothing."""
    if state.ending != NOT_YET:
        return 0.3 if state.turns_left >= state.options.players else 0.1
    time = 1.0
    for other in range(state.options.players):
        if other != seat and closed_coatls(state.players[other]) == deck.coatls - 1:
            time = 0.7
    seats = 2 if state.options.solo else int(state.options.players)
    takes = (bodies_on_board(state) + in_bag(state.supply.bags[BODY]) // 2) / seats
    rounds = state.turns / seats
    return max(0.1, min(time, 0.2 + 0.08 * takes, 0.025 * (PATIENCE - rounds)))


@jit
def end_value(state: State, deck: Deck, seat: int, points: float) -> float:
    """The last coatl ends the game: good for whoever is ahead."""
    best = 0
    if state.options.solo:
        best = adam_points(deck, state) + 1
    for other in range(state.options.players):
        if other != seat:
            best = max(best, player_points(deck, state.players[other]))
    return LAST if points >= best else -LAST


@jit
def belongings(state: State, deck: Deck, seat: int) -> float:
    """Tokens, ends and room on the board; gold that was handed over helps an opponent."""
    player = state.players[seat]
    value = FREE_CELL * min(6, room(deck, player))
    for token in range(len(player.tokens)):
        value += TOKEN * player.tokens[token]
    for other in range(state.options.players):
        if other != seat:
            value += ROBBED * state.players[other].robbed * deck.robbed_points
    for piece in range(HEAD, TAIL + 1):
        wanted = 0
        for number in range(player.coatl_count):
            if not player.coatls[number].closed:
                there = player.coatls[number].head if piece == HEAD else player.coatls[number].tail
                wanted += 1 - there
                value += EARLY_END * there
        owned = in_bag(player.board[piece])
        value += WANTED_END * min(owned, wanted) + SPARE_END * max(0, owned - max(1, wanted))
    return value


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


@jit
def held(state: State, player: Player) -> int:
    return int(player.kept if state.pending == KEEP else player.hand_size)


@jit
def worths(state: State, deck: Deck, player: Player, cards: Ints, count: int, time: float) -> Floats:
    """What each card may bring at each coatl that takes one more; the next one to be started counts as well."""
    worth = np.zeros((HAND + ROW, COATLS))
    for number in range(min(int(deck.coatls), int(player.coatl_count) + 1)):
        coatl = player.coatls[number]
        if takes_more(deck, coatl):
            sure = sureness(player, coatl, time)
            for i in range(count):
                if may_lie_beside(state, deck, coatl, cards[i]):
                    card = deck.prophecies[cards[i]]
                    worth[i, number] = sure * prospect(card, coatl, player.board[BODY], findable(time))
    return worth


@jit
def sureness(player: Player, coatl: Coatl, time: float) -> float:
    """How much of its points a coatl will bring that is not finished yet."""
    sure = OPEN * (0.5 + 0.5 * time)
    if not coatl.head and in_bag(player.board[HEAD]) == 0:
        sure *= MISSING_END
    if not coatl.tail and in_bag(player.board[TAIL]) == 0:
        sure *= MISSING_END
    return sure


@jit
def findable(time: float) -> float:
    return FOUND * (0.4 + 0.6 * time)


# ---------------------------------------------------------------- to let the coatls grow


@jit
def growth(
    state: State, deck: Deck, player: Player, worth: Floats, count: int, used: int, without: int, time: float
) -> float:
    """All coatls go on growing but `without`; the cards of the bits `used` are gone."""
    value = hand_worth(state, deck, player, worth, count, used, without, time)
    for number in range(deck.coatls):
        coatl = player.coatls[number]
        if number == without or coatl.closed:
            continue
        value += SLOT * time * (deck.most_cards - coatl.card_count)
        for i in range(coatl.card_count):
            card = deck.prophecies[coatl.cards[i]]
            value += sureness(player, coatl, time) * prospect(card, coatl, player.board[BODY], findable(time))
    return value


@jit
def hand_worth(
    state: State, deck: Deck, player: Player, worth: Floats, count: int, used: int, without: int, time: float
) -> float:
    """Each card where it brings most, less the room that it takes; of the row, as many as the hand has room for."""
    size = held(state, player)
    value = 0.0
    for i in range(size):
        if not (used >> i) & 1:
            card = best_place(worth, i, without)
            if state.pending == FUTURE:  # it can still be discarded
                value += max(0.0, card - SLOT * time - HOLD)
            elif state.pending == KEEP:
                value += card
            else:
                value += max(card - SLOT * time, 0.3 * card) - HOLD
    wanted = np.zeros(ROW)
    for i in range(size, count):
        wanted[i - size] = max(0.0, best_place(worth, i, without) - SLOT * time - HOLD)
    wanted.sort()
    for i in range(min(hand_limit(state.options, deck) - size, ROW)):
        value += wanted[ROW - 1 - i]
    return value


@jit
def best_place(worth: Floats, card: int, without: int) -> float:
    best = 0.0
    for number in range(COATLS):
        if number != without:
            best = max(best, worth[card, number])
    return best


# ---------------------------------------------------------------- to finish one


@jit
def finishing(state: State, deck: Deck, seat: int, worth: Floats, count: int, number: int, time: float) -> float:
    """The best way to finish this coatl with the ends and cards at hand, while the others go on growing."""
    player = state.players[seat]
    coatl = player.coatls[number]
    best = NEVER
    if coatl.length + 2 - coatl.head - coatl.tail < 3 or coatl.length > COATL_LENGTH - 2:
        return best
    for head in range(GOLD):
        for tail in range(GOLD):
            if at_hand(player, HEAD, head, int(coatl.head)) and at_hand(player, TAIL, tail, int(coatl.tail)):
                pieces, length = with_ends(coatl, head, tail)
                best = max(best, finished(state, deck, seat, worth, count, number, pieces, length, time))
    return best


@jit
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


@jit
def finished(
    state: State,
    deck: Deck,
    seat: int,
    worth: Floats,
    count: int,
    number: int,
    pieces: Ints,
    length: int,
    time: float,
) -> float:
    """What the finished coatl scores with the best cards from hand and the best temple, and what is left then."""
    player = state.players[seat]
    coatl = player.coatls[number]
    points, used, gods, cards = 0, 0, gods_beside(deck, coatl), int(coatl.card_count)
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], pieces, length)
    while cards < deck.most_cards:
        place = next_card(state, deck, player, worth, number, pieces, length, used, cards)
        if place == EMPTY:
            break
        card = deck.prophecies[player.hand[place]]
        used |= 1 << place
        gods |= 1 << int(card.god)
        points += prophecy_points(card, pieces, length)
        cards += 1
    temple = best_temple(state, deck, player, pieces, length, gods)
    if not enough_cards(state, deck, cards) or (temple == 0 and state.options.difficulties[NEEDS_TEMPLE]):
        return NEVER
    steps = length - coatl.length + cards - coatl.card_count
    value = (points + temple) * STEP**steps
    if closed_coatls(player) == deck.coatls - 1:
        return value + end_value(state, deck, seat, player_points(deck, player) + points + temple)
    return value + growth(state, deck, player, worth, count, used, number, time)


@jit
def next_card(
    state: State,
    deck: Deck,
    player: Player,
    worth: Floats,
    number: int,
    pieces: Ints,
    length: int,
    used: int,
    cards: int,
) -> int:
    """The place in hand of the card that gains most from being laid here; EMPTY if none should be."""
    coatl = player.coatls[number]
    needed = not enough_cards(state, deck, cards)
    best, found = 0.0, EMPTY
    for i in range(player.hand_size):
        card = player.hand[i]
        if (used >> i) & 1 or not may_lie_beside(state, deck, coatl, card) or clashes(state, deck, player, used, i):
            continue
        points = prophecy_points(deck.prophecies[card], pieces, length)
        gain = points - max(0.0, best_place(worth, i, number) - SLOT)
        if points > 0 and (gain > best or (needed and found == EMPTY)):
            best, found = gain, i
    return found


@jit
def clashes(state: State, deck: Deck, player: Player, used: int, place: int) -> bool:
    """Whether a card may not lie with those of the bits `used`: an identical one, or with difficulty 3 the same god."""
    card = deck.prophecies[player.hand[place]]
    for i in range(player.hand_size):
        if (used >> i) & 1:
            other = deck.prophecies[player.hand[i]]
            if other.twin == card.twin or (state.options.difficulties[DIFFERENT_GODS] and other.god == card.god):
                return True
    return False


@jit
def best_temple(state: State, deck: Deck, player: Player, pieces: Ints, length: int, gods: int) -> int:
    """The most points that a temple from hand or from a pile would bring."""
    best = 0
    for i in range(player.temple_count):
        temple = deck.temples[player.temples[i]]
        best = max(best, int(temple.points[goals_met(temple, pieces, length, gods)]))
    for pile in range(deck.piles):
        if state.temples.tops[pile] != EMPTY:
            temple = deck.temples[state.temples.tops[pile]]
            best = max(best, int(temple.points[goals_met(temple, pieces, length, gods)]))
    return best
