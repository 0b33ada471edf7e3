"""A game at a table of a server: what happens there is shown here, what is typed here happens there."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from coatl import client
from coatl.bots.line_protocol import VIEWS, from_data
from coatl.client import Table
from coatl.describe.effects import read_effects
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.record import UNDO, Entry
from coatl.engine.rules import Result, Rules
from coatl.messages import t
from coatl.registry import rules_with
from coatl.terminal import narration
from coatl.terminal.commands import Leave
from coatl.terminal.forced import forced
from coatl.terminal.presenter import Event, presenter_for
from coatl.terminal.remote.commands import RemoteCommands
from coatl.terminal.remote.keyboard import Inbox, Keyboard, TableEvent, Typed, listen, next_of
from coatl.terminal.remote.notices import notice, seats_page
from coatl.terminal.remote.saves import RecordSaver
from coatl.terminal.saves import tilde
from coatl.terminal.scene import Scene, head_line
from coatl.terminal.screen import Screen
from coatl.terminal.shorthand import in_steps, resolve
from coatl.terminal.wording import error_text

CHAT_LINES = 3  # above the table

CONNECTION = ("lost", "waiting", "back")  # events that are about the connection, not about the table


class RemoteSession:
    """One table, until the people here go away or the next game begins."""

    def __init__(self, table: Table, screen: Screen, inbox: Inbox, keyboard: Keyboard, name: str, kept: RecordSaver):
        self.table, self.screen, self.inbox, self.keyboard = table, screen, inbox, keyboard
        self.name = name  # of somebody who only watches
        self.kept = kept
        self.views: dict[int | None, Any] = {}
        self.numbers: dict[int | None, int] = {}  # the last event of each viewer that was handled here
        self.histories: dict[int | None, list[Event]] = {}
        self.read_until: dict[int | None, int] = {}  # how much of the history each one has read
        self.chat: list[Text] = []
        self.notes: list[Text] = []  # what was not shown yet
        self.shown = 0  # how much of the history of `viewer` was shown
        self.at_keyboard: int | None = None
        self.passing: int | None = None  # who is to sit down at the keyboard
        self.stale = True  # whether the table has changed since it was drawn
        self.drawn: Any = None  # whose turn it was then
        self.ended = False
        self.coming: list[str] = []  # what was typed behind the action that is played now, in the same line
        self.learn()
        self.commands = RemoteCommands(self)

    def learn(self) -> None:
        """Rules and names of the table; an own deck is in the record, once there is one."""
        info = self.table.info
        deck = None
        if info["own_deck"] and info["status"] not in ("waiting", "closed"):
            deck = json.loads(self.table.record("json"))["deck"]
        self.rules: Rules = rules_with(info["game"], deck, info["options"])
        people = info["seats"][: int(self.rules.options["players"])]
        names = [seat["name"] or t("card.seat", n=seat["seat"]) for seat in people]
        self.presenter = presenter_for(self.rules, names)
        self.names = self.presenter.names

    # ------------------------------------------------------------ what the commands ask for

    def view(self, seat: int | None) -> Any:
        """What a seat sees.

        :raises CoatlError: table.waiting before the game has begun.
        """
        if self.views.get(seat) is None:
            raise CoatlError("table.waiting", "The game has not begun: somebody is missing.", ["say", "who", "quit"])
        return self.views[seat]

    def history(self, seat: int | None) -> Sequence[Event]:
        """What happened, as this seat knows it."""
        return self.histories.get(seat, [])

    def undo(self, seat: int | None) -> None:
        """Takes the last step back."""
        self.table.undo(seat)

    def keep(self, path: Path | None) -> Path:
        """Saves the record."""
        return self.kept.keep(self.table, path)

    # ------------------------------------------------------------ the loop

    def run(self) -> Table | None:
        """Plays on until the people go away; returns the table of the next game if there is one."""
        listen(self.table, self.inbox)
        try:
            while self.table.info["successor"] is None or self.behind():
                self.settle()
                self.take(next_of(self.inbox))
            return self.table.successor()
        except (Leave, KeyboardInterrupt):
            self.leave()
            return None

    def behind(self) -> bool:
        """Whether something has come that was not handled here yet."""
        return any(self.numbers.get(seat, -1) < viewer.number for seat, viewer in self.table.viewers.items())

    def settle(self) -> None:
        """When everything is handled: shows it, plays what is forced, and asks for a line if somebody here can act."""
        if self.behind() or not self.inbox.empty():
            return
        seat = self.deciding()
        if seat is not None and forced(self.views[seat]):
            if self.coming and self.views[seat].legal[0].startswith(self.coming[0].lower()):
                del self.coming[0]  # it plays itself
            self.table.play(self.views[seat].legal[0], seat)
            return
        if self.coming and seat == self.at_keyboard:
            self.handle_line(self.coming.pop(0))
            return
        self.coming.clear()
        self.seat_down(seat)
        if self.passing is None:
            self.show()
        if self.screen.interactive or self.passing is not None or seat is not None or self.table.over:
            self.keyboard.want()

    def deciding(self) -> int | None:
        """Who of the people here decides: the one at the keyboard goes on."""
        able = [seat for seat in self.table.seats if self.views.get(seat) is not None and self.views[seat].legal]
        return self.at_keyboard if self.at_keyboard in able else able[0] if able else None

    def seat_down(self, seat: int | None) -> None:
        """The keyboard goes to whoever decides; others look away first."""
        if seat is None or seat == self.at_keyboard:
            self.passing = None
        elif self.screen.interactive and len(self.table.seats) > 1 and any(self.histories.values()):
            if self.passing != seat:
                self.screen.cover(self.names[seat - 1])
                self.screen.show(t("terminal.alone"))
            self.passing = seat
        else:
            self.at_keyboard, self.stale = seat, True

    def take(self, item: Typed | TableEvent) -> None:
        """A line that was typed, or something that happened."""
        if isinstance(item, Typed):
            self.keyboard.asked = False
            if item.line is None:
                raise Leave
            self.handle_line(item.line.strip())
        elif item.table is self.table:
            if isinstance(item.event, CoatlError):
                raise item.event
            self.handle(item.event)

    def handle_line(self, typed: str) -> None:
        """Does what was typed; what cannot be done is refused with the reason."""
        if self.passing is not None:
            self.at_keyboard, self.passing, self.stale = self.passing, None, True
            return
        try:
            if typed and self.commands.obey(self.viewer, typed) is None:
                self.play(typed)
        except CoatlError as fault:
            self.coming.clear()
            self.screen.refuse(error_text(fault))

    def play(self, typed: str) -> None:
        """Plays the action that is meant; what stands behind it in the line follows when the table has answered."""
        view = self.view(self.viewer)
        if not view.legal:
            raise IllegalAction("action.turn", f"It is not your turn: {self.names[view.seat - 1]} decides.", ["say"])
        first, *rest = in_steps(typed) or [typed]
        action = resolve(first, self.presenter.numbered(view.legal), self.rules, self.presenter.lying(view))
        self.coming = rest or self.coming
        with self.screen.thinking(t("terminal.server")):
            self.table.play(action, self.viewer)

    # ------------------------------------------------------------ what happens

    def handle(self, event: client.Event) -> None:
        """One thing that happened, as one of the people here knows it."""
        seat, before = event.seat, self.views.get(event.seat)
        if event.kind not in ("presence", *CONNECTION):
            self.numbers[seat] = event.number
        if event.kind in ("state", "started"):
            self.learn()
        if event.kind in ("state", "went_back"):
            self.drawn = None
        if event.view is not None:
            self.views[seat] = from_data(VIEWS[self.rules.game], event.view, "view")
            self.stale = True
        if event.kind == "state":
            self.handle_state(event)
        elif event.kind in ("played", "undone"):
            self.handle_action(event, before)
        elif event.kind == "chosen":
            self.histories[seat] = [self.narrated(data, data) for data in event.data["entries"]]
        elif event.kind in CONNECTION or (event.kind != "presence" and seat == next(iter(self.table.viewers))):
            self.handle_notice(event)

    def handle_state(self, event: client.Event) -> None:
        """Everything anew."""
        history = [self.narrated(entry, entry) for entry in event.data["entries"]]
        self.histories[event.seat] = history
        self.read_until[event.seat] = 0 if event.seat is None else narration.last_turn(history, event.seat)
        names = [notice("chat", line, self.names) for line in event.data["chat"]]
        self.chat = [line for line in names if line is not None]
        self.stale = True

    def handle_action(self, event: client.Event, before: Any) -> None:
        """Somebody has played, or taken a step back."""
        undone: dict[str, Any] = {"seat": event.data.get("seat"), "action": UNDO, "outcomes": ()}
        entry = undone if event.kind == "undone" else event.data["entry"]
        history = self.histories.setdefault(event.seat, [])
        history.append(self.narrated(entry, event.data))
        seat = int(entry["seat"])
        if seat == event.seat and event.view is not None and self.views[seat].turns != before.turns:
            self.read_until[seat] = narration.turn_start(history, len(history), seat)

    def narrated(self, entry: Mapping[str, Any], facts: Mapping[str, Any]) -> Event:
        """An action in words, with what the server says that it did."""
        return self.presenter.event(entry_of(entry), read_effects(facts), facts.get("steps") or ())

    def handle_notice(self, event: client.Event) -> None:
        """Something around the game."""
        words = notice(event.kind, event.data, self.names)
        if event.kind == "chat" and words is not None:
            self.chat.append(words)
        if words is not None:
            self.notes.append(words)
        if event.kind in ("joined", "sat", "left", "removed", "seat"):
            self.learn()
            self.stale = self.stale or self.table.info["status"] == "waiting"
        if event.kind == "closed":
            self.screen.show(*self.notes)
            raise Leave

    # ------------------------------------------------------------ showing

    @property
    def viewer(self) -> int | None:
        """For whom the table is shown: who sits at the keyboard, or the first of the people here."""
        own = list(self.table.viewers)
        return self.at_keyboard if self.at_keyboard in own else own[0]

    def show(self) -> None:
        """What has changed: the whole table for a new decision or a new turn, otherwise a few lines."""
        view, history = self.views.get(self.viewer), self.history(self.viewer)
        changed = self.stale or bool(self.notes)
        if (self.screen.fixed and changed) or (self.stale and (view is None or view.legal or self.turned(view))):
            with self.screen.between():
                self.draw()
        else:
            fresh = narration.lines(history[self.shown :], self.viewer, self.names)
            if fresh or self.notes:
                with self.screen.between():
                    self.screen.show(*fresh, *self.notes)
        self.shown, self.stale = len(history), False
        self.notes.clear()

    def turned(self, view: Any) -> bool:
        """Whether somebody else decides than at the last look, or the game is over."""
        drawn, self.drawn = self.drawn, (view.seat, view.turns, self.table.info["status"] == "over")
        return bool(drawn != self.drawn)

    def draw(self) -> None:
        """The table as the person at the keyboard sees it."""
        view, seat = self.views.get(self.viewer), self.viewer
        if view is None:
            self.draw_waiting()
        elif self.table.info["status"] == "over":
            self.draw_end(view)
        else:
            history = self.history(seat)[self.read_until.get(seat, 0) :]
            fresh = narration.standing(history[-CHAT_LINES:]) if seat is None else narration.fresh(history, seat)
            lines = narration.lines(fresh, seat, self.names)
            others = [note for note in self.notes if note not in self.chat]
            notes, commands = [*self.chat[-CHAT_LINES:], *others], list(self.commands.known)
            self.screen.draw(
                Scene(self.presenter, view, seat, lines, self.history(seat), notes, commands, meanwhile="say …")
            )

    def draw_waiting(self) -> None:
        """The table before the game begins."""
        self.screen.clear()
        info = self.table.info
        self.screen.show(Text(t(f"terminal_remote.waiting_{info['game']}"), "title"))
        self.screen.show(seats_page(info, self.table.seats, self.table.online), *self.chat[-CHAT_LINES:], "")
        self.show_links()
        waiting = t("terminal_remote.waiting")
        self.screen.show(Text(f"{waiting}   say …   bot 2   ? {t('terminal.help')}   quit", "quiet"))

    def show_links(self) -> None:
        """The links to send, and the one to keep."""
        links = {t("terminal_remote.link_join"): self.table.link}
        links |= {t("terminal_remote.link_seat", n=seat): self.table.invitation(seat) for seat in self.table.invites}
        if self.table.token is not None:
            links[t("terminal_remote.link_own")] = self.table.personal_link
        for words, link in links.items():
            self.screen.say(Text.assemble((f"{words:30}", "quiet"), str(link)))

    def draw_end(self, view: Any) -> None:
        """The result, the record, and the check of the shuffles."""
        ended = self.table.info["result"]
        result = Result(tuple(ended["points"]), tuple(ended["winners"]), ended["ending"], ended["details"])
        self.screen.clear()
        self.screen.show(head_line(self.presenter, view, self.screen.width))
        last = narration.lines(narration.standing(self.history(self.viewer)[-CHAT_LINES:]), self.viewer, self.names)
        self.screen.show(*last, "", self.presenter.result(view, result, self.screen.width), *self.notes)
        if not self.ended:
            self.ended = True
            self.screen.say(t("terminal.record_in", path=tilde(self.keep(None))))
            self.table.verify()
            self.screen.show(Text(t("terminal_remote.checked"), "quiet"))
        self.screen.show(Text(t("terminal_remote.end"), "name"))

    def leave(self) -> None:
        """Says how to come back."""
        if not self.table.over and self.table.token is not None:
            self.screen.say(f"\n{t('terminal_remote.seat_kept')}")
            self.screen.say(f"coatl play --server '{self.table.personal_link}'")


def entry_of(data: Any) -> Entry:
    """An entry of the record, as the server sends it."""
    return Entry(data["seat"], data["action"], tuple(data["outcomes"]))
