"""What a seat cannot see, dealt anew inside compiled code: other hands, CARL's action deck, the chance to come."""

import numpy as np

from coatl.card.setup import draw_feather_to_hand
from coatl.card.state import EMPTY, NOBODY, PROPHECIES, State
from coatl.card.tables import Deck
from coatl.engine.chance import begin_action, draw
from coatl.engine.jit import jit, jit_in_place


@jit_in_place
def redeal(state: State, deck: Deck, seat: int, number: int) -> None:
    """Another deal that looks the same to the seat; each number has its own, and its own chance afterwards."""
    state.chance.stream = number
    state.chance.block = 0
    state.chance.used = 16
    begin_action(state.chance)
    redeal_hands(state, seat)
    if state.options.carl != NOBODY:
        redeal_actions(state, deck)


@jit_in_place
def redeal_hands(state: State, seat: int) -> None:
    """The feathers of the other hands go back into the deck, and as many come from it."""
    for other in range(state.options.players):
        if other != seat:
            player = state.players[other]
            for i in range(player.hand_size):
                state.feathers[player.hand[i]] += 1
            state.feather_count += player.hand_size
    for other in range(state.options.players):
        if other != seat:
            player = state.players[other]
            size = int(player.hand_size)
            player.hand_size = 0
            for _ in range(size):
                draw_feather_to_hand(state, player)


@jit
def redeal_actions(state: State, deck: Deck) -> None:
    """The gods of CARL's action deck are known, the cards are not: any unseen ones of these gods (RULES 5.5, R25)."""
    carl = state.carl
    for god in range(len(deck.actions)):
        unseen = np.zeros(PROPHECIES, np.int8)
        total = 0
        ahead = 0
        for card in range(deck.prophecy_count):
            if deck.prophecies[card].god == god:
                ahead += carl.deck[card]
                unseen[card] = carl.deck[card] + state.deck[card]
                total += unseen[card]
                state.deck[card] = unseen[card]
                carl.deck[card] = 0
        for _ in range(ahead):
            card = draw(state.chance, unseen, total, 0)
            total -= 1
            if card != EMPTY:
                carl.deck[card] += 1
                state.deck[card] -= 1
