"""What can be typed besides actions: help, hint, undo, save, why, rules, log, table, quit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.terminal import news
from coatl.terminal.faces import Hinting, Trying
from coatl.terminal.opponents import ADVISER, advice
from coatl.terminal.pages import contents, rules_page
from coatl.terminal.saving import tilde
from coatl.terminal.shorthand import resolve

if TYPE_CHECKING:
    from coatl.terminal.session import Session

LATEST = 40  # lines of the log that are shown unless all are asked for


class Leave(Exception):
    """The players leave the table."""


class Commands:
    """The commands of a session. Each returns whether the game has changed."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.known: dict[str, tuple[Callable[[int, list[str]], bool], str]] = {
            "?": (self.help, "this help; also help"),
            "undo": (self.undo, "take back your last step, until something was revealed"),
            "why": (self.why, "why your points are what they are; why Ann, and with several coatls why 2"),
            "advice": (self.advice, "what a bot would do in your place, and why; advice artisan asks that one"),
            "log": (self.log, "what happened so far; log all from the beginning"),
            "table": (self.table, "draw the table again; also view"),
            "rules": (self.rules, "the rules: rules 4.2, rules finishing, rules R6"),
            "save": (self.save, "save the game, also in a file of its own: save FILE"),
            "quit": (self.quit, "leave; the game is saved and can be resumed"),
        }
        if isinstance(session.face, Trying):
            self.known["try"] = (self.attempt, "what an action would bring, before you play it: try over RG left")
        if isinstance(session.face, Hinting):
            self.known["hint"] = (self.hint, "what you could do, and why")
        self.others = {"help": "?", "h": "?", "view": "table", "exit": "quit", "q": "quit", "u": "undo"}

    def obey(self, seat: int, typed: str) -> bool | None:
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

    def help(self, seat: int, words: list[str]) -> bool:
        """How to type actions, and the commands."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="typed", no_wrap=True)
        table.add_column()
        table.add_row(Text("Actions", "heading"), "type the words, their beginnings, or the number in the list")
        for typed, meaning in self.session.face.examples().items():
            table.add_row(typed, meaning)
        table.add_row("", "")
        table.add_row(Text("Commands", "heading"), "")
        for name, (_, meaning) in self.known.items():
            table.add_row(name, meaning)
        self.session.screen.show(table, "", Text(self.session.face.legend, "quiet"))
        return False

    def undo(self, seat: int, words: list[str]) -> bool:
        """Takes the last step back."""
        self.session.undo(seat)
        return True

    def why(self, seat: int, words: list[str]) -> bool:
        """Explains scores."""
        session = self.session
        session.screen.show(session.face.why(session.game.view(seat), words))
        return False

    def advice(self, seat: int, words: list[str]) -> bool:
        """Asks a bot, which sees what this seat sees."""
        session = self.session
        session.screen.show(advice(session.screen, session.game, seat, " ".join(words) or ADVISER))
        return False

    def attempt(self, seat: int, words: list[str]) -> bool:
        """Shows what an action would bring."""
        session = self.session
        assert isinstance(session.face, Trying)
        view = session.game.view(seat)
        action = resolve(" ".join(words), session.face.numbered(view.legal), session.game.rules, {})
        session.screen.show(session.face.attempt(view, action))
        return False

    def hint(self, seat: int, words: list[str]) -> bool:
        """Gives advice from what this seat sees."""
        session = self.session
        assert isinstance(session.face, Hinting)
        session.screen.show(session.face.hint(session.game.view(seat)))
        return False

    def log(self, seat: int, words: list[str]) -> bool:
        """Tells what happened, as this seat may know it."""
        session = self.session
        told = news.lines(session.events, seat, session.face.names)
        session.screen.show(*(told if words == ["all"] else told[-LATEST:]) or [Text("Nothing has happened yet.")])
        return False

    def table(self, seat: int, words: list[str]) -> bool:
        """Draws the table again."""
        self.session.draw()
        return False

    def rules(self, seat: int, words: list[str]) -> bool:
        """Shows a section of the rules, or the sections that there are."""
        self.session.screen.show(rules_page(" ".join(words)) if words else contents())
        return False

    def save(self, seat: int, words: list[str]) -> bool:
        """Saves the game now; every action is saved anyway."""
        session = self.session
        if words:
            path = Path(words[0]).expanduser()
            if path.is_dir():
                raise CoatlError("file.write", f"{path} is a folder.", ["a file name"])
            session.game.save(path)
        else:
            session.saves.keep(session.game)
            path = session.saves.place
        session.screen.say(f"Saved in {tilde(path)}")
        return False

    def quit(self, seat: int, words: list[str]) -> bool:
        """Leaves the table."""
        raise Leave
