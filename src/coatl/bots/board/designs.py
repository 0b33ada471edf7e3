"""Designs: how a coatl might look when it is finished, with its cards and its temple.

A search grows each coatl by what the cards ask for, a few pieces at a time and the best ones side by side; `closing`
gives what it finds a head and a tail.
"""

from typing import Annotated

import numpy as np

from coatl.board.finishing import may_lie_beside
from coatl.board.state import BODY, COATL_LENGTH, EMPTY, GOLD, Coatl
from coatl.board.tables import SEQUENCE
from coatl.bots.board.cards import choose_cards, lacking_cards
from coatl.bots.board.means import Desk, Holdings
from coatl.bots.board.prices import turns_for
from coatl.bots.board.weights import GROWTH
from coatl.engine.jit import jit
from coatl.engine.patterns import MOST_TOKENS, NOTHING
from coatl.engine.records import Int8, Int16, Int64, Ints, Records, dtype_of

MOST_ADDED = 11  # pieces
LONGEST = COATL_LENGTH - MOST_TOKENS - 2  # a longer coatl is only closed
LEFT, RIGHT = 0, 1
SEEN = 1 << 13  # coatls that are remembered while designs are grown


class Design:
    """A finished coatl that one of the seat's coatls may become."""

    slot: Int8  # the number of the coatl
    pieces: Annotated[Ints, np.int8, COATL_LENGTH]
    length: Int8
    left: Int8  # pieces to the left of those that lie there already
    bodies: Annotated[Ints, np.int8, 5]  # body segments that it still takes
    head: Int8  # the colour of the head that it still takes; EMPTY if it has one
    tail: Int8
    points: Int16
    cards: Int64  # the set of cards that it uses, besides those beside it already
    lacking: Int8  # prophecies that it needs besides (difficulty 4), whichever they are
    temple: Int8  # the place of its temple among those in reach
    value: Annotated[float, np.float64]
    likeness: Int64  # the same for the same pieces
    needs: Int64  # the same for those that take the same pieces, cards and temple


DESIGN = dtype_of(Design)


@jit
def first_node(node: Design, coatl: Coatl, slot: int) -> None:
    """The coatl as it lies there."""
    node.slot = slot
    node.length = coatl.length
    node.pieces[: coatl.length] = coatl.pieces[: coatl.length]


@jit
def usable_cards(desk: Desk, coatl: Coatl) -> int:
    """The set of the cards that may lie beside the coatl."""
    means, deck = desk.means[0], desk.decks[0]
    usable = 0
    if coatl.card_count < deck.most_cards:
        for i in range(means.card_count):
            if may_lie_beside(desk.states[0], deck, coatl, means.cards[i]):
                usable |= 1 << i
    return usable


@jit
def grow(
    desk: Desk, holdings: Holdings, coatl: Coatl, usable: int, node: Design, trial: Records, better: Records,
    found: int, seen: Ints,
) -> int:  # fmt: skip
    """Every way to add what a card asks for, at either side, and every single piece; `better` are the best so far."""
    means = desk.means[0]
    for side in range(2):
        if coatl.head if side == LEFT else coatl.tail:
            continue
        for colour in range(GOLD):
            trial[0] = node
            add(trial[0], side, colour)
            found = keep(desk, holdings, coatl, usable, trial, better, found, seen)
        for i in range(coatl.card_count):
            found = grow_by(desk, holdings, coatl, usable, node, trial, better, found, seen, side, int(coatl.cards[i]))
        for i in range(means.card_count):
            if (usable >> i) & 1:
                found = grow_by(
                    desk, holdings, coatl, usable, node, trial, better, found, seen, side, int(means.cards[i])
                )
    return found


@jit
def grow_by(
    desk: Desk,
    holdings: Holdings,
    coatl: Coatl,
    usable: int,
    node: Design,
    trial: Records,
    better: Records,
    found: int,
    seen: Ints,
    side: int,
    number: int,
) -> int:
    """The pattern of one card at one side; the end of the coatl may already offer some of its pieces."""
    card = desk.decks[0].prophecies[number]
    if card.kind != SEQUENCE:
        return found  # single pieces do
    firsts, lasts = card.pattern.starts[NOTHING], card.pattern.ends[NOTHING]
    tokens = 1
    while not (lasts >> (tokens - 1)) & 1:
        tokens += 1
    first = 0
    while firsts >> first:  # with `=` in the pattern one round for each colour
        for offered in range(min(max(tokens - 1, 1), int(node.length) + 1)):
            trial[0] = node
            for i in range(offered, tokens):
                token = first + (i if side == RIGHT else tokens - 1 - i)
                add(trial[0], side, colour_for(card.pattern.matches, token, holdings))
            found = keep(desk, holdings, coatl, usable, trial, better, found, seen)
        first += tokens
    return found


@jit
def add(node: Design, side: int, colour: int) -> None:
    length = int(node.length)
    if side == LEFT:
        for i in range(length, 0, -1):
            node.pieces[i] = node.pieces[i - 1]
        node.pieces[0] = colour
        node.left += 1
    else:
        node.pieces[length] = colour
    node.length = length + 1
    node.bodies[colour] += 1


@jit
def colour_for(matches: Ints, token: int, holdings: Holdings) -> int:
    """A colour that the token takes, if possible one that is at hand."""
    stock = holdings.stock
    best = EMPTY
    for colour in range(GOLD):
        if (matches[colour] >> token) & 1 and (best == EMPTY or stock[BODY, colour] > stock[BODY, best]):
            best = colour
    return best


@jit
def keep(
    desk: Desk, holdings: Holdings, coatl: Coatl, usable: int, trial: Records, better: Records, found: int, seen: Ints
) -> int:
    """Keeps a coatl if it is among the best that are grown; returns how many there are."""
    node = trial[0]
    if node.length - coatl.length > MOST_ADDED:
        return found
    node.likeness = likeness_of(node, coatl)
    if was_seen(seen, int(node.likeness)):
        return found
    node.head = node.tail = EMPTY
    points = choose_cards(desk, coatl, usable, holdings.hand, node)
    node.lacking = lacking_cards(desk, coatl, node)
    node.value = points - desk.weights[GROWTH] * turns_for(node, desk.means[0], holdings, desk.weights)
    return insert(trial, better, 0, found, len(better))


@jit
def was_seen(seen: Ints, likeness: int) -> bool:
    """Whether these pieces were judged before; notes them. A newer one may take the place of an older."""
    place = (likeness * 0x9E3779B1 >> 7) & (SEEN - 1)
    if seen[place] == likeness + 1:
        return True
    seen[place] = likeness + 1
    return False


@jit
def likeness_of(node: Design, coatl: Coatl) -> int:
    likeness = int(node.left) if coatl.length else 0
    for i in range(node.length):
        likeness = (likeness * 7 + int(node.pieces[i]) + 1) & 0x7FFFFFFFFFFF
    return likeness


@jit
def insert(trial: Records, into: Records, begin: int, count: int, most: int) -> int:
    """Puts a design among the best from place `begin` on; returns the number of places used."""
    if count - begin < most:
        into[count] = trial[0]
        return count + 1
    worst = begin
    for i in range(begin, count):
        if into[i].value < into[worst].value:
            worst = i
    if trial[0].value > into[worst].value:
        into[worst] = trial[0]
    return count
