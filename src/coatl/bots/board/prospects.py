"""Prospects: what a prophecy may still bring at a coatl, less a share for every piece that it still needs."""

from typing import NamedTuple

import numpy as np

from coatl.board.scoring import prophecy_points, times_of
from coatl.board.state import COATL_LENGTH, EMPTY, GOLD, Coatl
from coatl.board.tables import MULTISET, Deck, Prophecy
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.patterns import MOST_TOKENS, NOTHING
from coatl.engine.structs import Ints

LONGEST_PLAN = 8  # pieces
MARGIN = LONGEST_PLAN + MOST_TOKENS


class Stock(NamedTuple):
    """The body segments at hand, by colour, and the share of the points that is left for each piece of either kind."""

    bodies: Ints
    found: float  # for a piece that is not at hand
    placed: float  # for one that is


@jit_in_place
def takes_more(deck: Deck, coatl: Coatl) -> bool:
    """Whether one more prophecy may be laid beside the coatl."""
    return bool(not coatl.closed and coatl.card_count < deck.most_cards)


@jit_in_place
def prospect(card: Prophecy, coatl: Coatl, stock: Stock) -> float:
    """The points that a prophecy may bring at a coatl, at the best of all its levels."""
    best = float(card.points[times_of(card, coatl.pieces, coatl.length)])
    if card.kind == MULTISET:
        return max(best, multiset_prospect(card, coatl, stock))
    firsts, lasts = card.pattern.starts[NOTHING], card.pattern.ends[NOTHING]
    tokens = 1
    while not (lasts >> (tokens - 1)) & 1:
        tokens += 1
    first = 0
    while firsts >> first:  # one round; with `=` in the pattern one for each colour
        for offered in range(tokens if coatl.length else 1):
            if not coatl.head:
                best = max(best, grown_prospect(card, coatl, stock, -1, Tokens(first, tokens, offered), best))
            if not coatl.tail:
                best = max(best, grown_prospect(card, coatl, stock, 1, Tokens(first, tokens, offered), best))
        first += tokens
    return best


class Tokens(NamedTuple):
    """One reading of a pattern: its first token, how many there are, and how many the coatl's end already offers."""

    first: int
    size: int
    offered: int


@jit
def grown_prospect(card: Prophecy, coatl: Coatl, stock: Stock, side: int, tokens: Tokens, least: float) -> float:
    """The points of a prophecy when its pattern is added at one side of the coatl, once and again."""
    pieces = np.empty(COATL_LENGTH + 2 * MARGIN, np.int8)
    low = MARGIN
    high = low + int(coatl.length)
    pieces[low:high] = coatl.pieces[: coatl.length]
    bodies = stock.bodies[:GOLD].copy()
    share = 1.0
    best = least
    offered = tokens.offered
    while high - low + tokens.size <= COATL_LENGTH and high - low < coatl.length + LONGEST_PLAN:
        for i in range(offered, tokens.size):
            token = tokens.first + (i if side > 0 else tokens.size - 1 - i)
            colour = colour_for(card, token, bodies)
            share *= use(bodies, colour, stock)
            if side > 0:
                pieces[high] = colour
                high += 1
            else:
                low -= 1
                pieces[low] = colour
        offered = 0
        if share * card.highest <= best:
            break
        best = max(best, share * prophecy_points(card, pieces[low:], high - low))
    return best


@jit_in_place
def colour_for(card: Prophecy, token: int, bodies: Ints) -> int:
    """A colour that the token takes, if possible one that is at hand."""
    best = EMPTY
    for colour in range(GOLD):
        if (card.pattern.matches[colour] >> token) & 1:
            if best == EMPTY or bodies[colour] > bodies[best]:
                best = colour
    return best


@jit_in_place
def use(bodies: Ints, colour: int, stock: Stock) -> float:
    """The share of the points that the next piece leaves; one at hand is used up."""
    if bodies[colour] > 0:
        bodies[colour] -= 1
        return stock.placed
    return stock.found


@jit
def multiset_prospect(card: Prophecy, coatl: Coatl, stock: Stock) -> float:
    """The points that a multiset may bring: its pieces may lie anywhere."""
    bodies = stock.bodies[:GOLD].copy()
    value = float(card.highest)
    for colour in range(GOLD):
        missing = int(card.needs[colour])
        for i in range(coatl.length):
            if coatl.pieces[i] == colour:
                missing -= 1
        for _ in range(missing):
            value *= use(bodies, colour, stock)
    return value
