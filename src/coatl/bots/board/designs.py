"""Designs: how a coatl might look when it is finished, with its cards and its temple.

A beam search grows each coatl by what the cards ask for, a few pieces at a time and the best ones side by side;
`design_table` gives what it finds a head and a tail.
"""

from typing import Annotated, NamedTuple

import numpy as np

from coatl.board.completion import may_lie_beside
from coatl.board.state import BODY, COATL_LENGTH, EMPTY, GOLD, Coatl
from coatl.board.tables import SEQUENCE
from coatl.bots.board.card_choice import choose_cards, lacking_cards
from coatl.bots.board.resources import Context, Holdings
from coatl.bots.board.turn_costs import turns_for
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import MOST_TOKENS, NOTHING
from coatl.engine.structs import Int8, Int16, Int64, Ints, Records, dtype_of

MOST_ADDED = 11  # pieces
LONGEST = COATL_LENGTH - MOST_TOKENS - 2  # a longer coatl is only closed
LEFT, RIGHT = 0, 1
KNOWN = 1 << 13  # coatls that are remembered while designs are grown


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
    pieces_key: Int64  # the same for the same pieces
    needs_key: Int64  # the same for those that take the same pieces, cards and temple


DESIGN = dtype_of(Design)


class Growth(NamedTuple):
    """What the designs of one coatl are grown from: the coatl, its cards, and the scratch that is used on the way."""

    context: Context
    holdings: Records
    coatl: Coatl
    usable: int  # the set of the cards that may lie beside it
    trial: Records  # the design that is tried
    known: Ints  # the keys of coatls that were tried already


@jit
def begin_design(node: Design, coatl: Coatl, slot: int) -> None:
    """Writes the coatl as it lies there."""
    node.slot = slot
    node.length = coatl.length
    node.pieces[: coatl.length] = coatl.pieces[: coatl.length]


@jit_in_place
def usable_cards(context: Context, coatl: Coatl) -> int:
    """The set of the cards that may lie beside the coatl."""
    resources, deck = context.resources[0], context.decks[0]
    usable = 0
    if coatl.card_count < deck.most_cards:
        for i in range(resources.card_count):
            if may_lie_beside(context.states[0], deck, coatl, resources.cards[i]):
                usable |= 1 << i
    return usable


@jit_in_place
def expand(growth: Growth, node: Design, better: Records, found: int) -> int:
    """Adds every single piece, and what every card asks for, at either side; `better` are the best results so far."""
    coatl, resources = growth.coatl, growth.context.resources[0]
    for side in range(2):
        if coatl.head if side == LEFT else coatl.tail:
            continue
        for colour in range(GOLD):
            growth.trial[0] = node
            add(growth.trial[0], side, colour)
            found = keep_best(growth, better, found)
        for i in range(coatl.card_count):
            found = expand_by_card(growth, node, better, found, side, int(coatl.cards[i]))
        for i in range(resources.card_count):
            if (growth.usable >> i) & 1:
                found = expand_by_card(growth, node, better, found, side, int(resources.cards[i]))
    return found


@jit_in_place
def expand_by_card(growth: Growth, node: Design, better: Records, found: int, side: int, number: int) -> int:
    """Adds the pattern of one card at one side; the end of the coatl may already offer some of its pieces."""
    card = growth.context.decks[0].prophecies[number]
    if card.kind != SEQUENCE:
        return found  # single pieces do
    firsts, lasts = card.pattern.starts[NOTHING], card.pattern.ends[NOTHING]
    tokens = 1
    while not (lasts >> (tokens - 1)) & 1:
        tokens += 1
    first = 0
    while firsts >> first:  # with `=` in the pattern one round for each colour
        for offered in range(min(max(tokens - 1, 1), int(node.length) + 1)):
            growth.trial[0] = node
            for i in range(offered, tokens):
                token = first + (i if side == RIGHT else tokens - 1 - i)
                add(growth.trial[0], side, colour_for(card.pattern.matches, token, growth.holdings[0]))
            found = keep_best(growth, better, found)
        first += tokens
    return found


@jit_in_place
def add(node: Design, side: int, colour: int) -> None:
    """Adds a piece at one side."""
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


@jit_in_place
def colour_for(matches: Ints, token: int, holdings: Holdings) -> int:
    """A colour that the token takes, if possible one that is at hand."""
    stock = holdings.stock
    best = EMPTY
    for colour in range(GOLD):
        if (matches[colour] >> token) & 1 and (best == EMPTY or stock[BODY, colour] > stock[BODY, best]):
            best = colour
    return best


@jit_in_place
def keep_best(growth: Growth, better: Records, found: int) -> int:
    """Keeps the design that is tried if it is among the best; returns how many there are."""
    context, holdings, coatl, node = growth.context, growth.holdings[0], growth.coatl, growth.trial[0]
    if node.length - coatl.length > MOST_ADDED:
        return found
    node.pieces_key = pieces_key_of(node, coatl)
    if is_known(growth.known, int(node.pieces_key)):
        return found
    node.head = node.tail = EMPTY
    points = choose_cards(context, coatl, growth.usable, holdings.hand, node)
    node.lacking = lacking_cards(context, coatl, node)
    weights = context.weights[0]
    turns = turns_for(node, context.resources[0], holdings, weights)
    node.value = points - weights.growth * turns - weights.unmet * node.lacking
    return insert(growth.trial, better, 0, found, len(better))


@jit_in_place
def is_known(known: Ints, pieces_key: int) -> bool:
    """Whether these pieces were tried before; remembers them. A newer key may take the place of an older."""
    place = (pieces_key * 0x9E3779B1 >> 7) & (KNOWN - 1)
    if known[place] == pieces_key + 1:
        return True
    known[place] = pieces_key + 1
    return False


@jit_in_place
def pieces_key_of(node: Design, coatl: Coatl) -> int:
    """A number that is the same for the same pieces on the same sides of the coatl."""
    key = int(node.left) if coatl.length else 0
    for i in range(node.length):
        key = (key * 7 + int(node.pieces[i]) + 1) & 0x7FFFFFFFFFFF
    return key


@jit_in_place
def insert(trial: Records, into: Records, begin: int, count: int, most: int) -> int:
    """Puts the design that is tried among the best from place `begin` on; returns the number of places used."""
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
