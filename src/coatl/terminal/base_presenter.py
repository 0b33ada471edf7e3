"""What the presenters of both games do alike: names, head line, short forms, sentences."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.describe.automata import Step
from coatl.describe.effects import Effects
from coatl.engine.record import Entry
from coatl.engine.rules import Rules
from coatl.messages import t
from coatl.terminal.narration import Narrator
from coatl.terminal.presenter import Event
from coatl.terminal.seats import shown_name


class TableDrawing(Protocol):
    """Draws the parts of a table for one width, each as lines and tables below each other."""

    def middle(self, view: Any) -> list[RenderableType]:
        """What is for all."""

    def rivals(self, view: Any) -> list[RenderableType]:
        """Everybody but the viewer."""

    def own(self, view: Any) -> list[RenderableType]:
        """The viewer."""


class BasePresenter(ABC):
    """The part of a presenter that needs no drawing; `card` writes the name of a card."""

    EXAMPLES: ClassVar[Mapping[str, str]]  # short forms, and the messages that explain them

    def __init__(self, rules: Rules, names: Sequence[str], card: Callable[[str], Text]) -> None:
        self.messages = f"terminal_{rules.game}"  # the namespace
        self.names: Sequence[str] = (*names, shown_name(rules.automaton)) if rules.automaton else names
        self.narrator = Narrator(rules, self.names, card)

    @abstractmethod
    def drawing(self, width: int) -> TableDrawing:
        """Draws for this width."""

    def head_line(self, view: Any, words: Sequence[str]) -> tuple[str, str]:
        """The game and some words at the left, whose turn it is at the right."""
        game = t(f"{self.messages}.game")
        against = [t("terminal.against", name=self.names[-1])] if view.options.solo else []
        to_play = "" if view.pending == "over" else t("terminal.to_play", name=self.names[view.seat - 1])
        return " · ".join([game, words[0], *against, *words[1:]]), to_play

    def middle(self, view: Any, width: int) -> list[RenderableType]:
        """What lies in the middle of the table, for all."""
        return self.drawing(width).middle(view)

    def rivals(self, view: Any, width: int) -> list[RenderableType]:
        """The others: automata and players."""
        return self.drawing(width).rivals(view)

    def own(self, view: Any, width: int) -> list[RenderableType]:
        """The viewer's own coatls and hand; nothing for a spectator."""
        return self.drawing(width).own(view)

    def table(self, view: Any, width: int) -> RenderableType:
        """The whole table."""
        return Group(*self.middle(view, width), *self.rivals(view, width), *self.own(view, width))

    def examples(self) -> Mapping[str, str]:
        """Short forms for the help."""
        return {typed: t(f"{self.messages}.example_{name}") for typed, name in self.EXAMPLES.items()}

    @property
    def legend(self) -> str:
        """What the signs on the table mean."""
        return t(f"{self.messages}.legend")

    def event(self, entry: Entry, effects: Effects, steps: Sequence[Step] = ()) -> Event:
        """An action in words, with what it did."""
        return self.narrator.event(entry, effects, steps)
