"""The search of the board game: plans for the turn, and the best ones tried in rollouts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from coatl.board.apply import closed_coatls
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import DONE
from coatl.board.state import ASSEMBLE, CHOOSE, FINISH, FUTURE, KEEP, TURN
from coatl.bots.board.assembly_plans import add_assembly_plans
from coatl.bots.board.design_table import HERE, FoundDesigns, find_designs, nothing_found
from coatl.bots.board.evaluation import holdings_value, turns_ahead
from coatl.bots.board.plans import (
    MOST_PLANS,
    PLAN,
    add_choices_of_cards,
    add_finishing_steps,
    add_future_plan,
    add_setup_plans,
    add_single_actions,
    begin_plan,
)
from coatl.bots.board.race import line_up, new_race, simulate
from coatl.bots.board.resources import HOLDINGS, RESOURCES, Context, gather
from coatl.bots.board.weights import WEIGHTS, for_table
from coatl.engine.jit import jit
from coatl.engine.structs import Ints, Records, copy_of

if TYPE_CHECKING:
    from coatl.engine.rules import Rules

CANDIDATES = 24  # plans that are tried in rollouts
CUTS = np.array([10, 24, 60, 150])  # tries after which the worse half of the plans is dropped
RELUCTANCE = 0.01  # points: rather go on than stop, all else being equal


@jit
def find_plans(context: Context, plans: Records, known: FoundDesigns) -> int:
    """Fills `plans` with ways to go on in the turn, each with its value; returns how many there are.

    The designs that are found on the way are kept in `known`.
    """
    state, deck, seat = context.states[0], context.decks[0], context.seat
    if state.pending == FINISH:
        return add_finishing_steps(context, plans)
    holdings = np.zeros(1, HOLDINGS)
    turns = turns_ahead(state, deck, seat, context.weights[0])
    gather(context.resources[0], holdings[0], state, deck, seat, turns)
    designs = known.here
    size = find_designs(context, holdings, designs)
    known.sizes[HERE] = size
    if state.pending == KEEP:
        return add_setup_plans(context, holdings, designs, size, plans)
    if state.pending == FUTURE:
        return add_future_plan(context, holdings, designs, size, plans)
    count = 0
    if state.pending == TURN or state.pending == ASSEMBLE:
        count = add_assembly_plans(context, holdings, designs, size, plans, known)
    if state.pending == TURN:
        count = add_single_actions(context, holdings, designs, size, plans, count)
    if state.pending == TURN or state.pending == CHOOSE:
        count = add_choices_of_cards(context, holdings, designs, size, plans, count, state.pending == CHOOSE)
    return add_fallback(context, holdings, designs, size, plans, count)


@jit
def add_fallback(context: Context, holdings: Records, designs: Records, size: int, plans: Records, count: int) -> int:
    """Adds `done` where it is legal, and any action if nothing else was found; returns how many plans there are."""
    legal = np.empty(MOST_LEGAL, np.int16)
    found = legal_actions(context.states[0], context.decks[0], legal)
    if count < len(plans) and found and (count == 0 or (legal[0] == DONE and context.states[0].pending != CHOOSE)):
        begin_plan(plans[count], int(legal[0]))
        plans[count].value = holdings_value(context, designs, size, holdings) - RELUCTANCE
        count += 1
    return count


def cuts_for(plans: int, rollouts: int) -> Ints:
    """After how many tries the worse half of the plans drops out, with as many rollouts in every round.

    >>> cuts_for(24, 2100).tolist(), cuts_for(3, 100).tolist(), cuts_for(2, 100).tolist()
    ([17, 52, 122, 262], [16], [])
    """
    left = [plans]
    while left[-1] > 2:
        left.append(left[-1] - left[-1] // 2)
    tries = np.cumsum([rollouts / len(left) / active for active in left[:-1]])
    return np.unique(np.maximum(1, tries.astype(np.int64)))


class BoardSearch:
    """A search from one decision of a seat (from 1); `states` is what it sees, the rest dealt at random.

    `lines` that somebody else proposes, up to where chance decides, race beside its own plans.
    """

    def __init__(
        self,
        rules: "Rules",
        states: Records,
        seat: int,
        legal: Sequence[int],
        rng: np.random.Generator,
        weights: Records | None = None,
        lines: Sequence[Sequence[int]] = (),
        candidates: int = CANDIDATES,
    ) -> None:
        weights = for_table(states, WEIGHTS if weights is None else weights)
        self.cuts = CUTS
        self.stream = rng.integers(0, 1 << 62, 1)
        self.context = Context(states, rules.decks, np.zeros(1, RESOURCES), copy_of(weights["designs"]), seat - 1)
        self.plans = np.zeros(MOST_PLANS + len(lines), PLAN)
        known = nothing_found()
        count = find_plans(self.context, self.plans[:MOST_PLANS], known)
        allowed = set(legal)
        found = [i for i in range(count) if int(self.plans[i]["steps"][0]) in allowed]
        found.sort(key=lambda i: -float(self.plans[i]["value"]))
        compares = states[0].pending in (TURN, CHOOSE)
        order = found[: candidates if compares else 1]
        self.order = np.array([*order, *self.entered(lines, order)], np.int64)
        self.goal = closed_coatls(states[0].players[seat - 1]) + 1
        self.race = new_race(len(self.order))
        if len(self.order) > 1:
            line_up(self.context, self.plans, self.order, self.race, known)

    def expect(self, rollouts: int) -> None:
        """Shares out a budget: as many rollouts for each round in which half of the plans drops out."""
        self.cuts = cuts_for(len(self.order), rollouts)

    def entered(self, lines: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
        """Writes lines that somebody else proposes behind the plans; the places of those that are new."""
        known = {tuple(self.steps(place)) for place in order}
        for place, line in enumerate(lines, MOST_PLANS):
            self.plans[place]["steps"][: len(line)] = line
            self.plans[place]["count"] = len(line)
        return [place for place in range(MOST_PLANS, len(self.plans)) if tuple(self.steps(place)) not in known]

    def simulate(self, count: int) -> int:
        """Plays so many rollouts more, none if there is only one plan; returns how many it were."""
        if len(self.order) < 2:
            return 0
        simulate(self.context, self.race, self.stream, self.goal, count, self.cuts)
        return count

    def ranked(self) -> list[tuple[int, float, int]]:
        """The plans that were tried: place, value and tries, the best first; without tries, by their first values."""
        race = self.race
        values = [float(self.plans[i]["value"]) for i in self.order]
        if race.tries.all():
            values = (race.sums / race.tries + race.bonus).tolist()
        best_first = sorted(range(len(values)), key=lambda i: (not race.active[i], -values[i]))
        return [(int(self.order[i]), values[i], int(race.tries[i])) for i in best_first]

    def options(self) -> list[tuple[int, float, int]]:
        """For each first step: the step, the value of the best plan that begins with it, and its tries."""
        first: dict[int, tuple[int, float, int]] = {}
        for place, value, tries in self.ranked():
            action = int(self.plans[place]["steps"][0])
            first.setdefault(action, (action, value, tries))
        return list(first.values())

    def line(self) -> list[int]:
        """The steps of the best plan, up to where chance decides."""
        return self.steps(self.ranked()[0][0])

    def steps(self, place: int) -> list[int]:
        """The steps of the plan at a place."""
        plan = self.plans[place]
        return [int(step) for step in plan["steps"][: plan["count"]]]
