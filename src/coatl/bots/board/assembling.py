"""Plans that assemble: complete designs are finished, and others are built on with what is at hand."""

import numpy as np

from coatl.board.apply import apply_action, closed_coatls
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import (
    DONE,
    EXTEND,
    FULFIL,
    HEAD_SIDE,
    LEFT,
    RIGHT,
    START,
    TAIL_SIDE,
    TEMPLE_HAND,
    TEMPLE_PILE,
)
from coatl.board.state import ASSEMBLE, BODY, COATLS, EMPTY, FINISH, HEAD, OVER, STATE, TURN, State
from coatl.board.tables import Deck
from coatl.bots.board.closing import MOST_DESIGNS, find_designs
from coatl.bots.board.designs import DESIGN, Design
from coatl.bots.board.means import HOLDINGS, MEANS, Desk, gather
from coatl.bots.board.pieces import is_complete, use
from coatl.bots.board.plans import Plan, add_step, begin_plan, turns_after
from coatl.bots.board.worth import standing, standing_anew, worth
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

TRIED = 6  # complete designs that are tried


@jit
def assembling(desk: Desk, holdings: Records, designs: Records, size: int, plans: Records, count: int) -> int:
    """Finishing what is complete, one coatl or two; building on at the best designs."""
    state = desk.states[0]
    turns = turns_after(state, holdings[0].turns)
    trial = np.empty(1, STATE)
    best = np.empty(TRIED, np.int64)
    for i in range(best_complete(desk, holdings, designs, size, best)):
        if count + 4 > len(plans):
            break
        trial[0] = state
        begin_plan(plans[count], EMPTY)
        if finish(desk, trial[0], designs[best[i]], plans[count]):
            there = Desk(trial, desk.decks, desk.means, desk.weights, desk.seat)
            count = go_on(there, turns, plans, count)
    if count < len(plans):
        trial[0] = state
        begin_plan(plans[count], EMPTY)
        there = Desk(trial, desk.decks, desk.means, desk.weights, desk.seat)
        count = build_on(there, holdings, designs, size, turns, plans, count)
    return count


@jit
def best_complete(desk: Desk, holdings: Records, designs: Records, size: int, best: Ints) -> int:
    """The designs whose pieces and cards are at hand, the best first, by how the seat stands afterwards."""
    values = np.full(len(best), -np.inf)
    after = np.empty(1, HOLDINGS)
    found = 0
    for i in range(size):
        if not is_complete(designs[i], holdings[0]):
            continue
        after[0] = holdings[0]
        use(designs[i], after[0])
        after[0].closed += 1
        value = designs[i].points + standing(desk, designs, size, after[0])
        place = len(best)
        while place > 0 and values[place - 1] < value:
            place -= 1
        if place < len(best):
            values[place + 1 :] = values[place:-1].copy()
            best[place + 1 :] = best[place:-1].copy()
            values[place], best[place] = value, i
            found = min(found + 1, len(best))
    return found


@jit
def step(state: State, deck: Deck, plan: Plan, action: int) -> bool:
    """Plays an action if it is legal, and notes it."""
    legal = np.empty(MOST_LEGAL, np.int16)
    for i in range(legal_actions(state, deck, legal)):
        if legal[i] == action:
            apply_action(state, deck, action)
            add_step(plan, action)
            return True
    return False


@jit
def finish(desk: Desk, state: State, design: Design, plan: Plan) -> bool:
    """Plays a complete design: its pieces, its cards and its temple. False if the rules forbid it."""
    means, deck = desk.means[0], desk.decks[0]
    if not place_pieces(desk, state, design, plan, True) or state.pending != FINISH:
        return False
    for i in range(means.card_count):
        if (design.cards >> i) & 1:
            if not step(state, deck, plan, FULFIL + int(means.cards[i]) * COATLS + int(design.slot)):
                return False
    if design.temple == EMPTY:
        return step(state, deck, plan, DONE)
    temple = int(means.temples[design.temple])
    if step(state, deck, plan, TEMPLE_HAND + temple):
        return True
    for pile in range(deck.piles):
        if state.temples.tops[pile] == temple:
            return step(state, deck, plan, TEMPLE_PILE + pile)
    return step(state, deck, plan, DONE)


@jit
def place_pieces(desk: Desk, state: State, design: Design, plan: Plan, all_of_it: bool) -> bool:
    """The pieces of a design from the coatl outwards; without `all_of_it` only body segments that are at hand."""
    player, deck = state.players[desk.seat], desk.decks[0]
    slot, length = int(design.slot), int(design.length)
    if slot < player.coatl_count:
        low = int(design.left)
        high = low + int(player.coatls[slot].length)
    else:
        low = 0 if all_of_it else longest_stretch(player.board, design)
        piece = HEAD if low == 0 else BODY
        if low == EMPTY or not step(state, deck, plan, START + piece * 5 + int(design.pieces[low])):
            return False
        high = low + 1
    while low > 0:
        colour, is_head = int(design.pieces[low - 1]), low == 1 and design.head != EMPTY
        if not all_of_it and (is_head or player.board[BODY, colour] == 0):
            break
        side = HEAD_SIDE if is_head else LEFT
        if not step(state, deck, plan, EXTEND + slot * 20 + side * 5 + colour):
            return False
        low -= 1
    while high < length:
        colour, is_tail = int(design.pieces[high]), high == length - 1 and design.tail != EMPTY
        if not all_of_it and (is_tail or player.board[BODY, colour] == 0):
            break
        side = TAIL_SIDE if is_tail else RIGHT
        if not step(state, deck, plan, EXTEND + slot * 20 + side * 5 + colour):
            return False
        high += 1
    return True


@jit
def longest_stretch(board: Ints, design: Design) -> int:
    """Where the longest stretch of body segments begins that are at hand; EMPTY if there is none."""
    longest, where = 0, EMPTY
    for begin in range(1, design.length - 1):
        stock = board[BODY].copy()
        end = begin
        while end < design.length - 1 and stock[design.pieces[end]] > 0:
            stock[design.pieces[end]] -= 1
            end += 1
        if end - begin > longest:
            longest, where = end - begin, begin
    return where


@jit
def go_on(desk: Desk, turns: float, plans: Records, count: int) -> int:
    """After a coatl is finished: another one that is complete as well, or building on, or done."""
    state, deck = desk.states[0], desk.decks[0]
    if state.pending == OVER or closed_coatls(state.players[desk.seat]) == deck.coatls:
        if state.pending != OVER:
            add_step(plans[count], DONE)
        plans[count].value = standing_anew(desk, turns)
        return count + 1
    means, holdings = np.zeros(1, MEANS), np.zeros(1, HOLDINGS)
    gather(means[0], holdings[0], state, deck, desk.seat, turns)
    here = Desk(desk.states, desk.decks, means, desk.weights, desk.seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    size = find_designs(here, holdings[0], designs)
    begun = count
    count += 1
    best = np.empty(1, np.int64)
    if best_complete(here, holdings, designs, size, best) > 0:
        count = finish_another(here, designs[best[0]], turns, plans, begun, count)
    plans[count] = plans[begun]
    add_step(plans[begun], DONE)
    plans[begun].value = standing(here, designs, size, holdings[0])
    return build_on(here, holdings, designs, size, turns, plans, count)


@jit
def finish_another(desk: Desk, design: Design, turns: float, plans: Records, begun: int, count: int) -> int:
    """A second coatl in the same action."""
    again = np.empty(1, STATE)
    again[0] = desk.states[0]
    plans[count] = plans[begun]
    if not finish(desk, again[0], design, plans[count]):
        return count
    if again[0].pending != OVER:
        add_step(plans[count], DONE)
    there = Desk(again, desk.decks, desk.means, desk.weights, desk.seat)
    plans[count].value = standing_anew(there, turns)
    return count + 1


@jit
def build_on(
    desk: Desk, holdings: Records, designs: Records, size: int, turns: float, plans: Records, count: int
) -> int:
    """Places what is at hand of the best designs, and lays the cards that they use and that are reached already."""
    state, deck, means = desk.states[0], desk.decks[0], desk.means[0]
    player = state.players[desk.seat]
    new = int(player.coatl_count)
    chosen = np.empty(COATLS, np.int64)
    worth(desk, designs, size, holdings[0], chosen)
    before = int(plans[count].count)
    for place in range(COATLS):
        if chosen[place] == EMPTY:
            break
        design = designs[chosen[place]]
        if design.slot == new and player.coatl_count > new:
            continue
        place_pieces(desk, state, design, plans[count], False)
        for i in range(means.card_count):
            if (design.cards & holdings[0].hand) >> i & 1 and (state.pending == ASSEMBLE or state.pending == TURN):
                step(state, deck, plans[count], FULFIL + int(means.cards[i]) * COATLS + int(design.slot))
    if plans[count].count == before or state.pending != ASSEMBLE:
        return count
    add_step(plans[count], DONE)
    plans[count].value = standing_anew(desk, turns)
    return count + 1
