"""What can be typed at a table of a server: talk, agreements, seats, one more game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from coatl.engine.errors import CoatlError
from coatl.messages import t
from coatl.terminal.commands import Commands
from coatl.terminal.hints import hint_page
from coatl.terminal.remote.notices import seats_page

if TYPE_CHECKING:
    from coatl.terminal.remote.session import RemoteSession

BOT = "artisan"
SURE = "yes"


class RemoteCommands(Commands["RemoteSession"]):
    """The commands of a table on a server."""

    def __init__(self, session: RemoteSession) -> None:
        super().__init__(session)
        signs = ", ".join(session.table.info["reactions"])
        self.known |= {
            "say": (self.say, t("terminal_remote.command_say")),
            "react": (self.react, t("terminal_remote.command_react", signs=signs)),
            "mute": (self.mute, t("terminal_remote.command_mute")),
            "unmute": (self.unmute, t("terminal_remote.command_unmute")),
            "block": (self.block, t("terminal_remote.command_block")),
            "unblock": (self.unblock, t("terminal_remote.command_unblock")),
            "report": (self.report, t("terminal_remote.command_report")),
            "chat": (self.chat, t("terminal_remote.command_chat")),
            "who": (self.who, t("terminal_remote.command_who")),
            "link": (self.link, t("terminal_remote.command_link")),
            "hint": (self.hint, t("terminal_remote.command_hint")),
            "back": (self.back, t("terminal_remote.command_back")),
            "yes": (self.yes, t("terminal_remote.command_yes")),
            "no": (self.no, t("terminal_remote.command_no")),
            "bot": (self.bot, t("terminal_remote.command_bot")),
            "open": (self.open, t("terminal_remote.command_open")),
            "leave": (self.leave, t("terminal_remote.command_leave")),
            "resign": (self.resign, t("terminal_remote.command_resign")),
            "remove": (self.remove, t("terminal_remote.command_remove")),
            "return": (self.give_back, t("terminal_remote.command_return")),
            "rematch": (self.rematch, t("terminal_remote.command_rematch")),
            "save": (self.save, t("terminal_remote.command_save")),
            "quit": (self.quit, t("terminal_remote.command_quit")),
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

    def mute(self, seat: int | None, words: list[str]) -> bool:
        """Hears nothing of a seat."""
        self.session.table.do("mute", seat=number_in(words), on=True)
        return self.done()

    def unmute(self, seat: int | None, words: list[str]) -> bool:
        """Hears a seat again."""
        self.session.table.do("mute", seat=number_in(words), on=False)
        return self.done()

    def block(self, seat: int | None, words: list[str]) -> bool:
        """Does not want to meet somebody, at any table."""
        self.session.table.block(number_in(words))
        return self.done()

    def unblock(self, seat: int | None, words: list[str]) -> bool:
        """Lets somebody come again."""
        self.session.table.block(number_in(words), on=False)
        return self.done()

    def report(self, seat: int | None, words: list[str]) -> bool:
        """Tells the operator of the name at a seat, or of the last line that was said there."""
        number, table = number_in(words), self.session.table
        if words[1:] not in (["name"], ["line"]):
            raise CoatlError("command.number", "Say what is meant.", [f"report {number} name", f"report {number} line"])
        said = [line["time"] for line in table.chat_lines if (line["seat"] or 0) == number]
        table.report(number, None if words[1] == "name" else said[-1] if said else 0)
        self.session.screen.show(t("table.reported"))
        return False

    def done(self) -> bool:
        """Says that nobody else hears of it."""
        self.session.screen.show(t("terminal_remote.done"))
        return False

    def chat(self, seat: int | None, words: list[str]) -> bool:
        """What was said."""
        self.session.screen.show(*self.session.chat or [Text(t("terminal_remote.chat_empty"))])
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
        with self.session.screen.thinking(t("terminal.server")):
            hint = self.session.table.hint(seat)
        self.session.screen.show(hint_page(hint))
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

    def resign(self, seat: int | None, words: list[str]) -> bool:
        """Gives the game up, if that is said twice."""
        if words != [SURE]:
            self.session.screen.show(Text(t("terminal_remote.resign_sure", command=f"resign {SURE}"), "alarm"))
        else:
            self.session.table.resign(seat)
        return False

    def remove(self, seat: int | None, words: list[str]) -> bool:
        """Takes somebody from a table that has not begun."""
        self.session.table.do("remove", seat=number_in(words))
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
