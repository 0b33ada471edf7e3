"""What every viewer may know at every moment, noted inside the server from the engine; and a search through
everything that was sent for anything else.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import pytest

from coatl.describe.effects import Effects
from coatl.game import Game
from coatl.server.live_tables import LiveTable
from coatl.server.tables.events import AppliedEvent
from coatl.server.tables.table import Table
from tests.server.played_games import Viewer, cards_in, effects_of, entries, plain

KEYS = {  # each message holds these fields and no others
    "welcome": {"type", "protocol", "version", "rules", "time"},
    "ack": {"type", "id", "number", "data"},
    "error": {"type", "id", "code", "message", "allowed"},
    "presence": {"type", "table", "online", "spectators", "kept"},
    "lobby": {"type", "tables"},
    "state": {
        *("type", "time", "table", "seat", "own", "number", "info", "view", "progress"),
        *("clocks", "entries", "chat", "presence"),
    },
    "event": {"type", "table", "seat", "number", "time", "event", "view", "progress", "clocks", "info"},
}
PLAYED = {"kind", "entry", "by", "steps", *Effects.__dataclass_fields__}


@dataclass(frozen=True)
class Moment:
    """What a viewer may know."""

    view: Any
    entries: list[dict[str, Any]]
    over: bool
    cards: set[str]  # named in the view or the entries


def moment_of(game: Game, viewer: Viewer) -> Moment:
    known = entries(game.entries if game.over else game.seen_by(viewer).entries)
    view = plain(game.view("end") if game.over else game.view(viewer))
    return Moment(view, known, game.over, cards_in(json.dumps([view, known]), game))


@dataclass
class Truth:
    """Of all tables."""

    moments: dict[tuple[str, Viewer], dict[int, Moment]] = field(default_factory=dict)
    games: dict[str, Any] = field(default_factory=dict)

    def note(self, table: Table) -> None:
        """The present moment of a table, for all its viewers."""
        game = table.game
        if game is None:
            return
        self.games[table.id] = game
        for viewer in table.viewers:
            number = table.numbers.get(viewer, 0)
            self.moments.setdefault((table.id, viewer), {})[number] = moment_of(game, viewer)

    def note_before_automaton(self, table: Table, applied: list[AppliedEvent]) -> None:
        """The moment before an automaton's turn, from the record: the event before it tells it."""
        for event, then in pairwise(applied):
            if then.move is not None and then.move.steps is not None:
                record = self.games[table.id].record()
                earlier = Game.replay(replace(record, entries=record.entries[:-1], result=None), table.rules)
                for viewer, number in event.numbers.items():
                    self.moments[table.id, viewer][number] = moment_of(earlier, viewer)

    def at(self, table: str, viewer: Viewer, number: int) -> Moment:
        """The moment to which an event belongs: several that happen at once have one."""
        moments = self.moments[table, viewer]
        return moments[min(known for known in moments if known >= number)]

    def seeds(self) -> list[str]:
        return [game.seed for game in self.games.values()]


def noting(monkeypatch: pytest.MonkeyPatch) -> Truth:
    """Notes the truth whenever a live table of a server in this process tells something."""
    truth = Truth()
    publish, state = LiveTable.publish, LiveTable.state

    def noted_publish(live: LiveTable, applied: Any) -> None:
        truth.note(live.table)
        truth.note_before_automaton(live.table, applied)
        publish(live, applied)

    def noted_state(live: LiveTable, viewer: Viewer) -> str:
        truth.note(live.table)
        return state(live, viewer)

    monkeypatch.setattr(LiveTable, "publish", noted_publish)
    monkeypatch.setattr(LiveTable, "state", noted_state)
    return truth


class Search:
    """Looks through what one client received; `own` are the viewers that it is at each table, `asked` what it said."""

    def __init__(self, truth: Truth, own: dict[str, set[Viewer]], secrets: Iterable[str], asked: str = "") -> None:
        self.truth, self.own, self.secrets, self.asked = truth, own, list(secrets), asked

    def look_at(self, texts: Iterable[str]) -> None:
        for text in texts:
            message = json.loads(text)
            assert [secret for secret in self.secrets if secret in text] == []
            assert set(message) <= KEYS[message["type"]], message
            if message["type"] in ("state", "event"):
                self.check_told(message, text)
            else:
                assert [seed for seed in self.truth.seeds() if seed in text] == []
                self.check_answer(message)

    def check_answer(self, message: dict[str, Any]) -> None:
        """Answers, presence and the lobby tell of no card but those that this client sees anyway, or asked for."""
        if message["type"] == "ack" and "headline" in (message.get("data") or ()):
            message["data"] = None  # a hint, from the own view: its own test
        found = [
            moments for (table, viewer), moments in self.truth.moments.items() if viewer in self.own.get(table, ())
        ]
        seen = {card for moments in found for moment in moments.values() for card in moment.cards}
        for game in self.truth.games.values():
            assert cards_in(json.dumps(message), game) <= seen | cards_in(self.asked, game), message

    def check_told(self, message: dict[str, Any], text: str) -> None:
        table, viewer = message["table"], message["seat"]
        assert viewer in self.own[table], "told with somebody else's eyes"
        if (table, viewer) not in self.truth.moments:
            assert message.get("view") is None
            return
        moment = self.truth.at(table, viewer, message["number"])
        game = self.truth.games[table]
        assert moment.over or game.seed not in text
        if message.get("view") is not None:
            assert message.pop("view") == moment.view
        if message["type"] == "state":
            self.check_entries(message.pop("entries"), moment, table, viewer)
        else:
            self.check_event(message["event"], moment, message)
        if message.get("info") is not None:
            message["info"].pop("options")
        if not moment.over:
            assert cards_in(json.dumps(message), game) == set(), message

    def check_entries(self, entries: list[Any], moment: Moment, table: str, viewer: Viewer) -> None:
        """As in the record; the steps of an automaton, and what lay at a place, name what once lay open."""
        more = [(entry.pop("steps", []), effects_of(entry)) for entry in entries]
        assert entries == moment.entries
        assert cards_in(json.dumps(more), self.truth.games[table]) <= self.seen(table, viewer)

    def seen(self, table: str, viewer: Viewer) -> set[str]:
        """All cards that this viewer has ever seen."""
        return {card for past in self.truth.moments[table, viewer].values() for card in past.cards}

    def check_event(self, event: dict[str, Any], moment: Moment, message: dict[str, Any]) -> None:
        """An action is told as in the record that this viewer may read; the automaton's words name what lies open."""
        table, viewer = message["table"], message["seat"]
        if event["kind"] == "chosen":
            told = event.pop("entries")
            self.check_entries(told, replace(moment, entries=moment.entries[: len(told)]), table, viewer)
        elif event["kind"] == "played":
            assert set(event) <= PLAYED
            game, steps, found = self.truth.games[table], event.pop("steps", []), effects_of(event)
            assert event.pop("entry") in moment.entries
            assert cards_in(json.dumps(steps), game) <= moment.cards
            assert cards_in(json.dumps(found), game) <= self.seen(table, viewer)
