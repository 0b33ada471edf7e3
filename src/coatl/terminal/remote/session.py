"""A game at a table of a server: what happens there is told here, what is typed here happens there."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from coatl import client
from coatl.bots.wire import VIEWS, from_data
from coatl.client import Table
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.record import UNDO, Entry
from coatl.engine.rules import Result, Rules
from coatl.game import rules_with
from coatl.terminal import news
from coatl.terminal.commands import Leave
from coatl.terminal.faces import Event, face_for
from coatl.terminal.remote.commands import RemoteCommands
from coatl.terminal.remote.keeping import Keeping
from coatl.terminal.remote.keyboard import Inbox, Keyboard, Told, Typed, listen, next_of
from coatl.terminal.remote.telling import in_words, seats_page
from coatl.terminal.saving import tilde
from coatl.terminal.screen import Screen
from coatl.terminal.session import AUTOMATA, forced, head_line, show_choices, show_table
from coatl.terminal.shorthand import resolve

SAID = 3  # lines of talk above the table
PLAIN = ("done", "pass", *AUTOMATA)  # told well without the view behind them


class RemoteSession:
    """One table, until the people here go away or the next game begins."""

    def __init__(self, table: Table, screen: Screen, inbox: Inbox, keyboard: Keyboard, name: str, kept: Keeping):
        self.table, self.screen, self.inbox, self.keyboard = table, screen, inbox, keyboard
        self.name = name  # of somebody who only watches
        self.kept = kept
        self.views: dict[int | None, Any] = {}
        self.numbers: dict[int | None, int] = {}  # the last event of each viewer that was told here
        self.stories: dict[int | None, list[Event]] = {}
        self.heard: dict[int | None, int] = {}  # how much of the story each one has read
        self.said: list[Text] = []
        self.notes: list[Text] = []  # what was not shown yet
        self.told = 0  # how much of the story of `eyes` was shown
        self.at_keyboard: int | None = None
        self.passing: int | None = None  # who is to sit down at the keyboard
        self.stale = True  # whether the table has changed since it was drawn
        self.drawn: Any = None  # whose turn it was then
        self.ended = False
        self.learn()
        self.commands = RemoteCommands(self)

    def learn(self) -> None:
        """Rules and names of the table; an own deck is in the record, once there is one."""
        info = self.table.info
        deck = None
        if info["own_deck"] and info["status"] not in ("waiting", "closed"):
            deck = json.loads(self.table.record("json"))["deck"]
        self.rules: Rules = rules_with(info["game"], deck, info["options"])
        self.names = [seat["name"] or f"Seat {seat['seat']}" for seat in info["seats"]]
        self.face = face_for(self.rules, self.names[: int(self.rules.options["players"])])

    # ------------------------------------------------------------ what the commands ask for

    def view(self, seat: int | None) -> Any:
        """What a seat sees.

        :raises CoatlError: table.waiting before the game has begun.
        """
        if self.views.get(seat) is None:
            raise CoatlError("table.waiting", "The game has not begun: somebody is missing.", ["say", "who", "quit"])
        return self.views[seat]

    def story(self, seat: int | None) -> Sequence[Event]:
        """What happened, as this seat heard of it."""
        return self.stories.get(seat, [])

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
        """Whether something has come that was not told here yet."""
        return any(self.numbers.get(seat, -1) < viewer.number for seat, viewer in self.table.viewers.items())

    def settle(self) -> None:
        """When everything is told: shows it, plays what is forced, and asks for a line if somebody here can act."""
        if self.behind() or not self.inbox.empty():
            return
        seat = self.deciding()
        if seat is not None and forced(self.views[seat]):
            self.table.play(self.views[seat].legal[0], seat)
            return
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
        elif self.screen.interactive and len(self.table.seats) > 1 and any(self.stories.values()):
            if self.passing != seat:
                self.screen.cover(self.names[seat - 1])
                self.screen.show("Press Enter when nobody else is looking.")
            self.passing = seat
        else:
            self.at_keyboard, self.stale = seat, True

    def take(self, item: Typed | Told) -> None:
        """A line that was typed, or something that happened."""
        if isinstance(item, Typed):
            self.keyboard.asked = False
            if item.line is None:
                raise Leave
            self.hear_line(item.line.strip())
        elif item.table is self.table:
            if isinstance(item.event, CoatlError):
                raise item.event
            self.hear(item.event)

    def hear_line(self, typed: str) -> None:
        """Does what was typed; what cannot be done is told."""
        if self.passing is not None:
            self.at_keyboard, self.passing, self.stale = self.passing, None, True
            return
        try:
            if typed and self.commands.obey(self.eyes, typed) is None:
                self.play(typed)
        except CoatlError as fault:
            self.screen.show(Text(str(fault), "alarm"))

    def play(self, typed: str) -> None:
        """Plays the action that is meant."""
        view = self.view(self.eyes)
        if not view.legal:
            raise IllegalAction("action.turn", f"It is not your turn: {self.names[view.seat - 1]} decides.", ["say"])
        action = resolve(typed, self.face.numbered(view.legal), self.rules, self.face.lying(view))
        with self.screen.thinking("The server"):
            self.table.play(action, self.eyes)

    # ------------------------------------------------------------ what happens

    def hear(self, event: client.Event) -> None:
        """One thing that happened, as one of the people here heard of it."""
        seat, before = event.seat, self.views.get(event.seat)
        if event.kind not in ("presence", "lost", "back"):
            self.numbers[seat] = event.number
        if event.kind in ("state", "started"):
            self.learn()
        if event.kind in ("state", "went_back"):
            self.drawn = None
        if event.view is not None:
            self.views[seat] = from_data(VIEWS[self.rules.game], event.view, "view")
            self.stale = True
        if event.kind == "state":
            self.hear_state(event)
        elif event.kind in ("played", "undone"):
            self.hear_deed(event, before)
        elif event.kind == "chosen":
            self.stories[seat] = [self.face.event(entry_of(data), before, before) for data in event.data["entries"]]
        elif event.kind in ("lost", "back") or (event.kind != "presence" and seat == next(iter(self.table.viewers))):
            self.hear_talk(event)

    def hear_state(self, event: client.Event) -> None:
        """Everything anew: what was played is told in the notation of the record."""
        story = [Event(entry["seat"], entry["action"], entry["action"]) for entry in event.data["entries"]]
        self.stories[event.seat] = story
        self.heard[event.seat] = 0 if event.seat is None else news.last_turn(story, event.seat)
        names = [in_words("chat", line, self.names) for line in event.data["chat"]]
        self.said = [line for line in names if line is not None]
        self.stale = True

    def hear_deed(self, event: client.Event, before: Any) -> None:
        """Somebody has played, or taken a step back."""
        entry = Entry(event.data["seat"], UNDO) if event.kind == "undone" else entry_of(event.data["entry"])
        story = self.stories.setdefault(event.seat, [])
        if event.view is not None or entry.action in PLAIN:
            steps = [step["words"] for step in event.data.get("steps") or ()]
            story.append(self.face.event(entry, before, self.views[event.seat], steps))
        else:  # one of several that happened at once
            story.append(Event(entry.seat, entry.action, entry.action))
        if entry.seat == event.seat and event.view is not None and self.views[event.seat].turns != before.turns:
            self.heard[event.seat] = news.turn_start(story, len(story), entry.seat)

    def hear_talk(self, event: client.Event) -> None:
        """Something around the game."""
        words = in_words(event.kind, event.data, self.names)
        if event.kind == "chat" and words is not None:
            self.said.append(words)
        if words is not None:
            self.notes.append(words)
        if event.kind in ("joined", "sat", "left", "seat"):
            self.learn()
            self.stale = self.stale or self.table.info["status"] == "waiting"
        if event.kind == "closed":
            self.screen.show(*self.notes)
            raise Leave

    # ------------------------------------------------------------ showing

    @property
    def eyes(self) -> int | None:
        """With whose eyes the table is shown: who sits at the keyboard, or the first of the people here."""
        own = list(self.table.viewers)
        return self.at_keyboard if self.at_keyboard in own else own[0]

    def show(self) -> None:
        """What has changed: the whole table for a new decision or a new turn, otherwise a few lines."""
        view, story = self.views.get(self.eyes), self.story(self.eyes)
        if self.stale and (view is None or view.legal or self.turned(view)):
            with self.screen.between():
                self.draw()
        else:
            fresh = news.lines(story[self.told :], self.eyes, self.names)
            if fresh or self.notes:
                with self.screen.between():
                    self.screen.show(*fresh, *self.notes)
        self.told, self.stale = len(story), False
        self.notes.clear()

    def turned(self, view: Any) -> bool:
        """Whether somebody else decides than at the last look, or the game is over."""
        drawn, self.drawn = self.drawn, (view.seat, view.turns, view.pending == "over")
        return bool(drawn != self.drawn)

    def draw(self) -> None:
        """The table as the person at the keyboard sees it."""
        view, seat = self.views.get(self.eyes), self.eyes
        if view is None:
            self.draw_waiting()
        elif view.pending == "over":
            self.draw_end(view)
        else:
            story = self.story(seat)[self.heard.get(seat, 0) :]
            fresh = news.standing(story[-SAID:]) if seat is None else news.fresh(story, seat)
            told = news.lines(fresh, seat, self.names)
            others = [note for note in self.notes if note not in self.said]
            show_table(self.screen, self.face, view, [*told, *self.said[-SAID:], *others])
            if view.legal:
                show_choices(self.screen, self.face, view)
            else:
                self.screen.show(Text(f"{self.names[view.seat - 1]} decides.   say …   ? help", "quiet"))

    def draw_waiting(self) -> None:
        """The table before the game begins."""
        self.screen.clear()
        info = self.table.info
        self.screen.show(Text(f"A table for the {info['game']} game; it begins when no seat is empty.", "title"))
        self.screen.show(seats_page(info, self.table.seats, self.table.online), *self.said[-SAID:], "")
        self.show_links()
        self.screen.show(Text("Waiting …   say …   bot 2   ? help   quit", "quiet"))

    def show_links(self) -> None:
        """The links to send, and the one to keep."""
        links = {"To join or watch, for others:": self.table.link}
        links |= {f"For seat {seat} alone:": self.table.invitation(seat) for seat in self.table.invites}
        if self.table.token is not None:
            links["To come back, for you alone:"] = self.table.personal_link
        for words, link in links.items():
            self.screen.say(Text.assemble((f"{words:30}", "quiet"), str(link)))

    def draw_end(self, view: Any) -> None:
        """The result, the record, and the check of the shuffles."""
        told = self.table.info["result"]
        result = Result(tuple(told["points"]), tuple(told["winners"]), told["ending"], told["details"])
        self.screen.clear()
        self.screen.show(head_line(self.face, view, self.screen.width))
        last = news.lines(news.standing(self.story(self.eyes)[-SAID:]), self.eyes, self.names)
        self.screen.show(*last, "", self.face.result(view, result, self.screen.width), *self.notes)
        if not self.ended:
            self.ended = True
            self.screen.say(f"The record lies in {tilde(self.keep(None))}")
            self.table.verify()
            self.screen.show(Text("Checked: every draw came from the seed that was promised before.", "quiet"))
        self.screen.show(Text("rematch for one more game, quit to go.", "name"))

    def leave(self) -> None:
        """Says how to come back."""
        if not self.table.over and self.table.token is not None:
            self.screen.say("\nYour seat is kept. Come back:")
            self.screen.say(f"coatl play --server '{self.table.personal_link}'")


def entry_of(data: Any) -> Entry:
    """An entry of the record, as it was told."""
    return Entry(data["seat"], data["action"], tuple(data["outcomes"]))
