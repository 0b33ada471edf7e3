"""Who sits where: joining, leaving, bots in empty and absent seats, the rematch."""

import math
from collections.abc import Callable
from dataclasses import replace as replaced
from hmac import compare_digest

from coatl.bots.registry import entrant
from coatl.engine.errors import CoatlError
from coatl.engine.record import FORMAT
from coatl.server.tables import commands
from coatl.server.tables.checks import Asker, Events, finished, host, other_person, own_seat, running, seat_at, waiting
from coatl.server.tables.events import (
    Closed,
    Created,
    Joined,
    Left,
    Muted,
    Newcomer,
    RematchAsked,
    Removed,
    Replaced,
    Returned,
    Sat,
    SeatSet,
    Started,
)
from coatl.server.tables.people import Seat, hashed
from coatl.server.tables.state import PLAYING, WAITING
from coatl.server.tables.table import Table
from coatl.server.tables.turns import go_back_if_all_agree, resigned
from coatl.version import RULES_VERSION

MOST_PEOPLE = 500  # that ever came to one table: nobody shuts it for others by coming and going


def join(table: Table, command: commands.Join, asker: Asker) -> Events:
    """A new person takes a seat; a repeated request changes nothing."""
    if any(compare_digest(person.token, command.token) for person in table.people):
        return
    waiting(table)
    check_welcome(table, command)
    if len(table.people) >= MOST_PEOPLE:
        raise CoatlError("table.full", "Too many people have come and gone at this table.")
    number = command.seat or (first_open(table) if command.invite is None else invited(table, command.invite))
    check_free(seat_at(table, number), number, command.invite)
    person = len(table.people) + 1
    yield Joined(person=person, name=command.name, token=command.token, identity=command.identity)
    yield Sat(seat=number, person=person, name=command.name)
    yield from mutes(table, command, number)
    yield from start_if_full(table, asker.fresh)


def check_welcome(table: Table, command: commands.Join) -> None:
    """Refuses whom the host has removed or blocked."""
    if command.identity is None:
        return
    if any(person.removed and person.identity == command.identity for person in table.people):
        raise unwanted()
    if table.people[table.host - 1].identity in command.blocked_by:
        raise CoatlError("seat.blocked", "The host of this table does not play with you.")


def mutes(table: Table, command: commands.Join, number: int) -> Events:
    """Who has blocked somebody at another table does not hear them here either."""
    newcomer = len(table.people)
    for seat, other in enumerate(table.seats, 1):
        if other.person is None or other.person == newcomer:
            continue
        identity = table.people[other.person - 1].identity
        if identity in command.blocked_by and not table.chat.is_muted(other.person, number):
            yield Muted(person=other.person, other=number, on=True)
        if identity in command.blocks:
            yield Muted(person=newcomer, other=seat, on=True)


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


def sit(table: Table, command: commands.Sit, asker: Asker) -> Events:
    """One more seat for a person who is here: several people at one device."""
    if asker.person().removed:
        raise unwanted()
    waiting(table)
    invite = None if command.invite is None else hashed(command.invite)
    check_free(seat_at(table, command.seat), command.seat, invite)
    muting = {muter for own in table.seats_of(asker.who) for muter in table.chat.muting(own)}
    yield Sat(seat=command.seat, name=command.name, **asker.signature)
    for muter in sorted(muting):  # another chair is no way around it
        yield Muted(person=muter, other=command.seat, on=True)
    yield from start_if_full(table, asker.fresh)


def unwanted() -> CoatlError:
    return CoatlError("seat.removed", "The host has removed you from this table.")


def start_if_full(table: Table, fresh: Callable[[], str]) -> Events:
    """The game begins when no seat is empty. Its seed is secret; a commitment to the whole game is shown to all."""
    if table.status == WAITING and not any(seat.empty for seat in table.seats):
        yield Started(seed=fresh(), names=names_at_start(table), format=FORMAT)


def names_at_start(table: Table) -> list[str]:
    """The names of all who play, as the game takes them."""
    return [seat.name for seat in table.seats if seat.kind != "automaton"]


def leave(table: Table, command: commands.Leave, asker: Asker) -> Events:
    """Before the game the seat is open again; later a bot stands in, and the person may come back."""
    person = asker.person()
    own = table.seats_of(person) if command.seat is None else [command.seat]
    for number in own:
        own_seat(table, asker, number)
    leaving = [number for number in own if table.seats[number - 1].stand_in is None]
    if table.status not in (WAITING, PLAYING):
        raise CoatlError("table.over", "The game is over.")
    if not leaving:
        raise CoatlError("seat.absent", "You have left already.")
    for number in leaving:
        yield Left(seat=number, bot=commands.DEFAULT_BOT, **asker.signature)
    if not any(seat.human for seat in table.seats) and (table.status == PLAYING or person.number == table.host):
        yield Closed()
    elif table.status == PLAYING:
        yield from go_back_if_all_agree(table)


def remove(table: Table, command: commands.Remove, asker: Asker) -> Events:
    """The host takes all seats of somebody, who cannot sit down here again."""
    host(table, asker)
    waiting(table)
    for number in table.seats_of(other_person(table, command.seat, table.host)):
        yield Removed(seat=number, **asker.signature)


def set_seat(table: Table, command: commands.SetSeat, asker: Asker) -> Events:
    """The host fills an empty seat with a bot, or opens a bot's seat again."""
    host(table, asker)
    waiting(table)
    seat = seat_at(table, command.seat)
    if seat.kind == "person":
        raise CoatlError("seat.taken", f"{seat.name} sits there.")
    bot = command.bot if command.to == "bot" else None
    name = None if bot is None else title(bot)
    yield SeatSet(seat=command.seat, to=command.to, bot=bot, name=name, **asker.signature)
    yield from start_if_full(table, asker.fresh)


def title(bot: str) -> str:
    """How a bot is called at the table."""
    return entrant(bot).title


def replace(table: Table, command: commands.Replace, asker: Asker) -> Events:
    """A bot plays for somebody who has not been here for a while."""
    host(table, asker)
    running(table)
    seat = seat_at(table, command.seat)
    if not seat.human:
        raise CoatlError("seat.taken", f"No person plays at seat {command.seat} now.")
    if seat.person in asker.present:
        raise CoatlError("seat.present", f"{seat.name} is here.")
    if (until := asker.kept.get(seat.person or 0, 0)) > asker.now:
        seconds = math.ceil((until - asker.now) / 1000)
        raise CoatlError("seat.kept", f"{seat.name} has {seconds} seconds more to come back.")
    yield Replaced(seat=command.seat, bot=command.bot, **asker.signature)
    yield from go_back_if_all_agree(table)


def give_back(table: Table, command: commands.GiveBack, asker: Asker) -> Events:
    """The seat is the person's again: the host says so, or the person."""
    seat = seat_at(table, command.seat)
    if seat.person != asker.person().number:
        host(table, asker)
    running(table)
    if seat.resigned:
        raise resigned()
    if seat.stand_in is None:
        raise CoatlError("seat.present", f"No bot stands in at seat {command.seat}.")
    yield Returned(seat=command.seat, **asker.signature)


def close(table: Table, command: commands.Close, asker: Asker) -> Events:
    """A table that has not begun is given up."""
    host(table, asker)
    waiting(table)
    yield Closed(**asker.signature)


def expire(table: Table, command: commands.Expire, asker: Asker) -> Events:
    """An open table is given up for those who did not come back."""
    if table.joinable and not asker.present:
        yield Closed()


# ---------------------------------------------------------------- once more


def rematch(table: Table, command: commands.Rematch, asker: Asker) -> Events:
    """When all who played to the end want it, a new table begins."""
    person = asker.person()
    finished(table)
    players = {seat.person for seat in table.seats if seat.human}
    if person.number not in players:
        raise CoatlError("seat.foreign", "Only who has played may ask for a rematch.")
    if table.successor is not None or person.number in table.rematch:
        raise CoatlError("rematch.asked", "You have asked for a rematch already.")
    everybody = players <= {*table.rematch, person.number}
    yield RematchAsked(table=asker.fresh()[:24] if everybody else None, **asker.signature)


def rotated(table: Table) -> Created:
    """The next table: everybody moves on by one seat, and so does the one who begins."""
    seats = [seated_again(seat) for seat in table.seats]
    moving = [seat for seat in seats if seat.kind != "automaton"]
    rest = [seat for seat in seats if seat.kind == "automaton"]
    moved = [*moving[-1:], *moving[:-1], *rest]
    people = those_who_stay(table, moved)
    return replaced(table.setup, people=people, seats=moved, predecessor=table.id, rules=RULES_VERSION)


def seated_again(seat: Seat) -> Seat:
    """A seat for the next table; who left does not come back by itself."""
    if seat.stand_in is not None:
        return Seat("bot", title(seat.stand_in), bot=seat.stand_in)
    return replaced(seat, timed_out=None, invite=None, resigned=False)


def those_who_stay(table: Table, seats: list[Seat]) -> list[Newcomer]:
    """The host and who plays, numbered anew in these seats; who left has no rights at the next table."""
    playing = {seat.person for seat in seats if seat.person is not None} - {table.host}
    staying = [table.host, *sorted(playing)]
    for seat in seats:
        if seat.person is not None:
            seat.person = staying.index(seat.person) + 1
    people = [table.people[number - 1] for number in staying]
    return [Newcomer(person.name, person.token, person.identity) for person in people]
