"""The plain prompt: lines below each other, for pipes, screen readers and every terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Timer
from typing import TextIO

from rich.console import Console, RenderableType
from rich.text import Text

from coatl.messages import t
from coatl.terminal.scene import Scene
from coatl.terminal.screen import PROMPT, Screen
from coatl.terminal.theme import console

PATIENCE = 1.0  # seconds before it is shown that a bot thinks


class Prompt(Screen):
    """At a keyboard it clears and waits; with input from a pipe it reads line by line to the end."""

    def __init__(self, output: Console | None = None, keys: TextIO | None = None) -> None:
        self.console = output or console()
        self.keys = keys or sys.stdin
        self.asking = False  # whether somebody is typing
        self.interactive = self.keys.isatty() and self.console.is_terminal and not self.console.is_dumb_terminal
        if self.interactive:
            edit_lines()

    @property
    def width(self) -> int:
        """How many columns a line may fill."""
        return self.console.width

    def show(self, *parts: RenderableType) -> None:
        """Prints each part on lines of its own."""
        for part in parts:
            self.console.print(part, markup=False)

    def say(self, text: str | Text) -> None:
        """Prints a path or a command in one line, whatever its length, so that it can be copied."""
        self.console.print(text, markup=False, soft_wrap=True)

    def refuse(self, reason: str) -> None:
        """Says why something was not done."""
        self.show(Text(reason, "alarm"))

    def draw(self, scene: Scene) -> None:
        """A new screen: whose turn it is, the news, the table, what nobody should miss, the legal actions.

        Where all that is too high, the middle of the table stands next to the actions: nobody should have to scroll
        for what can be taken.
        """
        presenter, view, width = scene.presenter, scene.view, self.width
        notice = presenter.notice(view)
        middle, rivals, own = (part(view, width) for part in (presenter.middle, presenter.rivals, presenter.own))
        news = [*scene.news, *[""] * bool(scene.news and scene.notes), *scene.notes]
        above = [scene.head_line(width), *news, *[""] * bool(news)]
        below = [*([] if notice is None else [notice]), *scene.choices(width)]
        self.clear()
        if self.interactive and self.height_of(*above, *middle, *rivals, *own, *below) >= self.console.height:
            self.show(*above, *rivals, *own, *middle[:-1], *below)
        else:
            self.show(*above, *middle, *rivals, *own, *below)

    def height_of(self, *parts: RenderableType) -> int:
        """How many lines these take."""
        return sum(len(self.console.render_lines(part, pad=False)) for part in parts)

    def ask(self, prompt: str = PROMPT) -> str | None:
        """A typed line, or None when there are no more."""
        if self.keys is sys.stdin and self.keys.isatty():
            self.asking = True
            try:
                return input(prompt)
            except EOFError:
                self.console.print()
                return None
            finally:
                self.asking = False
        line = self.keys.readline()
        if not line:
            return None
        self.show(prompt + line.rstrip("\n"))  # so that what was typed can be read in the output
        return line

    @contextmanager
    def between(self) -> Iterator[None]:
        """What is shown meanwhile stands above the line that somebody is typing."""
        asking = self.asking
        if asking:
            self.console.file.write("\r\x1b[K" if self.console.color_system is not None else "\n")
        yield
        if asking and self.asking:
            self.console.file.write(PROMPT + typed_so_far())
            self.console.file.flush()

    @contextmanager
    def restored(self) -> Iterator[None]:
        """The terminal is left as it was found, even if somebody is still being asked in another thread."""
        if not self.interactive or not find_spec("termios"):
            yield
            return
        import termios

        found = termios.tcgetattr(self.keys.fileno())
        try:
            yield
        finally:
            termios.tcsetattr(self.keys.fileno(), termios.TCSADRAIN, found)

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Shows, at a keyboard, that somebody thinks, if it takes longer than a moment."""
        if not self.interactive:
            yield
            return
        status = self.console.status(Text(t("terminal.thinks", name=name), "quiet"))
        timer = Timer(PATIENCE, status.start)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def clear(self) -> None:
        """Begins a new screen."""
        if not self.interactive:
            return
        if self.console.color_system is None:
            self.show("\n" * self.console.height)
        else:
            self.console.clear()

    def cover(self, name: str) -> None:
        """Hides one player's cards from the next one."""
        self.clear()
        if self.console.color_system is not None:
            self.console.file.write("\x1b[3J")  # also what has scrolled away
        self.show("\n" * (self.console.height // 3), t("terminal.pass_keyboard", name=name))


def typed_so_far() -> str:
    """The line that is being edited."""
    return sys.modules["readline"].get_line_buffer() if "readline" in sys.modules else ""


def edit_lines() -> None:
    """Lets the arrow keys edit what is typed, where Python has that."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
