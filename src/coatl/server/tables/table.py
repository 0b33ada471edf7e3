"""The state of a table: what its events add up to. `decisions` says which events a command brings."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Final, Literal, assert_never, get_args

import orjson

from coatl.board.rules import BoardRules
from coatl.card.rules import CardRules
from coatl.describe.automata import AUTOMATA, Step, steps
from coatl.describe.effects import EffectsData, effects, effects_data
from coatl.describe.progress import Progress, progress
from coatl.describe.scores import decided, final_players, report
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry
from coatl.engine.rules import Result, Rules
from coatl.game import Game
from coatl.registry import rules_with
from coatl.server.tables import events
from coatl.server.tables.chat import ChatHistory
from coatl.server.tables.clock import Clock
from coatl.server.tables.events import (
    AppliedEvent,
    AtSeat,
    Event,
    EventData,
    GameData,
    Move,
    Options,
    Signed,
    TableData,
    Viewer,
)
from coatl.server.tables.people import Person, Seat, hashed
from coatl.version import RULES_VERSION

if TYPE_CHECKING:
    from coatl.server.schemas import ResultInfo

Status = Literal["waiting", "playing", "over", "closed"]
WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"
RESIGNED: Final = "resigned"  # how a game ended, and what decided it


@lru_cache(maxsize=256)
def rules_from(setup: bytes) -> Rules:
    """The rules of a table; tables with equal options share them."""
    game, options, deck = orjson.loads(setup)
    return rules_with(game, deck, options)


def options_of(rules: Rules) -> Options:
    """The options of a table as its game declares them."""
    assert isinstance(rules, (BoardRules, CardRules))
    return rules.table


@dataclass(frozen=True, slots=True)
class Back:
    """The wish to go back to the beginning of a turn, and the seats that agreed."""

    seat: int
    turn: int
    agreed: tuple[int, ...]


class Table:
    """One game with its seats. It is changed by `apply` alone, an event at a time.

    `decisions.do` asks it for something and applies what comes of it.
    """

    __slots__ = (
        "answers",
        "automaton_steps",
        "back",
        "backs",
        "chat",
        "clock",
        "created",
        "cut",
        "effects",
        "finals",
        "game",
        "host",
        "id",
        "number",
        "numbers",
        "paused",
        "people",
        "progressed",
        "rematch",
        "report",
        "rewound",
        "rules",
        "seats",
        "setup",
        "status",
        "successor",
        "time",
        "turns",
    )

    def __init__(self, table: str) -> None:
        self.id = table
        self.number = 0
        self.time = 0
        self.cut = False  # whether moves are left out that these rules do not know
        self.status: Status = WAITING
        self.setup: events.Created
        self.people: list[Person] = []
        self.seats: list[Seat] = []
        self.host = 1
        self.game: Game | None = None
        self.automaton_steps: list[list[Step]] = []  # the steps of each turn of the automaton
        self.effects: list[EffectsData] = []  # what each entry of the game did
        self.finals: dict[int, Any] = {}  # card game: seats as they were when their result became final
        self.progressed: Progress | None = None  # that of the present state, once somebody asked for it
        self.report: ResultInfo | None = None  # the result, card by card
        self.turns: dict[int, int] = {}  # how many entries there were when a turn began
        self.clock: Clock | None = None
        self.paused = 0  # until when the server was not there, the last time
        self.chat = ChatHistory()
        self.numbers: dict[Viewer, int] = {}  # the number of the last event of each viewer
        self.answers = Person(0, "", "")  # of spectators
        self.back: Back | None = None
        self.backs = 0  # how often the game went back
        self.rewound: tuple[int, Game] | None = None  # the game at the beginning of a turn, made before it is needed
        self.rematch: set[int] = set()  # who wants one
        self.successor: str | None = None

    # ------------------------------------------------------------ reading

    @property
    def key(self) -> bytes:
        """What the rules are made from; `rules_from` reads it, here and in the processes of bots."""
        setup = [self.setup.game, self.setup.options, self.setup.deck]
        return orjson.dumps(setup, option=orjson.OPT_SORT_KEYS)

    @property
    def stopped(self) -> bool:
        """Whether the game was begun by another version of the rules: it can be looked at, and does not go on."""
        return self.setup.rules != RULES_VERSION and self.status in (WAITING, PLAYING)

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
        if self.setup.spectators or self.status == WAITING:
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
        if self.game is None or self.status != PLAYING or self.stopped:
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

    @property
    def joinable(self) -> bool:
        """Whether anybody may sit down, so that the lobby may show it."""
        return self.status == WAITING and self.setup.public and any(seat.kind == "open" for seat in self.seats)

    @property
    def bots_only(self) -> bool:
        """Whether a game is on at which no person plays."""
        return self.status == PLAYING and not any(seat.human for seat in self.seats)

    def decisions(self, seat: int) -> int:
        """How many decisions there were that a bot's next one depends on: while choices are secret, only its own."""
        if self.game is None:
            return 0
        return sum(not self.game.choosing or entry.seat == seat for entry in self.game.entries)

    def wake(self) -> int | None:
        """When something is due that nobody asks for: a bot's move at once, unless only bots play, a time-out later."""
        if self.bots_only:
            return None
        if self.thinking():
            return self.time
        return self.clock.next() if self.clock is not None and self.status == PLAYING else None

    def view(self, viewer: Viewer) -> Any:
        """The game as a viewer sees it; everything once it is over. None before it begins."""
        if self.game is None:
            return None
        return self.game.revealed() if self.status == OVER else self.game.view(viewer)

    def progress(self, view: Any) -> Progress | None:
        """Points so far and what the end still allows: the same in every view, so it is found once after an event."""
        if self.progressed is None and view is not None:
            self.progressed = progress(self.rules, view)
        return self.progressed

    def result(self) -> "ResultInfo | None":
        """Points, winners, and where all points come from; once the game is over."""
        if self.report is None and self.status == OVER and self.game is not None:
            result = self.game.result
            ended = self._resigned_result() if result is None else result
            self.report = {
                "points": list(ended.points),
                "winners": list(ended.winners),
                "ending": ended.ending,
                "details": {name: list(values) for name, values in ended.details.items()},
                "decided": RESIGNED if result is None else decided(result, self.rules.options["solo"]),
                "seats": list(report(self.game, self.finals, ended.points)),
            }
        return self.report

    def _resigned_result(self) -> Result:
        """The points so far, which decide nothing: who has not resigned has won."""
        found = self.progress(self.view(None))
        assert found is not None
        return Result(tuple(found.points), tuple(self.standing), RESIGNED, {})

    def entries(self, viewer: Viewer) -> list[tuple[int, Entry]]:
        """What was played, as far as a viewer may know, each entry with its place among all."""
        if self.game is None:
            return []
        return [*enumerate(self.game.entries)] if self.status == OVER else self.game.entries_seen_by(viewer)

    # ------------------------------------------------------------ events

    def happen(self, data: EventData, now: int) -> AppliedEvent:
        """Something new happens; it is never earlier than what happened before."""
        return self.apply(Event(self.number + 1, max(now, self.time), data))

    def apply(self, event: Event) -> AppliedEvent:
        """Changes the table by its next event, new or from storage; the event itself stays as it is.

        The event that is returned, and has to be stored, also says what chance made of it.
        """
        if event.number != self.number + 1:
            raise CoatlError("table.broken", f"Event {event.number} cannot follow event {self.number}.")
        self.number, self.time, self.progressed = event.number, event.time, None
        move = self._change_if_known(event.data) if self.number > 1 and self.stopped else self._change(event.data)
        self._run_clock()
        numbers = {}
        for viewer in self.viewers:
            if self.may_know(event, viewer):
                numbers[viewer] = self.numbers[viewer] = self.numbers.get(viewer, 0) + 1
        if isinstance(event.data, Signed):
            self._note_answer(event.data)
        if isinstance(event.data, events.Played) and event.data.outcomes is None and move is not None:
            event = replace(event, data=replace(event.data, outcomes=move.outcomes))
        return AppliedEvent(event, numbers, move)

    def may_know(self, event: Event, viewer: Viewer) -> bool:
        """Whether a viewer may know that this happened."""
        match event.data:
            case (
                events.Played(seat=seat) | events.Undone(seat=seat) | events.TimedOut(seat=seat)
            ):  # untold while the choices are secret
                return seat == viewer or self.game is None or not self.game.choosing
            case events.ChatSent(seat=seat) | events.Reacted(seat=seat):
                return not self.chat.is_muted(self._person_at(viewer), seat)
            case events.Muted(person=person):
                return self._person_at(viewer) == person
        return True

    def _person_at(self, viewer: Viewer) -> int | None:
        return None if viewer is None else self.seats[viewer - 1].person

    def _note_answer(self, data: Signed) -> None:
        if data.id is None:
            return
        person = self.people[data.person - 1] if data.person else self.answers
        own = self.viewers_of(person) if data.person else [None]
        viewer = data.seat if isinstance(data, AtSeat) and data.seat in own else own[0]
        person.note(data.id, self.numbers.get(viewer, 0))

    def _run_clock(self) -> None:
        if self.clock is None:
            return
        bots = self.thinking()
        turn = self.game.turn if self.game is not None else 0
        self.clock.run({seat: turn for seat in self.to_act() if seat not in bots}, self.time)

    def _change_if_known(self, data: EventData) -> Move | None:
        """An event of a game by other rules: it can be read up to the first move that these rules do not know."""
        if self.cut and isinstance(data, (events.Played, *get_args(GameData))):
            return None
        try:
            return self._change(data)
        except CoatlError:
            self.cut = True
            return None

    def _change(self, data: EventData) -> Move | None:
        """What an event changes; the consequences of an action."""
        match data:
            case events.Played():
                return self._play(data)
            case (
                events.Started()
                | events.Undone()
                | events.AskedBack()
                | events.AnsweredBack()
                | events.WentBack()
                | events.TimedOut()
                | events.Resigned()
                | events.Paused()
            ):
                self._change_game(data)
            case events.ChatSent() | events.Reacted() | events.Muted() | events.Silenced():
                self.chat.apply(data, self.time)
            case _:
                self._change_table(data)
        return None

    # ------------------------------------------------------------ people and seats

    def _change_table(self, data: TableData) -> None:
        match data:
            case events.Created():
                self._create(data)
            case events.Joined():
                self.people.append(Person(data.person, data.name, data.token, data.identity))
            case events.Sat():
                seat = self.seats[data.seat - 1]
                seat.kind, seat.name, seat.person = "person", data.name, data.person
            case events.Left():
                self._leave(data)
            case events.Removed():
                self._remove(data.seat)
            case events.SeatSet():
                seat = self.seats[data.seat - 1]
                seat.kind, seat.bot, seat.name = data.to, data.bot, data.name or ""
            case events.Replaced():
                self.seats[data.seat - 1].stand_in = data.bot
            case events.Returned():
                seat = self.seats[data.seat - 1]
                seat.stand_in = seat.timed_out = None
            case events.RematchAsked():
                self.rematch.add(data.person)
                self.successor = data.table
            case events.Closed():
                self.status = CLOSED
            case events.Forgotten():
                pass  # the events before it hold no names any longer
            case _:
                assert_never(data)

    def _create(self, data: events.Created) -> None:
        self.setup = data
        self.rules = rules_from(self.key)
        self.people = [Person(number, one.name, one.token, one.identity) for number, one in enumerate(data.people, 1)]
        self.seats = [replace(seat) for seat in data.seats]  # they will change, and the event will not
        self.clock = None if data.clock is None else Clock.of(data.clock)
        self.created = self.time

    def _leave(self, data: events.Left) -> None:
        seat = self.seats[data.seat - 1]
        if self.status == WAITING:
            self._vacate(data.seat)
        else:
            seat.stand_in = data.bot
        if data.person == self.host:
            self._pass_on_host()

    def _vacate(self, number: int) -> None:
        """Whoever sits there next has not been muted by anybody."""
        self.seats[number - 1].vacate()
        self.chat.forget(number)

    def _remove(self, number: int) -> None:
        person = self.seats[number - 1].person
        assert person is not None
        self.people[person - 1].removed = True
        self._vacate(number)

    def _pass_on_host(self) -> None:
        """A host who has left all seats hands over to somebody who plays."""
        if not any(seat.person == self.host and seat.human for seat in self.seats):
            self.host = next((seat.person for seat in self.seats if seat.human and seat.person), self.host)

    # ------------------------------------------------------------ the game

    def _change_game(self, data: GameData) -> None:
        match data:
            case events.Started():
                self.game = Game(self.rules, data.seed, data.names, format=data.format, commitment=data.commitment)
                self.status = PLAYING
                self._note_turn()
            case events.Undone():
                self.running.undo(data.seat)
                self.effects.append({})
            case events.AskedBack():
                self.back = Back(data.seat, data.turn, (data.seat,))
            case events.AnsweredBack():
                assert self.back is not None
                self.back = replace(self.back, agreed=(*self.back.agreed, data.seat)) if data.yes else None
            case events.WentBack():
                self._go_back(data.turn)
            case events.TimedOut():
                self.seats[data.seat - 1].timed_out = self.running.turn
            case events.Resigned():
                self._resign(data)
            case events.Paused():
                self.paused = data.until
                if self.clock is not None:
                    self.clock.pause(data.since, data.until)
            case _:
                assert_never(data)

    def _resign(self, data: events.Resigned) -> None:
        """The last seat that has not resigned has won; before that a bot plays on, and so does everybody else."""
        seat = self.seats[data.seat - 1]
        seat.resigned = True
        if len(self.standing) == 1:
            self.status, self.back = OVER, None
            return
        seat.stand_in = data.bot
        if data.person == self.host:
            self._pass_on_host()

    @property
    def standing(self) -> list[int]:
        """The seats that have not resigned, the automaton's too."""
        return [number for number, seat in enumerate(self.seats, 1) if not seat.resigned]

    @property
    def running(self) -> Game:
        """The game, which has begun."""
        assert self.game is not None
        return self.game

    def _play(self, data: events.Played) -> Move:
        """An action, and what follows from it; the steps of an automaton are found before it plays."""
        game, choosing = self.running, self.running.choosing
        taken_steps = steps(game) if data.action in AUTOMATA else None
        before = game.snapshot
        game.play(data.action, data.seat)
        found = effects_data(effects(self.rules, game.entries[-1], before, game.snapshot))
        revealed = len(game.entries) if choosing and not game.choosing else None
        move = Move(game.entries[-1].outcomes, found, taken_steps, revealed)
        if taken_steps is not None:
            self.automaton_steps.append(taken_steps)
        self.effects.append(move.effects)
        self.finals = final_players(game, self.finals)
        if game.over:
            self.status = OVER
        self.back = self.rewound = None
        self._note_turn()
        if data.outcomes not in (None, move.outcomes):
            raise CoatlError("table.broken", "The stored game does not replay.")
        return move

    def _note_turn(self) -> None:
        self.turns.setdefault(self.running.turn, len(self.running.entries))

    def rewind(self, turn: int) -> Callable[[], Game]:
        """The game at the beginning of a turn, for whoever makes it; that takes a while."""
        record = self.running.record()
        earlier = replace(record, entries=record.entries[: self.turns[turn]], result=None)
        return partial(Game.replay, earlier, self.rules)

    def _go_back(self, turn: int) -> None:
        """The line of play up to the beginning of that turn; the chance of the game stays the same."""
        game = self.game = self.rewound[1] if self.rewound and self.rewound[0] == turn else self.rewind(turn)()
        self.rewound, self.backs = None, self.backs + 1
        self.turns = {number: entries for number, entries in self.turns.items() if number <= turn}
        self.automaton_steps = self.automaton_steps[: sum(entry.action in AUTOMATA for entry in game.entries)]
        self.effects = self.effects[: len(game.entries)]
        self.finals = final_players(game, self.finals)
        self.back = None
        for seat in self.seats:
            seat.timed_out = None
        if self.clock is not None:
            self.clock.running.clear()


def table_id(key: str) -> str:
    """The id of the table that is made with a key: nobody can guess it, and the same key gives the same table."""
    return hashlib.sha256(f"coatl table {key}".encode()).hexdigest()[:24]


def token_for(table: str, key: str) -> str:
    """The token of a person who comes to a table with a key."""
    return hashlib.sha256(f"coatl token {table} {key}".encode()).hexdigest()
