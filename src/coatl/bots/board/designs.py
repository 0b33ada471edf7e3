"""Designs: how a coatl might look when it is finished, with its cards and its temple.

A search grows each coatl by what the cards ask for, a few pieces at a time and the best ones side by side, and closes
what it finds with a head and a tail.
"""

from typing import Annotated

import numpy as np
import numpy.typing as npt

from coatl.board.finishing import enough_cards, may_lie_beside
from coatl.board.scoring import covers, goals_met, gods_beside, prophecy_points, tally
from coatl.board.state import (
    BODY,
    COATL_LENGTH,
    DIFFERENT_GODS,
    EMPTY,
    GOLD,
    HEAD,
    NEEDS_TEMPLE,
    TAIL,
    Coatl,
    State,
)
from coatl.board.tables import COUNT, MULTISET, Deck
from coatl.bots.board.means import CARDS, Means
from coatl.bots.board.prices import turns_for
from coatl.bots.board.weights import TEMPO, WIDTH
from coatl.engine.jit import jit
from coatl.engine.patterns import NOTHING
from coatl.engine.records import Int8, Int16, Int64, Ints, Records, dtype_of

Floats = npt.NDArray[np.float64]

LONGEST = 22  # pieces; a longer coatl is only closed
WIDEST = 40  # coatls that are grown side by side, at most
STEPS = 4  # times that each is grown
MOST_ADDED = 11


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
    temple: Int8  # the place of its temple among those in reach
    value: Annotated[float, np.float64]
    shape_key: Int64  # the same for the same pieces


DESIGN = dtype_of(Design)


@jit
def find_designs(
    state: State, deck: Deck, seat: int, slot: int, means: Means, weights: Floats, into: Records, count: int, most: int
) -> int:
    """Adds designs for one coatl, the best `most` of them; returns how many there are in all."""
    coatl = state.players[seat].coatls[slot]
    width = int(weights[WIDTH])
    beam, better = np.zeros(width, DESIGN), np.zeros(width, DESIGN)
    trial = np.zeros(1, DESIGN)
    node = beam[0]
    node.slot = slot
    node.length = coatl.length
    node.pieces[: coatl.length] = coatl.pieces[: coatl.length]
    begin = count
    usable = usable_cards(state, deck, coatl, means)
    count = close(state, deck, coatl, means, usable, weights, node, trial, into, begin, count, most)
    size = 1
    for _ in range(STEPS):
        found = 0
        for i in range(size):
            if beam[i].length < LONGEST and beam[i].length - coatl.length < MOST_ADDED:
                found = grow(state, deck, coatl, means, usable, weights, beam[i], trial, better, found)
        for i in range(found):
            count = close(state, deck, coatl, means, usable, weights, better[i], trial, into, begin, count, most)
            beam[i] = better[i]
        size = found
    return count


@jit
def usable_cards(state: State, deck: Deck, coatl: Coatl, means: Means) -> int:
    """The set of the cards that may lie beside the coatl."""
    usable = 0
    if coatl.card_count < deck.most_cards:
        for i in range(means.card_count):
            if may_lie_beside(state, deck, coatl, means.cards[i]):
                usable |= 1 << i
    return usable


# ---------------------------------------------------------------- growing


@jit
def grow(
    state: State,
    deck: Deck,
    coatl: Coatl,
    means: Means,
    usable: int,
    weights: Floats,
    node: Design,
    trial: Records,
    better: Records,
    found: int,
) -> int:
    """Every way to add what a card asks for, at either side, and every single piece."""
    for side in range(2):
        if (side == 0 and coatl.head) or (side == 1 and coatl.tail):
            continue
        for colour in range(GOLD):
            trial[0] = node
            add(trial[0], side, colour)
            found = keep(state, deck, coatl, means, usable, weights, trial, better, found)
        for i in range(coatl.card_count):
            found = grow_by(
                state, deck, coatl, means, usable, weights, node, trial, better, found, side, int(coatl.cards[i])
            )
        for i in range(means.card_count):
            if (usable >> i) & 1:
                found = grow_by(
                    state, deck, coatl, means, usable, weights, node, trial, better, found, side, int(means.cards[i])
                )
    return found


@jit
def grow_by(
    state: State,
    deck: Deck,
    coatl: Coatl,
    means: Means,
    usable: int,
    weights: Floats,
    node: Design,
    trial: Records,
    better: Records,
    found: int,
    side: int,
    number: int,
) -> int:
    """The pattern of one card at one side; the end of the coatl may already offer some of its pieces."""
    card = deck.prophecies[number]
    if card.kind == COUNT or card.kind == MULTISET:
        return found  # single pieces do
    firsts, lasts = card.pattern.starts[NOTHING], card.pattern.ends[NOTHING]
    tokens = 1
    while not (lasts >> (tokens - 1)) & 1:
        tokens += 1
    first = 0
    while firsts >> first:  # with `=` in the pattern one round for each colour
        for offered in range(min(tokens - 1, int(node.length) + 1)):
            trial[0] = node
            for i in range(offered, tokens):
                token = first + (i if side == 1 else tokens - 1 - i)
                add(trial[0], side, colour_for(card.pattern.matches, token, means))
            found = keep(state, deck, coatl, means, usable, weights, trial, better, found)
        first += tokens
    return found


@jit
def add(node: Design, side: int, colour: int) -> None:
    length = int(node.length)
    if side == 0:
        for i in range(length, 0, -1):
            node.pieces[i] = node.pieces[i - 1]
        node.pieces[0] = colour
        node.left += 1
    else:
        node.pieces[length] = colour
    node.length = length + 1
    node.bodies[colour] += 1


@jit
def colour_for(matches: Ints, token: int, means: Means) -> int:
    """A colour that the token takes, if possible one that is at hand."""
    best = EMPTY
    for colour in range(GOLD):
        if (matches[colour] >> token) & 1 and (best == EMPTY or means.stock[BODY, colour] > means.stock[BODY, best]):
            best = colour
    return best


@jit
def keep(
    state: State,
    deck: Deck,
    coatl: Coatl,
    means: Means,
    usable: int,
    weights: Floats,
    trial: Records,
    better: Records,
    found: int,
) -> int:
    """Keeps a coatl if it is among the best that are grown; returns how many there are."""
    node = trial[0]
    if node.length >= LONGEST or node.length - coatl.length > MOST_ADDED:
        return found
    shape_key = key_of_shape(node, coatl)
    for i in range(found):
        if better[i].shape_key == shape_key:
            return found
    node.shape_key = shape_key
    node.head = node.tail = EMPTY
    points = choose_cards(state, deck, coatl, means, usable, node)
    node.value = points - weights[TEMPO] * turns_for(node, means, means.stock, means.row, weights)
    return insert(trial, better, 0, found, len(better))


@jit
def key_of_shape(node: Design, coatl: Coatl) -> int:
    shape_key = int(node.left) if coatl.length else 0
    for i in range(node.length):
        shape_key = (shape_key * 7 + int(node.pieces[i]) + 1) & 0x7FFFFFFFFFFF
    return shape_key


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


# ---------------------------------------------------------------- closing


@jit
def close(
    state: State,
    deck: Deck,
    coatl: Coatl,
    means: Means,
    usable: int,
    weights: Floats,
    node: Design,
    trial: Records,
    into: Records,
    begin: int,
    count: int,
    most: int,
) -> int:
    """Every way to give it the ends that it lacks: another piece, or the outermost one that was added."""
    for head in range(-1, GOLD):
        if not end_possible(coatl.head, head, HEAD, int(node.left) if coatl.length else 1, means):
            continue
        for tail in range(-1, GOLD):
            right = int(node.length) - int(node.left) - int(coatl.length) if coatl.length else 1
            if not end_possible(coatl.tail, tail, TAIL, right, means):
                continue
            trial[0] = node
            done = trial[0]
            give_ends(done, coatl, head, tail)
            if done.length < 3 or not ends_there(done, means):
                continue
            done.shape_key = key_of_shape(done, coatl) * 36 + (head + 1) * 6 + tail + 1
            count = judge(state, deck, coatl, means, usable, weights, trial, into, begin, count, most)
    return count


@jit
def end_possible(there: int, colour: int, piece: int, added: int, means: Means) -> bool:
    """-1 stands for the end that is there, or for the outermost piece that was added."""
    if there:
        return colour == -1
    if colour == -1:
        return added > 0
    return bool(means.stock[piece, colour] > 0 or means.left[piece, colour] > 0)


@jit
def give_ends(done: Design, coatl: Coatl, head: int, tail: int) -> None:
    done.head = done.tail = EMPTY
    if not coatl.head:
        if head == -1:
            done.bodies[done.pieces[0]] -= 1
        else:
            add(done, 0, head)
            done.bodies[head] -= 1
        done.head = done.pieces[0]
    if not coatl.tail:
        if tail == -1:
            done.bodies[done.pieces[done.length - 1]] -= 1
        else:
            add(done, 1, tail)
            done.bodies[tail] -= 1
        done.tail = done.pieces[done.length - 1]


@jit
def ends_there(done: Design, means: Means) -> bool:
    """Whether its ends, and enough body segments of each colour, are still in the game."""
    if done.head != EMPTY and means.stock[HEAD, done.head] + means.left[HEAD, done.head] == 0:
        return False
    if done.tail != EMPTY and means.stock[TAIL, done.tail] + means.left[TAIL, done.tail] == 0:
        return False
    for colour in range(GOLD):
        if done.bodies[colour] < 0 or done.bodies[colour] > means.stock[BODY, colour] + means.left[BODY, colour]:
            return False
    return True


@jit
def judge(
    state: State,
    deck: Deck,
    coatl: Coatl,
    means: Means,
    usable: int,
    weights: Floats,
    trial: Records,
    into: Records,
    begin: int,
    count: int,
    most: int,
) -> int:
    """Notes a finished coatl with its best cards, from hand alone and with those of the row."""
    for i in range(begin, count):
        if into[i].shape_key == trial[0].shape_key:
            return count
    done = trial[0]
    hand = usable & means.hand
    for cards in (hand, usable):
        points = choose_cards(state, deck, coatl, means, cards, done)
        number = coatl.card_count
        for i in range(CARDS):
            number += (done.cards >> i) & 1
        if not enough_cards(state, deck, int(number)):
            continue
        points += choose_temple(deck, coatl, means, done)
        if done.temple == EMPTY and state.options.difficulties[NEEDS_TEMPLE]:
            continue
        done.points = points
        done.value = points - weights[TEMPO] * turns_for(done, means, means.stock, means.row, weights)
        if cards == usable and done.cards & ~hand == 0:
            continue  # the row adds nothing
        count = insert(trial, into, begin, count, most)
    return count


@jit
def choose_cards(state: State, deck: Deck, coatl: Coatl, means: Means, cards: int, done: Design) -> int:
    """The best cards for these pieces, the dearest first; returns the points of all that lie there then."""
    points = 0
    for i in range(coatl.card_count):
        points += prophecy_points(deck.prophecies[coatl.cards[i]], done.pieces, done.length)
    worth = np.zeros(CARDS, np.int64)
    have = tally(done.pieces, done.length)
    for i in range(means.card_count):
        if (cards >> i) & 1 and covers(have, deck.prophecies[means.cards[i]].least):
            worth[i] = 2 * prophecy_points(deck.prophecies[means.cards[i]], done.pieces, done.length)
            if worth[i] and (means.hand >> i) & 1:
                worth[i] += 1  # one in hand before an equal one of the row
    done.cards = 0
    for _ in range(deck.most_cards - coatl.card_count):
        best = 0
        for i in range(1, means.card_count):
            if worth[i] > worth[best]:
                best = i
        if worth[best] <= 0:
            break
        points += worth[best] // 2
        done.cards |= 1 << best
        rule_out(state, deck, means, worth, best)
    return points


@jit
def rule_out(state: State, deck: Deck, means: Means, worth: Ints, chosen: int) -> None:
    """Cards that may not lie beside the chosen one: its twins; with difficulty 3 those of its god."""
    card = deck.prophecies[means.cards[chosen]]
    for i in range(means.card_count):
        other = deck.prophecies[means.cards[i]]
        if other.twin == card.twin or (state.options.difficulties[DIFFERENT_GODS] and other.god == card.god):
            worth[i] = 0


@jit
def choose_temple(deck: Deck, coatl: Coatl, means: Means, done: Design) -> int:
    """The best temple in reach; returns its points."""
    gods = gods_beside(deck, coatl)
    for i in range(means.card_count):
        if (done.cards >> i) & 1:
            gods |= 1 << int(deck.prophecies[means.cards[i]].god)
    best = 0
    done.temple = EMPTY
    for i in range(means.temple_count):
        temple = deck.temples[means.temples[i]]
        points = int(temple.points[goals_met(temple, done.pieces, done.length, gods)])
        if points > best:
            best = points
            done.temple = i
    return best
