"""The race of the board game's plans: where the best ones lead to, and rollouts from there until few are left."""

from typing import NamedTuple

import numpy as np

from coatl.board.apply import apply_action
from coatl.board.notation import CHOOSE_DECK, CHOOSE_ROW, DONE, PICK, START, chosen_place
from coatl.board.state import CHOOSE, COATLS, EMPTY, OVER, STATE, State
from coatl.bots.board.design_table import (
    HERE,
    KEPT_DESIGNS,
    MOST_ASSEMBLIES,
    MOST_DESIGNS,
    FoundDesigns,
    find_designs,
    keep_designs,
)
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.evaluation import token_value, turns_ahead
from coatl.bots.board.plans import Plan
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, Holdings, gather
from coatl.bots.board.rollout import play_rollout
from coatl.bots.weights import Floats
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records


class Race(NamedTuple):
    """The plans that are tried, an entry of each array for each: where they lead to, and how they did so far."""

    states: Records
    resources: Records
    holdings: Records
    designs: Records  # for each plan a table of them
    sizes: Ints  # of these tables
    bonus: Floats  # what rollouts do not see
    sums: Floats  # of the values of their rollouts
    tries: Ints
    active: Ints  # 1 while a plan is in the race


def new_race(size: int) -> Race:
    """A race of so many plans, in which nothing is known yet."""
    return Race(
        states=np.zeros(size, STATE),
        resources=np.zeros(size, RESOURCES),
        holdings=np.zeros(size, HOLDINGS),
        designs=np.zeros((size, KEPT_DESIGNS * COATLS), DESIGN),
        sizes=np.zeros(size, np.int64),
        bonus=np.zeros(size),
        sums=np.zeros(size),
        tries=np.zeros(size, np.int64),
        active=np.ones(size, np.int64),
    )


# ---------------------------------------------------------------- where the plans lead to


@jit
def line_up(context: Context, plans: Records, order: Ints, race: Race, known: FoundDesigns) -> None:
    """Writes where each plan of `order` leads to: the state, the resources, what the seat has, and its designs.

    Designs that are not known yet are looked for.
    """
    built = np.empty(MOST_DESIGNS, DESIGN)
    before, deck = np.zeros(1, HOLDINGS), context.decks[0]
    gather(context.resources[0], before[0], context.states[0], deck, context.seat, 0.0)
    if known.sizes[HERE] == EMPTY:
        known.sizes[HERE] = find_designs(context, before, known.here)
    for i in range(len(order)):
        plan, state, holdings = plans[order[i]], race.states[i], race.holdings[i]
        race.states[i] = context.states[0]
        follow(context, state, plan)
        turns = turns_ahead(state, deck, context.seat, context.weights[0]) if state.pending != OVER else 0.0
        gather(race.resources[i], holdings, state, deck, context.seat, turns)
        if builds(plan):
            if order[i] < MOST_ASSEMBLIES and known.sizes[order[i]] != EMPTY:
                race.sizes[i] = known.sizes[order[i]]
                race.designs[i] = known.behind[order[i]]
            else:
                there = context_of(race, i, context)
                found = find_designs(there, race.holdings[i : i + 1], built)
                race.sizes[i] = keep_designs(built, found, race.designs[i])
        else:
            race.resources[i] = context.resources[0]
            choose_from_row(context, before[0], holdings, plan)
            race.sizes[i] = keep_designs(known.here, known.sizes[HERE], race.designs[i])
        race.bonus[i] = bonus_of(context, state, plan, turns)


@jit
def context_of(race: Race, place: int, origin: Context) -> Context:
    """The context behind one of the plans."""
    states, resources = race.states[place : place + 1], race.resources[place : place + 1]
    return Context(states, origin.decks, resources, origin.weights, origin.seat)


@jit_in_place
def follow(context: Context, state: State, plan: Plan) -> None:
    """Plays a plan to its end; a card from the deck is not looked at, and the choosing ends there."""
    for j in range(plan.count):
        if plan.steps[j] == CHOOSE_DECK:
            if state.pending != CHOOSE:
                apply_action(state, context.decks[0], CHOOSE_DECK)
            apply_action(state, context.decks[0], DONE)
            break
        apply_action(state, context.decks[0], int(plan.steps[j]))


@jit_in_place
def builds(plan: Plan) -> bool:
    """Whether the plan changes a coatl, so that designs must be looked for anew."""
    for j in range(plan.count):
        if START <= plan.steps[j] < PICK:
            return True
    return False


@jit_in_place
def choose_from_row(context: Context, before: Holdings, after: Holdings, plan: Plan) -> None:
    """Writes the sets of cards and temples, by the places in the context's resources, with what the plan has chosen."""
    after.hand, after.row, after.temples = before.hand, before.row, before.temples
    row = context.states[0].prophecies.row
    held = int(context.states[0].players[context.seat].hand_size)
    for j in range(plan.count):
        if CHOOSE_ROW <= plan.steps[j] < CHOOSE_DECK:
            place = held
            for i in range(chosen_place(int(plan.steps[j]))):
                place += 1 if row[i] != EMPTY else 0
            after.hand |= 1 << place
            after.row &= ~(1 << place)


@jit
def bonus_of(context: Context, state: State, plan: Plan, turns: float) -> float:
    """The value of what a rollout does not see: tokens that are left, and a card from the deck."""
    bonus = int(state.players[context.seat].tokens.sum()) * token_value(context, turns)
    for j in range(plan.count):
        if plan.steps[j] == CHOOSE_DECK:
            bonus += context.weights[0].unknown
    return bonus


# ---------------------------------------------------------------- the rollouts


@jit
def simulate(origin: Context, race: Race, stream: Ints, goal: int, count: int, cuts: Ints) -> None:
    """Plays so many rollouts more: every plan meets the same chance; the worse half drops out after each of `cuts`."""
    chance = np.empty(1, np.int64)
    for _ in range(count):
        i = next_plan(race.tries, race.active)
        seed = int(race.tries[i]) + 1
        chance[0] = stream[0] + seed
        there, holdings = context_of(race, i, origin), race.holdings[i : i + 1]
        race.sums[i] += play_rollout(there, race.designs[i], int(race.sizes[i]), holdings, chance, seed, goal)
        race.tries[i] += 1
        if is_one_of(int(race.tries[i]), cuts) and race.tries[next_plan(race.tries, race.active)] == race.tries[i]:
            drop_half(race.sums, race.tries, race.active)


@jit
def is_one_of(tries: int, cuts: Ints) -> bool:
    """Whether a cut comes after so many tries."""
    return bool((cuts == tries).any())


@jit_in_place
def next_plan(tries: Ints, active: Ints) -> int:
    """The plan in the race that was tried least."""
    best = EMPTY
    for i in range(len(tries)):
        if active[i] and (best == EMPTY or tries[i] < tries[best]):
            best = i
    return best


@jit
def drop_half(sums: Floats, tries: Ints, active: Ints) -> None:
    """Takes the worse half out of the race; two always stay."""
    for _ in range(active.sum() // 2 if active.sum() > 2 else 0):
        worst = EMPTY
        for i in range(len(tries)):
            if active[i] and (worst == EMPTY or sums[i] / tries[i] < sums[worst] / tries[worst]):
                worst = i
        active[worst] = 0
