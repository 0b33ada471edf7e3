"""People at tables: found, exported, erased. Somebody is a number at one table, known by a token, and nothing else.

Each function takes a connection: `Store.transact` and `Store.look` lend one to the server, a command opens its own.
"""

from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.outages import Busy
from coatl.server.storage import schema
from coatl.server.storage.audit import note_act
from coatl.server.storage.blocks import forget_blocked, list_blocks
from coatl.server.storage.database import overwrite_deleted
from coatl.server.storage.store import Write, event_rows, events_of, table_row
from coatl.server.tables.decisions import rebuild
from coatl.server.tables.erasure import without_names
from coatl.server.tables.events import ChatSent, Created, Event, Joined, Sat, read_event
from coatl.server.tables.people import Person
from coatl.server.tables.table import Table

MOST_LISTED = 100
PAGE = 500  # events that name somebody, in one look
LAST = 1 << 30  # a number that no event has


@dataclass(frozen=True)
class FoundPerson:
    """Somebody at a table."""

    table: str
    person: int
    name: str
    since: int  # milliseconds since 1970


def list_people(
    connection: sa.Connection,
    name: str | None = None,
    before: int | None = None,
    after: str = "",
    most: int = MOST_LISTED,
) -> list[FoundPerson]:
    """Who came last is first; only those in whose name these letters are, if asked. Who was erased is not listed.

    `before` and `after` are the time and the table of the last one that was listed. Who came to a table in the same
    moment is listed together, so there may be a few more than asked.
    """
    column = schema.events.c
    query = sa.select(column.table_id, column.number, column.time, column.kind, column.data).where(schema.NAMING)
    query = query.order_by(column.time.desc(), column.table_id, column.number).limit(PAGE)
    found: list[FoundPerson] = []
    number = LAST
    while True:
        page = query if before is None else query.where(comes_after(before, after, number))
        rows = connection.execute(page).all()
        for row in rows:
            if len(found) >= most and (row.time, row.table_id) != (found[-1].since, found[-1].table):
                return found
            found += [one for one in newcomers(row.table_id, read_event(*row[1:])) if is_asked(one, name)]
        if len(rows) < PAGE:
            return found
        before, after, number = rows[-1].time, rows[-1].table_id, rows[-1].number


def comes_after(time: int, table_id: str, number: int) -> sa.ColumnElement[bool]:
    """Whether an event is listed after this one."""
    column = schema.events.c
    same_table = (column.table_id == table_id) & (column.number > number)
    return (column.time < time) | ((column.time == time) & ((column.table_id > table_id) | same_table))


def newcomers(table_id: str, event: Event) -> list[FoundPerson]:
    """Who came with an event."""
    match event.data:
        case Created(people=people):
            return [FoundPerson(table_id, number, one.name, event.time) for number, one in enumerate(people, 1)]
        case Joined(person=number, name=name):
            return [FoundPerson(table_id, number, name, event.time)]
    return []


def is_asked(found: FoundPerson, name: str | None) -> bool:
    return bool(found.name) and (name is None or name.casefold() in found.name.casefold())


def export_person(connection: sa.Connection, table_id: str, number: int) -> dict[str, Any]:
    """Everything that the server keeps of a person at a table.

    :raises CoatlError: table.unknown, person.unknown
    """
    events = events_of(connection, table_id)
    table = rebuild(table_id, events)
    person = person_at(table, number)
    own_names = {person.name, *(table.seats[seat - 1].name for seat in table.seats_of(person))}
    chat: list[dict[str, Any]] = []
    for event in events:
        match event.data:
            case Sat(person=who, name=name) if who == number:
                own_names.add(name)
            case ChatSent(person=who, text=text) if who == number and text:
                chat.append({"time": event.time, "text": text})
    return {
        "table": table_id,
        "game": table.setup.game,
        "status": table.status,
        "created": table.created,
        "updated": table.time,
        "person": number,
        "host": number == table.host,
        "names": sorted(own_names - {""}),
        "seats": table.seats_of(person),
        "chat": chat,
        "reports": [dict(row) for row in reports_by(connection, table_id, number)],
        "blocks": [] if person.identity is None else [asdict(one) for one in list_blocks(connection, person.identity)],
    }


def person_at(table: Table, number: int) -> Person:
    if not 1 <= number <= len(table.people):
        people = [str(one.number) for one in table.people]
        raise CoatlError("person.unknown", f"Nobody at this table is number {number}.", people)
    return table.people[number - 1]


def reports_by(connection: sa.Connection, table_id: str, number: int) -> list[Any]:
    """What a person reported."""
    column = schema.reports.c
    query = sa.select(column.time, column.kind, column.text, column.status)
    query = query.where(column.table_id == table_id, column.reporter == number)
    return list(connection.execute(query).mappings())


def erase(
    connection: sa.Connection, table_id: str, number: int | None, now: int, operator: str | None = None
) -> int | None:
    """Takes the name and the lines of a person out of all that is stored of a table (None: of everybody), and returns
    the number of the event that says so; None if nothing was left to erase. The game stays whole.

    With an operator the act is written down; who erases at many tables writes it down once.

    :raises CoatlError: table.unknown, person.unknown, or server.busy if somebody else writes to the table.
    """
    events = events_of(connection, table_id)
    table = rebuild(table_id, events)
    if number is not None:
        forget_blocked(connection, person_at(table, number).identity)
    erased = without_names(table_id, events, number, now)
    changed = [new for old, new in zip(events, erased, strict=False) if old.data != new.data]
    if changed or number is None:
        rewrite(connection, rebuild(table_id, erased), changed, erased[-1])
    forget_reports(connection, table_id, number)
    if operator is not None:
        note_act(connection, now, operator, "people.erase", table_id, person=number, events=len(changed))
    return erased[-1].number if changed or number is None else None


def rewrite(connection: sa.Connection, table: Table, changed: list[Event], last: Event) -> None:
    """Adds the last event, and puts the others in the place of those that are stored. The number of the new one is
    taken first, as by everybody who writes: so who holds the table in memory reads it again before writing more.
    """
    column = schema.events.c
    overwrite_deleted(connection)
    try:
        connection.execute(sa.insert(schema.events), event_rows(Write(table, [last])))
    except sa.exc.IntegrityError:
        raise Busy("Too much happens at this table at once: try again in a moment.") from None
    for row in event_rows(Write(table, changed)):
        same = (column.table_id == row["table_id"]) & (column.number == row["number"])
        connection.execute(sa.update(schema.events).where(same).values(data=row["data"]))
    connection.execute(sa.update(schema.tables).where(schema.tables.c.id == table.id).values(table_row(table)))


def forget_reports(connection: sa.Connection, table_id: str, number: int | None) -> None:
    """What was reported about a person quotes a name or a line: only that it was reported stays."""
    column = schema.reports.c
    query = sa.update(schema.reports).where(column.table_id == table_id).values(text="")
    connection.execute(query if number is None else query.where(column.about == number))
