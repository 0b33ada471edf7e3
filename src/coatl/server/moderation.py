"""What people can do about others: report a name or a line to the operator, and block somebody at every table."""

import time

from coatl.engine.errors import CoatlError
from coatl.server.clock import clock
from coatl.server.live_tables import LiveTable
from coatl.server.storage.blocks import add_block, lift_block
from coatl.server.storage.reports import Report, add_report
from coatl.server.tables import commands
from coatl.server.tables.chat import SPECTATORS, ChatLine
from coatl.server.tables.checks import other_person
from coatl.server.tables.decisions import CommandResult
from coatl.server.tables.people import Person
from coatl.server.tables.state import WAITING
from coatl.server.tables.table import Table

MOST_REPORTS = 20  # of one person at a table, and of all its spectators


async def report(live: LiveTable, asked: commands.Report, person: int | None, address: str) -> None:
    """Tells the operator of a name or of a line as it was really written; the same once more is not stored again."""
    reporter = person or SPECTATORS
    async with live.held():
        found = report_of(live.table, asked, reporter)
    known = live.reported.setdefault(reporter, set())
    if asked in known:
        return
    if len(known) >= MOST_REPORTS:
        raise CoatlError("report.often", "You have reported a lot here: it will be looked at.")
    live.services.reports.take(address, time.monotonic())
    known.add(asked)
    await live.services.store.transact(add_report, found)


def report_of(table: Table, asked: commands.Report, reporter: int) -> Report:
    """What is stored: whom it is about, and the text that is meant."""
    if asked.line is not None:
        kind, text = "line", said(table, asked.seat, asked.line)["text"]
        about = table.seats[asked.seat - 1].person if asked.seat != SPECTATORS else None
    else:
        person = other_person(table, asked.seat, reporter)
        kind, text, about = "name", table.seats[asked.seat - 1].name, person.number
    seat = asked.seat or None
    return Report(time=clock(), table_id=table.id, reporter=reporter, kind=kind, text=text, about=about, seat=seat)  # type: ignore[arg-type]


def said(table: Table, seat: int, time: int) -> ChatLine:
    """A line of the chat."""
    for line in table.chat.lines:
        if line["time"] == time and (line["seat"] or SPECTATORS) == seat:
            return line
    raise CoatlError("report.line", "This line was not said here, or is too old to be reported.")


async def block(live: LiveTable, asked: commands.Block, person: int | None, command_id: str) -> CommandResult:
    """Somebody shall be heard no longer, here and at other tables, nor come to one's own or see them; or may again."""
    async with live.held():
        who, other = blocking(live, asked, person)
        waiting = live.table.status == WAITING and who.number == live.table.host
    assert who.identity is not None
    if other.identity is not None:
        store = live.services.store
        if asked.on:
            await store.transact(add_block, who.identity, other.identity, other.name, clock())
        else:
            await store.transact(lift_block, who.identity, other.identity)
        live.services.blocks_changed()
    here = commands.Remove(seat=asked.seat) if waiting and asked.on else commands.Mute(seat=asked.seat, on=asked.on)
    return await live.do(here, person, command_id)


def blocking(live: LiveTable, asked: commands.Block, person: int | None) -> tuple[Person, Person]:
    """Who blocks whom."""
    who = live.who(person)
    if who is None:
        raise CoatlError("token.unknown", "Only somebody with a token of this table may do this.")
    other = other_person(live.table, asked.seat, who.number)
    if who.identity is None:
        raise CoatlError("block.identity", "Who blocks somebody has sent an identity when sitting down.")
    if who.identity == other.identity:
        raise CoatlError("seat.nobody", f"Seat {asked.seat} is played at your own device.")
    return who, other
