"""Puzzles: one best solution, graded, reproducible."""

import numpy as np
import pytest

from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.position import Position
from coatl.solver.board.greedy import greedy_points
from coatl.solver.board.positions import question_of
from coatl.solver.board.puzzles import LEVELS, make
from coatl.solver.board.solver import solve

SEEDS = range(1) if DISABLED else range(6)
PLAYED = [level for level in LEVELS if level != "hard" or not DISABLED]  # as plain Python a hard one takes a minute


@pytest.mark.parametrize("level", PLAYED)
@pytest.mark.parametrize("seed", SEEDS)
def test_one_solution_is_the_best_and_brings_what_it_promises(level: str, seed: int) -> None:
    puzzle = make(seed, level)
    best = puzzle.solution
    assert best.unique
    assert all(other.points < best.points for other in best.alternatives)
    assert best.points >= LEVELS[level].points
    position = Position(puzzle.rules, puzzle.states())
    for step in best.steps:
        assert puzzle.rules.parse(step) in position.legal()
        position.play(puzzle.rules.parse(step))
    assert puzzle.rules.view(position.states, 1).players[0].points == best.points


@pytest.mark.skipif(DISABLED, reason="as plain Python it takes too long")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_hard_puzzle_is_lost_by_haste(seed: int) -> None:
    puzzle = make(seed, "hard")
    assert len(puzzle.solution.coatls) >= 2
    assert greedy_points(puzzle.rules, question_of(puzzle.rules, puzzle.view, 1)) < puzzle.solution.points


def test_a_seed_and_a_level_make_a_puzzle() -> None:
    assert make(3, "easy").line == make("3", "easy").line
    assert make(3, "easy").line != make(4, "easy").line
    assert make(3, "easy").line != make(3, "medium").line


def test_its_line_is_a_position_that_the_solver_reads() -> None:
    puzzle = make(1, "medium")
    states = puzzle.rules.read_position(puzzle.line, np.random.default_rng(5))
    assert solve(puzzle.rules, puzzle.rules.view(states, 1)).points == puzzle.solution.points


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(CoatlError) as refusal:
        make(1, "divine")
    assert refusal.value.code == "puzzle.level"
