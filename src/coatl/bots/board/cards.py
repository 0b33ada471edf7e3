"""Which cards and which temple suit the pieces of a coatl best."""

from typing import TYPE_CHECKING

import numpy as np

from coatl.board.scoring import covers, goals_met, gods_beside, prophecy_points, tally
from coatl.board.state import DIFFERENT_GODS, EMPTY, NEEDS_FOUR, Coatl
from coatl.bots.board.means import CARDS, Desk, bits
from coatl.engine.jit import jit
from coatl.engine.records import Ints

if TYPE_CHECKING:
    from coatl.bots.board.designs import Design


@jit
def choose_cards(desk: Desk, coatl: Coatl, cards: int, hand: int, design: "Design") -> int:
    """The best cards for these pieces, the dearest first; returns the points of all that lie there then."""
    worth = np.empty(CARDS, np.int64)
    return weigh_cards(desk, coatl, cards, hand, design, worth) + pick_cards(desk, coatl, design, worth)


@jit
def weigh_cards(desk: Desk, coatl: Coatl, cards: int, hand: int, design: "Design", worth: Ints) -> int:
    """What each card would bring, twice, one more if it is in hand; returns the points of those beside it already."""
    means, deck = desk.means[0], desk.decks[0]
    points = 0
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], design.pieces, design.length)
    have = tally(design.pieces, design.length)
    for i in range(means.card_count):
        card = deck.prophecies[means.cards[i]]
        worth[i] = 0
        if (cards >> i) & 1 and covers(have, card.least):
            worth[i] = 2 * prophecy_points(card, design.pieces, design.length)
            if worth[i] and (hand >> i) & 1:
                worth[i] += 1  # one in hand before an equal one of the row
    return points


@jit
def pick_cards(desk: Desk, coatl: Coatl, design: "Design", worth: Ints) -> int:
    """Lays the dearest cards beside the design; returns their points."""
    means, deck = desk.means[0], desk.decks[0]
    points = 0
    design.cards = 0
    for _ in range(deck.most_cards - coatl.card_count):
        best = 0
        for i in range(1, means.card_count):
            if worth[i] > worth[best]:
                best = i
        if means.card_count == 0 or worth[best] <= 0:
            break
        points += worth[best] // 2
        design.cards |= 1 << best
        rule_out(desk, worth, best)
    return points


@jit
def lacking_cards(desk: Desk, coatl: Coatl, design: "Design") -> int:
    """How many prophecies the design needs besides those that it has (RULES 4.5, difficulty 4)."""
    deck = desk.decks[0]
    least = deck.most_cards if desk.states[0].options.difficulties[NEEDS_FOUR] else deck.least_cards
    return max(0, int(least) - int(coatl.card_count) - bits(design.cards))


@jit
def rule_out(desk: Desk, worth: Ints, chosen: int) -> None:
    """Cards that may not lie beside the chosen one: its twins; with difficulty 3 those of its god (RULES 4.5)."""
    means, deck = desk.means[0], desk.decks[0]
    card = deck.prophecies[means.cards[chosen]]
    for i in range(means.card_count):
        other = deck.prophecies[means.cards[i]]
        if other.twin == card.twin or (desk.states[0].options.difficulties[DIFFERENT_GODS] and other.god == card.god):
            worth[i] = 0


@jit
def choose_temple(desk: Desk, coatl: Coatl, design: "Design") -> int:
    """The best temple in reach; returns its points."""
    means, deck = desk.means[0], desk.decks[0]
    gods = gods_beside(deck, coatl)
    for i in range(means.card_count):
        if (design.cards >> i) & 1:
            gods |= 1 << int(deck.prophecies[means.cards[i]].god)
    best = 0
    design.temple = EMPTY
    for i in range(means.temple_count):
        temple = deck.temples[means.temples[i]]
        points = int(temple.points[goals_met(temple, design.pieces, design.length, gods)])
        if points > best:
            best = points
            design.temple = i
    return best
