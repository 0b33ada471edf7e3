"""What a session needs of a front end: something to show, something to ask, a way to hide what was shown."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import RenderableType
from rich.text import Text

from coatl.messages import t
from coatl.terminal.scene import Scene

PROMPT = "> "


class Screen(ABC):
    """Output and input of a session: the plain prompt, or the panes of the full screen."""

    fixed = False  # whether the table has its place and follows all that happens
    interactive: bool  # whether somebody sits at a keyboard

    @property
    @abstractmethod
    def width(self) -> int:
        """How many columns a line may fill."""

    # ------------------------------------------------------------ showing

    @abstractmethod
    def draw(self, scene: Scene) -> None:
        """Shows the table, and what can be done."""

    @abstractmethod
    def show(self, *parts: RenderableType) -> None:
        """Shows each part on lines of its own."""

    @abstractmethod
    def say(self, text: str | Text) -> None:
        """Shows a path or a command in one line, whatever its length, so that it can be copied."""

    @abstractmethod
    def refuse(self, reason: str) -> None:
        """Says why something was not done."""

    @abstractmethod
    def clear(self) -> None:
        """Begins a new page, without a table."""

    @abstractmethod
    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Shows meanwhile that somebody thinks."""

    @contextmanager
    def between(self) -> Iterator[None]:
        """What is shown meanwhile does not disturb the line that somebody is typing."""
        yield

    @contextmanager
    def restored(self) -> Iterator[None]:
        """The terminal is left as it was found, even if somebody is still being asked in another thread."""
        yield

    # ------------------------------------------------------------ asking

    @abstractmethod
    def ask(self, prompt: str = PROMPT) -> str | None:
        """A typed line, or None when there are no more."""

    @abstractmethod
    def cover(self, name: str) -> None:
        """Hides one player's cards from the next one."""

    def hide(self, name: str) -> None:
        """Hides one player's cards, and waits until the next one sits at the keyboard."""
        if self.interactive:
            self.cover(name)
            self.ask(f"{t('terminal.alone')} ")

    def linger(self) -> None:
        """Lets the last page be read before it goes, where it does."""
        return
