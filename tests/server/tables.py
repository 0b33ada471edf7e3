"""Tables without a network, for scenarios: people by name, time by hand, seeds that are known."""

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import orjson
import pytest

from coatl.engine.errors import CoatlError
from coatl.server.making import making
from coatl.server.requests import NewTable
from coatl.server.tables import commands as ask
from coatl.server.tables import showing
from coatl.server.tables.deciding import Done, begun, do, rebuilt
from coatl.server.tables.events import Event, Happening, Viewer
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
        self.made = making(NewTable(**{"game": "card", "name": "Ann", "key": KEY, **wish}))
        self.table, self.events = begun(self.made.table, self.made.data, self.now, self.fresh)
        self.last: list[Happening] = []
        self.born: tuple[Table, list[Event]] | None = None

    def person(self, name: str) -> Person:
        return next(person for person in self.table.people if person.name == name)

    def do(
        self, command: Any, name: str | None = None, command_id: str | None = None, present: tuple[str, ...] = ()
    ) -> Done:
        """Somebody asks for something; the table stays what its events add up to, also after a refusal."""
        who = None if name is None else self.person(name)
        there = frozenset(self.person(other).number for other in present)
        try:
            done = do(self.table, command, self.now, who, command_id, there, self.fresh)
        finally:
            before = len(self.events)
            assert before <= self.table.number
        self.last = done.happenings
        self.events += [happening.event for happening in done.happenings]
        if done.born is not None:
            self.born = done.born, done.born_events
        if len(self.events) < 12 or len(self.events) % 20 == 0:
            self.check()
        return done

    def join(self, name: str, **more: Any) -> Done:
        return self.do(ask.Join(name, hashed(name * 32), **more))

    def play(self, seat: int, action: str | None = None) -> Done:
        """The person at this seat plays; any legal action unless it is named."""
        game = self.table.game
        assert game is not None
        number = self.table.seats[seat - 1].person
        assert number is not None
        chosen = action or random.Random(self.table.number).choice(game.legal(seat))
        return self.do(ask.Play(seat=seat, action=chosen), self.table.people[number - 1].name)

    def play_to_the_end(self) -> None:
        while self.table.status == "playing":
            self.play(self.table.to_act()[0])

    def choose(self) -> None:
        """Makes all secret choices."""
        while self.table.game is not None and self.table.game.choosing:
            self.play(self.table.to_act()[0])

    def kinds(self) -> list[str]:
        """What just happened."""
        return [happening.event.kind for happening in self.last]

    def told(self, viewer: Viewer) -> list[dict[str, Any]]:
        """What a viewer hears of what just happened."""
        return [message["event"] for message in showing.messages(self.table, self.last, viewer)]

    def check(self) -> None:
        """The events, as storage would bring them back, add up to the same table for every viewer."""
        stored = [Event(e.number, e.time, e.kind, orjson.loads(orjson.dumps(e.data))) for e in self.events]
        again = rebuilt(self.table.id, stored)
        for viewer in self.table.viewers:
            assert orjson.dumps(showing.state(again, viewer)) == orjson.dumps(showing.state(self.table, viewer))
        assert again.wake() == self.table.wake()
        assert again.thinking() == self.table.thinking()


def refused(scene: Scene, code: str, command: Any, name: str | None = None, **more: Any) -> CoatlError:
    """The command is refused with this code, and nothing changes."""
    before = [orjson.dumps(showing.state(scene.table, viewer)) for viewer in scene.table.viewers]
    with pytest.raises(CoatlError) as caught:
        scene.do(command, name, **more)
    assert caught.value.code == code
    assert [orjson.dumps(showing.state(scene.table, viewer)) for viewer in scene.table.viewers] == before
    assert scene.table.number == len(scene.events)
    return caught.value


def two(**wish: Any) -> Scene:
    """Ann and Ben at a table for two."""
    scene = Scene(**{"game": "board", "seats": [ME, OPEN], **wish})
    scene.join("Ben")
    return scene
