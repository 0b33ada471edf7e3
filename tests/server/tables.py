"""Tables without a network, for scenarios: people by name, time by hand, seeds that are known."""

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import orjson
import pytest

from coatl.engine.errors import CoatlError
from coatl.server.requests import NewTable
from coatl.server.socket_messages import StateMessage
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands, views
from coatl.server.tables.decisions import CommandResult, do, new_table, rebuild
from coatl.server.tables.events import AppliedEvent, Event, Viewer, read_event
from coatl.server.tables.people import Person, hashed
from coatl.server.tables.table import Table

KEY = "k" * 32
ME = {"kind": "me", "name": "Ann"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "artisan"}


def seeds() -> Callable[[], str]:
    """Secrets that are the same in every run."""
    numbers = count(1)
    return lambda: f"{next(numbers):032x}"


class Scene:
    """A table that keeps all its events and everything it has told."""

    def __init__(self, **wish: Any) -> None:
        self.now = 1_000_000
        self.fresh = seeds()
        self.made = prepare_table(NewTable(**{"game": "card", "name": "Ann", "key": KEY, **wish}))
        self.table, self.events = new_table(self.made.table, self.made.data, self.now, self.fresh)
        self.last: list[AppliedEvent] = []
        self.rematch_table: tuple[Table, list[Event]] | None = None

    def person(self, name: str) -> Person:
        return next(person for person in self.table.people if person.name == name)

    def do(
        self,
        command: Any,
        name: str | None = None,
        command_id: str | None = None,
        present: tuple[str, ...] = (),
        kept: dict[str, int] | None = None,
    ) -> CommandResult:
        """Somebody asks for something; the table stays what its events add up to, also after a refusal."""
        who = None if name is None else self.person(name)
        there = frozenset(self.person(other).number for other in present)
        try:
            until = {self.person(other).number: time for other, time in (kept or {}).items()}
            done = do(self.table, command, self.now, who, command_id, there, self.fresh, until)
        finally:
            before = len(self.events)
            assert before <= self.table.number
        self.last = done.applied
        self.events += [one.event for one in done.applied]
        if done.rematch_table is not None:
            self.rematch_table = done.rematch_table, done.rematch_events
        if len(self.events) < 12 or len(self.events) % 20 == 0:
            self.check()
        return done

    def join(self, name: str, **more: Any) -> CommandResult:
        return self.do(commands.Join(name, hashed(name * 32), **more))

    def play(self, seat: int, action: str | None = None) -> CommandResult:
        """The person at this seat plays; any legal action unless it is named."""
        game = self.table.game
        assert game is not None
        number = self.table.seats[seat - 1].person
        assert number is not None
        chosen = action or random.Random(self.table.number).choice(game.legal(seat))
        return self.do(commands.Play(seat=seat, action=chosen), self.table.people[number - 1].name)

    def play_to_the_end(self) -> None:
        while self.table.status == "playing":
            self.play(self.table.to_act()[0])

    def choose(self) -> None:
        """Makes all secret choices."""
        while self.table.game is not None and self.table.game.choosing:
            self.play(self.table.to_act()[0])

    def kinds(self) -> list[str]:
        """What just happened."""
        return [one.event.kind for one in self.last]

    def told(self, viewer: Viewer) -> list[Any]:
        """What a viewer hears of what just happened."""
        return [message["event"] for message in views.messages(self.table, self.last, viewer)]

    def check(self) -> None:
        """The events, as storage would bring them back, add up to the same table for every viewer."""
        stored = [read_event(e.number, e.time, e.kind, e.data_text()) for e in self.events]
        again = rebuild(self.table.id, stored)
        for viewer in self.table.viewers:
            assert orjson.dumps(state(again, viewer)) == orjson.dumps(state(self.table, viewer))
        assert again.wake() == self.table.wake()
        assert again.thinking() == self.table.thinking()


def state(table: Table, viewer: Viewer) -> StateMessage:
    """Everything that a viewer may know, while nobody is connected."""
    return views.state(table, viewer, 0, {"online": [], "spectators": 0, "kept": {}})


def refused(scene: Scene, code: str, command: Any, name: str | None = None, **more: Any) -> CoatlError:
    """The command is refused with this code, and nothing changes."""
    before = [orjson.dumps(state(scene.table, viewer)) for viewer in scene.table.viewers]
    with pytest.raises(CoatlError) as caught:
        scene.do(command, name, **more)
    assert caught.value.code == code
    assert [orjson.dumps(state(scene.table, viewer)) for viewer in scene.table.viewers] == before
    assert scene.table.number == len(scene.events)
    return caught.value


def two(**wish: Any) -> Scene:
    """Ann and Ben at a table for two."""
    scene = Scene(**{"game": "board", "seats": [ME, OPEN], **wish})
    scene.join("Ben")
    return scene
