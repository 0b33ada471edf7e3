"""The search of the card game: plans for the turn, and the best ones tried in rollouts."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from coatl.bots.card.fast_model import FastModel
from coatl.bots.card.occurrence_sets import write_occurrence_sets
from coatl.bots.card.plans import Ranking, find_plans
from coatl.bots.card.policy_weights import write_policy_weights
from coatl.bots.card.race import ROUND, Entry, line_up, simulate
from coatl.bots.card.scratch import Scratch
from coatl.bots.card.weights import WEIGHTS
from coatl.card.tables import Deck
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of, dtype_of, empties
from coatl.solver.card.plans import STEPS

CANDIDATES = 30  # plans that are tried in rollouts
MOST_DEALS = 4096
TRIES_EACH = 2 * ROUND  # with fewer, chance would choose among so many plans
NO_PLAN = -1e18


@lru_cache(maxsize=8)
def prepared_scratch(deck: bytes) -> Records:
    """A scratch with the look-ups for a deck, which take as long as some dozen rollouts."""
    scratches = empties(Scratch, 1)
    write_occurrence_sets(np.frombuffer(bytearray(deck), dtype_of(Deck)), scratches)
    return scratches


class CardSearch:
    """A search from one decision of a seat (from 1); `states` is what it sees, the rest dealt at random.

    `lines` that somebody else proposes, up to where chance decides, race beside its own plans.
    """

    def __init__(
        self,
        rules: Rules,
        states: Records,
        seat: int,
        legal: Sequence[int],
        rng: np.random.Generator,
        weights: Records | None = None,
        lines: Sequence[Sequence[int]] = (),
    ) -> None:
        weights = WEIGHTS if weights is None else weights
        self.states, self.decks, self.seat = states, rules.decks, seat - 1
        ranking = Ranking(np.full(CANDIDATES, NO_PLAN), np.zeros((CANDIDATES, STEPS), np.int16))
        find_plans(states, self.decks, self.seat, weights, ranking)
        found = max(1, int((ranking.values > NO_PLAN).sum()))
        self.plans = ranking.plans[:found]
        if not self.plans[0, 0]:  # nothing to plan: a pass
            self.plans[0, :2] = 1, legal[0]
        self.own = len(self.plans)
        self.enter(lines)
        found = len(self.plans)
        self.race = empties(Entry, found)
        self.models = empties(FastModel, found)
        line_up(states, self.decks, self.seat, self.plans, self.models)
        self.scratches = copy_of(prepared_scratch(self.decks.tobytes()))
        write_policy_weights(self.scratches, self.decks, self.models, weights)
        self.scratches[0].viewer = self.seat
        self.scratches[0].seed = rng.integers(1 << 40)
        self.results = np.zeros((found, MOST_DEALS))

    def enter(self, lines: Sequence[Sequence[int]]) -> None:
        """Adds the lines that somebody else proposes to the plans, but for those that are among them."""
        for line in lines:
            plan = np.zeros(STEPS, np.int16)
            plan[: len(line) + 1] = len(line), *line
            if not (self.plans[:, : len(line) + 1] == plan[: len(line) + 1]).all(axis=1).any():
                self.plans = np.vstack([self.plans, plan])

    def expect(self, rollouts: int) -> None:
        """Leaves out those of its own plans that look worst, if rollouts are too few to tell all of them apart."""
        self.race["out"][max(2, rollouts // TRIES_EACH) : self.own] = 1

    def simulate(self, count: int) -> int:
        """Plays so many rollouts more, fewer when the race is decided; returns how many it were."""
        before = int(self.race["tries"].sum())
        simulate(self.models, self.decks, self.scratches, self.seat, self.plans, self.race, self.results, count)
        return int(self.race["tries"].sum()) - before

    def value(self, plan: int) -> float:
        """The mean value of a plan's rollouts."""
        return float(self.race[plan].total / max(self.race[plan].tries, 1))

    def order(self) -> list[int]:
        """The plans, the best first: by how long they were in the race, then by their means; untried ones as ranked."""
        tries = [int(entry.tries) // ROUND for entry in self.race]
        return sorted(range(len(tries)), key=lambda plan: (-tries[plan], -self.value(plan), plan))

    def options(self) -> list[tuple[int, float, int]]:
        """The first actions of the plans, each with the value of the best plan and the tries of all; the best first."""
        found: dict[int, tuple[float, int]] = {}
        tried = self.race["tries"].any()
        for plan in self.order():
            if tried and not self.race[plan].tries:
                continue
            action, tries = int(self.plans[plan, 1]), int(self.race[plan].tries)
            value, before = found.get(action, (self.value(plan), 0))
            found[action] = (value, before + tries)
        return [(action, value, tries) for action, (value, tries) in found.items()]

    def line(self) -> list[int]:
        """The steps of the best plan, up to the end of the turn or a discard."""
        steps = self.plans[self.order()[0]]
        return [int(action) for action in steps[1 : steps[0] + 1]]
