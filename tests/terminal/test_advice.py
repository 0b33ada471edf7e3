"""Hints at the table, and puzzles at the keyboard."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from coatl.solver.puzzles import Puzzle, make
from coatl.terminal.look import THEME
from coatl.terminal.puzzling import PuzzleTable
from coatl.terminal.screen import Screen
from tests.terminal.keyboard import Room, new_game

PEOPLE = ["Ann", "Ben"]


# ---------------------------------------------------------------- hints


def test_hint_stands_in_the_help_and_changes_nothing(tmp_path: Path) -> None:
    room = Room(new_game("7", PEOPLE), tmp_path, ["done", "done", "?", "hint"])
    shown = room.run()
    assert "hint" in shown
    assert "what you could do, and why" in shown
    assert [entry.action for entry in room.session.game.entries] == ["done", "done"]


def test_hint_says_which_cell_brings_the_cards_nearer(tmp_path: Path) -> None:
    room = Room(
        new_game("7", PEOPLE), tmp_path, ["keep G11", "keep R3", "done", "done", "take body1", "take body2", "hint"]
    )
    assert "your cards ask for" in room.run().split("> hint")[-1]


def test_hint_during_the_secret_choice_tells_nobody_anything(tmp_path: Path) -> None:
    room = Room(new_game("7", PEOPLE), tmp_path, ["hint"])
    assert "Keep cards that ask for the same pieces" in " ".join(room.run().split())


# ---------------------------------------------------------------- puzzles


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return make(3, "easy")


def played(puzzle: Puzzle, *typed: str) -> str:
    """What a player who types this sees."""
    output = io.StringIO()
    console = Console(file=output, theme=THEME, highlight=False, width=100)
    PuzzleTable(puzzle, Screen(console, io.StringIO("".join(f"{line}\n" for line in typed)))).run()
    return output.getvalue()


def test_the_best_steps_solve_the_puzzle(puzzle: Puzzle) -> None:
    shown = played(puzzle, *puzzle.solution.steps, "done")
    assert f"Solved: {puzzle.solution.points} points. Nothing else brings as much." in shown
    assert puzzle.solution.reasons[0] in shown


def test_short_forms_work_as_in_a_game(puzzle: Puzzle) -> None:
    short = [
        " ".join(word[:1] if word.isalpha() and word.islower() else word for word in step.split())
        for step in puzzle.solution.steps
        if step.startswith("extend")
    ]
    rest = [step for step in puzzle.solution.steps if not step.startswith("extend")]
    assert "Solved:" in played(puzzle, *short, *rest, "done")


def test_less_than_the_best_is_compared_with_it(puzzle: Puzzle) -> None:
    shown = played(puzzle, "done")
    assert f"0 points of {puzzle.solution.points}." in shown
    assert f"The best: {puzzle.solution.points} points" in shown


def test_giving_up_shows_the_solution_with_reasons(puzzle: Puzzle) -> None:
    for words in ("give up", "solution"):
        shown = played(puzzle, words)
        assert "The best:" in shown
        assert "Everything else brings fewer points." in shown


def test_hints_lead_to_the_solution(puzzle: Puzzle) -> None:
    shown = played(puzzle, "hint", "hint")
    assert f"The best way brings {puzzle.solution.points} points: it finishes coatl 1." in shown
    assert f"Next: {puzzle.solution.steps[0]}" in shown


def test_a_hint_says_that_the_best_is_lost(puzzle: Puzzle) -> None:
    useless = [
        step for step in PuzzleTable(puzzle, Screen(Console(file=io.StringIO()))).view.legal if step.startswith("start")
    ]
    shown = played(puzzle, useless[0], "hint")
    assert f"of {puzzle.solution.points} can be had: undo." in shown


def test_steps_can_be_taken_back(puzzle: Puzzle) -> None:
    first = puzzle.solution.steps[0]
    shown = played(puzzle, first, "undo", *puzzle.solution.steps, "done")
    assert "Solved:" in shown
    assert "[undo.refused]" in played(puzzle, "undo")


def test_what_is_no_step_is_refused_and_leaving_tells_how_to_come_back(puzzle: Puzzle) -> None:
    shown = played(puzzle, "take body1", "foo", "", "?", "quit")
    assert "[action." in shown
    assert "give up" in shown
    assert "coatl puzzle --level easy --seed 3" in shown
