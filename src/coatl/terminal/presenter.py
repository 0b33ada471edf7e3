"""What the terminal needs to know of a game in order to show it: one protocol for both games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rich.console import RenderableType
from rich.text import Text

from coatl.describe.automata import Step
from coatl.describe.effects import Effects
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry
from coatl.engine.rules import Result, Rules
from coatl.game import Game
from coatl.registry import GAMES
from coatl.terminal.seats import shown_names


@dataclass(frozen=True)
class Event:
    """Something that a seat did, in sentences."""

    seat: int
    public: Text | None  # None if nobody else may notice
    own: Text | None
    remarks: tuple[Text | str, ...] = ()  # that everybody hears
    steps: tuple[Text, ...] = ()  # the automaton's turn, step by step
    undoes: bool = False  # takes the event before it back

    def text_for(self, viewer: int | None) -> Text | None:
        """The words for a viewer: a seat, a spectator (None), or, when all is over, EVERYBODY."""
        return self.own if viewer in (EVERYBODY, self.seat) else self.public


EVERYBODY = 0


class Presenter(Protocol):
    """How a game looks. Everything is drawn from views."""

    names: Sequence[str]  # by seat, the automaton's included

    @property
    def legend(self) -> str:
        """What the signs on the table mean."""

    def title(self, view: Any) -> tuple[str, str]:
        """The words at the left and at the right of the head line."""

    def notice(self, view: Any) -> Text | None:
        """What nobody should miss: last turns."""

    def middle(self, view: Any, width: int) -> list[RenderableType]:
        """What lies in the middle of the table, for all."""

    def rivals(self, view: Any, width: int) -> list[RenderableType]:
        """The others: automata and players."""

    def own(self, view: Any, width: int) -> list[RenderableType]:
        """The viewer's own coatls and hand; nothing for a spectator."""

    def table(self, view: Any, width: int) -> RenderableType:
        """The whole table: all three."""

    def task(self, view: Any) -> str:
        """What is to be decided now."""

    def actions(self, view: Any, width: int) -> RenderableType:
        """The legal actions, grouped and numbered."""

    def choices(self, view: Any) -> list[tuple[str, Text]]:
        """The legal actions in the order of their numbers, each as a line of its own."""

    def numbered(self, legal: Sequence[str]) -> list[str]:
        """The legal actions in the order of their numbers."""

    def lying(self, view: Any) -> Mapping[str, str]:
        """The cards that an action may name by the place where they lie."""

    def event(self, entry: Entry, effects: Effects, steps: Sequence[Step] = ()) -> Event:
        """An action in words, with what it did."""

    def why(self, view: Any, words: Sequence[str]) -> RenderableType:
        """Explains scores: of the viewer's coatls, or of those that the words name."""

    def result(self, view: Any, result: Result, width: int) -> RenderableType:
        """The end of a game, from the view that shows all cards."""

    def examples(self) -> Mapping[str, str]:
        """Short forms and what they mean, for the help."""


@runtime_checkable
class Previewing(Protocol):
    """A presenter that can show what an action would bring before it is played."""

    def attempt(self, view: Any, action: str) -> RenderableType:
        """What the action would leave on the table."""


def seat_called(names: Sequence[str], viewer: str, name: str) -> int:
    """The seat of a player by the beginning of the name; without a name the viewer's own.

    :raises CoatlError: if nobody is called so.
    """
    if not name and viewer.isdigit():
        return int(viewer)
    for seat, known in enumerate(names, 1):
        if name and known.lower().startswith(name.lower()):
            return seat
    raise CoatlError("why.who", f"Nobody here is called {name[:40]!r}.", list(names))


def check_game(game: str) -> None:
    """Raises an error for a game that does not exist."""
    if game not in GAMES:
        raise CoatlError("game.unknown", f"There is no game {game!r}.", GAMES)


def presenter_of(game: Game) -> Presenter:
    """The presenter of the game that is being played."""
    return presenter_for(game.rules, game.names)


def presenter_for(rules: Rules, names: Sequence[str]) -> Presenter:
    """The presenter of a game by these rules, with the names of people and bots."""
    if rules.game == "card":
        from coatl.terminal.card.presenter import CardPresenter

        return CardPresenter(rules, shown_names(names))
    from coatl.terminal.board.presenter import BoardPresenter

    return BoardPresenter(rules, shown_names(names))
