"""The search of the card game: the best plans for a turn, tried in simulated games."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from coatl.bots.card.desk import Desk
from coatl.bots.card.habits import write_habits
from coatl.bots.card.marks import write_marks
from coatl.bots.card.table import Table
from coatl.bots.card.trials import HEAT, Runner, find_plans, prepare, simulate
from coatl.card.tables import Deck
from coatl.engine.compiled import CompiledRules
from coatl.engine.records import Records, copy_of, dtype_of, empties
from coatl.solver.card.plans import STEPS

PLANS = 30
MOST_DEALS = 4096
NO_PLAN = -1e18


@lru_cache(maxsize=8)
def marked_desks(deck: bytes) -> Records:
    """The look-ups for a deck, which take as long as some dozen simulated games."""
    desks = empties(Desk, 1)
    write_marks(np.frombuffer(bytearray(deck), dtype_of(Deck)), desks)
    return desks


class CardSearch:
    """A search from one decision of a seat (from 1); `states` is what it sees, the rest dealt at random."""

    def __init__(
        self, rules: CompiledRules, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator
    ) -> None:
        self.states, self.decks, self.seat = states, rules.decks, seat - 1
        worths = np.full(PLANS, NO_PLAN)
        plans = np.zeros((PLANS, STEPS), np.int16)
        find_plans(states, self.decks, self.seat, worths, plans)
        found = max(1, int((worths > NO_PLAN).sum()))
        self.worths, self.plans = worths[:found], plans[:found]
        if not self.plans[0, 0]:  # nothing to plan: a pass
            self.plans[0, :2] = 1, legal[0]
        self.race = empties(Runner, found)
        self.tables = empties(Table, found)
        prepare(states, self.decks, self.seat, self.plans, self.tables)
        self.desks = copy_of(marked_desks(self.decks.tobytes()))
        write_habits(self.desks, self.decks, self.tables)
        self.desks[0].viewer = self.seat
        self.desks[0].seed = rng.integers(1 << 40)
        self.results = np.zeros((found, MOST_DEALS))

    def simulate(self, count: int) -> int:
        """So many simulated games more, fewer when the race is decided; returns how many it were."""
        before = int(self.race["tries"].sum())
        simulate(self.tables, self.decks, self.desks, self.seat, self.plans, self.race, self.results, count)
        return int(self.race["tries"].sum()) - before

    def value(self, plan: int) -> float:
        """The mean of its simulated games."""
        return float(self.race[plan].total / max(self.race[plan].tries, 1))

    def order(self) -> list[int]:
        """The plans, the best first: who was longer in the race, then by their means; untried ones by their worth."""
        tries = [int(runner.tries) // HEAT for runner in self.race]
        return sorted(range(len(tries)), key=lambda plan: (-tries[plan], -self.value(plan), plan))

    def options(self) -> list[tuple[int, float, int]]:
        """The first actions of the plans, each with the value of the best plan and the tries of all; the best first."""
        found: dict[int, tuple[float, int]] = {}
        for plan in self.order():
            action, tries = int(self.plans[plan, 1]), int(self.race[plan].tries)
            value, before = found.get(action, (self.value(plan), 0))
            found[action] = (value, before + tries)
        return [(action, value, tries) for action, (value, tries) in found.items()]

    def line(self) -> list[int]:
        """The steps of the best plan, up to the end of the turn or a discard."""
        steps = self.plans[self.order()[0]]
        return [int(action) for action in steps[1 : steps[0] + 1]]
