"""Which cards may lie at a coatl, and whether a coatl can be finished (RULES 4.2, R6, R7, R19; 4.5)."""

import numpy as np

from coatl.board.scoring import goals_met, gods_beside, reaches, tally
from coatl.board.state import (
    DIFFERENT_GODS,
    EMPTY,
    HEAD,
    NEEDS_FOUR,
    NEEDS_TEMPLE,
    Coatl,
    Player,
    State,
)
from coatl.board.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints


@jit_in_place
def may_lie_beside(state: State, deck: Deck, coatl: Coatl, card: int) -> bool:
    """Never two identical ones at one coatl; with difficulty 3 no two of one god (RULES 4.5)."""
    for i in range(coatl.card_count):
        other = deck.prophecies[coatl.cards[i]]
        if other.twin == deck.prophecies[card].twin:
            return False
        if state.options.difficulties[DIFFERENT_GODS] and other.god == deck.prophecies[card].god:
            return False
    return True


@jit
def would_finish(state: State, deck: Deck, player: Player, coatl: Coatl, piece: int, colour: int) -> bool:
    """Whether the coatl could be finished, were this piece its second end (R6, R19)."""
    if enough_cards(state, deck, int(coatl.card_count)) and not state.options.difficulties[NEEDS_TEMPLE]:
        return True
    length = int(coatl.length)
    whole = np.empty(length + 1, np.int8)
    shift = 1 if piece == HEAD else 0
    for i in range(length):
        whole[i + shift] = coatl.pieces[i]
    whole[0 if piece == HEAD else length] = colour
    return can_finish(state, deck, player, coatl, whole, length + 1, EMPTY)


@jit_in_place
def enough_cards(state: State, deck: Deck, cards: int) -> bool:
    """R6: at least 1 prophecy; difficulty 4 asks for 4."""
    least = deck.most_cards if state.options.difficulties[NEEDS_FOUR] else deck.least_cards
    return cards >= least


@jit
def can_finish(state: State, deck: Deck, player: Player, coatl: Coatl, pieces: Ints, length: int, laid: int) -> bool:
    """R19: some choice of prophecies from hand, with `laid` already beside the coatl, meets every requirement."""
    fitting = np.empty(player.hand_size, np.int8)
    fits = 0
    have = tally(pieces, length)
    for i in range(player.hand_size):
        card = player.hand[i]
        if (
            card != laid
            and may_lie_beside(state, deck, coatl, card)
            and reaches(deck.prophecies[card], pieces, length, have)
        ):
            fitting[fits] = card
            fits += 1
    begin = int(coatl.card_count) + (1 if laid != EMPTY else 0)
    for subset in range(1 << fits):
        cards = begin
        for i in range(fits):
            cards += (subset >> i) & 1
        if (
            cards <= deck.most_cards
            and enough_cards(state, deck, cards)
            and agree(state, deck, fitting, fits, subset, laid)
            and temple_in_reach(
                state, deck, player, coatl, pieces, length, subset_gods(deck, fitting, fits, subset, laid)
            )
        ):
            return True
    return False


@jit_in_place
def agree(state: State, deck: Deck, fitting: Ints, fits: int, subset: int, laid: int) -> bool:
    """Whether the cards of the subset may lie together, and with the one just laid."""
    twins = 0
    gods = 0
    if laid != EMPTY:
        twins |= 1 << int(deck.prophecies[laid].twin)
        gods |= 1 << int(deck.prophecies[laid].god)
    for i in range(fits):
        if (subset >> i) & 1:
            card = deck.prophecies[fitting[i]]
            if (twins >> int(card.twin)) & 1:
                return False
            if state.options.difficulties[DIFFERENT_GODS] and (gods >> int(card.god)) & 1:
                return False
            twins |= 1 << int(card.twin)
            gods |= 1 << int(card.god)
    return True


@jit_in_place
def subset_gods(deck: Deck, fitting: Ints, fits: int, subset: int, laid: int) -> int:
    gods = 0
    if laid != EMPTY:
        gods |= 1 << int(deck.prophecies[laid].god)
    for i in range(fits):
        if (subset >> i) & 1:
            gods |= 1 << int(deck.prophecies[fitting[i]].god)
    return gods


@jit_in_place
def temple_in_reach(
    state: State, deck: Deck, player: Player, coatl: Coatl, pieces: Ints, length: int, more_gods: int
) -> bool:
    """Difficulty 1: a temple card must be there that the coatl meets at least one goal of (R7)."""
    if not state.options.difficulties[NEEDS_TEMPLE]:
        return True
    gods = gods_beside(deck, coatl) | more_gods
    for i in range(player.temple_count):
        if goals_met(deck.temples[player.temples[i]], pieces, length, gods) > 0:
            return True
    for pile in range(deck.piles):
        top = state.temples.tops[pile]
        if top != EMPTY and goals_met(deck.temples[top], pieces, length, gods) > 0:
            return True
    return False
