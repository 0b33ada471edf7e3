"""Which front end a session gets: the full screen where the terminal allows it, else the plain prompt."""

import os
import sys
from collections.abc import Callable
from typing import TypeVar

from coatl.terminal.prompt import Prompt
from coatl.terminal.screen import Screen

LEAST_COLUMNS, LEAST_ROWS = 80, 24
PLAIN = "COATL_PLAIN"  # for those who always want the plain prompt, with a screen reader for example

Result = TypeVar("Result")


def on_screen(run: Callable[[Screen], Result], plain: bool = False) -> Result:
    """Runs a session with what suits the terminal; `plain` is the plain prompt in any case."""
    if plain or not allows_full_screen():
        return run(Prompt())
    from coatl.terminal.fullscreen.screen import in_full_screen

    return in_full_screen(run)


def allows_full_screen() -> bool:
    """Whether this is a terminal with room, colours and all letters, and nobody asked for less."""
    wishes = (os.environ.get(PLAIN), os.environ.get("NO_COLOR"))
    if any(wishes) or os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        return False
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)) or not (
        sys.stdout.encoding or ""
    ).lower().startswith("utf"):
        return False
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except OSError:  # one that does not tell its size
        return False
    return columns >= LEAST_COLUMNS and rows >= LEAST_ROWS
