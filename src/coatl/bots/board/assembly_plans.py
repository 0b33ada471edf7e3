"""Plans that assemble: those that finish complete designs, and those that build on others with what is at hand."""

import numpy as np

from coatl.board.apply import apply_action, closed_coatls
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import (
    DONE,
    HEAD_SIDE,
    LEFT,
    RIGHT,
    TAIL_SIDE,
    extend_action,
    fulfil_action,
    start_action,
    temple_hand_action,
    temple_pile_action,
)
from coatl.board.state import ASSEMBLE, BODY, COATLS, EMPTY, FINISH, HEAD, OVER, STATE, TURN, State
from coatl.board.tables import Deck
from coatl.bots.board.design_table import MOST_ASSEMBLIES, MOST_DESIGNS, FoundDesigns, find_designs, keep_designs
from coatl.bots.board.designs import DESIGN, Design
from coatl.bots.board.evaluation import designs_value, holdings_value, state_value
from coatl.bots.board.pieces import is_complete, use
from coatl.bots.board.plans import Plan, add_step, begin_plan, turns_after
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, gather
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

TRIED = (MOST_ASSEMBLIES - 1) // 3  # complete designs that are tried


@jit
def add_assembly_plans(
    context: Context, holdings: Records, designs: Records, size: int, plans: Records, known: FoundDesigns
) -> int:
    """Adds plans that finish one coatl or two, and one that builds on the best designs; returns how many there are.

    They are the first of the plans: the designs behind them are kept by their places.
    """
    state, count = context.states[0], 0
    turns = turns_after(state, holdings[0].turns)
    trial = np.empty(1, STATE)
    best = np.empty(TRIED, np.int64)
    for i in range(best_complete(context, holdings, designs, size, best)):
        if count + 4 > len(plans):
            break
        trial[0] = state
        begin_plan(plans[count], EMPTY)
        if finish(context, trial[0], designs[best[i]], plans[count]):
            there = Context(trial, context.decks, context.resources, context.weights, context.seat)
            count = add_following_plans(there, turns, plans, count, known)
    if count < len(plans):
        trial[0] = state
        begin_plan(plans[count], EMPTY)
        there = Context(trial, context.decks, context.resources, context.weights, context.seat)
        count = add_building_plan(there, holdings, designs, size, turns, plans, count, known)
    return count


@jit
def best_complete(context: Context, holdings: Records, designs: Records, size: int, best: Ints) -> int:
    """Writes the places of the designs whose pieces and cards are at hand, those with the best outcome first."""
    values = np.full(len(best), -np.inf)
    after = np.empty(1, HOLDINGS)
    found = 0
    for i in range(size):
        if not is_complete(designs[i], holdings[0]):
            continue
        after[0] = holdings[0]
        use(designs[i], after[0])
        after[0].closed += 1
        value = designs[i].points + holdings_value(context, designs, size, after)
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
    """Plays an action if it is legal, and adds it to the plan; whether it was legal."""
    legal = np.empty(MOST_LEGAL, np.int16)
    for i in range(legal_actions(state, deck, legal)):
        if legal[i] == action:
            apply_action(state, deck, action)
            add_step(plan, action)
            return True
    return False


@jit_in_place
def finish(context: Context, state: State, design: Design, plan: Plan) -> bool:
    """Plays a complete design: its pieces, its cards and its temple; whether the rules allow it."""
    resources, deck = context.resources[0], context.decks[0]
    if not place_pieces(context, state, design, plan, True) or state.pending != FINISH:
        return False
    for i in range(resources.card_count):
        if (design.cards >> i) & 1:
            if not step(state, deck, plan, fulfil_action(int(resources.cards[i]), int(design.slot))):
                return False
    if design.temple == EMPTY:
        return step(state, deck, plan, DONE)
    temple = int(resources.temples[design.temple])
    if step(state, deck, plan, temple_hand_action(temple)):
        return True
    for pile in range(deck.piles):
        if state.temples.tops[pile] == temple:
            return step(state, deck, plan, temple_pile_action(pile))
    return step(state, deck, plan, DONE)


@jit_in_place
def place_pieces(context: Context, state: State, design: Design, plan: Plan, all_of_it: bool) -> bool:
    """Plays the pieces of a design from the coatl outwards; without `all_of_it` only body segments that are at hand."""
    player, deck = state.players[context.seat], context.decks[0]
    slot, length = int(design.slot), int(design.length)
    if slot < player.coatl_count:
        low = int(design.left)
        high = low + int(player.coatls[slot].length)
    else:
        low = 0 if all_of_it else longest_stretch(player.board, design)
        piece = HEAD if low == 0 else BODY
        if low == EMPTY or not step(state, deck, plan, start_action(piece, int(design.pieces[low]))):
            return False
        high = low + 1
    while low > 0:
        colour, is_head = int(design.pieces[low - 1]), low == 1 and design.head != EMPTY
        if not all_of_it and (is_head or player.board[BODY, colour] == 0):
            break
        side = HEAD_SIDE if is_head else LEFT
        if not step(state, deck, plan, extend_action(slot, side, colour)):
            return False
        low -= 1
    while high < length:
        colour, is_tail = int(design.pieces[high]), high == length - 1 and design.tail != EMPTY
        if not all_of_it and (is_tail or player.board[BODY, colour] == 0):
            break
        side = TAIL_SIDE if is_tail else RIGHT
        if not step(state, deck, plan, extend_action(slot, side, colour)):
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
def add_following_plans(context: Context, turns: float, plans: Records, count: int, known: FoundDesigns) -> int:
    """Goes on behind a finished coatl: with another one that is complete as well, or building on, or done."""
    state, deck = context.states[0], context.decks[0]
    if state.pending == OVER or closed_coatls(state.players[context.seat]) == deck.coatls:
        if state.pending != OVER:
            add_step(plans[count], DONE)
        plans[count].value = state_value(context, turns, known, count)
        return count + 1
    resources, holdings = np.zeros(1, RESOURCES), np.zeros(1, HOLDINGS)
    gather(resources[0], holdings[0], state, deck, context.seat, turns)
    here = Context(context.states, context.decks, resources, context.weights, context.seat)
    designs = np.empty(MOST_DESIGNS, DESIGN)
    size = find_designs(here, holdings, designs)
    begun = count
    known.sizes[begun] = keep_designs(designs, size, known.behind[begun])
    count += 1
    best = np.empty(1, np.int64)
    if best_complete(here, holdings, designs, size, best) > 0:
        count = finish_another(here, designs[best[0]], turns, plans, begun, count, known)
    plans[count] = plans[begun]
    add_step(plans[begun], DONE)
    plans[begun].value = holdings_value(here, designs, size, holdings)
    return add_building_plan(here, holdings, designs, size, turns, plans, count, known)


@jit
def finish_another(
    context: Context, design: Design, turns: float, plans: Records, begun: int, count: int, known: FoundDesigns
) -> int:
    """Adds a plan that finishes a second coatl in the same action."""
    again = np.empty(1, STATE)
    again[0] = context.states[0]
    plans[count] = plans[begun]
    if not finish(context, again[0], design, plans[count]):
        return count
    if again[0].pending != OVER:
        add_step(plans[count], DONE)
    there = Context(again, context.decks, context.resources, context.weights, context.seat)
    plans[count].value = state_value(there, turns, known, count)
    return count + 1


@jit
def add_building_plan(
    context: Context,
    holdings: Records,
    designs: Records,
    size: int,
    turns: float,
    plans: Records,
    count: int,
    known: FoundDesigns,
) -> int:
    """Adds a plan that places what is at hand of the best designs, and lays the cards that are reached already."""
    state, deck, resources = context.states[0], context.decks[0], context.resources[0]
    player = state.players[context.seat]
    new = int(player.coatl_count)
    chosen = np.empty(COATLS, np.int64)
    designs_value(context, designs, size, holdings, chosen)
    before = int(plans[count].count)
    for place in range(COATLS):
        if chosen[place] == EMPTY:
            break
        design = designs[chosen[place]]
        if design.slot == new and player.coatl_count > new:
            continue
        place_pieces(context, state, design, plans[count], False)
        for i in range(resources.card_count):
            if (design.cards & holdings[0].hand) >> i & 1 and (state.pending == ASSEMBLE or state.pending == TURN):
                step(state, deck, plans[count], fulfil_action(int(resources.cards[i]), int(design.slot)))
    if plans[count].count == before or state.pending != ASSEMBLE:
        return count
    add_step(plans[count], DONE)
    plans[count].value = state_value(context, turns, known, count)
    return count + 1
