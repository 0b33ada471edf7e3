"""Plans for a turn: the ways to take pieces, to choose prophecies and to use a token, each with the value of what it
leads to. Those that assemble are in `assembly_plans`.
"""

from typing import Annotated

import numpy as np

from coatl.board.apply import apply_action
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import (
    CHOOSE_DECK,
    CHOOSE_ROW,
    DONE,
    PICK,
    PRIEST,
    SEE_FUTURE,
    STEAL,
    TAKE,
    choose_action,
    discard_action,
    keep_action,
    taken_cell,
)
from coatl.board.setup import hand_limit
from coatl.board.state import EMPTY, FINISH, STATE, State
from coatl.board.turns import actions_due
from coatl.bots.board.evaluation import holdings_value, token_value
from coatl.bots.board.pieces import pick, steal, take
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, bit_count
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Int8, Ints, Records, dtype_of

MOST_PLANS = 168
MOST_STEPS = 48


class Plan:
    """The steps of a turn, up to where chance decides, and the value of the position that they lead to."""

    steps: Annotated[Ints, np.int16, MOST_STEPS]
    count: Int8
    value: Annotated[float, np.float64]


PLAN = dtype_of(Plan)


@jit_in_place
def begin_plan(plan: Plan, action: int) -> None:
    """Empties a plan and adds its first step, if there is one."""
    plan.count = 0
    plan.value = 0.0
    if action != EMPTY:
        add_step(plan, action)


@jit_in_place
def add_step(plan: Plan, action: int) -> None:
    """Adds an action at the end of a plan."""
    if plan.count < MOST_STEPS:
        plan.steps[plan.count] = action
        plan.count += 1


@jit_in_place
def turns_after(state: State, turns: float) -> float:
    """The turns that are left after an action; a last turn may have two actions (RULES 4.3 a)."""
    return turns if state.acted + 1 < actions_due(state) else max(0.0, turns - 1.0)


# ---------------------------------------------------------------- taking pieces, tokens


@jit
def add_single_actions(
    context: Context, holdings: Records, designs: Records, size: int, plans: Records, count: int
) -> int:
    """Adds the plans of one action: takes, picks, thefts and tokens; returns how many plans there are."""
    state, weights = context.states[0], context.weights[0]
    legal = np.empty(MOST_LEGAL, np.int16)
    resources, after = np.empty(1, RESOURCES), np.empty(1, HOLDINGS)
    token = token_value(context, holdings[0].turns)
    for i in range(legal_actions(state, context.decks[0], legal)):
        action, cost = int(legal[i]), 0.0
        resources[0], after[0] = context.resources[0], holdings[0]
        after[0].turns = turns_after(state, holdings[0].turns)
        if TAKE <= action < CHOOSE_ROW:
            take(resources[0], after[0], taken_cell(action))
        elif PICK <= action < SEE_FUTURE:
            pick(after[0], action)
            cost = token
        elif action == SEE_FUTURE:
            cost = token + weights.new_row
        elif PRIEST <= action < STEAL:
            cost = token
        elif action >= STEAL:
            steal(after[0], action)
            cost = weights.robbed
        else:
            continue
        if count < len(plans):
            begin_plan(plans[count], action)
            there = Context(context.states, context.decks, resources, context.weights, context.seat)
            plans[count].value = holdings_value(there, designs, size, after) - cost
            count += 1
    return count


# ---------------------------------------------------------------- choosing prophecies


@jit
def add_choices_of_cards(
    context: Context, holdings: Records, designs: Records, size: int, plans: Records, count: int, begun: bool
) -> int:
    """Adds a plan for every set of cards from the row that the hand has room for, alone and with one from the deck.

    `begun` says that some were chosen already, so that `done` alone is a plan. Returns how many plans there are.
    """
    state, deck, weights = context.states[0], context.decks[0], context.weights[0]
    held = bit_count(holdings[0].hand)
    free = hand_limit(state.options, deck) - held
    after = np.empty(1, HOLDINGS)
    drawable = state.prophecies.deck_size > 0 or state.prophecies.discard_size > 0
    for subset in range(1 << bit_count(holdings[0].row)):
        cards = bit_count(subset)
        if cards > free or count + 2 > len(plans):
            continue
        after[0] = holdings[0]
        after[0].turns = turns_after(state, holdings[0].turns)
        after[0].hand |= subset << held
        after[0].row &= ~(subset << held)
        value = holdings_value(context, designs, size, after)
        if cards > 0 or begun:
            begin_plan(plans[count], EMPTY)
            choose_cards_of_row(context, plans[count], subset)
            add_step(plans[count], DONE)
            plans[count].value = value
            count += 1
        if drawable and cards < free and after[0].turns > 1.0:
            begin_plan(plans[count], EMPTY)
            choose_cards_of_row(context, plans[count], subset)
            add_step(plans[count], CHOOSE_DECK)
            plans[count].value = value + weights.unknown * (1.0 if cards + 1 < free else weights.unknown_last)
            count += 1
    return count


@jit_in_place
def choose_cards_of_row(context: Context, plan: Plan, subset: int) -> None:
    """Adds the steps that choose the cards of a set, counted among those that lie in the row."""
    row = context.states[0].prophecies.row
    place = 0
    for i in range(context.decks[0].row):
        if row[i] != EMPTY:
            if (subset >> place) & 1:
                add_step(plan, choose_action(i))
            place += 1


@jit
def add_setup_plans(context: Context, holdings: Records, designs: Records, size: int, plans: Records) -> int:
    """Adds a plan for every set of the dealt cards that may be kept at the set-up (RULES 4.1, 5; 4.5)."""
    state, deck = context.states[0], context.decks[0]
    player = state.players[context.seat]
    dealt, kept = int(player.hand_size), int(player.kept)
    most = min(int(deck.adam_kept if state.options.solo else deck.kept), dealt)
    after = np.empty(1, HOLDINGS)
    count = 0
    for subset in range(1 << (dealt - kept)):
        cards = kept + bit_count(subset)
        if cards > most or (state.options.solo and cards < most) or count >= len(plans):
            continue
        after[0] = holdings[0]
        after[0].hand |= subset << kept
        begin_plan(plans[count], EMPTY)
        for i in range(dealt - kept):
            if (subset >> i) & 1:
                add_step(plans[count], keep_action(int(player.hand[kept + i])))
        add_step(plans[count], DONE)
        plans[count].value = holdings_value(context, designs, size, after)
        count += 1
    return count


@jit
def add_future_plan(context: Context, holdings: Records, designs: Records, size: int, plans: Records) -> int:
    """Adds the best plan behind See the future: which cards to discard, and which of the new row to choose."""
    state, deck = context.states[0], context.decks[0]
    player = state.players[context.seat]
    held, row = int(player.hand_size), bit_count(holdings[0].row)
    after = np.empty(1, HOLDINGS)
    best, best_kept, best_chosen = -np.inf, 0, 0
    for kept in range(1 << held):
        for subset in range(1 << row):
            if bit_count(kept) + bit_count(subset) > hand_limit(state.options, deck) or (subset == 0 and row > 0):
                continue
            after[0] = holdings[0]
            after[0].turns = turns_after(state, holdings[0].turns)
            after[0].hand = kept | (subset << held)
            after[0].row &= ~(subset << held)
            value = holdings_value(context, designs, size, after)
            if value > best:
                best, best_kept, best_chosen = value, kept, subset
    begin_plan(plans[0], EMPTY)
    for i in range(held):
        if not (best_kept >> i) & 1:
            add_step(plans[0], discard_action(int(player.hand[i])))
    choose_cards_of_row(context, plans[0], best_chosen)
    add_step(plans[0], DONE)
    plans[0].value = best
    return 1


# ---------------------------------------------------------------- finishing


@jit
def add_finishing_steps(context: Context, plans: Records) -> int:
    """Adds each step while a coatl is being finished, with the points that the coatl can have after it."""
    legal, more = np.empty(MOST_LEGAL, np.int16), np.empty(MOST_LEGAL, np.int16)
    trial = np.empty(1, STATE)
    number = int(context.states[0].coatl)
    count = min(legal_actions(context.states[0], context.decks[0], legal), len(plans))
    for i in range(count):
        trial[0] = context.states[0]
        apply_action(trial[0], context.decks[0], int(legal[i]))
        while trial[0].pending == FINISH:
            found = legal_actions(trial[0], context.decks[0], more)
            if found == 0:
                break  # a hand dealt at random may not fit
            apply_action(trial[0], context.decks[0], int(more[found - 1]))  # prophecies stand last, `done` first
        begin_plan(plans[i], int(legal[i]))
        plans[i].value = float(trial[0].players[context.seat].coatls[number].points)
    return count
