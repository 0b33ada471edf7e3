"""Plans for a turn: every way to take pieces, to choose prophecies, to assemble and to use a token, each with the value
of the position that it leads to.
"""

from typing import Annotated

import numpy as np

from coatl.board.apply import apply_action
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import (
    CHOOSE_DECK,
    CHOOSE_ROW,
    DISCARD,
    DONE,
    KEEP_CARD,
    PICK,
    PRIEST,
    SEE_FUTURE,
    STEAL,
    TAKE,
)
from coatl.board.setup import hand_limit
from coatl.board.state import EMPTY, FINISH, STATE, State
from coatl.board.turns import actions_due
from coatl.bots.board.means import HOLDINGS, MEANS, Desk, bits
from coatl.bots.board.pieces import pick, steal, take
from coatl.bots.board.weights import UNKNOWN
from coatl.bots.board.worth import standing, token_worth
from coatl.engine.jit import jit
from coatl.engine.records import Int8, Ints, Records, dtype_of

MOST_PLANS = 168
MOST_STEPS = 48
NEW_ROW = 1.0  # points that See the future costs besides its token: what the row might have brought
ROBBED = 1.5  # points that a theft gives to an opponent, about


class Plan:
    """The steps of a turn, up to the next word of chance, and the value of what comes of them."""

    steps: Annotated[Ints, np.int16, MOST_STEPS]
    count: Int8
    value: Annotated[float, np.float64]


PLAN = dtype_of(Plan)


@jit
def begin_plan(plan: Plan, action: int) -> None:
    """A plan with its first step, or with none yet."""
    plan.count = 0
    plan.value = 0.0
    if action != EMPTY:
        add_step(plan, action)


@jit
def add_step(plan: Plan, action: int) -> None:
    if plan.count < MOST_STEPS:
        plan.steps[plan.count] = action
        plan.count += 1


@jit
def turns_after(state: State, turns: float) -> float:
    """The turns that are left after an action; a last turn may have two actions (RULES 4.3 a)."""
    return turns if state.acted + 1 < actions_due(state) else max(0.0, turns - 1.0)


# ---------------------------------------------------------------- taking pieces, tokens


@jit
def single_actions(desk: Desk, holdings: Records, designs: Records, size: int, plans: Records, count: int) -> int:
    """Takes, picks, thefts and tokens."""
    state = desk.states[0]
    legal = np.empty(MOST_LEGAL, np.int16)
    means, after = np.empty(1, MEANS), np.empty(1, HOLDINGS)
    token = token_worth(desk, holdings[0].turns)
    for i in range(legal_actions(state, desk.decks[0], legal)):
        action, cost = int(legal[i]), 0.0
        means[0], after[0] = desk.means[0], holdings[0]
        after[0].turns = turns_after(state, holdings[0].turns)
        if TAKE <= action < CHOOSE_ROW:
            take(means[0], after[0], action - TAKE)
        elif PICK <= action < SEE_FUTURE:
            pick(after[0], action)
            cost = token
        elif action == SEE_FUTURE:
            cost = token + NEW_ROW
        elif PRIEST <= action < STEAL:
            cost = token
        elif action >= STEAL:
            steal(after[0], action)
            cost = ROBBED
        else:
            continue
        if count < len(plans):
            begin_plan(plans[count], action)
            there = Desk(desk.states, desk.decks, means, desk.weights, desk.seat)
            plans[count].value = standing(there, designs, size, after[0]) - cost
            count += 1
    return count


# ---------------------------------------------------------------- choosing prophecies


@jit
def choosing(
    desk: Desk, holdings: Records, designs: Records, size: int, plans: Records, count: int, begun: bool
) -> int:
    """Every set of cards from the row that the hand has room for, and one from the deck; `begun` if some are taken."""
    state, deck = desk.states[0], desk.decks[0]
    held = bits(holdings[0].hand)
    free = hand_limit(state.options, deck) - held
    after = np.empty(1, HOLDINGS)
    drawable = state.prophecies.deck_size > 0 or state.prophecies.discard_size > 0
    for subset in range(1 << bits(holdings[0].row)):
        cards = bits(subset)
        if cards > free or count + 2 > len(plans):
            continue
        after[0] = holdings[0]
        after[0].turns = turns_after(state, holdings[0].turns)
        after[0].hand |= subset << held
        after[0].row &= ~(subset << held)
        value = standing(desk, designs, size, after[0])
        if cards > 0 or begun:
            begin_plan(plans[count], EMPTY)
            add_choices(desk, plans[count], subset)
            add_step(plans[count], DONE)
            plans[count].value = value
            count += 1
        if drawable and cards < free and after[0].turns > 1.0:
            begin_plan(plans[count], EMPTY)
            add_choices(desk, plans[count], subset)
            add_step(plans[count], CHOOSE_DECK)
            plans[count].value = value + desk.weights[UNKNOWN] * (1.0 if cards + 1 < free else 0.5)
            count += 1
    return count


@jit
def add_choices(desk: Desk, plan: Plan, subset: int) -> None:
    """Chooses the cards of the row that are in the set, counted among those that lie there."""
    row = desk.states[0].prophecies.row
    place = 0
    for i in range(desk.decks[0].row):
        if row[i] != EMPTY:
            if (subset >> place) & 1:
                add_step(plan, CHOOSE_ROW + i)
            place += 1


@jit
def keeping(desk: Desk, holdings: Records, designs: Records, size: int, plans: Records) -> int:
    """At the set-up: every set of the dealt cards that may be kept (RULES 4.1, 5; 4.5)."""
    state, deck = desk.states[0], desk.decks[0]
    player = state.players[desk.seat]
    dealt, kept = int(player.hand_size), int(player.kept)
    most = min(int(deck.adam_kept if state.options.solo else deck.kept), dealt)
    after = np.empty(1, HOLDINGS)
    count = 0
    for subset in range(1 << (dealt - kept)):
        cards = kept + bits(subset)
        if cards > most or (state.options.solo and cards < most) or count >= len(plans):
            continue
        after[0] = holdings[0]
        after[0].hand |= subset << kept
        begin_plan(plans[count], EMPTY)
        for i in range(dealt - kept):
            if (subset >> i) & 1:
                add_step(plans[count], KEEP_CARD + int(player.hand[kept + i]))
        add_step(plans[count], DONE)
        plans[count].value = standing(desk, designs, size, after[0])
        count += 1
    return count


@jit
def after_future(desk: Desk, holdings: Records, designs: Records, size: int, plans: Records) -> int:
    """See the future: the best cards to discard, with the best of the new row."""
    state, deck = desk.states[0], desk.decks[0]
    player = state.players[desk.seat]
    held, row = int(player.hand_size), bits(holdings[0].row)
    after = np.empty(1, HOLDINGS)
    best, best_kept, best_chosen = -np.inf, 0, 0
    for kept in range(1 << held):
        for subset in range(1 << row):
            if bits(kept) + bits(subset) > hand_limit(state.options, deck) or (subset == 0 and row > 0):
                continue
            after[0] = holdings[0]
            after[0].turns = turns_after(state, holdings[0].turns)
            after[0].hand = kept | (subset << held)
            after[0].row &= ~(subset << held)
            value = standing(desk, designs, size, after[0])
            if value > best:
                best, best_kept, best_chosen = value, kept, subset
    begin_plan(plans[0], EMPTY)
    for i in range(held):
        if not (best_kept >> i) & 1:
            add_step(plans[0], DISCARD + int(player.hand[i]))
    add_choices(desk, plans[0], best_chosen)
    add_step(plans[0], DONE)
    plans[0].value = best
    return 1


# ---------------------------------------------------------------- finishing


@jit
def finishing(desk: Desk, plans: Records) -> int:
    """While a coatl is being finished: each step, with the points that the coatl can have after it."""
    legal, more = np.empty(MOST_LEGAL, np.int16), np.empty(MOST_LEGAL, np.int16)
    trial = np.empty(1, STATE)
    number = int(desk.states[0].coatl)
    count = min(legal_actions(desk.states[0], desk.decks[0], legal), len(plans))
    for i in range(count):
        trial[0] = desk.states[0]
        apply_action(trial[0], desk.decks[0], int(legal[i]))
        while trial[0].pending == FINISH:
            found = legal_actions(trial[0], desk.decks[0], more)
            if found == 0:
                break  # a hand dealt at random may not fit
            apply_action(trial[0], desk.decks[0], int(more[found - 1]))  # prophecies stand last, `done` first
        begin_plan(plans[i], int(legal[i]))
        plans[i].value = float(trial[0].players[desk.seat].coatls[number].points)
    return count
