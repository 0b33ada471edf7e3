"""At a real terminal: colours, without colours, and cards that are hidden before the next player looks."""

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import surroundings

ESCAPE = "\x1b["


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, state: Path, *words: str, **more: str) -> None:
        self.keys, inside = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "coatl", "play", "board", *words],
            env=surroundings(state, LINES="40", **more),
            stdin=inside,
            stdout=inside,
            stderr=inside,
            close_fds=True,
        )
        os.close(inside)
        self.seen = ""

    def type(self, line: str) -> None:
        os.write(self.keys, f"{line}\n".encode())

    def read_until(self, words: str, seconds: float = 120) -> str:
        """Reads on until the words have come; returns what is new."""
        new, until = "", time.monotonic() + seconds
        while words not in new and time.monotonic() < until:
            try:
                new += os.read(self.keys, 65536).decode("utf-8", "replace")
            except OSError:  # the command has ended
                break
        self.seen += new
        assert words in new, new
        return new

    def close(self) -> int:
        os.close(self.keys)
        return self.process.wait(60)


def test_the_next_player_sees_nothing_before_the_keyboard_was_passed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seat", "Ann", "--seat", "Ben", "--seed", "7")
    terminal.read_until("> ")
    terminal.type("done")
    hidden = terminal.read_until("nobody else is looking: ")
    assert f"{ESCAPE}2J" in hidden  # the screen was cleared
    assert "Pass the keyboard to Ben." in hidden
    assert "Hand" not in hidden.split("Pass the keyboard")[-1]
    terminal.type("")
    assert "Hand" in terminal.read_until("> ")
    terminal.type("quit")
    terminal.read_until("--resume")
    assert terminal.close() == 0


def test_ctrl_d_leaves_the_game(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--solo", "--seed", "7")
    terminal.read_until("> ")
    terminal.type("1")
    terminal.read_until("> ")
    os.write(terminal.keys, b"\x04")
    terminal.read_until("--resume")
    assert terminal.close() == 0


def test_colours_are_shown_at_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--solo", "--seed", "7", COLORTERM="truecolor")
    assert ESCAPE in terminal.read_until("> ")
    terminal.type("q")
    terminal.read_until("nothing is saved")
    terminal.close()


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_nothing_but_text_without_colours(more: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--seat", "Ann", "--seat", "Ben", "--seed", "7", **more)
    shown = terminal.read_until("> ")
    assert "<◢•B)" in shown  # pieces carry their letters
    terminal.type("done")
    terminal.read_until("Ben")
    terminal.type("")
    terminal.type("quit")
    terminal.read_until("--resume")
    assert ESCAPE not in terminal.seen.replace(f"{ESCAPE}?2004", "")  # the line editor's own mark for pasted text
    terminal.close()
