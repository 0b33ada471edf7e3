"""The state of a table: what its events add up to. `deciding` says which events a command brings."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from hmac import compare_digest
from typing import Any

import orjson

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.game import Game, rules_with
from coatl.server.tables.clock import Clock
from coatl.server.tables.events import Event, Happening, Viewer
from coatl.server.tables.people import Person, Seat, hashed, seat_of
from coatl.server.tables.talk import Talk
from coatl.telling.places import lying_there, names_place
from coatl.telling.scores import decided, final_players, report
from coatl.telling.steps import Step, steps

WAITING, PLAYING, OVER, CLOSED = "waiting", "playing", "over", "closed"
AUTOMATA = ("adam", "carl")  # the forced actions of the automata
SECRETS = ("played", "undone", "timed_out")  # untold while the choices of the set-up are secret


@lru_cache(maxsize=256)
def rules_from(setup: bytes) -> Rules:
    """The rules of a table; tables with equal options share them."""
    game, options, deck = orjson.loads(setup)
    return rules_with(game, deck, options)


class Table:
    """One game with its seats. It is changed by `apply` alone, an event at a time.

    `deciding.do` asks it for something and applies what comes of it.
    """

    __slots__ = (
        "answers",
        "back",
        "clock",
        "created",
        "finals",
        "game",
        "heard",
        "host",
        "id",
        "number",
        "paused",
        "people",
        "rematch",
        "report",
        "rules",
        "seats",
        "setup",
        "status",
        "successor",
        "taken",
        "talk",
        "time",
        "told",
        "turns",
    )

    def __init__(self, table: str) -> None:
        self.id = table
        self.number = 0
        self.time = 0
        self.status = WAITING
        self.setup: Mapping[str, Any] = {}
        self.people: list[Person] = []
        self.seats: list[Seat] = []
        self.host = 1
        self.game: Game | None = None
        self.told: list[list[Step]] = []  # the steps of each turn of the automaton
        self.taken: list[str] = []  # what lay at each place that an action named
        self.finals: dict[int, Any] = {}  # card game: seats as they were when their result became final
        self.report: dict[str, Any] | None = None  # the result, card by card
        self.turns: dict[int, int] = {}  # how many entries there were when a turn began
        self.clock: Clock | None = None
        self.paused = 0  # until when the server was not there, the last time
        self.talk = Talk()
        self.heard: dict[Viewer, int] = {}  # the number of the last event of each viewer
        self.answers = Person(0, "", "")  # of spectators
        self.back: dict[str, Any] | None = None  # the wish to go back, and who agreed
        self.rematch: set[int] = set()  # who wants one
        self.successor: str | None = None

    # ------------------------------------------------------------ reading

    @property
    def key(self) -> bytes:
        """What the rules are made from; `rules_from` reads it, here and in the processes of bots."""
        setup = [self.setup["game"], self.setup["options"], self.setup["deck"]]
        return orjson.dumps(setup, option=orjson.OPT_SORT_KEYS)

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody who has a view of their own: the seats that people or bots may have, and the spectators."""
        return [*(number for number, seat in enumerate(self.seats, 1) if seat.kind != "automaton"), None]

    def person_with(self, token: str) -> Person:
        """Who has this token; every person is compared, so that the time tells nothing."""
        secret = hashed(token)
        found = [person for person in self.people if compare_digest(person.token, secret)]
        if not found:
            raise CoatlError("token.unknown", "Nobody at this table has this token.")
        return found[0]

    def may_watch(self, person: Person | None) -> bool:
        """Whether a spectator, or somebody without a seat, may see the game: the host always may."""
        if self.setup["spectators"] or self.status == WAITING:
            return True
        return person is not None and (person.number == self.host or bool(self.seats_of(person)))

    def check_watching(self, person: Person | None) -> None:
        """Refuses who may not see the game."""
        if not self.may_watch(person):
            raise CoatlError("table.spectators", "Nobody watches at this table.")

    def seats_of(self, person: Person | None) -> list[int]:
        """The seats that a person holds, absent or not."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats, 1) if seat.person == person.number]

    def viewers_of(self, person: Person | None) -> list[Viewer]:
        """With whose eyes a person sees: those of the own seats, or the spectators'."""
        return [*self.seats_of(person)] or [None]

    def to_act(self) -> list[int]:
        """The seats that decide now: all who have not chosen while the choices are secret, else one."""
        if self.game is None or self.status != PLAYING:
            return []
        if self.game.choosing:
            return [number for number in range(1, self.rules.options["players"] + 1) if self.game.legal(number)]
        return [self.game.seat]

    def thinking(self) -> dict[int, str]:
        """The bots that have to decide now, by seat."""
        found = {}
        for number in self.to_act():
            seat = self.seats[number - 1]
            bot = seat.bot or seat.stand_in
            if bot is None and self.game is not None and seat.timed_out == self.game.turn:
                bot = "artisan"
            if bot is not None:
                found[number] = bot
        return found

    def decisions(self, seat: int) -> int:
        """How many decisions there were that a bot's next one depends on: while choices are secret, only its own."""
        if self.game is None:
            return 0
        return sum(not self.game.choosing or entry.seat == seat for entry in self.game.entries)

    def wake(self) -> int | None:
        """When something is due that nobody asks for: a bot's move at once, a time-out later."""
        if self.thinking():
            return self.time
        return self.clock.next() if self.clock is not None and self.status == PLAYING else None

    def view(self, viewer: Viewer) -> Any:
        """The game as a viewer sees it; everything once it is over. None before it begins."""
        if self.game is None:
            return None
        return self.game.view("end" if self.game.over else viewer)

    def result(self) -> dict[str, Any] | None:
        """Points, winners, and where all points come from; once the game is over."""
        if self.report is None and self.status == OVER and self.game is not None and self.game.result is not None:
            result = self.game.result
            more = {"decided": decided(result, self.rules.options["solo"]), "seats": report(self.game, self.finals)}
            self.report = result.data() | more
        return self.report

    def entries(self, viewer: Viewer) -> list[Any]:
        """What was played, as far as a viewer may know."""
        if self.game is None:
            return []
        return list(self.game.entries if self.game.over else self.game.seen_by(viewer).entries)

    # ------------------------------------------------------------ events

    def happen(self, kind: str, data: dict[str, Any], now: int) -> Happening:
        """Something new happens; it is never earlier than what happened before."""
        return self.apply(Event(self.number + 1, max(now, self.time), kind, data))

    def apply(self, event: Event) -> Happening:
        """The next event, new or from storage."""
        if event.number != self.number + 1:
            raise CoatlError("table.broken", f"Event {event.number} cannot follow event {self.number}.")
        self.number, self.time = event.number, event.time
        getattr(self, f"_{event.kind}")(event.data)
        self._run_clock()
        numbers = {}
        for viewer in self.viewers:
            if self.hears(event, viewer):
                numbers[viewer] = self.heard[viewer] = self.heard.get(viewer, 0) + 1
        self._note_answer(event.data)
        return Happening(event, numbers)

    def hears(self, event: Event, viewer: Viewer) -> bool:
        """Whether a viewer may know that this happened."""
        if event.kind in SECRETS and self.game is not None and self.game.choosing:
            return bool(event.data["seat"] == viewer)
        if event.kind in ("chat", "reaction"):
            return not self.talk.is_muted(self._person_at(viewer), event.data["seat"])
        if event.kind == "muted":
            return bool(self._person_at(viewer) == event.data["person"])
        return True

    def _person_at(self, viewer: Viewer) -> int | None:
        return None if viewer is None else self.seats[viewer - 1].person

    def _note_answer(self, data: Mapping[str, Any]) -> None:
        if data.get("id") is None:
            return
        person = self.people[data["person"] - 1] if data["person"] else self.answers
        own = self.viewers_of(person) if data["person"] else [None]
        viewer = data["seat"] if data.get("seat") in own else own[0]
        person.note(data["id"], self.heard.get(viewer, 0))

    def _run_clock(self) -> None:
        if self.clock is None:
            return
        bots = self.thinking()
        turn = self.game.turn if self.game is not None else 0
        self.clock.run({seat: turn for seat in self.to_act() if seat not in bots}, self.time)

    # ------------------------------------------------------------ one method for each kind of event

    def _created(self, data: dict[str, Any]) -> None:
        self.setup = {name: data[name] for name in data if name not in ("people", "seats")}
        self.rules = rules_from(self.key)
        self.people = [Person(i, person["name"], person["token"]) for i, person in enumerate(data["people"], 1)]
        self.seats = [seat_of(seat) for seat in data["seats"]]
        self.clock = None if data["clock"] is None else Clock.of(data["clock"])
        self.created = self.time

    def _joined(self, data: dict[str, Any]) -> None:
        self.people.append(Person(data["person"], data["name"], data["token"]))

    def _sat(self, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"] - 1]
        seat.kind, seat.name, seat.person = "person", data["name"], data["person"]

    def _left(self, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"] - 1]
        if self.status == WAITING:
            seat.vacate()
        else:
            seat.stand_in = data["bot"]
        if data["person"] == self.host:
            self._pass_on_host()

    def _pass_on_host(self) -> None:
        """A host who has left all seats hands over to somebody who plays."""
        if not any(seat.person == self.host and seat.human for seat in self.seats):
            self.host = next((seat.person for seat in self.seats if seat.human and seat.person), self.host)

    def _seat(self, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"] - 1]
        seat.kind, seat.bot, seat.name = data["to"], data.get("bot"), data.get("name", "")

    def _started(self, data: dict[str, Any]) -> None:
        self.game = Game(self.rules, data["seed"], data["names"])
        self.status = PLAYING
        self._note_turn()

    def _played(self, data: dict[str, Any]) -> None:
        assert self.game is not None
        if data["action"] in AUTOMATA:
            self._tell(data)
        if names_place(data["action"]):
            data["what"] = lying_there(self.game.view(), data["action"])
            self.taken.append(data["what"])
        choosing = self.game.choosing
        self.game.play(data["action"], data["seat"])
        if choosing and not self.game.choosing:
            data["chosen"] = len(self.game.entries)
        outcomes = list(self.game.entries[-1].outcomes)
        if data.setdefault("outcomes", outcomes) != outcomes:
            raise CoatlError("table.broken", "The stored game does not replay.")
        self.finals = final_players(self.game, self.finals)
        if self.game.over:
            self.status = OVER
        self.back = None
        self._note_turn()

    def _tell(self, data: dict[str, Any]) -> None:
        """The steps of the automaton, before it plays; tables of earlier versions have kept no more than the words."""
        assert self.game is not None
        kept = data.get("steps") or [""]
        if isinstance(kept[0], str):
            data["steps"] = steps(self.game)
        self.told.append(data["steps"])

    def _note_turn(self) -> None:
        assert self.game is not None
        self.turns.setdefault(self.game.turn, len(self.game.entries))

    def _undone(self, data: dict[str, Any]) -> None:
        assert self.game is not None
        self.game.undo(data["seat"])

    def _asked_back(self, data: dict[str, Any]) -> None:
        self.back = {"seat": data["seat"], "turn": data["turn"], "agreed": [data["seat"]]}

    def _answered_back(self, data: dict[str, Any]) -> None:
        assert self.back is not None
        if data["yes"]:
            self.back["agreed"].append(data["seat"])
        else:
            self.back = None

    def _went_back(self, data: dict[str, Any]) -> None:
        """The line of play up to the beginning of that turn; the chance of the game stays the same."""
        assert self.game is not None
        turn = data["turn"]
        record = self.game.record()
        self.game = Game.replay(replace(record, entries=record.entries[: self.turns[turn]], result=None))
        self.turns = {number: entries for number, entries in self.turns.items() if number <= turn}
        self.told = self.told[: sum(entry.action in AUTOMATA for entry in self.game.entries)]
        self.taken = self.taken[: sum(names_place(entry.action) for entry in self.game.entries)]
        self.finals = final_players(self.game, self.finals)
        self.back = None
        for seat in self.seats:
            seat.timed_out = None
        if self.clock is not None:
            self.clock.running.clear()

    def _replaced(self, data: dict[str, Any]) -> None:
        self.seats[data["seat"] - 1].stand_in = data["bot"]

    def _returned(self, data: dict[str, Any]) -> None:
        seat = self.seats[data["seat"] - 1]
        seat.stand_in = seat.timed_out = None

    def _timed_out(self, data: dict[str, Any]) -> None:
        assert self.game is not None
        self.seats[data["seat"] - 1].timed_out = self.game.turn

    def _paused(self, data: dict[str, Any]) -> None:
        self.paused = data["until"]
        if self.clock is not None:
            self.clock.pause(data["since"], data["until"])

    def _chat(self, data: dict[str, Any]) -> None:
        self.talk.note(data["person"], self.time)
        self.talk.say(data, self.time)

    def _reaction(self, data: dict[str, Any]) -> None:
        self.talk.note(data["person"], self.time)

    def _muted(self, data: dict[str, Any]) -> None:
        self.talk.note(data["person"], self.time)
        self.talk.mute(data["person"], data["other"], data["on"])

    def _silenced(self, data: dict[str, Any]) -> None:
        self.talk.silence(data["seat"], data["on"])

    def _rematch(self, data: dict[str, Any]) -> None:
        self.rematch.add(data["person"])
        self.successor = data.get("table")

    def _closed(self, data: dict[str, Any]) -> None:
        self.status = CLOSED


def table_id(key: str) -> str:
    """The id of the table that is made with a key: nobody can guess it, and the same key gives the same table."""
    return hashlib.sha256(f"coatl table {key}".encode()).hexdigest()[:24]


def token_for(table: str, key: str) -> str:
    """The token of a person who comes to a table with a key."""
    return hashlib.sha256(f"coatl token {table} {key}".encode()).hexdigest()
