"""Setting up a game (RULES 5.1; solo: 5.5), and dealing cards during it."""

import numpy as np

from coatl.card.state import (
    CARL,
    CARL_1,
    EMPTY,
    FEATHER_OUTCOME,
    FEATHERS,
    HEAD,
    MANNER_OUTCOME,
    MANNERS,
    NOBODY,
    PLAY,
    PROPHECIES,
    PROPHECY_OUTCOME,
    RANDOM,
    TEMPLE_OUTCOME,
    TEMPLES,
    Player,
    State,
)
from coatl.card.tables import GODS, Deck
from coatl.engine.chance import draw
from coatl.engine.jit import jit, jit_in_place


@jit_in_place
def set_up(state: State, deck: Deck) -> None:
    """Lays the table; `state` is zeroed but for its options and its chance."""
    clear(state)
    for card in range(deck.prophecy_count):
        state.deck[card] = 1
    state.deck_count = deck.prophecy_count
    for feather in range(deck.feather_count):
        state.feathers[feather] = deck.copies[feather]
        state.feather_count += deck.copies[feather]
    if state.options.carl != NOBODY:
        make_action_deck(state, deck)
    for i in range(state.options.players):
        player = state.players[(state.options.first + i) % state.options.players]
        for _ in range(deck.dealt_feathers):
            draw_feather_to_hand(state, player)
    deal_prophecies(state, deck)
    refill_middle(state, deck)
    lay_temple(state, deck)
    state.round_number = 1
    begin_round(state, deck)


@jit_in_place
def clear(state: State) -> None:
    """Nothing lies anywhere yet."""
    state.newest[:] = EMPTY
    state.revealed = EMPTY
    state.middle[:] = EMPTY
    state.temple = EMPTY
    state.carl.favourites[:] = EMPTY
    state.carl.action = EMPTY
    for seat in range(len(state.players)):
        state.players[seat].parts[:] = EMPTY
        state.players[seat].hand[:] = EMPTY
        state.players[seat].prophecies[:] = EMPTY


# ---------------------------------------------------------------- feathers


@jit_in_place
def draw_feather(state: State) -> int:
    """The next feather; when the deck is empty the discards become the deck (R15); EMPTY if there are none."""
    if state.feather_count == 0:
        for feather in range(FEATHERS):
            state.feathers[feather] = state.discards[feather]
            state.discards[feather] = 0
        state.feather_count = state.discard_count
        state.discard_count = 0
    if state.feather_count == 0:
        return EMPTY
    feather = draw(state.chance, state.feathers, state.feather_count, FEATHER_OUTCOME)
    state.feather_count -= 1
    return feather


@jit_in_place
def draw_feather_to_hand(state: State, player: Player) -> None:
    feather = draw_feather(state)
    if feather != EMPTY:
        player.hand[player.hand_size] = feather
        player.hand_size += 1


@jit_in_place
def discard_feather(state: State, feather: int) -> None:
    state.discards[feather] += 1
    state.discard_count += 1


@jit_in_place
def remove_feather(player: Player, feather: int) -> None:
    place = 0
    while player.hand[place] != feather:
        place += 1
    last = player.hand_size - 1
    for i in range(place, last):
        player.hand[i] = player.hand[i + 1]
    player.hand[last] = EMPTY
    player.hand_size = last


# ---------------------------------------------------------------- prophecies


@jit_in_place
def draw_prophecy(state: State) -> int:
    """The next prophecy; an empty deck is not renewed (R15)."""
    if state.deck_count == 0:
        return EMPTY
    card = draw(state.chance, state.deck, state.deck_count, PROPHECY_OUTCOME)
    state.deck_count -= 1
    return card


@jit_in_place
def add_prophecy(player: Player, card: int, level: int) -> None:
    """A card that arrives on a level is the farthest there (R17)."""
    player.prophecies[player.prophecy_count] = card
    player.levels[player.prophecy_count] = level
    player.prophecy_count += 1


@jit_in_place
def place_of(player: Player, card: int) -> int:
    for i in range(player.prophecy_count):
        if player.prophecies[i] == card:
            return i
    return EMPTY


@jit_in_place
def remove_prophecy(player: Player, card: int) -> int:
    """Takes a card away and tells the level that it had."""
    place = place_of(player, card)
    level = int(player.levels[place])
    last = player.prophecy_count - 1
    for i in range(place, last):
        player.prophecies[i] = player.prophecies[i + 1]
        player.levels[i] = player.levels[i + 1]
    player.prophecies[last] = EMPTY
    player.levels[last] = 0
    player.prophecy_count = last
    return level


@jit_in_place
def deal_prophecies(state: State, deck: Deck) -> None:
    """One each, face up at level 0; against CARL one for each side at level 1 (RULES 5.5)."""
    if state.options.carl != NOBODY:
        for seat in (1, 0):  # CARL plays first
            card = draw_prophecy(state)
            if card != EMPTY:
                add_prophecy(state.players[seat], card, deck.start_level)
        return
    for i in range(state.options.players):
        seat = (state.options.first + i) % state.options.players
        for _ in range(deck.dealt_prophecies):
            card = draw_prophecy(state)
            if card != EMPTY:
                add_prophecy(state.players[seat], card, 0)


@jit_in_place
def refill_middle(state: State, deck: Deck) -> None:
    """New cards into the gaps from the left, the others keep their places (RULES 5.2; R17, R23)."""
    for place in range(deck.middle[state.options.players]):
        if state.middle[place] == EMPTY:
            state.middle[place] = draw_prophecy(state)


@jit
def lay_temple(state: State, deck: Deck) -> None:
    """One temple for all; none in the solo game (R16)."""
    if not (deck.carl_temple if state.options.carl != NOBODY else deck.dealt_temples):
        return
    temples = np.zeros(TEMPLES, np.int8)
    temples[: deck.temple_count] = 1
    state.temple = draw(state.chance, temples, int(deck.temple_count), TEMPLE_OUTCOME)


# ---------------------------------------------------------------- CARL


@jit
def make_action_deck(state: State, deck: Deck) -> None:
    """As many backs of each god as the manner says, taken at random before anything else (RULES 5.5)."""
    if state.options.manner == RANDOM:
        manners = np.ones(MANNERS, np.int8)
        state.options.manner = draw(state.chance, manners, MANNERS, MANNER_OUTCOME)
    backs = deck.manners[state.options.manner, state.options.carl - CARL_1]
    for god in range(len(GODS)):
        for _ in range(backs[god]):
            take_back(state, deck, god)


@jit
def take_back(state: State, deck: Deck, god: int) -> None:
    """One card of this god, whichever, goes from the prophecy deck to the action deck."""
    of_god = np.zeros(PROPHECIES, np.int8)
    total = 0
    for card in range(deck.prophecy_count):
        if state.deck[card] and deck.prophecies[card].god == god:
            of_god[card] = 1
            total += 1
    card = draw(state.chance, of_god, total, PROPHECY_OUTCOME)
    state.deck[card] -= 1
    state.deck_count -= 1
    state.carl.deck[card] += 1
    state.carl.deck_size += 1


# ---------------------------------------------------------------- rounds


@jit_in_place
def rounds(state: State, deck: Deck) -> int:
    return int(deck.rounds[state.options.carl])


@jit_in_place
def is_last_round(state: State, deck: Deck) -> bool:
    return bool(state.round_number == rounds(state, deck))


@jit_in_place
def begin_round(state: State, deck: Deck) -> None:
    """CARL plays first in each round, else the first player; before the last one all discard their feathers (5.3)."""
    if is_last_round(state, deck):
        discard_all_feathers(state)
    if state.options.carl != NOBODY:
        state.seat = 1
        state.pending = CARL
        begin_turn(state)
    else:
        state.seat = state.options.first
        begin_player_turn(state, deck)


@jit_in_place
def discard_all_feathers(state: State) -> None:
    for seat in range(state.options.players):
        player = state.players[seat]
        for i in range(player.hand_size):
            discard_feather(state, int(player.hand[i]))
        player.hand[:] = EMPTY
        player.hand_size = 0


@jit_in_place
def begin_turn(state: State) -> None:
    state.plays = 0
    state.stolen[:] = 0
    state.newest[:] = EMPTY
    state.revealed = EMPTY


@jit_in_place
def begin_player_turn(state: State, deck: Deck) -> None:
    begin_turn(state)
    state.pending = HEAD if is_last_round(state, deck) else PLAY
