"""The search for the board game: plans for the turn, the best ones tried in simulated games."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from coatl.board.apply import apply_action, closed_coatls
from coatl.board.notation import CHOOSE_DECK, DONE, START, TAKE, CHOOSE_ROW, TEMPLE_PILE
from coatl.board.scoring import player_points
from coatl.board.state import CHOOSE, COATLS, EMPTY, OVER, STATE, TURN, State
from coatl.board.tables import Deck
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.means import MEANS, gather
from coatl.bots.board.plans import (
    MOST_DESIGNS,
    MOST_PLANS,
    PLAN,
    closed_bits,
    horizon,
    make_plans,
    table,
    turns_to_end,
)
from coatl.bots.board.playing_on import OUTSET, Outset, play_on
from coatl.bots.board.weights import TOKEN, UNKNOWN, WEIGHTS
from coatl.engine.compiled import CompiledRules
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

Floats = npt.NDArray[np.float64]

CANDIDATES = 8
KEPT_DESIGNS = 20  # for each coatl, in simulated games


@jit
def prepare(
    states: Records,
    decks: Records,
    seat: int,
    weights: Floats,
    plans: Records,
    order: Ints,
    bases: Records,
    tables: Records,
    sizes: Ints,
    means: Records,
    outsets: Records,
) -> int:
    """Lays out where each of the best plans leads to; `order` are the plans, the best first. Returns how many."""
    state, deck = states[0], decks[0]
    designs, built = np.empty(MOST_DESIGNS, DESIGN), np.empty(MOST_DESIGNS, DESIGN)
    root = np.zeros(1, MEANS)
    gather(root[0], state, deck, seat)
    root_size = table(state, deck, seat, root[0], weights, designs)
    for i in range(len(order)):
        plan = plans[order[i]]
        bases[i] = state
        after = bases[i]
        builds = False
        deck_drawn = False
        for j in range(plan.count):
            action = int(plan.steps[j])
            builds = builds or START <= action
            if action == CHOOSE_DECK:
                deck_drawn = True
                if j > 0 or state.pending == CHOOSE:
                    action = DONE
            apply_action(after, deck, action)
        if deck_drawn and after.pending == CHOOSE:
            apply_action(after, deck, DONE)
        if builds:
            gather(means[i], after, deck, seat)
            size = table(after, deck, seat, means[i], weights, built)
            sizes[i] = keep_designs(built, size, tables, i)
        else:
            means[i] = root[0]
            means[i].stock[:] = after.players[seat].board
            sizes[i] = keep_designs(designs, root_size, tables, i)
        fill_outset(outsets[i], after, state, deck, seat, means[i], builds, deck_drawn, plan.steps, int(plan.count), weights)
    return len(order)


@jit
def keep_designs(designs: Records, size: int, tables: Records, place: int) -> int:
    """The best designs of each coatl."""
    kept = 0
    for slot in range(COATLS):
        used = np.zeros(size, np.int8)
        for _ in range(KEPT_DESIGNS):
            best = EMPTY
            for i in range(size):
                if designs[i].slot == slot and not used[i] and (best == EMPTY or designs[i].value > designs[best].value):
                    best = i
            if best == EMPTY:
                break
            used[best] = 1
            tables[place, kept] = designs[best]
            kept += 1
    return kept


@jit
def fill_outset(
    outset: Outset,
    after: State,
    state: State,
    deck: Deck,
    seat: int,
    means: Records,
    builds: bool,
    deck_drawn: bool,
    steps: Ints,
    count: int,
    weights: Floats,
) -> None:
    player = after.players[seat]
    outset.hand, outset.row = means.hand, means.row
    if not builds:
        held = int(state.players[seat].hand_size)
        for j in range(count):
            if CHOOSE_ROW <= steps[j] < CHOOSE_DECK:
                place = held
                for i in range(steps[j] - CHOOSE_ROW):
                    if state.prophecies.row[i] != EMPTY:
                        place += 1
                outset.hand |= 1 << place
                outset.row &= ~(1 << place)
    outset.temples = means.in_reach
    outset.taken = closed_bits(after, seat)
    outset.new_slot = player.coatl_count
    outset.new_ones = deck.coatls - player.coatl_count
    outset.closed = closed_coatls(player)
    outset.points = player_points(deck, player)
    outset.rival = 0.0
    for other in range(after.options.players):
        if other != seat:
            outset.rival = max(outset.rival, rival_points(after, deck, other))
    outset.turns = horizon(after, deck, seat) if after.pending != OVER else 0.0
    outset.over = 1 if after.pending == OVER or outset.closed >= deck.coatls else 0
    outset.bonus = 0.0
    for token in range(len(player.tokens)):
        outset.bonus += weights[TOKEN] * player.tokens[token] * min(1.0, outset.turns / 5.0)
    if deck_drawn:
        outset.bonus += weights[UNKNOWN]


@jit
def rival_points(state: State, deck: Deck, seat: int) -> float:
    """The points that another player may have when the game is over, by what lies open."""
    player = state.players[seat]
    return player_points(deck, player) + 3.0


@jit
def simulate(
    bases: Records,
    decks: Records,
    tables: Records,
    sizes: Ints,
    means: Records,
    outsets: Records,
    weights: Floats,
    stream: Ints,
    sums: Floats,
    tries: Ints,
    progress: Ints,
    count: int,
) -> None:
    """So many simulated games more: every plan meets the same chance, and the worse half drops out now and then."""
    plans = len(tries)
    for _ in range(count):
        place = progress[0]
        while tries[place] < progress[1]:
            place = (place + 1) % plans
            if place == progress[0]:
                break
        here = int(progress[0])
        if not progress[2 + here]:
            seed = int(progress[1]) + 1
            chance = np.empty(1, np.int64)
            chance[0] = stream[0] + seed * 7919
            sums[here] += play_on(bases, here, decks, tables[here], sizes[here], means, outsets[here], weights, chance, seed)
            tries[here] += 1
        progress[0] = here + 1
        while progress[0] < plans and progress[2 + progress[0]]:
            progress[0] += 1
        if progress[0] >= plans:
            progress[0] = 0
            progress[1] += 1
            while progress[2 + progress[0]]:
                progress[0] += 1
            if progress[1] in (6, 16, 40):
                drop_half(sums, tries, progress)


@jit
def drop_half(sums: Floats, tries: Ints, progress: Ints) -> None:
    plans = len(tries)
    active = 0
    for i in range(plans):
        active += 0 if progress[2 + i] else 1
    for _ in range(active // 2 if active > 2 else 0):
        worst = EMPTY
        for i in range(plans):
            if not progress[2 + i] and (worst == EMPTY or sums[i] / tries[i] < sums[worst] / tries[worst]):
                worst = i
        progress[2 + worst] = 1
    while progress[2 + progress[0]]:
        progress[0] += 1


class BoardSearch:
    """A search from one decision of the board game."""

    def __init__(
        self, rules: CompiledRules, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator,
        weights: Floats = WEIGHTS,
    ) -> None:  # fmt: skip
        self.rules = rules
        self.weights = weights
        self.plans = np.zeros(MOST_PLANS + 8, PLAN)
        count = make_plans(states, rules.decks, seat - 1, weights, self.plans)
        allowed = set(legal)
        found = [i for i in range(count) if int(self.plans[i]["steps"][0]) in allowed]
        found.sort(key=lambda i: -float(self.plans[i]["value"]))
        self.found = found
        self.order = np.array(found[:CANDIDATES] if self.weighs(states) else found[:1], np.int64)
        size = len(self.order)
        self.bases = np.zeros(size, STATE)
        self.tables = np.zeros((size, KEPT_DESIGNS * COATLS), DESIGN)
        self.sizes = np.zeros(size, np.int64)
        self.means = np.zeros(size, MEANS)
        self.outsets = np.zeros(size, OUTSET)
        self.sums, self.tries = np.zeros(size), np.zeros(size, np.int64)
        self.progress = np.zeros(2 + size, np.int64)
        self.stream = rng.integers(0, 1 << 62, 1)
        if size > 1:
            prepare(
                states, rules.decks, seat - 1, weights, self.plans, self.order, self.bases, self.tables, self.sizes,
                self.means, self.outsets,
            )  # fmt: skip

    def weighs(self, states: Records) -> bool:
        """Whether simulated games help: not at the set-up, nor while a coatl is being finished."""
        return bool(states[0].pending in (TURN, CHOOSE))

    def simulate(self, count: int) -> None:
        """So many simulated games more."""
        if len(self.order) > 1:
            simulate(
                self.bases, self.rules.decks, self.tables, self.sizes, self.means, self.outsets, self.weights, self.stream,
                self.sums, self.tries, self.progress, count,
            )  # fmt: skip

    def best(self) -> int:
        """The place of the best plan in `order`."""
        if len(self.order) < 2 or not self.tries.all():
            return 0
        means = self.sums / self.tries
        return max(range(len(self.order)), key=lambda i: (not self.progress[2 + i], means[i]))

    def line(self) -> list[int]:
        """The steps of the best plan, up to the next word of chance."""
        plan = self.plans[self.order[self.best()]]
        return [int(step) for step in plan["steps"][: plan["count"]]]
