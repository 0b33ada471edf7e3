"""What is measured: one function a row, or a few that belong together."""

import random
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

import coatl
from coatl.arena.simulation import simulate
from coatl.board.rules import BoardRules
from coatl.bots.board.search import BoardSearch
from coatl.bots.card.search import CardSearch
from coatl.bots.registry import make
from coatl.engine.chance import key_of
from coatl.engine.record import parse_record
from coatl.engine.rules import Rules
from coatl.engine.structs import Ints, Records
from coatl.position import Position
from coatl.registry import GAMES, rules_of
from coatl.solver.board.assembly import answer
from coatl.solver.board.positions import question_at
from tests.bench import starts
from tests.solver.positions import Dealer

DREAM = 5_000_000
PLAYOUTS = {"board": 5_000, "card": 20_000}  # whole random games a second on one core


@dataclass(frozen=True)
class Row:
    """One line of the table. With a target it has a verdict, else it is for information."""

    what: str
    value: float | None  # None: not measured, and the note says why
    unit: str
    target: float | None = None
    more_is_better: bool = True
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None without a target or a value."""
        if self.target is None or self.value is None:
            return None
        return self.value >= self.target if self.more_is_better else self.value <= self.target


@dataclass(frozen=True)
class Plan:
    """How long to measure."""

    seconds: float  # a run
    runs: int
    cold: bool  # whether to compile from an empty cache


FULL = Plan(seconds=2.0, runs=5, cold=True)
QUICK = Plan(seconds=0.3, runs=3, cold=False)


def all_rows(plan: Plan) -> Iterator[Row]:
    """Every row, as soon as it is known."""
    for game in GAMES:
        rules_of(game, players=2).warm_up()
        rules_of(game, players=2).warm_up_games()
    yield from calibration(plan)
    for game in GAMES:
        yield compiled_games(plan, game)
        yield playouts(plan, game)
        yield searched(plan, game)
        yield stepped_games(plan, game)
        yield from state_record(plan, game)
    yield from fresh_machine(plan)
    yield two_jobs(plan)
    yield from solved_positions(plan)
    yield from single_calls(plan)


# ---------------------------------------------------------------- the means


def rate(plan: Plan, run: Callable[[float], tuple[int, float]]) -> tuple[float, str]:
    """The best of several runs in things a second, and a note with the median."""
    rates, own = [], []
    for _ in range(plan.runs):
        began = time.process_time()
        count, seconds = run(plan.seconds)
        own.append(count / (time.process_time() - began))
        rates.append(count / seconds)
    median = statistics.median(rates)
    return max(rates), f"best of {plan.runs}; median {median:,.0f}; a second of processor time {max(own):,.0f}"


def per_call(plan: Plan, call: Callable[[], Any]) -> float:
    """Microseconds a call, the best of several runs."""
    call()
    best = float("inf")
    for _ in range(plan.runs):
        count, began = 0, time.perf_counter()
        while time.perf_counter() - began < plan.seconds / 8:
            call()
            count += 1
        best = min(best, (time.perf_counter() - began) / count)
    return best * 1e6


# ---------------------------------------------------------------- calibration


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def trivial_steps(steps: int) -> int:
    number = 88172645463325252
    for _ in range(steps):
        number ^= (number << 13) & 0x7FFFFFFFFFFFFFFF
        number ^= number >> 7
        number ^= (number << 17) & 0x7FFFFFFFFFFFFFFF
    return number


def calibration(plan: Plan) -> Iterator[Row]:
    """Fixed trivial loops, by which figures of different machines can be compared as ratios."""
    trivial_steps(1)

    def compiled(seconds: float) -> tuple[int, float]:
        steps = int(2e8 * seconds)
        began = time.perf_counter()
        trivial_steps(steps)
        return steps, time.perf_counter() - began

    def plain(seconds: float) -> tuple[int, float]:
        steps, number, began = int(4e6 * seconds), 1, time.perf_counter()
        for _ in range(steps):
            number = (number * 69069 + 1) & 0xFFFFFFFF
        return steps, time.perf_counter() - began

    for what, run in (("calibration: trivial compiled steps", compiled), ("calibration: trivial Python steps", plain)):
        value, note = rate(plan, run)
        yield Row(what, value, "/s", note=note)
    ratios = [two_threads(int(1e8 * plan.seconds)) for _ in range(plan.runs)]
    note = "what this machine can give; the median of the runs"
    yield Row("calibration: two threads against one", statistics.median(ratios), "×", note=note)


def two_threads(steps: int) -> float:
    """How much more of the trivial steps two threads do than one."""
    began = time.perf_counter()
    trivial_steps(steps)
    alone = time.perf_counter() - began
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(trivial_steps, [steps, steps]))
    return 2 * alone / (time.perf_counter() - began)


# ---------------------------------------------------------------- the table of targets


def random_games(rules: Rules, plan: Plan) -> tuple[float, str]:
    number = 0

    def run(seconds: float) -> tuple[int, float]:
        nonlocal number
        states: Records = np.zeros(128, rules.blank().dtype)
        counts: Ints = np.zeros(128, np.int64)
        key, decisions, began = key_of("bench"), 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            rules.play_games(states, key, number, counts)
            decisions += int(counts.sum())
            number += 128
        return decisions, time.perf_counter() - began

    return rate(plan, run)


def compiled_games(plan: Plan, game: str) -> Row:
    """Random two-player games inside the compiled engine, forced decisions counted."""
    value, note = random_games(rules_of(game, players=2), plan)
    note += f"; {value / DREAM:.0%} of the dream of {DREAM:,}"
    return Row(f"{game}: random two-player games, compiled: decisions", value, "/s", 2_000_000, note=note)


def playouts(plan: Plan, game: str) -> Row:
    """Whole random two-player games inside the compiled engine, on one core."""
    rules, number = rules_of(game, players=2), 0

    def run(seconds: float) -> tuple[int, float]:
        nonlocal number
        states: Records = np.zeros(128, rules.blank().dtype)
        key, first, began = key_of("bench"), number, time.perf_counter()
        while time.perf_counter() - began < seconds:
            rules.play_games(states, key, number, np.zeros(128, np.int64))
            number += 128
        return number - first, time.perf_counter() - began

    value, note = rate(plan, run)
    return Row(f"{game}: random two-player games, compiled: games", value, "/s", PLAYOUTS[game], note=note)


def searched(plan: Plan, game: str) -> Row:
    """Simulated games of the search in the middle of a game, one core."""
    rules, chance = rules_of(game, players=2), random.Random(1)
    states = rules.blank()
    rules.seed(states, key_of("bench"), 1)
    rules.set_up(states)
    position = Position(rules, states)
    while rules.turns(position.states) < 4:
        position.play(chance.choice(position.legal()))
    legal = position.legal()
    kind: Any = {"board": BoardSearch, "card": CardSearch}[game]  # of the board game, the rollouts alone

    def run(seconds: float) -> tuple[int, float]:
        done, spent = 0, 0.0
        while spent < seconds / 4:  # a search whose race is decided simulates no more: the next one goes on
            search = kind(rules, position.states, position.seat, legal, np.random.default_rng(1))
            began = time.perf_counter()
            while spent + time.perf_counter() - began < seconds / 4 and (played := search.simulate(8)):
                done += played
            spent += time.perf_counter() - began
        return max(done, 1), spent

    value, note = rate(plan, run)
    return Row(f"{game}: simulated games of the search", value, "/s", note=note)


def stepped_games(plan: Plan, game: str) -> Row:
    """The same stepped from Python: legal list, choice, play."""
    rules, number, chance = rules_of(game, players=2), 0, random.Random(1)

    def run(seconds: float) -> tuple[int, float]:
        nonlocal number
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            states = rules.blank()
            rules.seed(states, key_of("bench"), number)
            rules.set_up(states)
            position = Position(rules, states)
            number += 1
            while legal := position.legal():
                position.play(legal[int(chance.random() * len(legal))], trust=True)
                decisions += 1
        return decisions, time.perf_counter() - began

    value, note = rate(plan, run)
    return Row(f"{game}: the same stepped from Python: decisions", value, "/s", 300_000, note=note)


@numba.njit  # type: ignore[untyped-decorator]
def copy_round(states: Records, times: int) -> None:
    for i in range(times):
        states[(i + 1) & 7] = states[i & 7]


def state_record(plan: Plan, game: str) -> Iterator[Row]:
    """The size of a state, and copying it in compiled code."""
    states: Records = np.zeros(8, rules_of(game, players=2).blank().dtype)
    yield Row(f"{game}: state record", states.itemsize, "bytes", 2048, more_is_better=False)
    copy_round(states, 1)

    def run(seconds: float) -> tuple[int, float]:
        times = int(5e6 * seconds)
        began = time.perf_counter()
        copy_round(states, times)
        return times, time.perf_counter() - began

    value, _ = rate(plan, run)
    note = f"best of {plan.runs}"
    yield Row(f"{game}: copy of a state in compiled code", 1e9 / value, "ns", 200, more_is_better=False, note=note)


def fresh_machine(plan: Plan) -> Iterator[Row]:
    """Starting from an empty cache, and from a full one."""
    for game in GAMES:
        seconds = starts.compilation(game) if plan.cold else None
        note = "" if plan.cold else "not measured with --quick"
        yield Row(f"{game}: compilation on a fresh machine", seconds, "s", 60, more_is_better=False, note=note)
    for game in GAMES:
        times = [starts.warm_start(game) for _ in range(plan.runs)]
        note = f"best of {plan.runs}: import, new game, legal actions"
        yield Row(f"{game}: warm start of a game", min(times), "s", 2, more_is_better=False, note=note)
    times = [starts.help_page() for _ in range(plan.runs)]
    yield Row("coatl --help", min(times), "s", 0.5, more_is_better=False, note=f"best of {plan.runs}")


def two_jobs(plan: Plan) -> Row:
    """`--jobs 2` against one: the best of each, measured in turns."""
    rules = rules_of("board", players=2)
    games = max(200, int(8_000 * plan.seconds))
    best = {1: 0.0, 2: 0.0}
    for number in range(plan.runs):
        for jobs in best:
            summary = simulate(rules, games, f"jobs {number}", jobs)
            best[jobs] = max(best[jobs], summary.decisions_per_second)
    note = f"{best[1]:,.0f}/s and {best[2]:,.0f}/s, best of {plan.runs} runs each, on {starts.cores()} cores"
    return Row("--jobs 2 against one", best[2] / best[1], "×", 1.8, note=note)


def solved_positions(plan: Plan) -> Iterator[Row]:
    """Full positions for the solver: 8 pieces, 5 cards in hand, 2 unfinished coatls, 4 temples in reach."""
    rules, chance = BoardRules(players=2), random.Random("bench")
    dealer, times = Dealer(rules, chance), []
    answer(rules, question_at(rules, dealer.full(), 1))
    for _ in range(int(500 * plan.seconds)):
        questions = question_at(rules, dealer.full(), 1)
        began = time.perf_counter()
        answer(rules, questions)
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    p99, note = times[len(times) * 99 // 100], f"{len(times)} positions; slowest {times[-1]:.1f} ms"
    yield Row("solver: best way to assemble, p50", statistics.median(times), "ms", more_is_better=False)
    yield Row("solver: best way to assemble, p99", p99, "ms", 50, more_is_better=False, note=note)


# ---------------------------------------------------------------- for information


def single_calls(plan: Plan) -> Iterator[Row]:
    """What one call from Python takes, in the middle of a game."""
    game = coatl.new("board", players=2, seed="bench")
    chance = random.Random(7)
    for _ in range(60):
        game.play(chance.choice(game.numbers()))
    rules, position, view = game.rules, game.position(), game.view(game.seat)
    out = np.empty(rules.most_legal, np.int16)
    text, bot = game.record().to_text(), make("greedy", rules)
    action, rng = position.legal()[0], np.random.default_rng(1)
    bot.warm_up()

    def stepped() -> Position:
        other = position.copy()
        other.play(action)
        return other

    calls: dict[str, Callable[[], Any]] = {
        "legal actions of a position": lambda: rules.legal(position.states, out),
        "copy of a position": position.copy,
        "copy of a position, and an action": stepped,
        "view of a seat": lambda: rules.view(position.states, 1),
        "a state dealt from a view": lambda: rules.determinise(view, rng),
        "score of a coatl with four cards": lambda: coatl.score("board", "(BBRBBKYBBYY)", ["Y4", "K5", "R5", "T3"]),
        "record of 60 actions, read": lambda: parse_record(text),
        "a decision of the greedy bot": lambda: bot.choose(view, view.legal, bot.limit, rng),
    }
    for what, call in calls.items():
        yield Row(what, per_call(plan, call), "µs", more_is_better=False, note=f"best of {plan.runs}")
