"""Hints at the table, and puzzles at the keyboard."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from coatl.bots.base import Limit
from coatl.describe.card.matches import goals_met
from coatl.game import Game
from coatl.hints import hint
from coatl.solver.board.puzzles import Puzzle, make
from coatl.solver.card import solver
from coatl.solver.card.puzzles import make as make_card
from coatl.terminal.prompt import Prompt
from coatl.terminal.puzzle import BoardTable, CardTable, play_on
from coatl.terminal.shorthand import in_steps
from coatl.terminal.theme import THEME
from tests.terminal.keyboard import Room, lines_to_type, new_game

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
    shown = " ".join(room.run().split("> hint")[-1].split())
    assert re.search(r"Towards \([RGBYK]+\): \d+ points?\. Type: (take|choose|pick) \w+", shown)
    assert "Still lacking: " in shown


def test_hint_during_the_secret_choice_tells_nobody_anything(tmp_path: Path) -> None:
    room = Room(new_game("7", PEOPLE), tmp_path, ["hint"])
    shown = " ".join(room.run().split())
    assert re.search(r"Type: (keep \w+, )+done", shown)
    assert not room.session.game.entries


def card_room(tmp_path: Path, *typed: str) -> Room:
    """A card game after some turns, with what is typed then."""
    game = new_game("5", PEOPLE, "card")
    lines_to_type(game, most=17)
    return Room(game, tmp_path, typed)


def test_hint_in_the_card_game_says_what_to_type_and_why(tmp_path: Path) -> None:
    room = card_room(tmp_path, "?", "hint")
    game = room.session.game
    before = game.entries
    shown = " ".join(room.run().split("> hint")[-1].split())
    told = re.search(r"This turn brings you to [\d.]+ points?, now \d+\. Type: ([^.]+)\.", shown)
    assert told is not None
    assert "done" not in told[1].split(", ")[:-1]  # in the middle of the turn it plays itself
    assert "Your coatl becomes " in shown
    assert "simulated games" in shown
    assert "what you could do, and why" in " ".join(room.shown.split())
    assert game.entries == before


def test_a_hint_in_the_card_game_keeps_its_promise(tmp_path: Path) -> None:
    """Whoever types what it says has the points that it names when the turn is over."""
    asked = card_room(tmp_path, "hint")
    seat = asked.session.game.seat
    shown = " ".join(asked.run().split("> hint")[-1].split())
    told = re.search(r"This turn brings you to (\d+) points?, now (\d+)\. Type: ([^.]+)\.", shown)
    assert told is not None
    promised, now, line = int(told[1]), int(told[2]), told[3]
    assert promised > now
    for typed in ([line], line.split(", ")):  # as it is printed, or step by step
        room = card_room(tmp_path, *typed)
        game = room.session.game
        assert points_of_levels(game, seat) == now
        assert "[action." not in room.run()
        assert points_of_levels(game, seat) == promised


def test_a_line_ends_where_it_cannot_be_played(tmp_path: Path) -> None:
    room = card_room(tmp_path, "beside RB left, steal Z9, done")
    before = len(room.session.game.entries)
    shown = room.run()
    assert [entry.action for entry in room.session.game.entries[before:]] == ["beside RB left"]
    assert "'steal Z9' is no action" in shown


def test_a_line_is_for_one_turn(tmp_path: Path) -> None:
    room = Room(new_game("7", PEOPLE), tmp_path, ["done", "done", "take body1, take body2"])
    room.run()
    assert [entry.action for entry in room.session.game.entries] == ["done", "done", "take body1"]


def test_advice_can_be_typed_as_it_is_printed(tmp_path: Path) -> None:
    room = Room(new_game("7", PEOPLE), tmp_path, ["done", "done", "advice greedy"])
    told = re.search(r"Greedy would play (.+)\.\n", room.run())
    assert told is not None
    again = Room(new_game("7", PEOPLE), tmp_path, ["done", "done", "choose row1 (K5)", "undo", told[1]])
    assert "[action." not in again.run()
    assert in_steps(told[1]) == [again.session.game.entries[-1].action]


def points_of_levels(game: Game, seat: int) -> int:
    """What the prophecies of a seat are worth as they lie (RULES 5.4); it meets no goal of the temple here."""
    rules = solver.card_rules(game.rules)
    mine = game.view(seat).players[seat - 1]
    assert not any(goals_met(rules, mine, game.view(seat).temple))
    return sum(rules.deck.levels.points[level] for level in mine.levels)


def test_a_hint_in_the_card_game_does_not_know_other_hands() -> None:
    """The same hint, whatever the other player holds."""
    game = new_game("5", PEOPLE, "card")
    lines_to_type(game, most=17)
    told = []
    for number in range(3):
        game._become(game.rules.determinise(game.view(game.seat), np.random.default_rng(number)))
        hand = game.view(3 - game.seat).players[2 - game.seat].hand
        told.append((hint(game.view(game.seat), game.rules, limit=Limit(simulations=300)), hand))
    assert len({hand for _, hand in told}) > 1
    assert all(found == told[0][0] for found, _ in told)


# ---------------------------------------------------------------- puzzles


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return make(3, "easy")


def played(puzzle: Puzzle, *typed: str) -> str:
    """What a player who types this sees."""
    output = io.StringIO()
    console = Console(file=output, theme=THEME, highlight=False, width=100)
    BoardTable(puzzle, Prompt(console, io.StringIO("".join(f"{line}\n" for line in typed)))).run()
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
    assert "Type done once more" in played(puzzle, "done")
    shown = played(puzzle, "done", "done")
    assert f"0 points of {puzzle.solution.points}." in shown
    assert f"The best: {puzzle.solution.points} points" in shown


def test_giving_up_shows_the_solution_with_reasons(puzzle: Puzzle) -> None:
    for words in ("give up", "solution"):
        asked = played(puzzle, words)
        assert "The best:" not in asked
        assert "Type give up once more" in asked
        shown = played(puzzle, words, words)
        assert "The best:" in shown
        assert "Everything else brings fewer points." in shown


def test_hints_lead_to_the_solution(puzzle: Puzzle) -> None:
    shown = played(puzzle, "hint", "hint")
    assert f"The best way brings {puzzle.solution.points} points: it finishes coatl 1." in shown
    assert f"Next: {puzzle.solution.steps[0]}" in shown


def test_a_hint_says_that_the_best_is_lost(puzzle: Puzzle) -> None:
    useless = [
        step for step in BoardTable(puzzle, Prompt(Console(file=io.StringIO()))).view.legal if step.startswith("start")
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


def test_a_turn_of_the_card_game_is_a_puzzle_too() -> None:
    """`done` that ends the turn ends the puzzle; nothing is discarded (RULES 5.2)."""
    made = make_card(2, "easy")
    output = io.StringIO()
    console = Console(file=output, theme=THEME, highlight=False, width=100)
    steps = [*made.solution.actions]
    typed = "".join(
        f"{line}\n" for line in ["discard GK", "hint", "hint", *steps, "next", *steps, "give up", "give up", ""]
    )
    play_on(CardTable(made, Prompt(console, io.StringIO(typed))), lambda: made)
    shown = output.getvalue()
    assert f"The best turn ends with {made.solution.points:.0f} points." in shown
    assert f"Next: {steps[0]}" in shown
    assert shown.count(f"Solved: {made.solution.points:.0f} points.") == 2
    assert "2 solved in a row" in shown
    assert "[action." in shown  # the discard
