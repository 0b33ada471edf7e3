"""What can be typed besides actions: help, hint, undo, save, why, rules, log, table, quit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rich.table import Table
from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.terminal import news
from coatl.terminal.faces import Event, Face, Hinting, Trying
from coatl.terminal.opponents import ADVISER, advice
from coatl.terminal.pages import contents, rules_page
from coatl.terminal.saving import tilde
from coatl.terminal.screen import Screen
from coatl.terminal.shorthand import resolve

if TYPE_CHECKING:
    from coatl.terminal.session import Session

LATEST = 40  # lines of the log that are shown unless all are asked for


class Leave(Exception):
    """The players leave the table."""


Command = Callable[[int | None, list[str]], bool]


class AtTable(Protocol):
    """A game in the terminal, wherever it is played."""

    screen: Screen

    @property
    def face(self) -> Face:
        """How it looks."""

    @property
    def rules(self) -> Rules:
        """What is played."""

    def view(self, seat: int | None) -> Any:
        """What a seat sees."""

    def story(self, seat: int | None) -> Sequence[Event]:
        """What happened, as a seat may know it."""

    def draw(self) -> None:
        """Shows the table."""

    def undo(self, seat: int | None) -> None:
        """Takes the last step back."""

    def keep(self, path: Path | None) -> Path:
        """Saves the game there, or in its usual place; says where that is."""


class Commands:
    """The commands of every table. Each returns whether the game has changed."""

    def __init__(self, table: AtTable) -> None:
        self.at = table
        self.known: dict[str, tuple[Command, str]] = {
            "?": (self.help, "this help; also help"),
            "undo": (self.undo, "take back your last step, until something was revealed"),
            "why": (self.why, "why your points are what they are; why Ann, and with several coatls why 2"),
            "log": (self.log, "what happened so far; log all from the beginning"),
            "table": (self.table, "draw the table again; also view"),
            "rules": (self.rules, "the rules: rules 4.2, rules finishing, rules R6"),
            "save": (self.save, "save the game, also in a file of its own: save FILE"),
            "quit": (self.quit, "leave; the game is saved and can be resumed"),
        }
        if isinstance(table.face, Trying):
            self.known["try"] = (self.attempt, "what an action would bring, before you play it: try over RG left")
        self.others = {"help": "?", "h": "?", "view": "table", "exit": "quit", "q": "quit", "u": "undo"}

    def obey(self, seat: int | None, typed: str) -> bool | None:
        """Does a command; None if the words are none."""
        word, *rest = typed.split()
        name = self.others.get(word.lower(), word.lower())
        if name not in self.known or (word.lower() == "h" and rest):  # h R is a head
            return None
        if name == "?" and rest and "try" in self.known:
            name = "try"
        if name == "save":  # a file name keeps its spaces
            rest = [typed[len(word) :].strip()] if rest else []
        return self.known[name][0](seat, rest)

    def help(self, seat: int | None, words: list[str]) -> bool:
        """How to type actions, and the commands."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="typed", no_wrap=True)
        table.add_column()
        table.add_row(Text("Actions", "heading"), "type the words, their beginnings, or the number in the list")
        for typed, meaning in self.at.face.examples().items():
            table.add_row(typed, meaning)
        table.add_row("", "")
        table.add_row(Text("Commands", "heading"), "")
        for name, (_, meaning) in self.known.items():
            table.add_row(name, meaning)
        self.at.screen.show(table, "", Text(self.at.face.legend, "quiet"))
        return False

    def undo(self, seat: int | None, words: list[str]) -> bool:
        """Takes the last step back."""
        self.at.undo(seat)
        return True

    def why(self, seat: int | None, words: list[str]) -> bool:
        """Explains scores."""
        self.at.screen.show(self.at.face.why(self.at.view(seat), words))
        return False

    def attempt(self, seat: int | None, words: list[str]) -> bool:
        """Shows what an action would bring."""
        assert isinstance(self.at.face, Trying)
        view = self.at.view(seat)
        action = resolve(" ".join(words), self.at.face.numbered(view.legal), self.at.rules, {})
        self.at.screen.show(self.at.face.attempt(view, action))
        return False

    def log(self, seat: int | None, words: list[str]) -> bool:
        """Tells what happened, as this seat may know it."""
        told = news.lines(self.at.story(seat), seat, self.at.face.names)
        self.at.screen.show(*(told if words == ["all"] else told[-LATEST:]) or [Text("Nothing has happened yet.")])
        return False

    def table(self, seat: int | None, words: list[str]) -> bool:
        """Draws the table again."""
        self.at.draw()
        return False

    def rules(self, seat: int | None, words: list[str]) -> bool:
        """Shows a section of the rules, or the sections that there are."""
        self.at.screen.show(rules_page(" ".join(words)) if words else contents())
        return False

    def save(self, seat: int | None, words: list[str]) -> bool:
        """Saves the game now; every action is saved anyway."""
        path = Path(words[0]).expanduser() if words else None
        if path is not None and path.is_dir():
            raise CoatlError("file.write", f"{path} is a folder.", ["a file name"])
        self.at.screen.say(f"Saved in {tilde(self.at.keep(path))}")
        return False

    def quit(self, seat: int | None, words: list[str]) -> bool:
        """Leaves the table."""
        raise Leave


class OwnCommands(Commands):
    """The commands of a game at this keyboard: advice is free."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.session = session
        words = "what a bot would do in your place, and why; advice artisan asks that one"
        self.known["advice"] = (self.advice, words)
        if isinstance(session.face, Hinting):
            self.known["hint"] = (self.hint, "what you could do, and why")

    def advice(self, seat: int | None, words: list[str]) -> bool:
        """Asks a bot, which sees what this seat sees."""
        session = self.session
        assert seat is not None
        session.screen.show(advice(session.screen, session.game, seat, " ".join(words) or ADVISER))
        return False

    def hint(self, seat: int | None, words: list[str]) -> bool:
        """Gives advice from what this seat sees."""
        session = self.session
        assert isinstance(session.face, Hinting)
        session.screen.show(session.face.hint(session.view(seat)))
        return False
