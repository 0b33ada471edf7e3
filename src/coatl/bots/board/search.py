"""The search for the board game: plans for the turn, and the best ones tried in simulated games."""

from collections.abc import Sequence

import numpy as np

from coatl.board.apply import apply_action, closed_coatls
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import CHOOSE_DECK, CHOOSE_ROW, DONE, PICK, START
from coatl.board.state import (
    ASSEMBLE,
    CHOOSE,
    COATLS,
    EMPTY,
    FINISH,
    FUTURE,
    KEEP,
    NEEDS_FOUR,
    OVER,
    STATE,
    TURN,
    State,
)
from coatl.bots.board.assembling import assembling
from coatl.bots.board.closing import MOST_DESIGNS, find_designs
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.means import HOLDINGS, MEANS, Desk, Floats, Holdings, gather
from coatl.bots.board.plans import (
    MOST_PLANS,
    PLAN,
    Plan,
    after_future,
    begin_plan,
    choosing,
    finishing,
    keeping,
    single_actions,
)
from coatl.bots.board.playing_on import play_on
from coatl.bots.board.weights import FOUR_WEIGHTS, UNKNOWN, WEIGHTS
from coatl.bots.board.worth import horizon, standing, token_worth
from coatl.engine.compiled import CompiledRules
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

CANDIDATES = 24  # plans that are tried in simulated games
KEPT_DESIGNS = 20  # for each coatl, in simulated games
CUTS = (10, 24, 60, 150)  # rounds after which the worse half of the plans is dropped
RELUCTANCE = 0.01  # points: rather go on than stop, all else being equal


@jit
def make_plans(desk: Desk, plans: Records) -> int:
    """Fills `plans` with the ways to go on that are worth a thought; returns how many there are."""
    state, deck = desk.states[0], desk.decks[0]
    if state.pending == FINISH:
        return finishing(desk, plans)
    holdings = np.zeros(1, HOLDINGS)
    gather(desk.means[0], holdings[0], state, deck, desk.seat, horizon(state, deck, desk.seat))
    designs = np.empty(MOST_DESIGNS, DESIGN)
    size = find_designs(desk, holdings[0], designs)
    if state.pending == KEEP:
        return keeping(desk, holdings, designs, size, plans)
    if state.pending == FUTURE:
        return after_future(desk, holdings, designs, size, plans)
    count = 0
    if state.pending == TURN or state.pending == ASSEMBLE:
        count = assembling(desk, holdings, designs, size, plans, count)
    if state.pending == TURN:
        count = single_actions(desk, holdings, designs, size, plans, count)
    if state.pending == TURN or state.pending == CHOOSE:
        count = choosing(desk, holdings, designs, size, plans, count, state.pending == CHOOSE)
    return stopping(desk, holdings, designs, size, plans, count)


@jit
def stopping(desk: Desk, holdings: Records, designs: Records, size: int, plans: Records, count: int) -> int:
    """`done` where it is legal, and whatever there is if nothing else was found."""
    legal = np.empty(MOST_LEGAL, np.int16)
    found = legal_actions(desk.states[0], desk.decks[0], legal)
    if count < len(plans) and found and (count == 0 or (legal[0] == DONE and desk.states[0].pending != CHOOSE)):
        begin_plan(plans[count], int(legal[0]))
        plans[count].value = standing(desk, designs, size, holdings[0]) - RELUCTANCE
        count += 1
    return count


# ---------------------------------------------------------------- where the best plans lead to


@jit
def prepare(
    desk: Desk, plans: Records, order: Ints, states: Records, means: Records, holdings: Records, tables: Records,
    sizes: Ints, bonus: Floats,
) -> None:  # fmt: skip
    """Lays out where each plan of `order` leads to: the game, the means and what the seat has of them, the designs."""
    designs, built = np.empty(MOST_DESIGNS, DESIGN), np.empty(MOST_DESIGNS, DESIGN)
    having = np.zeros(1, HOLDINGS)
    gather(desk.means[0], having[0], desk.states[0], desk.decks[0], desk.seat, 0.0)
    size = find_designs(desk, having[0], designs)
    for i in range(len(order)):
        plan = plans[order[i]]
        states[i] = desk.states[0]
        follow(desk, states[i], plan)
        turns = horizon(states[i], desk.decks[0], desk.seat) if states[i].pending != OVER else 0.0
        gather(means[i], holdings[i], states[i], desk.decks[0], desk.seat, turns)
        if builds(plan):
            there = Desk(states[i : i + 1], desk.decks, means[i : i + 1], desk.weights, desk.seat)
            sizes[i] = keep_designs(built, find_designs(there, holdings[i], built), tables[i])
        else:
            means[i] = desk.means[0]
            keep_sets(desk, having[0], holdings[i], plan)
            sizes[i] = keep_designs(designs, size, tables[i])
        bonus[i] = bonus_of(desk, states[i], plan, turns)


@jit
def follow(desk: Desk, state: State, plan: Plan) -> None:
    """Plays a plan to its end; a card from the deck is not looked at, and the choosing ends there."""
    for j in range(plan.count):
        if plan.steps[j] == CHOOSE_DECK:
            if state.pending != CHOOSE:
                apply_action(state, desk.decks[0], CHOOSE_DECK)
            apply_action(state, desk.decks[0], DONE)
            break
        apply_action(state, desk.decks[0], int(plan.steps[j]))


@jit
def builds(plan: Plan) -> bool:
    """Whether the plan changes a coatl, so that designs must be looked for anew."""
    for j in range(plan.count):
        if START <= plan.steps[j] < PICK:
            return True
    return False


@jit
def keep_sets(desk: Desk, before: Holdings, after: Holdings, plan: Plan) -> None:
    """The sets of cards and temples by the places in the desk's own means, with what the plan has chosen."""
    after.hand, after.row, after.temples = before.hand, before.row, before.temples
    row = desk.states[0].prophecies.row
    held = int(desk.states[0].players[desk.seat].hand_size)
    for j in range(plan.count):
        if CHOOSE_ROW <= plan.steps[j] < CHOOSE_DECK:
            place = held
            for i in range(plan.steps[j] - CHOOSE_ROW):
                place += 1 if row[i] != EMPTY else 0
            after.hand |= 1 << place
            after.row &= ~(1 << place)


@jit
def bonus_of(desk: Desk, state: State, plan: Plan, turns: float) -> float:
    """What a simulated game does not see: tokens that are left, and a card from the deck."""
    bonus = int(state.players[desk.seat].tokens.sum()) * token_worth(desk, turns)
    for j in range(plan.count):
        if plan.steps[j] == CHOOSE_DECK:
            bonus += desk.weights[UNKNOWN]
    return bonus


@jit
def keep_designs(designs: Records, size: int, into: Records) -> int:
    """The best designs of each coatl; returns how many there are."""
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


# ---------------------------------------------------------------- the race of the plans


@jit
def simulate(
    decks: Records, weights: Floats, seat: int, states: Records, means: Records, holdings: Records, tables: Records,
    sizes: Ints, stream: Ints, sums: Floats, tries: Ints, active: Ints, goal: int, count: int,
) -> None:  # fmt: skip
    """So many simulated games more: every plan meets the same chance, and the worse half drops out now and then."""
    chance = np.empty(1, np.int64)
    for _ in range(count):
        i = next_plan(tries, active)
        desk = Desk(states[i : i + 1], decks, means[i : i + 1], weights, seat)
        seed = int(tries[i]) + 1
        chance[0] = stream[0] + seed
        sums[i] += play_on(desk, tables[i], sizes[i], holdings[i], chance, seed, goal)
        tries[i] += 1
        if tries[i] in CUTS and tries[next_plan(tries, active)] == tries[i]:
            drop_half(sums, tries, active)


@jit
def next_plan(tries: Ints, active: Ints) -> int:
    """The plan in the race that was tried least."""
    best = EMPTY
    for i in range(len(tries)):
        if active[i] and (best == EMPTY or tries[i] < tries[best]):
            best = i
    return best


@jit
def drop_half(sums: Floats, tries: Ints, active: Ints) -> None:
    """The worse half leaves the race; two always stay."""
    for _ in range(active.sum() // 2 if active.sum() > 2 else 0):
        worst = EMPTY
        for i in range(len(tries)):
            if active[i] and (worst == EMPTY or sums[i] / tries[i] < sums[worst] / tries[worst]):
                worst = i
        active[worst] = 0


class BoardSearch:
    """A search from one decision of the board game."""

    def __init__(
        self,
        rules: CompiledRules,
        states: Records,
        seat: int,
        legal: Sequence[int],
        rng: np.random.Generator,
        weights: Floats | None = None,
    ) -> None:
        usual = FOUR_WEIGHTS if states[0].options.difficulties[NEEDS_FOUR] else WEIGHTS
        weights = usual if weights is None else weights
        self.rules, self.weights, self.seat = rules, weights, seat - 1
        self.stream = rng.integers(0, 1 << 62, 1)
        desk = Desk(states, rules.decks, np.zeros(1, MEANS), weights, self.seat)
        self.plans = np.zeros(MOST_PLANS, PLAN)
        count = make_plans(desk, self.plans)
        allowed = set(legal)
        found = [i for i in range(count) if int(self.plans[i]["steps"][0]) in allowed]
        found.sort(key=lambda i: -float(self.plans[i]["value"]))
        weighs = states[0].pending in (TURN, CHOOSE)
        self.order = np.array(found[: CANDIDATES if weighs else 1], np.int64)
        self.goal = closed_coatls(states[0].players[self.seat]) + 1
        self.lay_out(desk, len(self.order))

    def lay_out(self, desk: Desk, size: int) -> None:
        """Where the best plans lead to, for the simulated games."""
        self.states, self.means, self.holdings = np.zeros(size, STATE), np.zeros(size, MEANS), np.zeros(size, HOLDINGS)
        self.tables, self.sizes = np.zeros((size, KEPT_DESIGNS * COATLS), DESIGN), np.zeros(size, np.int64)
        self.bonus, self.sums = np.zeros(size), np.zeros(size)
        self.tries, self.active = np.zeros(size, np.int64), np.ones(size, np.int64)
        if size > 1:
            prepare(
                desk,
                self.plans,
                self.order,
                self.states,
                self.means,
                self.holdings,
                self.tables,
                self.sizes,
                self.bonus,
            )

    def simulate(self, count: int) -> int:
        """So many simulated games more, none if there is only one plan; returns how many it were."""
        if len(self.order) < 2:
            return 0
        tables = self.states, self.means, self.holdings, self.tables, self.sizes
        race = self.stream, self.sums, self.tries, self.active, self.goal
        simulate(self.rules.decks, self.weights, self.seat, *tables, *race, count)
        return count

    def ranked(self) -> list[tuple[int, float, int]]:
        """The plans that were tried: place, value and tries, the best first; without tries, the best at first sight."""
        values = [float(self.plans[i]["value"]) for i in self.order]
        if self.tries.all():
            values = (self.sums / self.tries + self.bonus).tolist()
        best_first = sorted(range(len(values)), key=lambda i: (not self.active[i], -values[i]))
        return [(int(self.order[i]), values[i], int(self.tries[i])) for i in best_first]

    def options(self) -> list[tuple[int, float, int]]:
        """For each first step: the step, the value of the best plan that begins with it, and its tries."""
        first: dict[int, tuple[int, float, int]] = {}
        for place, value, tries in self.ranked():
            action = int(self.plans[place]["steps"][0])
            first.setdefault(action, (action, value, tries))
        return list(first.values())

    def line(self) -> list[int]:
        """The steps of the best plan, up to the next word of chance."""
        plan = self.plans[self.ranked()[0][0]]
        return [int(step) for step in plan["steps"][: plan["count"]]]
