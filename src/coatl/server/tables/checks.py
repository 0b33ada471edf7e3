"""Who asks, and the checks that many commands share."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from coatl.engine.errors import CoatlError
from coatl.game import Game
from coatl.server.tables.events import EventData, Signature
from coatl.server.tables.people import Person, Seat
from coatl.server.tables.state import OVER, PLAYING, WAITING
from coatl.server.tables.table import Table

Events = Iterator[EventData]  # each is applied before the next one is asked for


@dataclass(frozen=True)
class Asker:
    """Who asks: a person, a spectator or the server itself (None)."""

    who: Person | None
    id: str | None
    now: int
    present: frozenset[int]
    kept: Mapping[int, int]  # until when the seats of those who are away are kept for them
    fresh: Callable[[], str]

    def person(self) -> Person:
        """The person; spectators may not ask for this."""
        if self.who is None:
            raise CoatlError("token.unknown", "Only somebody with a token of this table may do this.")
        return self.who

    @property
    def signature(self) -> Signature:
        """Who asks, for an event that is signed so that a repeated command is known again."""
        return {"person": self.who.number if self.who else 0, "id": self.id}


def host(table: Table, asker: Asker) -> Person:
    """The one who asks, who must be the host."""
    person = asker.person()
    if person.number != table.host:
        raise CoatlError("host.only", "Only the host of the table may do this.")
    return person


def seat_at(table: Table, number: int) -> Seat:
    """The seat with this number, unless it is an automaton's or there is none."""
    if number not in table.viewers:
        seats = [str(seat) for seat in table.viewers if seat is not None]
        raise CoatlError("seat.unknown", f"There is no seat {number} at this table.", seats)
    return table.seats[number - 1]


def own_seat(table: Table, asker: Asker, number: int) -> Seat:
    """A seat of the one who asks."""
    seat, person = seat_at(table, number), asker.person()
    if seat.person != person.number:
        own = [str(own) for own in table.seats_of(person)]
        raise CoatlError("seat.foreign", f"Seat {number} is not yours.", own)
    return seat


def other_person(table: Table, number: int, own: int) -> Person:
    """Somebody else than the one who asks, by a seat."""
    seat = seat_at(table, number)
    if seat.person is None or seat.person == own:
        raise CoatlError("seat.nobody", f"Nobody else sits on seat {number}.")
    return table.people[seat.person - 1]


def waiting(table: Table) -> None:
    """Refuses what can only be done before the game."""
    if table.status != WAITING:
        raise CoatlError("table.begun", "The game has begun.")


def running(table: Table) -> Game:
    """The game that is on."""
    if table.status == PLAYING:
        assert table.game is not None
        return table.game
    if table.status == WAITING:
        raise CoatlError("table.waiting", "The game has not begun: somebody is missing.")
    raise CoatlError("table.over", "The game is over.")


def finished(table: Table) -> None:
    """Refuses what can only be done after the game."""
    if table.status != OVER:
        raise CoatlError("table.waiting", "The game is not over.")
