"""At a real terminal: colours, without colours, and cards that are hidden before the next player looks."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import surroundings

ESCAPE = "\x1b["
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, state: Path, *words: str, size: tuple[int, int] | None = None, **more: str) -> None:
        self.keys, inside = pty.openpty()
        surrounding = surroundings(state, LINES="40", **more)
        if size is not None:  # its own, which can change
            self.resize(*size)
            surrounding = {name: value for name, value in surrounding.items() if name not in ("LINES", "COLUMNS")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "coatl", "play", "board", *words],
            env=surrounding,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            close_fds=True,
        )
        os.close(inside)
        self.seen = ""

    def resize(self, columns: int, rows: int) -> None:
        """Another size, of which the command hears."""
        fcntl.ioctl(self.keys, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

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
def test_nothing_but_text_without_colours(more: dict[str, Any], tmp_path: Path) -> None:
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


def test_the_full_screen_comes_by_itself_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--solo", "--seed", "7", size=(80, 24))
    assert f"{ESCAPE}?1049h" in terminal.read_until("Supply")  # a screen of its own
    os.write(terminal.keys, b"1\r")
    terminal.read_until("keeps")
    os.write(terminal.keys, b"\x03")
    after = terminal.read_until(f"{ESCAPE}?1049l").partition(f"{ESCAPE}?1049l")[2]
    assert "--resume" in after or terminal.read_until("--resume")  # it stands where the command was typed
    assert terminal.close() == 0


def test_the_prompt_follows_a_resize(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--solo", "--seed", "7", "--plain", size=(80, 50))
    assert f"{ESCAPE}?1049h" not in terminal.read_until("> ")  # the plain prompt
    terminal.resize(95, 50)
    terminal.type("table")
    plain = COLOURS.sub("", terminal.read_until("> "))
    assert [len(line) for line in plain.splitlines() if line.startswith("─ Cóatl")] == [95]
    terminal.type("q")
    terminal.read_until("nothing is saved")
    terminal.close()
