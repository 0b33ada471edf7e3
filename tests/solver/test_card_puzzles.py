"""Puzzles of the card game: legal turns with one best way, graded, reproducible."""

from itertools import pairwise

import numpy as np
import pytest

from coatl.card.notation import DISCARD, RAISE
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.position import Position
from coatl.solver.card.best_turn import weighed
from coatl.solver.card.puzzles import LEVELS, Puzzle, best_ends, ends_turn, hasty_points, make, points_of
from coatl.solver.card.solver import solve

SEEDS = range(1) if DISABLED else range(3)
PLAYED = ["easy"] if DISABLED else [*LEVELS]  # as plain Python a whole turn takes a minute


@pytest.mark.parametrize("level", PLAYED)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_solver_proves_the_best_value_and_its_steps_bring_it(level: str, seed: int) -> None:
    puzzle = make(seed, level)
    best = puzzle.solution
    assert best.points - best.before >= LEVELS[level].gain
    assert solve(puzzle.rules, puzzle.view).points == best.points
    position = Position(puzzle.rules, puzzle.states())
    for step in best.actions[:-1]:
        assert puzzle.rules.parse(step) in position.legal()
        position.play(puzzle.rules.parse(step))
    assert best.actions[-1] == "done"
    assert ends_turn(puzzle.rules, position.states)
    assert points_of(puzzle.rules, position.states) == best.points


@pytest.mark.parametrize("level", PLAYED)
@pytest.mark.parametrize("seed", SEEDS)
def test_one_way_is_the_best(level: str, seed: int) -> None:
    """Whatever brings as much ends with the same coatl and levels; a discard brings less on average."""
    puzzle = make(seed, level)
    assert len(best_ends(puzzle.rules, puzzle.states())) == 1
    actions, values = weighed(puzzle.rules, puzzle.states())
    chance = [value for action, value in zip(actions, values, strict=True) if DISCARD <= action < RAISE]
    assert max(chance, default=0) < puzzle.solution.points


@pytest.mark.parametrize("seed", SEEDS)
def test_an_easy_puzzle_is_one_card(seed: int) -> None:
    laid = [action for action in make(seed, "easy").solution.actions if action.split()[0] in ("beside", "over")]
    assert len(laid) == 1


@pytest.mark.skipif(DISABLED, reason="as plain Python it takes too long")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hard_puzzle_is_lost_by_haste(seed: int) -> None:
    puzzle = make(seed, "hard")
    assert hasty_points(puzzle.rules, puzzle.states()) <= puzzle.solution.points - LEVELS["hard"].gap


def test_a_seed_and_a_level_make_a_puzzle() -> None:
    made = [make(3, "easy").line, make(4, "easy").line]
    assert make("3", "easy").line == made[0]
    assert all(one != other for one, other in pairwise(made))


def test_its_line_is_a_position_that_the_engine_reads() -> None:
    """Positions are legal: the engine takes them back, and the solver says the same of them."""
    puzzle: Puzzle = make(1, "easy")
    states = puzzle.rules.read_position(puzzle.line, np.random.default_rng(5))
    assert solve(puzzle.rules, puzzle.rules.view(states, 1)).points == puzzle.solution.points


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(CoatlError) as refusal:
        make(1, "divine")
    assert refusal.value.code == "puzzle.level"
