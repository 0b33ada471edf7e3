"""A table of designs: what was grown, closed with every head and tail that can be had, and the best of that."""

import numpy as np

from coatl.board.state import BODY, COATLS, EMPTY, GOLD, HEAD, NEEDS_FOUR, NEEDS_TEMPLE, TAIL, Coatl
from coatl.bots.board.cards import choose_temple, lacking_cards, pick_cards, weigh_cards
from coatl.bots.board.designs import (
    DESIGN,
    LEFT,
    LONGEST,
    MOST_ADDED,
    RIGHT,
    SEEN,
    Design,
    add,
    first_node,
    grow,
    insert,
    likeness_of,
    usable_cards,
)
from coatl.bots.board.means import CARDS, Desk, Holdings, Means, bits
from coatl.bots.board.prices import turns_for
from coatl.bots.board.weights import CHOICE, WIDTH
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

STEPS = 4  # times that each coatl is grown
DESIGNS_EACH = 50
MOST_DESIGNS = DESIGNS_EACH * COATLS
OUTERMOST = -1  # the outermost piece becomes the end, or the end that is there already


@jit
def find_designs(desk: Desk, holdings: Holdings, designs: Records) -> int:
    """The designs of every coatl that is open, and of the next one to be started; returns how many there are."""
    player = desk.states[0].players[desk.seat]
    count = 0
    for number in range(min(int(player.coatl_count) + 1, int(desk.decks[0].coatls))):
        if number == player.coatl_count or not player.coatls[number].closed:
            count = designs_of(desk, holdings, number, designs, count)
    return count


@jit
def designs_of(desk: Desk, holdings: Holdings, slot: int, into: Records, count: int) -> int:
    """Adds the best designs for one coatl."""
    coatl = desk.states[0].players[desk.seat].coatls[slot]
    width = int(desk.weights[WIDTH])
    beam, better, trial = np.zeros(width, DESIGN), np.zeros(width, DESIGN), np.zeros(1, DESIGN)
    first_node(beam[0], coatl, slot)
    seen = np.zeros(SEEN, np.int64)
    usable = usable_cards(desk, coatl)
    begin = count
    count = close(desk, holdings, coatl, usable, beam[0], trial, into, begin, count)
    size = 1
    for _ in range(STEPS):
        found = 0
        for i in range(size):
            if beam[i].length < LONGEST and beam[i].length - coatl.length < MOST_ADDED:
                found = grow(desk, holdings, coatl, usable, beam[i], trial, better, found, seen)
        for i in range(found):
            count = close(desk, holdings, coatl, usable, better[i], trial, into, begin, count)
            beam[i] = better[i]
        size = found
    return count


@jit
def close(
    desk: Desk,
    holdings: Holdings,
    coatl: Coatl,
    usable: int,
    node: Design,
    trial: Records,
    into: Records,
    begin: int,
    count: int,
) -> int:
    """Every way to give it the ends that it lacks: another piece, or the outermost one that was added."""
    left = int(node.left) if coatl.length else 1
    right = int(node.length) - int(node.left) - int(coatl.length) if coatl.length else 1
    for head in range(OUTERMOST, GOLD):
        if not end_possible(desk, holdings, coatl.head, head, HEAD, left):
            continue
        for tail in range(OUTERMOST, GOLD):
            if not end_possible(desk, holdings, coatl.tail, tail, TAIL, right):
                continue
            trial[0] = node
            give_ends(trial[0], coatl, head, tail)
            if trial[0].length >= 3 and all_there(desk, holdings, trial[0]):
                count = judge(desk, holdings, coatl, usable, trial, into, begin, count)
    return count


@jit
def end_possible(desk: Desk, holdings: Holdings, there: int, colour: int, piece: int, added: int) -> bool:
    if there:
        return colour == OUTERMOST
    if colour == OUTERMOST:
        return added > 0
    return bool(holdings.stock[piece, colour] + desk.means[0].left[piece, colour] > 0)


@jit
def give_ends(design: Design, coatl: Coatl, head: int, tail: int) -> None:
    design.head = design.tail = EMPTY
    if not coatl.head:
        if head != OUTERMOST:
            add(design, LEFT, head)
        design.head = design.pieces[0]
        design.bodies[design.head] -= 1
    if not coatl.tail:
        if tail != OUTERMOST:
            add(design, RIGHT, tail)
        design.tail = design.pieces[design.length - 1]
        design.bodies[design.tail] -= 1


@jit
def all_there(desk: Desk, holdings: Holdings, design: Design) -> bool:
    """Whether its ends, and enough body segments of each colour, are still in the game."""
    left, stock = desk.means[0].left, holdings.stock
    if design.head != EMPTY and stock[HEAD, design.head] + left[HEAD, design.head] == 0:
        return False
    if design.tail != EMPTY and stock[TAIL, design.tail] + left[TAIL, design.tail] == 0:
        return False
    for colour in range(GOLD):
        if design.bodies[colour] < 0 or design.bodies[colour] > stock[BODY, colour] + left[BODY, colour]:
            return False
    return True


@jit
def judge(
    desk: Desk,
    holdings: Holdings,
    coatl: Coatl,
    usable: int,
    trial: Records,
    into: Records,
    begin: int,
    count: int,
) -> int:
    """Notes a finished coatl with its best cards, from hand alone and with those of the row."""
    state, design = desk.states[0], trial[0]
    design.likeness = likeness_of(design, coatl)
    for i in range(begin, count):
        if into[i].likeness == design.likeness and into[i].head == design.head and into[i].tail == design.tail:
            return count
    worth = np.empty(CARDS, np.int64)
    lying = weigh_cards(desk, coatl, usable, holdings.hand, design, worth)
    for only_hand in (True, False):
        weighed = worth.copy()
        if only_hand:
            keep_hand(weighed, desk.means[0], holdings.hand)
        points = lying + pick_cards(desk, coatl, design, weighed)
        if not only_hand and design.cards & ~holdings.hand == 0:
            continue  # the row adds nothing
        design.lacking = lacking_cards(desk, coatl, design)
        if design.lacking and not (state.options.difficulties[NEEDS_FOUR] and coatl.card_count + bits(design.cards)):
            continue
        points += choose_temple(desk, coatl, design)
        if design.temple == EMPTY and state.options.difficulties[NEEDS_TEMPLE]:
            continue
        design.points = points
        design.value = points - desk.weights[CHOICE] * turns_for(design, desk.means[0], holdings, desk.weights)
        count = note(desk, trial, into, begin, count)
    return count


@jit
def note(desk: Desk, trial: Records, into: Records, begin: int, count: int) -> int:
    """Puts a design among the best.

    With difficulty 4 the same pieces and cards stand in many orders, which would crowd out what else there is: of those
    only the one with the most points.
    """
    design = trial[0]
    design.needs = needs_of(design)
    if desk.states[0].options.difficulties[NEEDS_FOUR]:
        for i in range(begin, count):
            if into[i].needs == design.needs:
                if design.points > into[i].points:
                    into[i] = design
                return count
    return insert(trial, into, begin, count, DESIGNS_EACH)


@jit
def needs_of(design: Design) -> int:
    """The same for designs that take the same pieces, cards and temple."""
    needs = (int(design.cards) << 3) + int(design.temple) + 1
    for end in (design.head, design.tail):
        needs = (needs << 3) + int(end) + 1
    for colour in range(GOLD):
        needs = (needs << 4) + int(design.bodies[colour])
    return needs


@jit
def keep_hand(worth: Ints, means: Means, hand: int) -> None:
    """Cards that are not in hand count for nothing."""
    for i in range(means.card_count):
        if not (hand >> i) & 1:
            worth[i] = 0
