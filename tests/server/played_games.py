"""Plays whole games over the wire, and compares every message with what the engine lets its receiver know."""

import json
import random
import re
from dataclasses import replace
from typing import Any

from coatl.board.view import as_data
from coatl.describe.actions import names_place
from coatl.describe.effects import Effects
from coatl.game import Game
from coatl.server.registry import Registry
from coatl.server.tables.table import Table
from tests.server.server import Served, Wire

Viewer = int | None


def table_in(served: Served, table_id: str) -> Table:
    """The table inside the server, to know what is secret."""
    registry: Registry = served.app.state.registry
    return registry.tables[table_id].table


def plain(view: Any) -> Any:
    """A view as it looks after a journey as JSON."""
    return json.loads(json.dumps(as_data(view)))


def entries(record: Any) -> list[dict[str, Any]]:
    return [{"seat": e.seat, "action": e.action, "outcomes": list(e.outcomes)} for e in record]


def effects_of(data: dict[str, Any]) -> dict[str, Any]:
    """Takes what an action did out of an entry or an event."""
    return {name: data.pop(name) for name in Effects.__dataclass_fields__ if name in data}


def before_automaton(game: Game) -> Game:
    """The game before the automaton's turn that ends it so far, which is told with the move before that turn."""
    record = game.record()
    assert record.entries[-1].action in ("adam", "carl")
    return Game.replay(replace(record, entries=record.entries[:-1], result=None), game.rules)


class Watch:
    """One viewer at one client: everything that arrives is compared with the engine."""

    def __init__(self, wire: Wire, table_id: str, viewer: Viewer) -> None:
        self.wire, self.table_id, self.viewer = wire, table_id, viewer
        self.read = latest_state(wire, table_id, viewer)  # the next message of the client to look at

    @property
    def number(self) -> int:
        return int(self.wire.states[self.table_id, self.viewer]["number"])

    async def caught_up(self, table: Table) -> None:
        await self.wire.until(lambda: self.number == table.numbers.get(self.viewer, 0))

    def check(self, table: Table) -> None:
        """What came since the last look; the game stands still meanwhile."""
        game = table.game
        assert game is not None
        known = entries(game.entries if game.over else game.seen_by(self.viewer).entries)
        for text in self.wire.received[self.read :]:
            message = json.loads(text)
            if message.get("type") in ("event", "state") and message["seat"] == self.viewer:
                self.check_message(message, game, known)
        self.read = len(self.wire.received)

    def check_message(self, message: dict[str, Any], game: Game, known: list[dict[str, Any]]) -> None:
        view = message.pop("view", None)
        if view is not None:
            then = game if message["type"] == "state" or "clocks" in message else before_automaton(game)
            assert view == plain(then.view("end") if then.over else then.view(self.viewer))
        if message["type"] == "state":
            told = message.pop("entries")
            for entry in told:
                assert bool(entry.pop("steps", None)) == (entry["action"] in ("adam", "carl"))
                assert bool(effects_of(entry).get("what")) == names_place(game.rules.game, entry["action"])
            assert told == known
        else:
            self.check_event(message["event"], game, known)
        message.get("info", {}).pop("options", None)
        if not game.over:
            assert not cards_in(json.dumps(message), game), message

    def check_event(self, event: dict[str, Any], game: Game, known: list[dict[str, Any]]) -> None:
        """An action is told as in the record that this viewer may read."""
        if event["kind"] == "chosen":
            for entry in event["entries"]:
                assert effects_of(entry) == ({"pending": "keep"} if entry["action"] == "done" else {})
            assert event.pop("entries") == known[: len(known) - self.automaton_moves(known)]
        elif event["kind"] == "played":
            event.pop("steps", None)
            assert bool(effects_of(event).get("what")) == names_place(game.rules.game, event["entry"]["action"])
            assert event.pop("entry") in known[-4:]

    @staticmethod
    def automaton_moves(known: list[dict[str, Any]]) -> int:
        return sum(entry["action"] in ("adam", "carl") for entry in known)


def latest_state(wire: Wire, table_id: str, viewer: Viewer) -> int:
    """Where the last whole state stands among the messages of a client."""
    for number in range(len(wire.received) - 1, -1, -1):
        message = json.loads(wire.received[number])
        if isinstance(message, dict) and message.get("type") in ("state", "event") and message.get("view"):
            if (message["table"], message["seat"]) == (table_id, viewer):
                return number
    return len(wire.received)


def cards_in(text: str, game: Game) -> set[str]:
    """Names of cards in a text."""
    rules: Any = game.rules
    names = {name for group in rules.names.values() for name in group}
    return {word for word in re.findall(r"[A-Za-z0-9]+", text) if word in names}


async def play_on(served: Served, table_id: str, players: dict[int, Wire], watchers: list[Wire], moves: int) -> int:
    """Random people play so many actions, or to the end; every client is looked at after every action."""
    dice = random.Random(f"{table_id} {moves}")
    watches = [Watch(wire, table_id, seat) for seat, wire in players.items()]
    watches += [Watch(wire, table_id, None) for wire in watchers]
    await look(watches, table_in(served, table_id))
    played = 0
    while played < moves and table_in(served, table_id).status == "playing":
        seat = dice.choice(table_in(served, table_id).to_act())
        view = players[seat].view(table_id, seat)
        if view["can_undo"] and dice.random() < 0.1:
            await players[seat].do(table_id, kind="undo", seat=seat)
        else:
            await players[seat].do(table_id, kind="play", seat=seat, action=dice.choice(view["legal"]))
        played += 1
        await look(watches, table_in(served, table_id))
    return played


async def look(watches: list[Watch], table: Table) -> None:
    """Waits until everybody has heard everything, and compares it."""
    for watch in watches:
        await watch.caught_up(table)
        watch.check(table)


def assert_unseen(wires: list[Wire], secrets: list[str]) -> None:
    """None of these texts was ever sent to any of these clients."""
    for wire in wires:
        everything = "\n".join([*wire.received, *wire.fetched])
        for secret in secrets:
            assert secret not in everything
