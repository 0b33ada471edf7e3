"""Batches: the rules, whatever the number of threads; bad input ends one game or is refused with a sentence."""

import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

from coatl.engine.errors import CoatlError
from coatl.position import Position
from coatl.registry import rules_of
from coatl.rl import Batch, observation

CARD = rules_of("card", players=2)
BOARD = rules_of("board", players=2)


def choices(batch: Batch, rng: np.random.Generator) -> Any:
    return (batch.masks * rng.random(batch.masks.shape)).argmax(axis=1)


@pytest.mark.parametrize(
    "rules",
    [CARD, BOARD, rules_of("card", solo=True), rules_of("board", solo=True)],
    ids=["card", "board", "carl", "adam"],
)
def test_a_batch_plays_by_the_rules(rules: Any) -> None:
    """Row by row the same as a position that is stepped through alone, automata included."""
    batch, rng = Batch(rules, 3, 11, autoreset="never"), np.random.default_rng(1)
    batch.reset()
    alone = [Position.new(rules, 11, stream=row) for row in range(3)]
    while not batch.over.all():
        for row, position in enumerate(alone):
            while not position.over and rules.automaton and position.seat == 2:
                position.play(position.legal()[0])
            if not batch.over[row]:
                assert np.array_equal(batch.masks[row], position.mask())
                assert batch.seats[row] == position.seat - 1
                seen = observation(rules, position.states, position.seat)
                assert np.array_equal(batch.observations[row], seen)
        chosen = choices(batch, rng)
        for row, position in enumerate(alone):
            if not batch.over[row]:
                position.play(int(chosen[row]))
        rewards = batch.rewards.copy()
        batch.step(chosen)
        for ended in np.flatnonzero(batch.over & ~rewards.any(axis=1)):
            row = int(ended)
            result = alone[row].result
            if result is not None and batch.rewards[row].any():
                margin = (result.points[0] - result.points[1]) / 20
                assert np.allclose(batch.rewards[row], [margin, -margin])


@pytest.mark.parametrize("seats", [None, ["learner", "random"], ["greedy", "learner"]], ids=str)
def test_games_depend_on_the_seed_alone_and_not_on_the_threads(seats: Any) -> None:
    def course(threads: int) -> bytes:
        batch = Batch(CARD, 160, 5, seats=seats, threads=threads)
        batch.threads = threads  # even where fewer would do
        batch.reset()
        told = b""
        for _ in range(6 if seats else 60):
            batch.step(batch.masks.argmax(axis=1))
            told += batch.observations.tobytes() + batch.rewards.tobytes()
        batch.close()
        return told

    assert course(1) == course(2) == course(7)


def test_greedy_beats_random_inside_the_step() -> None:
    seats = [["learner", "greedy"], ["greedy", "learner"]] * 10
    batch, rng = (
        Batch(CARD, 20, 1, seats=seats, autoreset="never", reward="win", skip_forced=True),
        np.random.default_rng(2),
    )
    batch.reset()
    won = np.zeros(2)
    while not batch.over.all():
        batch.step(choices(batch, rng))
        own = np.arange(20) % 2
        won += [batch.rewards[np.arange(20), own].sum(), batch.rewards[np.arange(20), 1 - own].sum()]
    assert won[1] > 15


@pytest.mark.parametrize("action", [-1, 354, 10_000, 2**62])
def test_an_illegal_action_ends_its_own_game_alone(action: int) -> None:
    batch = Batch(CARD, 64, 3, penalty=-2.0)
    batch.reset()
    chosen = batch.masks.argmax(axis=1)
    chosen[17] = action
    batch.step(chosen)
    assert np.flatnonzero(batch.over).tolist() == np.flatnonzero(batch.illegal).tolist() == [17]
    assert batch.rewards[17].tolist() == [-2.0, 0.0]
    batch.step(batch.masks.argmax(axis=1))
    assert not batch.over.any()
    assert batch.lengths[17] == 0


def test_a_decision_without_a_choice_can_be_skipped() -> None:
    batch, rng = Batch(CARD, 8, 1, skip_forced=True), np.random.default_rng(1)
    batch.reset()
    for _ in range(60):
        assert (batch.masks.sum(axis=1) > 1).all()
        batch.step(choices(batch, rng))


def test_bad_input_is_refused_with_a_sentence() -> None:
    batch = Batch(CARD, 4, 1)
    refused = [
        ("batch.reset", lambda: batch.step(np.zeros(4, np.int64))),
        ("batch.games", lambda: Batch(CARD, 0)),
        ("batch.games", lambda: Batch(CARD, 2.5)),  # type: ignore[arg-type]
        ("batch.threads", lambda: Batch(CARD, 4, threads=-1)),
        ("batch.threads", lambda: Batch(CARD, 4, threads=0)),
        ("batch.penalty", lambda: Batch(CARD, 4, penalty=float("nan"))),
        ("batch.penalty", lambda: Batch(CARD, 4, penalty="much")),  # type: ignore[arg-type]
        ("batch.seats", lambda: Batch(CARD, 4, seats=["learner"])),
        ("batch.seats", lambda: Batch(CARD, 4, seats=["random", "greedy"])),
        ("batch.seats", lambda: Batch(CARD, 4, seats=["learner", "carl"])),
        ("batch.autoreset", lambda: Batch(CARD, 4, autoreset="often")),
        ("seed.text", lambda: Batch(CARD, 4, seed="")),
    ]
    for code, call in refused:
        with pytest.raises(CoatlError) as told:
            call()  # type: ignore[no-untyped-call]
        assert told.value.code == code
    batch.reset()
    for code, actions in (
        ("batch.shape", np.zeros(5, np.int64)),
        ("batch.shape", np.zeros((4, 1), np.int64)),
        ("batch.dtype", np.zeros(4)),
        ("batch.dtype", np.array(["done"] * 4)),
    ):
        with pytest.raises(CoatlError) as told:
            batch.step(actions)
        assert told.value.code == code
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = True


def test_reset_in_the_middle_begins_the_same_games_again() -> None:
    batch = Batch(CARD, 4, 1)
    batch.reset(seed=8)
    first = batch.observations.copy()
    for _ in range(5):
        batch.step(batch.masks.argmax(axis=1))
    batch.reset()
    assert not np.array_equal(batch.observations, first)
    batch.reset(seed=8)
    assert np.array_equal(batch.observations, first)
    batch.reset_where(np.array([True, False, False, False]))
    assert not np.array_equal(batch.observations[0], first[0])
    assert np.array_equal(batch.observations[1:], first[1:])


def test_memory_for_4096_games() -> None:
    for rules in (CARD, BOARD):
        assert Batch(rules, 4096, 1, autoreset="same_step").nbytes <= 64_000_000


def steps_of(batch: Batch, out: Any) -> None:
    for _ in range(3):
        batch.step(batch.masks.argmax(axis=1))
    out.put(batch.observations.tobytes())


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_a_batch_goes_on_in_another_process(way: str) -> None:
    batch = Batch(CARD, 256, 1, threads=2)
    batch.reset()
    batch.step(batch.masks.argmax(axis=1))  # its threads run
    here = pickle.loads(pickle.dumps(batch))
    context: Any = multiprocessing.get_context(way)
    answers = context.Queue()
    process = context.Process(target=steps_of, args=(batch, answers))
    process.start()
    told = answers.get(timeout=300)
    process.join(timeout=300)
    steps_of(here, answers)
    assert answers.get(timeout=60) == told
