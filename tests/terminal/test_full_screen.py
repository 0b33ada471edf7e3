"""The full screen: the same games in panes, by keys and mouse, at every size from 80 × 24 on."""

import asyncio
import io
import os
import sys
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import OptionList

from coatl.game import Game
from coatl.terminal.front_end import allows_full_screen
from coatl.terminal.fullscreen.completion import completed, fitting
from coatl.terminal.presenter import presenter_of
from coatl.terminal.scene import Scene
from tests.terminal.full_screen import LARGE, PATIENCE, SMALL, Seat, at_the_screen, visited
from tests.terminal.keyboard import new_game

# ---------------------------------------------------------------- where it comes


class Tty(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("size", "encoding", "surroundings", "full"),
    [
        (SMALL, "utf-8", {}, True),
        ((79, 24), "utf-8", {}, False),
        ((80, 23), "utf-8", {}, False),
        (LARGE, "ascii", {}, False),
        (LARGE, "utf-8", {"TERM": "dumb"}, False),
        (LARGE, "utf-8", {"NO_COLOR": "1"}, False),
        (LARGE, "utf-8", {"COATL_PLAIN": "1"}, False),
    ],
)
def test_it_comes_where_the_terminal_allows_it(
    size: tuple[int, int],
    encoding: str,
    surroundings: dict[str, str],
    full: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "COATL_PLAIN"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", **surroundings}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size(size))
    with monkeypatch.context() as streams:
        for stream in ("stdin", "stdout", "stderr"):
            streams.setattr(sys, stream, Tty(io.BytesIO(), encoding=encoding))
        assert allows_full_screen() == full
        streams.setattr(sys, "stdin", io.StringIO())  # a pipe
        assert not allows_full_screen()


# ---------------------------------------------------------------- what stands where


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("kind", ["board", "card"])
def test_middle_own_cards_actions_and_line_are_in_sight(kind: str, size: tuple[int, int], tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        words = ("Supply", "Row", "Temples", "Hand") if kind == "board" else ("Middle", "Feathers", "hand")
        shown = await seat.sees(*words, "to play", "> ", "F1")
        assert len(shown.splitlines()) == size[1]
        assert seat.app.scene is not None
        assert seat.app.query_one("#actions", OptionList).option_count == len(seat.app.scene.view.legal) > 0

    at_the_screen(new_game("7", ["Ann", "Ben"], kind), tmp_path, visit, size)


def test_supply_and_row_stay_where_they_are_while_something_is_read(tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        before = (await seat.sees("Supply", "Hand")).splitlines()[:9]
        for line in ("?", "rules 4.2", "log", "why"):
            await seat.type(line)
            shown = await seat.sees("Esc")
            assert shown.splitlines()[:9] == before
            assert "Hand" not in shown
            await seat.pilot.press("escape")
            await seat.sees("Hand")

    at_the_screen(new_game("7", ["Ann", "Ben"]), tmp_path, visit)


def test_the_panes_follow_a_resize(tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        await seat.sees("Supply", "Hand")
        for size in (LARGE, (100, 30), SMALL):
            await seat.pilot.resize_terminal(*size)
            lines = (await seat.sees("Supply", "Row", "Hand", "> ")).splitlines()
            assert len(lines) == size[1]
            assert len(lines[0].rstrip()) == size[0]  # the head line goes across

    at_the_screen(new_game("7", ["Ann", "Ben"]), tmp_path, visit)


def test_the_others_are_beside_the_own_cards_where_there_is_room(tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        lines = (await seat.sees("Hand", "Ben  0 points")).splitlines()
        assert any("Ann  0 points" in line and "Ben  0 points" in line for line in lines)

    at_the_screen(new_game("7", ["Ann", "Ben"]), tmp_path, visit, LARGE)


# ---------------------------------------------------------------- playing


def test_a_line_plays_and_the_log_tells_it(tmp_path: Path) -> None:
    game = new_game("7", ["Ann"], solo=True)

    async def visit(seat: Seat) -> None:
        await seat.asked()
        first = game.legal()[0]
        await seat.type(first)
        await seat.sees(f"Ann keeps {first.split()[1]}")
        await seat.type("undo")
        await seat.asked()
        assert [entry.action for entry in game.entries] == [first, "undo"]

    at_the_screen(game, tmp_path, visit)


def test_keys_choose_an_action_and_enter_plays_it(tmp_path: Path) -> None:
    game = new_game("7", ["Ann"], solo=True)

    async def visit(seat: Seat) -> None:
        await seat.asked()
        await seat.sees(game.legal()[1])
        await seat.pilot.press("down", "down", "up")
        assert seat.app.line.value == game.legal()[0]
        assert not game.entries
        await seat.pilot.press("enter")
        await seat.sees("Ann keeps")

    at_the_screen(game, tmp_path, visit)


def test_a_press_puts_an_action_into_the_line_and_the_next_one_plays_it(tmp_path: Path) -> None:
    game = new_game("7", ["Ann"], solo=True)

    async def visit(seat: Seat) -> None:
        await seat.asked()
        second = game.legal()[1]
        await seat.sees(second)
        await seat.pilot.click("#actions", offset=(6, 1))
        assert seat.app.line.value == second
        assert not game.entries  # nothing is played by a slip
        await seat.pilot.click("#actions", offset=(6, 1))
        await seat.sees("Ann keeps")
        assert game.entries[0].action == second

    at_the_screen(game, tmp_path, visit)


def test_what_is_refused_is_told_and_the_table_stays(tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        await seat.type("take moon")
        await seat.sees("is no action", "Supply", "Hand")

    at_the_screen(new_game("7", ["Ann", "Ben"]), tmp_path, visit)


def test_the_next_player_sees_nothing_before_the_keyboard_was_passed(tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        await seat.sees("Hand")
        await seat.type("done")
        assert "Hand" not in await seat.sees("Pass the keyboard to Ben.")
        await seat.asked()
        await seat.pilot.press("enter")
        await seat.sees("Hand", "Ben to play")

    at_the_screen(new_game("7", ["Ann", "Ben"]), tmp_path, visit)


# ---------------------------------------------------------------- leaving


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+d", "f10"])
def test_keys_leave_the_game_and_its_place_is_told_afterwards(key: str, tmp_path: Path) -> None:
    async def visit(seat: Seat) -> None:
        await seat.type("done")
        await seat.sees("Pass the keyboard")
        await seat.asked()
        await seat.pilot.press(key)
        for _ in range(PATIENCE):
            await asyncio.sleep(0.02)
            if not seat.session.is_alive():
                break

    screen = at_the_screen(new_game("7", ["Ann", "Ben"]), tmp_path, visit)
    assert any("coatl play board --resume" in str(part) for part, _ in screen.last_words)


def test_whoever_leaves_twice_does_not_wait_for_a_thought() -> None:
    thought = Event()

    async def visit(seat: Seat) -> None:
        codes = []
        for _ in range(2):
            await seat.pilot.press("ctrl+c")
            codes.append(seat.app.return_code)
        assert codes == [None, 0]  # the first time the session may still say where the game is
        thought.set()

    visited(lambda screen: thought.wait(), visit)


def test_the_end_stays_until_it_was_read(tmp_path: Path) -> None:
    game = new_game("5", ["Ann"], "card", solo=True)
    while not nearly_over(game):
        game.play(game.legal()[0])

    async def visit(seat: Seat) -> None:
        while not game.over:
            await seat.type(game.legal()[0])
            await seat.pilot.pause(0.05)
        await seat.sees("The game is over", "Press Enter to close")
        await seat.pilot.press("enter")

    screen = at_the_screen(game, tmp_path, visit)
    assert any("The record is in" in str(part) for part, _ in screen.last_words)


def nearly_over(game: Game) -> bool:
    """Whether only a few decisions are left."""
    trial, people = game.copy(), 0
    while not trial.over and people < 4:
        people += trial.seat == 1
        trial.play(trial.legal()[0])
    return trial.over


# ---------------------------------------------------------------- completion


def test_actions_that_fit_and_how_the_line_goes_on() -> None:
    game = new_game("7", ["Ann", "Ben"])
    game.play("done")
    game.play("done")
    scene = Scene(presenter_of(game), game.view(1), 1, commands=["hint", "why"])
    assert fitting(scene, "t h") == ["take head1", "take head2"]
    assert fitting(scene, "take body1, t t1") == ["take tail1"]
    assert len(fitting(scene, "no such words")) == len(game.legal())
    assert completed(scene, "take b") == "take body1"
    assert completed(scene, "TAKE B") == "TAKE Body1"  # what was typed stays as it is
    assert completed(scene, "hi") == "hint"
    assert completed(scene, "take body1, ch") == "take body1, choose row1"
    assert completed(scene, "") is None
