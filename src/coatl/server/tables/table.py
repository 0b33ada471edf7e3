"""A table: what its events add up to. `decisions` says which events a command brings."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never, get_args

from coatl.describe.automata import AUTOMATA, steps
from coatl.describe.effects import effects, effects_data
from coatl.describe.scores import final_players
from coatl.engine.errors import CoatlError
from coatl.engine.values import changed
from coatl.game import Game
from coatl.server.tables import events
from coatl.server.tables.clock import Clock
from coatl.server.tables.events import AppliedEvent, AtSeat, Event, EventData, GameData, Move, Signed, TableData, Viewer
from coatl.server.tables.people import Person
from coatl.server.tables.state import CLOSED, OVER, PLAYING, WAITING, Back, TableState, rules_from


class Table(TableState):
    """One game with its seats. It is changed by `apply` alone, an event at a time.

    `decisions.do` asks it for something and applies what comes of it.
    """

    __slots__ = ()

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
            event = Event(event.number, event.time, changed(event.data, outcomes=move.outcomes))
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

    def _play(self, data: events.Played) -> Move:
        """An action, and what follows from it; the steps of an automaton are found before it plays."""
        game, choosing = self.running, self.running.choosing
        taken_steps = steps(game) if data.action in AUTOMATA else None
        before = game.snapshot
        game.play(data.action, data.seat)
        found = effects_data(effects(self.rules, game.last, before, game.snapshot))
        revealed = game.length if choosing and not game.choosing else None
        move = Move(game.last.outcomes, found, taken_steps, taken_steps and before, revealed)
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
        self.turns.setdefault(self.running.turn, self.running.length)

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
        self.effects = self.effects[: game.length]
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
