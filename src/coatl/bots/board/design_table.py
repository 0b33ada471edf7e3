"""The table of a seat's designs: what was grown, closed with every head and tail that can be had, the best of each."""

from typing import NamedTuple

import numpy as np

from coatl.board.state import BODY, COATLS, EMPTY, GOLD, HEAD, NEEDS_FOUR, NEEDS_TEMPLE, TAIL, Coatl
from coatl.bots.board.card_choice import choose_best, choose_temple, lacking_cards, write_card_points
from coatl.bots.board.designs import (
    DESIGN,
    KNOWN,
    LEFT,
    LONGEST,
    MOST_ADDED,
    RIGHT,
    Design,
    Growth,
    add,
    begin_design,
    expand,
    insert,
    pieces_key_of,
    usable_cards,
)
from coatl.bots.board.resources import CARDS, Context, Holdings, Resources, bit_count
from coatl.bots.board.turn_costs import turns_for
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

STEPS = 4  # times that each coatl is grown
DESIGNS_EACH = 50
MOST_DESIGNS = DESIGNS_EACH * COATLS
KEPT_DESIGNS = 20  # for each coatl, in rollouts
MOST_ASSEMBLIES = 19  # plans that assemble, which come first: three behind each of six complete designs, one besides
HERE = MOST_ASSEMBLIES  # the place of the size of the table where the plans begin
OUTERMOST = -1  # the outermost piece becomes the end, or the end that is there already


class FoundDesigns(NamedTuple):
    """The designs that were found while plans were made, so that rollouts need not look for them again."""

    here: Records  # where the plans begin
    behind: Records  # the best ones behind each plan that assembles, by its place
    sizes: Ints  # of these tables; EMPTY where nobody looked


def nothing_found() -> FoundDesigns:
    """Tables in which nothing is known yet."""
    return FoundDesigns(
        here=np.empty(MOST_DESIGNS, DESIGN),
        behind=np.empty((MOST_ASSEMBLIES, KEPT_DESIGNS * COATLS), DESIGN),
        sizes=np.full(MOST_ASSEMBLIES + 1, EMPTY, np.int64),
    )


@jit_in_place
def find_designs(context: Context, holdings: Records, designs: Records) -> int:
    """Writes the best designs of every open coatl, and of the next one to be started; returns how many there are."""
    player = context.states[0].players[context.seat]
    count = 0
    for number in range(min(int(player.coatl_count) + 1, int(context.decks[0].coatls))):
        if number == player.coatl_count or not player.coatls[number].closed:
            count = add_designs(context, holdings, number, designs, count)
    return count


@jit
def add_designs(context: Context, holdings: Records, slot: int, into: Records, count: int) -> int:
    """Adds the best designs for one coatl."""
    coatl = context.states[0].players[context.seat].coatls[slot]
    width = int(context.weights[0].width)
    beam, better, trial = np.zeros(width, DESIGN), np.zeros(width, DESIGN), np.zeros(1, DESIGN)
    begin_design(beam[0], coatl, slot)
    growth = Growth(context, holdings, coatl, usable_cards(context, coatl), trial, np.zeros(KNOWN, np.int64))
    begin = count
    count = add_closed(growth, beam[0], into, begin, count)
    size = 1
    for _ in range(STEPS):
        found = 0
        for i in range(size):
            if beam[i].length < LONGEST and beam[i].length - coatl.length < MOST_ADDED:
                found = expand(growth, beam[i], better, found)
        for i in range(found):
            count = add_closed(growth, better[i], into, begin, count)
            beam[i] = better[i]
        size = found
    return count


@jit_in_place
def add_closed(growth: Growth, node: Design, into: Records, begin: int, count: int) -> int:
    """Adds a design with every pair of ends that it lacks: other pieces, or the outermost ones that were added."""
    context, holdings, coatl, trial = growth.context, growth.holdings[0], growth.coatl, growth.trial
    left = int(node.left) if coatl.length else 1
    right = int(node.length) - int(node.left) - int(coatl.length) if coatl.length else 1
    for head in range(OUTERMOST, GOLD):
        if not end_possible(context, holdings, coatl.head, head, HEAD, left):
            continue
        for tail in range(OUTERMOST, GOLD):
            if not end_possible(context, holdings, coatl.tail, tail, TAIL, right):
                continue
            trial[0] = node
            give_ends(trial[0], coatl, head, tail)
            if trial[0].length >= 3 and all_there(context, holdings, trial[0]):
                count = add_variants(growth, into, begin, count)
    return count


@jit_in_place
def end_possible(context: Context, holdings: Holdings, there: int, colour: int, piece: int, added: int) -> bool:
    """Whether a coatl may get an end of this colour, or its outermost piece as one."""
    if there:
        return colour == OUTERMOST
    if colour == OUTERMOST:
        return added > 0
    return bool(holdings.stock[piece, colour] + context.resources[0].left[piece, colour] > 0)


@jit_in_place
def give_ends(design: Design, coatl: Coatl, head: int, tail: int) -> None:
    """Gives a design the ends that it lacks."""
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


@jit_in_place
def all_there(context: Context, holdings: Holdings, design: Design) -> bool:
    """Whether its ends, and enough body segments of each colour, are still in the game."""
    left, stock = context.resources[0].left, holdings.stock
    if design.head != EMPTY and stock[HEAD, design.head] + left[HEAD, design.head] == 0:
        return False
    if design.tail != EMPTY and stock[TAIL, design.tail] + left[TAIL, design.tail] == 0:
        return False
    for colour in range(GOLD):
        if design.bodies[colour] < 0 or design.bodies[colour] > stock[BODY, colour] + left[BODY, colour]:
            return False
    return True


@jit
def add_variants(growth: Growth, into: Records, begin: int, count: int) -> int:
    """Adds the finished coatl that is tried with its best cards: from hand alone, and with those of the row."""
    context, holdings, coatl, design = growth.context, growth.holdings[0], growth.coatl, growth.trial[0]
    difficulties, weights = context.states[0].options.difficulties, context.weights[0]
    design.pieces_key = pieces_key_of(design, coatl)
    for i in range(begin, count):
        if into[i].pieces_key == design.pieces_key and into[i].head == design.head and into[i].tail == design.tail:
            return count
    card_points = np.empty(CARDS, np.int64)
    lying = write_card_points(context, coatl, growth.usable, holdings.hand, design, card_points)
    for only_hand in (True, False):
        eligible = card_points.copy()
        if only_hand:
            exclude_row(eligible, context.resources[0], holdings.hand)
        points = lying + choose_best(context, coatl, design, eligible)
        if not only_hand and design.cards & ~holdings.hand == 0:
            continue  # the row adds nothing
        design.lacking = lacking_cards(context, coatl, design)
        if design.lacking and not (difficulties[NEEDS_FOUR] and coatl.card_count + bit_count(design.cards)):
            continue
        points += choose_temple(context, coatl, design)
        if design.temple == EMPTY and difficulties[NEEDS_TEMPLE]:
            continue
        design.points = points
        design.value = points - weights.choice * turns_for(design, context.resources[0], holdings, weights)
        count = insert_variant(context, growth.trial, into, begin, count)
    return count


@jit_in_place
def insert_variant(context: Context, trial: Records, into: Records, begin: int, count: int) -> int:
    """Puts the design that is tried among the best; returns how many there are.

    With difficulty 4 the same pieces and cards stand in many orders, which would crowd out what else there is: of those
    only the one with the most points.
    """
    design = trial[0]
    design.needs_key = needs_key_of(design)
    if context.states[0].options.difficulties[NEEDS_FOUR]:
        for i in range(begin, count):
            if into[i].needs_key == design.needs_key:
                if design.points > into[i].points:
                    into[i] = design
                return count
    return insert(trial, into, begin, count, DESIGNS_EACH)


@jit_in_place
def needs_key_of(design: Design) -> int:
    """A number that is the same for designs that take the same pieces, cards and temple."""
    key = (int(design.cards) << 3) + int(design.temple) + 1
    for end in (design.head, design.tail):
        key = (key << 3) + int(end) + 1
    for colour in range(GOLD):
        key = (key << 4) + int(design.bodies[colour])
    return key


@jit_in_place
def exclude_row(card_points: Ints, resources: Resources, hand: int) -> None:
    """Sets the points of cards that are not in hand to 0."""
    for i in range(resources.card_count):
        if not (hand >> i) & 1:
            card_points[i] = 0


@jit
def keep_designs(designs: Records, size: int, into: Records) -> int:
    """Copies the best designs of each coatl; returns how many there are."""
    kept = 0
    used = np.zeros(size, np.int8)
    for slot in range(COATLS):
        for _ in range(KEPT_DESIGNS):
            best = EMPTY
            for i in range(size):
                if (
                    designs[i].slot == slot
                    and not used[i]
                    and (best == EMPTY or designs[i].value > designs[best].value)
                ):
                    best = i
            if best == EMPTY:
                break
            used[best] = 1
            into[kept] = designs[best]
            kept += 1
    return kept
