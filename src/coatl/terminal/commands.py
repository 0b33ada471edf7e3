"""What can be typed besides actions: help, hint, undo, save, why, rules, log, table, quit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from rich.table import Table
from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.messages import t
from coatl.terminal import narration
from coatl.terminal.forced import left_to_type
from coatl.terminal.hints import hint_page, own_hint, typeable
from coatl.terminal.opponents import ADVISER, advice
from coatl.terminal.presenter import Event, Presenter, Previewing
from coatl.terminal.rules_page import contents, rules_page
from coatl.terminal.saves import tilde
from coatl.terminal.screen import Screen
from coatl.terminal.shorthand import resolve

if TYPE_CHECKING:
    from coatl.terminal.session import Session

LATEST = 40  # lines of the log that are shown unless all are asked for


class Leave(Exception):
    """The players leave the table."""


Command = Callable[[int | None, list[str]], bool]


class AnySession(Protocol):
    """A game in the terminal, wherever it is played."""

    screen: Screen

    @property
    def presenter(self) -> Presenter:
        """How it looks."""

    @property
    def rules(self) -> Rules:
        """What is played."""

    def view(self, seat: int | None) -> Any:
        """What a seat sees."""

    def history(self, seat: int | None) -> Sequence[Event]:
        """What happened, as a seat may know it."""

    def draw(self) -> None:
        """Shows the table."""

    def undo(self, seat: int | None) -> None:
        """Takes the last step back."""

    def keep(self, path: Path | None) -> Path:
        """Saves the game there, or in its usual place; says where that is."""


Played = TypeVar("Played", bound=AnySession)


class Commands(Generic[Played]):
    """The commands of every table. Each returns whether the game has changed."""

    def __init__(self, session: Played) -> None:
        self.session = session
        self.known: dict[str, tuple[Command, str]] = {
            "?": (self.help, t("terminal.command_help")),
            "undo": (self.undo, t("terminal.command_undo")),
            "why": (self.why, t("terminal.command_why")),
            "log": (self.log, t("terminal.command_log")),
            "table": (self.table, t("terminal.command_table")),
            "rules": (self.rules, t("terminal.command_rules")),
            "save": (self.save, t("terminal.command_save")),
            "quit": (self.quit, t("terminal.command_quit")),
        }
        if isinstance(session.presenter, Previewing):
            self.known["try"] = (self.attempt, t("terminal.command_try"))
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
        table.add_row(Text(t("terminal.actions"), "heading"), t("terminal.actions_how"))
        for typed, meaning in self.session.presenter.examples().items():
            table.add_row(typed, meaning)
        table.add_row("", "")
        table.add_row(Text(t("terminal.commands"), "heading"), "")
        for name, (_, meaning) in self.known.items():
            table.add_row(name, meaning)
        self.session.screen.show(table, "", Text(self.session.presenter.legend, "quiet"))
        return False

    def undo(self, seat: int | None, words: list[str]) -> bool:
        """Takes the last step back."""
        self.session.undo(seat)
        return True

    def why(self, seat: int | None, words: list[str]) -> bool:
        """Explains scores."""
        self.session.screen.show(self.session.presenter.why(self.session.view(seat), words))
        return False

    def attempt(self, seat: int | None, words: list[str]) -> bool:
        """Shows what an action would bring."""
        assert isinstance(self.session.presenter, Previewing)
        view = self.session.view(seat)
        action = resolve(" ".join(words), self.session.presenter.numbered(view.legal), self.session.rules, {})
        self.session.screen.show(self.session.presenter.attempt(view, action))
        return False

    def log(self, seat: int | None, words: list[str]) -> bool:
        """Tells what happened, as this seat may know it."""
        lines = narration.lines(self.session.history(seat), seat, self.session.presenter.names)
        self.session.screen.show(*(lines if words == ["all"] else lines[-LATEST:]) or [Text(t("table.log_empty"))])
        return False

    def table(self, seat: int | None, words: list[str]) -> bool:
        """Draws the table again."""
        self.session.draw()
        return False

    def rules(self, seat: int | None, words: list[str]) -> bool:
        """Shows a section of the rules, or the sections that there are."""
        self.session.screen.show(rules_page(" ".join(words)) if words else contents())
        return False

    def save(self, seat: int | None, words: list[str]) -> bool:
        """Saves the game now; every action is saved anyway."""
        path = Path(words[0]).expanduser() if words else None
        if path is not None and path.is_dir():
            raise CoatlError("file.write", f"{path} is a folder.", ["a file name"])
        self.session.screen.say(t("terminal.saved", path=tilde(self.session.keep(path))))
        return False

    def quit(self, seat: int | None, words: list[str]) -> bool:
        """Leaves the table."""
        raise Leave


class OwnCommands(Commands["Session"]):
    """The commands of a game at this keyboard: advice is free."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.known["advice"] = (self.advice, t("terminal.command_advice"))
        self.known["hint"] = (self.hint, t("terminal.command_hint"))

    def advice(self, seat: int | None, words: list[str]) -> bool:
        """Asks a bot, which sees what this seat sees."""
        session = self.session
        assert seat is not None
        session.screen.show(advice(session.screen, session.game, seat, " ".join(words) or ADVISER))
        return False

    def hint(self, seat: int | None, words: list[str]) -> bool:
        """Gives advice from what this seat sees."""
        session = self.session
        found = own_hint(session.screen, session.game.rules, session.view(seat))
        session.screen.show(hint_page(typeable(found, partial(left_to_type, session.game))))
        return False
