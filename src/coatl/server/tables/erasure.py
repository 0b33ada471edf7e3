"""Taking names and lines out of the events of a table. The game in them stays whole: it is replayed as it was played.

An erased name is empty; pages and terminal say "Somebody". The commitment of a game may cover the names (format 2), so
the one that was shown is written down before they go: it can no longer be computed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from coatl.game import Game
from coatl.server.tables.events import (
    ChatSent,
    Created,
    Event,
    EventData,
    Forgotten,
    Joined,
    Newcomer,
    Reacted,
    Sat,
    SeatSet,
    Started,
)
from coatl.server.tables.people import Seat
from coatl.server.tables.seats import names_at_start, title
from coatl.server.tables.table import Table

HOST = 1  # who made the table, and may have named its bots


def without_names(table_id: str, events: Sequence[Event], person: int | None, now: int) -> list[Event]:
    """The events of a table without the name and the lines of a person (None: of everybody, spectators too), and one
    event more that says so.
    """

    def goes(number: int | None) -> bool:
        return person is None or number == person

    before = Table(table_id)  # as it is before the game, without the names
    erased: list[Event] = []
    for event in events:
        if isinstance(event.data, Started):
            data: EventData = nameless_start(before, event.data)
        else:
            data = nameless(event.data, goes)
        erased.append(replace(event, data=data))
        if before.game is None and before.number == event.number - 1:
            before.apply(erased[-1])
    last = events[-1]
    return [*erased, Event(last.number + 1, max(now, last.time), Forgotten(person=person))]


def nameless(data: EventData, goes: Callable[[int | None], bool]) -> EventData:
    """What is left of an event when those leave for whom `goes` is true; 0 are the spectators."""
    match data:
        case Created():
            people = [Newcomer("", one.token) if goes(number) else one for number, one in enumerate(data.people, 1)]
            return replace(data, people=people, seats=[nameless_seat(seat, goes) for seat in data.seats])
        case Joined(person=person) if goes(person):
            return replace(data, name="", identity=None)
        case Sat(person=person) | Reacted(person=person) if goes(person):
            return replace(data, name="")
        case SeatSet(person=person, bot=str(bot)) if goes(person):
            return replace(data, name=title(bot))
        case ChatSent(person=person) if goes(person):
            return replace(data, name="", text="")
    return data


def nameless_seat(seat: Seat, goes: Callable[[int | None], bool]) -> Seat:
    """A seat at the beginning; the host may have given a name to a bot."""
    if seat.person is not None and goes(seat.person):
        return replace(seat, name="")
    if seat.bot is not None and goes(HOST):
        return replace(seat, name=title(seat.bot))
    return seat


def nameless_start(before: Table, data: Started) -> Started:
    """The beginning of the game with the names that are left; the commitment stays as it was shown."""
    names = names_at_start(before)
    if list(data.names) == names:
        return data
    game = Game(before.rules, data.seed, data.names, format=data.format, commitment=data.commitment)
    return replace(data, names=names, commitment=game.commitment)
