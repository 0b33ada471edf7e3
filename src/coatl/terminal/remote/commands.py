"""What can be typed at a table of a server: talk, agreements, seats, one more game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.solver.hints import Hint
from coatl.terminal.commands import Commands
from coatl.terminal.layout import hint_page
from coatl.terminal.remote.telling import seats_page

if TYPE_CHECKING:
    from coatl.terminal.remote.session import RemoteSession

BOT = "artisan"


class RemoteCommands(Commands):
    """The commands of a table on a server."""

    def __init__(self, session: RemoteSession) -> None:
        super().__init__(session)
        self.session = session
        self.known |= {
            "say": (self.say, "talk to the others: say well played"),
            "react": (self.react, f"a sign: {', '.join(session.table.info['reactions'])}"),
            "chat": (self.chat, "what was said"),
            "who": (self.who, "who sits where, and who is there"),
            "link": (self.link, "the links to send and to keep"),
            "hint": (self.hint, "what you could do, and why, if the table allows it"),
            "back": (self.back, "ask all to go back to the beginning of this turn; back 1: of the turn before"),
            "yes": (self.yes, "agree to go back"),
            "no": (self.no, "do not agree to go back"),
            "bot": (self.bot, "host: bot 2 priest puts a bot at an empty seat, or for somebody who is away"),
            "open": (self.open, "host: open 2 makes an empty seat free for everybody"),
            "leave": (self.leave, "give up your seat; once the game has begun a bot plays on for you"),
            "return": (self.give_back, "take your seat back from the bot"),
            "rematch": (self.rematch, "when the game is over: one more, with the seats rotated"),
            "save": (self.save, "save the record as you may know it; save FILE"),
            "quit": (self.quit, "go away; your seat is kept, and your link brings you back"),
        }

    def obey(self, seat: int | None, typed: str) -> bool | None:
        """Does a command; what is said keeps its words."""
        word, _, rest = typed.partition(" ")
        if word.lower() == "say":
            return self.say(seat, [rest.strip()])
        return super().obey(seat, typed)

    # ------------------------------------------------------------ talk

    def say(self, seat: int | None, words: list[str]) -> bool:
        """Talks."""
        self.session.table.chat(words[0], None if self.session.table.seats else self.session.name)
        return False

    def react(self, seat: int | None, words: list[str]) -> bool:
        """One of a few signs."""
        name = None if self.session.table.seats else self.session.name
        self.session.table.do("react", reaction="-".join(words), name=name)
        return False

    def chat(self, seat: int | None, words: list[str]) -> bool:
        """What was said."""
        self.session.screen.show(*self.session.said or [Text("Nothing was said yet.")])
        return False

    def who(self, seat: int | None, words: list[str]) -> bool:
        """Who sits where."""
        table = self.session.table
        self.session.screen.show(seats_page(table.info, table.seats, table.online))
        return False

    def link(self, seat: int | None, words: list[str]) -> bool:
        """The links."""
        self.session.show_links()
        return False

    # ------------------------------------------------------------ the game

    def hint(self, seat: int | None, words: list[str]) -> bool:
        """Asks the server, which sees what this seat sees."""
        with self.session.screen.thinking("The server"):
            told = self.session.table.hint(seat)
        self.session.screen.show(hint_page(Hint(**told)))
        return False

    def back(self, seat: int | None, words: list[str]) -> bool:
        """Asks everybody to go back so many turns."""
        turns = number_in(words) if words else 0
        present = self.session.view(seat).turns + 1
        self.session.table.ask_back(max(1, present - turns), seat)
        return False

    def yes(self, seat: int | None, words: list[str]) -> bool:
        """Agrees to go back, for everybody at this keyboard."""
        return self.answer(True)

    def no(self, seat: int | None, words: list[str]) -> bool:
        """Does not agree to go back."""
        return self.answer(False)

    def answer(self, yes: bool) -> bool:
        """Answers for the own seats that have not."""
        back = self.session.table.info["back"]
        agreed = [] if back is None else back["agreed"]
        asked = [seat for seat in self.session.table.seats if seat not in agreed]
        for own in asked if yes else asked[:1]:
            self.session.table.answer_back(yes, own)
        return False

    # ------------------------------------------------------------ seats

    def bot(self, seat: int | None, words: list[str]) -> bool:
        """A bot at an empty seat, or for somebody who is away."""
        number, name = number_in(words), words[1] if len(words) > 1 else BOT
        if self.session.table.info["status"] == "waiting":
            self.session.table.do("set_seat", seat=number, to="bot", bot=name)
        else:
            self.session.table.do("replace", seat=number, bot=name)
        return False

    def open(self, seat: int | None, words: list[str]) -> bool:
        """An empty seat for everybody."""
        self.session.table.do("set_seat", seat=number_in(words), to="open")
        return False

    def leave(self, seat: int | None, words: list[str]) -> bool:
        """Gets up."""
        self.session.table.leave(number_in(words) if words else None)
        return False

    def give_back(self, seat: int | None, words: list[str]) -> bool:
        """The own seats that a bot plays are played by people again; the host may name another seat."""
        table = self.session.table
        own = [one["seat"] for one in table.info["seats"] if one["seat"] in table.seats and one["stand_in"]]
        for number in [number_in(words)] if words else own:
            table.do("give_back", seat=number)
        return False

    def rematch(self, seat: int | None, words: list[str]) -> bool:
        """One more game."""
        self.session.table.do("rematch")
        return False


def number_in(words: list[str]) -> int:
    """The number that a command needs."""
    if not words or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 4):
        raise CoatlError("command.number", "This needs a number.", ["bot 2 priest", "open 2", "back 1"])
    return int(words[0])
