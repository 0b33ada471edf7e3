"""The rows of learners: batches with observations and masks written, environments stepped from Python, and peers."""

import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numba
import numpy as np

from coatl.registry import GAMES, rules_of
from coatl.rl import Batch
from coatl.rl.aec import CoatlAEC
from tests.bench.rows import Plan, Row, rate

TARGETS = {"board": 1_000_000, "card": 2_000_000}  # decisions a second on two cores
ONE_CORE = 0.55  # of that
AGENTS = 60_000
MEMORY = 64.0


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def choose(masks: Any, out: Any, number: int) -> int:
    """A random legal action for each game."""
    for i in range(len(masks)):
        number = (number * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF
        place = ((number >> 31) * int(masks[i].sum())) >> 32
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if place == 0:
                    out[i] = action
                    break
                place -= 1
    return number


def learner_rows(plan: Plan) -> Iterator[Row]:
    """All rows of learners."""
    for game in GAMES:
        yield batch_row(plan, game, 4096, 2, TARGETS[game])
        yield batch_row(plan, game, 1024, 1, ONE_CORE * TARGETS[game])
        size = Batch(rules_of(game, players=2), 4096, 1).nbytes / 1e6
        yield Row(f"{game}: memory of 4,096 games", size, "MB", MEMORY, more_is_better=False)
        yield agents_row(plan, game, "coatl", CoatlAEC(game, players=2), AGENTS)
    if find_spec("hanabi_learning_environment") is not None:
        from pettingzoo.classic import hanabi_v5

        yield agents_row(plan, "hanabi", "PettingZoo's", hanabi_v5.env(), None)
    if find_spec("pgx") is not None:
        yield pgx_row(plan, "leduc_holdem", 4096)
    if find_spec("pyspiel") is not None:
        for name in ("leduc_poker", "gin_rummy"):
            yield spiel_row(plan, name)


def batch_row(plan: Plan, game: str, games: int, threads: int, target: float) -> Row:
    """Steps of a batch; the choice of actions is not counted."""
    batch = Batch(rules_of(game, players=2), games, 1, threads=threads)
    batch.reset()
    actions, masks = np.zeros(games, np.int64), batch._games.masks
    number = choose(masks, actions, 1)
    for _ in range(60):  # games of every age
        batch.step(actions)
        number = choose(masks, actions, number)

    def run(seconds: float) -> tuple[int, float]:
        nonlocal number
        spent, steps = 0.0, 0
        while spent < seconds / 2:
            began = time.perf_counter()
            batch.step(actions)
            spent += time.perf_counter() - began
            steps += games
            number = choose(masks, actions, number)
        return steps, spent

    value, note = rate(plan, run)
    batch.close()
    what = f"{game}: batch of {games:,}, observation and mask written, {threads} core{'s'[: threads > 1]}: decisions"
    return Row(what, value, "/s", target, note=note)


def agents_row(plan: Plan, game: str, whose: str, env: Any, target: float | None) -> Row:
    """An AEC environment stepped from Python with random legal actions."""
    rng = np.random.default_rng(1)

    def run(seconds: float) -> tuple[int, float]:
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds / 2:
            env.reset(seed=steps)
            over = False
            while not over:
                seen, _, over, cut, _ = env.last()
                over = over or cut
                if not over:
                    legal = seen["action_mask"].nonzero()[0]
                    env.step(int(legal[int(rng.random() * len(legal))]))
                    steps += 1
        return steps, time.perf_counter() - began

    value, note = rate(plan, run)
    return Row(f"{game}: {whose} AEC environment stepped from Python: decisions", value, "/s", target, note=note)


def spiel_row(plan: Plan, name: str) -> Row:
    """A game of OpenSpiel stepped from Python with random legal actions: tensor and mask of who decides are asked."""
    import pyspiel

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)

    def run(seconds: float) -> tuple[int, float]:
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds / 2:
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.observation_tensor()
                    state.legal_actions_mask()
                    steps += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return steps, time.perf_counter() - began

    value, note = rate(plan, run)
    return Row(f"{name}: OpenSpiel's, stepped from Python: decisions", value, "/s", note=note)


def pgx_row(plan: Plan, name: str, games: int) -> Row:
    """A batch of pgx on the processor: a random legal action, the step, observation and mask in one compiled call."""
    jax, env = import_module("jax"), import_module("pgx").make(name)
    step = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def turn(state: Any, key: Any) -> Any:
        choosing, stepping = jax.random.split(key)
        action = jax.random.categorical(choosing, jax.numpy.where(state.legal_action_mask, 0.0, -1e9))
        return step(state, action, stepping)

    turns, key = jax.jit(jax.vmap(turn)), jax.random.PRNGKey(1)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def run(seconds: float) -> tuple[int, float]:
        nonlocal states, key
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds / 2:
            key, own = jax.random.split(key)
            states = turns(states, jax.random.split(own, games))
            states.observation.block_until_ready()
            steps += games
        return steps, time.perf_counter() - began

    value, note = rate(plan, run)
    return Row(f"{name}: pgx on the processor, batch of {games:,}: decisions", value, "/s", note=note)
