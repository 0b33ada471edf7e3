"""What a prophecy may still bring at a coatl: the points of a level, less for every piece between here and there."""

import numpy as np

from coatl.board.scoring import prophecy_points, times_of
from coatl.board.state import COATL_LENGTH, EMPTY, GOLD, Coatl
from coatl.board.tables import MULTISET, Deck, Prophecy
from coatl.engine.jit import jit
from coatl.engine.patterns import MOST_TOKENS, NOTHING
from coatl.engine.records import Ints

PLACED = 0.97  # of the points, for each piece of the plan that is at hand
LONGEST_PLAN = 8  # pieces
MARGIN = LONGEST_PLAN + MOST_TOKENS


@jit
def takes_more(deck: Deck, coatl: Coatl) -> bool:
    """Whether one more prophecy may be laid beside the coatl."""
    return bool(not coatl.closed and coatl.card_count < deck.most_cards)


@jit
def prospect(card: Prophecy, coatl: Coatl, bodies: Ints, found: float) -> float:
    """The best of all levels; `bodies` are the segments at hand, `found` is how sure any other piece is."""
    best = float(card.points[times_of(card, coatl.pieces, coatl.length)])
    if card.kind == MULTISET:
        return max(best, collected(card, coatl, bodies, found))
    firsts, lasts = card.pattern.starts[NOTHING], card.pattern.ends[NOTHING]
    tokens = 1
    while not (lasts >> (tokens - 1)) & 1:
        tokens += 1
    first = 0
    while firsts >> first:  # one round; with `=` in the pattern one for each colour
        for offered in range(tokens if coatl.length else 1):
            if not coatl.head:
                best = max(best, grown(card, coatl, bodies, found, -1, first, tokens, offered, best))
            if not coatl.tail:
                best = max(best, grown(card, coatl, bodies, found, 1, first, tokens, offered, best))
        first += tokens
    return best


@jit
def grown(
    card: Prophecy,
    coatl: Coatl,
    bodies: Ints,
    found: float,
    side: int,
    first: int,
    tokens: int,
    offered: int,
    least: float,
) -> float:
    """The coatl with the pattern added at one side, once and again; its end may already offer some of the tokens."""
    pieces = np.empty(COATL_LENGTH + 2 * MARGIN, np.int8)
    low = MARGIN
    high = low + int(coatl.length)
    pieces[low:high] = coatl.pieces[: coatl.length]
    stock = bodies[:GOLD].copy()
    sure = 1.0
    best = least
    while high - low + tokens <= COATL_LENGTH and high - low < coatl.length + LONGEST_PLAN:
        for i in range(offered, tokens):
            colour = colour_for(card, first + (i if side > 0 else tokens - 1 - i), stock)
            sure *= use(stock, colour, found)
            if side > 0:
                pieces[high] = colour
                high += 1
            else:
                low -= 1
                pieces[low] = colour
        offered = 0
        if sure * card.highest <= best:
            break
        best = max(best, sure * prophecy_points(card, pieces[low:], high - low))
    return best


@jit
def colour_for(card: Prophecy, token: int, stock: Ints) -> int:
    """A colour that the token takes, if possible one that is at hand."""
    best = EMPTY
    for colour in range(GOLD):
        if (card.pattern.matches[colour] >> token) & 1:
            if best == EMPTY or stock[colour] > stock[best]:
                best = colour
    return best


@jit
def use(stock: Ints, colour: int, found: float) -> float:
    """How sure the next piece of a plan is; one at hand is used up."""
    if stock[colour] > 0:
        stock[colour] -= 1
        return PLACED
    return found


@jit
def collected(card: Prophecy, coatl: Coatl, bodies: Ints, found: float) -> float:
    """A multiset: its pieces may lie anywhere."""
    stock = bodies[:GOLD].copy()
    value = float(card.highest)
    for colour in range(GOLD):
        missing = int(card.needs[colour])
        for i in range(coatl.length):
            if coatl.pieces[i] == colour:
                missing -= 1
        for _ in range(missing):
            value *= use(stock, colour, found)
    return value
