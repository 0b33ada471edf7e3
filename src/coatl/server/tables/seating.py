"""Who sits where: joining, leaving, bots in empty and absent seats, the rematch."""

from collections.abc import Callable
from hmac import compare_digest
from typing import Any

from coatl.bots.registry import entrant
from coatl.engine.errors import CoatlError
from coatl.server.tables import commands as ask
from coatl.server.tables.asking import Asking, Events, finished, host, own_seat, running, seat_at, waiting
from coatl.server.tables.people import Seat, hashed
from coatl.server.tables.playing import go_back_if_all_agree
from coatl.server.tables.table import PLAYING, WAITING, Table

MOST_PEOPLE = 500  # that ever came to one table: nobody shuts it for others by coming and going


def join(table: Table, command: ask.Join, asking: Asking) -> Events:
    """A new person takes a seat; a repeated request changes nothing."""
    if any(compare_digest(person.token, command.token) for person in table.people):
        return
    waiting(table)
    if len(table.people) >= MOST_PEOPLE:
        raise CoatlError("table.full", "Too many people have come and gone at this table.")
    number = command.seat or (first_open(table) if command.invite is None else invited(table, command.invite))
    check_free(seat_at(table, number), number, command.invite)
    person = len(table.people) + 1
    yield "joined", {"person": person, "name": command.name, "token": command.token}
    yield "sat", {"seat": number, "person": person, "name": command.name}
    yield from start_if_full(table, asking.fresh)


def first_open(table: Table) -> int:
    for number, seat in enumerate(table.seats, 1):
        if seat.kind == "open":
            return number
    raise CoatlError("seat.taken", "No seat is open at this table; you may watch.")


def invited(table: Table, invite: str) -> int:
    """The seat of an invitation: a link says no more."""
    for number, seat in enumerate(table.seats, 1):
        if compare_digest(seat.invite or "", invite):
            return number
    raise CoatlError("seat.invite", "No seat of this table has this invitation.")


def check_free(seat: Seat, number: int, invite: str | None) -> None:
    """Refuses a seat that is taken, or for which another invitation is needed."""
    if not seat.empty:
        raise CoatlError("seat.taken", f"Seat {number} is taken.")
    if seat.kind == "invited" and (invite is None or not compare_digest(seat.invite or "", invite)):
        raise CoatlError("seat.invite", f"Seat {number} waits for somebody with its invitation.")


def sit(table: Table, command: ask.Sit, asking: Asking) -> Events:
    """One more seat for a person who is here: several people at one device."""
    person = asking.person()
    waiting(table)
    invite = None if command.invite is None else hashed(command.invite)
    check_free(seat_at(table, command.seat), command.seat, invite)
    yield "sat", {**asking.signed(seat=command.seat, name=command.name), "person": person.number}
    yield from start_if_full(table, asking.fresh)


def start_if_full(table: Table, fresh: Callable[[], str]) -> Events:
    """The game begins when no seat is empty. Its seed is secret; the commitment to it is shown to all."""
    if table.status == WAITING and not any(seat.empty for seat in table.seats):
        names = [seat.name for seat in table.seats if seat.kind != "automaton"]
        yield "started", {"seed": fresh(), "names": names}


def leave(table: Table, command: ask.Leave, asking: Asking) -> Events:
    """Before the game the seat is open again; later a bot stands in, and the person may come back."""
    person = asking.person()
    own = table.seats_of(person) if command.seat is None else [command.seat]
    for number in own:
        own_seat(table, asking, number)
    leaving = [number for number in own if table.seats[number - 1].stand_in is None]
    if table.status not in (WAITING, PLAYING):
        raise CoatlError("table.over", "The game is over.")
    if not leaving:
        raise CoatlError("seat.absent", "You have left already.")
    for number in leaving:
        yield "left", asking.signed(seat=number, bot=ask.DEFAULT_BOT)
    if not any(seat.human for seat in table.seats) and (table.status == PLAYING or person.number == table.host):
        yield "closed", {}
    elif table.status == PLAYING:
        yield from go_back_if_all_agree(table)


def set_seat(table: Table, command: ask.SetSeat, asking: Asking) -> Events:
    """The host fills an empty seat with a bot, or opens a bot's seat again."""
    host(table, asking)
    waiting(table)
    seat = seat_at(table, command.seat)
    if seat.kind == "person":
        raise CoatlError("seat.taken", f"{seat.name} sits there.")
    bot = {"bot": command.bot, "name": title(command.bot)} if command.to == "bot" else {}
    yield "seat", asking.signed(seat=command.seat, to=command.to, **bot)
    yield from start_if_full(table, asking.fresh)


def title(bot: str) -> str:
    """How a bot is called at the table."""
    return entrant(bot).title


def replace(table: Table, command: ask.Replace, asking: Asking) -> Events:
    """A bot plays for somebody who is not connected."""
    host(table, asking)
    running(table)
    seat = seat_at(table, command.seat)
    if not seat.human:
        raise CoatlError("seat.taken", f"No person plays at seat {command.seat} now.")
    if seat.person in asking.present:
        raise CoatlError("seat.present", f"{seat.name} is here.")
    yield "replaced", asking.signed(seat=command.seat, bot=command.bot)
    yield from go_back_if_all_agree(table)


def give_back(table: Table, command: ask.GiveBack, asking: Asking) -> Events:
    """The seat is the person's again: the host says so, or the person."""
    seat = seat_at(table, command.seat)
    if seat.person != asking.person().number:
        host(table, asking)
    running(table)
    if seat.stand_in is None:
        raise CoatlError("seat.present", f"No bot stands in at seat {command.seat}.")
    yield "returned", asking.signed(seat=command.seat)


def close(table: Table, command: ask.Close, asking: Asking) -> Events:
    """A table that has not begun is given up."""
    host(table, asking)
    waiting(table)
    yield "closed", asking.signed()


# ---------------------------------------------------------------- once more


def rematch(table: Table, command: ask.Rematch, asking: Asking) -> Events:
    """When all who played to the end want it, a new table begins."""
    person = asking.person()
    finished(table)
    players = {seat.person for seat in table.seats if seat.human}
    if person.number not in players:
        raise CoatlError("seat.foreign", "Only who has played may ask for a rematch.")
    if table.successor is not None or person.number in table.rematch:
        raise CoatlError("rematch.asked", "You have asked for a rematch already.")
    everybody = players <= {*table.rematch, person.number}
    yield "rematch", asking.signed(table=asking.fresh()[:24] if everybody else None)


def rotated(table: Table) -> dict[str, Any]:
    """The next table: everybody moves on by one seat, and so does the one who begins."""
    seats = [seat.data() | {"timed_out": None, "stand_in": None, "invite": None} for seat in table.seats]
    for number, seat in enumerate(table.seats):
        if seat.stand_in is not None:  # who left does not come back by itself
            bot = {"kind": "bot", "bot": seat.stand_in, "name": title(seat.stand_in), "person": None}
            seats[number] |= bot
    moving = [seat for seat in seats if seat["kind"] != "automaton"]
    rest = [seat for seat in seats if seat["kind"] == "automaton"]
    moved = [*moving[-1:], *moving[:-1], *rest]
    return {**table.setup, "people": those_who_stay(table, moved), "seats": moved, "predecessor": table.id}


def those_who_stay(table: Table, seats: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The host and who plays, numbered anew in these seats; who left has no rights at the next table."""
    playing = {seat["person"] for seat in seats} - {None, table.host}
    staying = [table.host, *sorted(playing)]
    for seat in seats:
        if seat["person"] is not None:
            seat["person"] = staying.index(seat["person"]) + 1
    people = [table.people[number - 1] for number in staying]
    return [{"name": person.name, "token": person.token} for person in people]
