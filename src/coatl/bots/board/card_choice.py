"""The choice of cards and temple for a design: those that bring the most points beside its pieces."""

from typing import TYPE_CHECKING

import numpy as np

from coatl.board.scoring import covers, goals_met, gods_beside, prophecy_points, tally
from coatl.board.state import DIFFERENT_GODS, EMPTY, NEEDS_FOUR, Coatl
from coatl.bots.board.resources import CARDS, Context, bit_count
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints

if TYPE_CHECKING:
    from coatl.bots.board.designs import Design


@jit
def choose_cards(context: Context, coatl: Coatl, cards: int, hand: int, design: "Design") -> int:
    """Gives a design its best cards, the dearest first; returns the points of all that lie beside it then."""
    card_points = np.empty(CARDS, np.int64)
    return write_card_points(context, coatl, cards, hand, design, card_points) + choose_best(
        context, coatl, design, card_points
    )


@jit_in_place
def write_card_points(
    context: Context, coatl: Coatl, cards: int, hand: int, design: "Design", card_points: Ints
) -> int:
    """Writes twice the points of each card, one more if it is in hand; returns the points of those already there."""
    resources, deck = context.resources[0], context.decks[0]
    points = 0
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], design.pieces, design.length)
    have = tally(design.pieces, design.length)
    for i in range(resources.card_count):
        card = deck.prophecies[resources.cards[i]]
        card_points[i] = 0
        if (cards >> i) & 1 and covers(have, card.least):
            card_points[i] = 2 * prophecy_points(card, design.pieces, design.length)
            if card_points[i] and (hand >> i) & 1:
                card_points[i] += 1  # one in hand before an equal one of the row
    return points


@jit_in_place
def choose_best(context: Context, coatl: Coatl, design: "Design", card_points: Ints) -> int:
    """Lays the cards with the most points beside the design; returns their points."""
    resources, deck = context.resources[0], context.decks[0]
    points = 0
    design.cards = 0
    for _ in range(deck.most_cards - coatl.card_count):
        best = 0
        for i in range(1, resources.card_count):
            if card_points[i] > card_points[best]:
                best = i
        if resources.card_count == 0 or card_points[best] <= 0:
            break
        points += card_points[best] // 2
        design.cards |= 1 << best
        exclude_conflicts(context, card_points, best)
    return points


@jit_in_place
def lacking_cards(context: Context, coatl: Coatl, design: "Design") -> int:
    """How many prophecies the design needs besides those that it has (RULES 4.5, difficulty 4)."""
    deck = context.decks[0]
    least = deck.most_cards if context.states[0].options.difficulties[NEEDS_FOUR] else deck.least_cards
    return max(0, int(least) - int(coatl.card_count) - bit_count(design.cards))


@jit_in_place
def exclude_conflicts(context: Context, card_points: Ints, chosen: int) -> None:
    """Sets the points of cards to 0 that may not lie beside the chosen one: twins; with difficulty 3 the same god."""
    resources, deck = context.resources[0], context.decks[0]
    card = deck.prophecies[resources.cards[chosen]]
    for i in range(resources.card_count):
        other = deck.prophecies[resources.cards[i]]
        if other.twin == card.twin or (
            context.states[0].options.difficulties[DIFFERENT_GODS] and other.god == card.god
        ):
            card_points[i] = 0


@jit_in_place
def choose_temple(context: Context, coatl: Coatl, design: "Design") -> int:
    """Gives a design the best temple in reach; returns its points."""
    resources, deck = context.resources[0], context.decks[0]
    gods = gods_beside(deck, coatl)
    for i in range(resources.card_count):
        if (design.cards >> i) & 1:
            gods |= 1 << int(deck.prophecies[resources.cards[i]].god)
    best = 0
    design.temple = EMPTY
    for i in range(resources.temple_count):
        temple = deck.temples[resources.temples[i]]
        points = int(temple.points[goals_met(temple, design.pieces, design.length, gods)])
        if points > best:
            best = points
            design.temple = i
    return best
