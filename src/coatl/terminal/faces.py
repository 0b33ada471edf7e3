"""What the terminal needs to know of a game in order to show it: one protocol for both games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rich.console import RenderableType
from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry
from coatl.engine.rules import Result, Rules
from coatl.game import GAMES, Game


@dataclass(frozen=True)
class Event:
    """Something that a seat did; the words go on from its name ("took …")."""

    seat: int
    public: str  # empty if nobody else may notice
    own: str
    remarks: tuple[str, ...] = ()  # whole sentences that everybody hears
    steps: tuple[str, ...] = ()  # the automaton's turn, step by step
    undoes: bool = False  # takes the event before it back

    def told_to(self, viewer: int | None) -> str:
        """The words for a viewer: a seat, a spectator (None), or, when all is over, EVERYBODY."""
        return self.own if viewer in (EVERYBODY, self.seat) else self.public


EVERYBODY = 0


class Face(Protocol):
    """How a game looks. Everything is drawn from views."""

    names: Sequence[str]  # by seat, the automaton's included
    legend: str  # what the signs on the table mean

    def title(self, view: Any) -> tuple[str, str]:
        """The words at the left and at the right of the head line."""

    def notice(self, view: Any) -> Text | None:
        """What nobody should miss: last turns."""

    def table(self, view: Any, width: int) -> RenderableType:
        """The whole table."""

    def task(self, view: Any) -> str:
        """What is to be decided now."""

    def actions(self, view: Any, width: int) -> RenderableType:
        """The legal actions, grouped and numbered."""

    def numbered(self, legal: Sequence[str]) -> list[str]:
        """The legal actions in the order of their numbers."""

    def lying(self, view: Any) -> Mapping[str, str]:
        """The cards that an action may name by the place where they lie."""

    def event(self, entry: Entry, before: Any, after: Any, steps: Sequence[str] = ()) -> Event:
        """An action in words, from a spectator's views before and after it."""

    def why(self, view: Any, words: Sequence[str]) -> RenderableType:
        """Explains scores: of the viewer's coatls, or of those that the words name."""

    def result(self, view: Any, result: Result, width: int) -> RenderableType:
        """The end of a game, from the view that shows all cards."""

    def examples(self) -> Mapping[str, str]:
        """Short forms and what they mean, for the help."""


@runtime_checkable
class Trying(Protocol):
    """A face that can show what an action would bring before it is played."""

    def attempt(self, view: Any, action: str) -> RenderableType:
        """What the action would leave on the table."""


@runtime_checkable
class Hinting(Protocol):
    """A face that gives advice."""

    def hint(self, view: Any) -> RenderableType:
        """What the viewer could do, and why."""


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


def check_face(game: str) -> None:
    """Raises an error for a game that does not exist."""
    if game not in GAMES:
        raise CoatlError("game.unknown", f"There is no game {game!r}.", GAMES)


def face_of(game: Game) -> Face:
    """The face of the game that is being played."""
    return face_for(game.rules, game.names)


def face_for(rules: Rules, names: Sequence[str]) -> Face:
    """The face of a game by these rules, with the names of people and bots."""
    if rules.game == "card":
        from coatl.terminal.card.face import CardFace

        return CardFace(rules, names)
    from coatl.terminal.board.face import BoardFace

    return BoardFace(rules, names)
