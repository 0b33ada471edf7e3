"""The search of the card game: the best plans for a turn, tried in simulated games."""

from collections.abc import Sequence

import numpy as np

from coatl.bots.card.trials import estimates, find_plans, simulate
from coatl.engine.compiled import CompiledRules
from coatl.engine.records import Records
from coatl.solver.card.plans import STEPS

PLANS = 40
CURIOSITY = 0.1
TRUST = 20
WIN = 0.1
SPREAD = 24.0


class CardSearch:
    """A search from one decision of a seat (from 1); `states` is what it sees, the rest dealt at random."""

    def __init__(
        self, rules: CompiledRules, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator
    ) -> None:
        self.states, self.decks, self.seat = states, rules.decks, seat - 1
        worths = np.full(PLANS, -1e18)
        plans = np.zeros((PLANS, STEPS), np.int16)
        find_plans(states, self.decks, self.seat, worths, plans)
        found = max(1, int((worths > -1e18).sum()))
        self.worths, self.plans = worths[:found] - worths[0], plans[:found]
        if not self.plans[0, 0]:
            self.plans[0, :2] = 1, legal[0]
        self.totals = np.zeros(found)
        self.tries = np.zeros(found, np.int64)
        self.tuning = np.array([WIN, SPREAD, CURIOSITY, TRUST])

    def simulate(self, count: int) -> None:
        """So many simulated games more."""
        if len(self.tries) > 1:
            facts = self.plans, self.worths, self.totals, self.tries, self.tuning
            simulate(self.states, self.decks, self.seat, *facts, count)

    def order(self) -> list[int]:
        """The plans, the best first."""
        values = np.empty(len(self.tries))
        estimates(self.worths, self.totals, self.tries, self.tuning, values)
        self.values = values
        return sorted(range(len(self.tries)), key=lambda plan: (-values[plan], plan))

    def options(self) -> list[tuple[int, float, int]]:
        """The first actions of the plans, each with the value of the best plan and the tries of all; the best first."""
        found: dict[int, tuple[float, int]] = {}
        for plan in self.order():
            action, tries = int(self.plans[plan, 1]), int(self.tries[plan])
            value = float(self.values[plan])
            best, before = found.get(action, (value, 0))
            found[action] = (best, before + tries)
        return [(action, value, tries) for action, (value, tries) in found.items()]

    def line(self) -> list[int]:
        """The steps of the best plan, up to the end of the turn or a discard."""
        steps = self.plans[self.order()[0]]
        return [int(action) for action in steps[1 : steps[0] + 1]]
