"""Tables as an operator sees them: listed, looked at, removed. The server may run meanwhile.

Each function takes a connection: `Store.transact` and `Store.look` lend one to the server, a command opens its own.

A table that is removed leaves a row behind for a day. Whoever still holds it in memory and wants to write to it is
refused by that row (`Store.write_jobs`), so it does not come back to life without its beginning.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.settings import TableKind
from coatl.server.storage import schema
from coatl.server.storage.audit import note_act
from coatl.server.storage.database import overwrite_deleted
from coatl.server.storage.progress import Progress, quiet
from coatl.server.storage.store import REMOVED, events_of
from coatl.server.tables import views
from coatl.server.tables.decisions import rebuild
from coatl.server.tables.events import Forgotten, Started

DAY = 24 * 3600 * 1000  # in milliseconds
MOST_LISTED = 100
STEP = 5  # tables that are removed in one transaction


def find_table(connection: sa.Connection, start: str) -> str:
    """The id of the one table whose id begins so: a log names the first eight signs.

    :raises CoatlError: table.unknown, or table.ambiguous with the tables that are possible.
    """
    column = schema.tables.c
    query = sa.select(column.id).where(column.id.startswith(start, autoescape=True), column.status != REMOVED)
    found = list(connection.execute(query.order_by(column.id).limit(10)).scalars()) if start else []
    if not found:
        raise CoatlError("table.unknown", "There is no such table.")
    if len(found) > 1 and start not in found:
        raise CoatlError("table.ambiguous", f"Several tables begin with {start}.", found)
    return start if start in found else found[0]


def list_tables(
    connection: sa.Connection,
    status: str | None = None,
    before: int | None = None,
    after: str = "",
    most: int = MOST_LISTED,
) -> list[dict[str, Any]]:
    """The tables in which something happened last come first; `before` and `after` are the time and the id of the last
    one that was listed: several may have the same time.
    """
    column = schema.tables.c
    query = sa.select(column.id, column.status, column.joinable, column.number, column.updated)
    query = query.where(column.status == status if status else column.status != REMOVED)
    if before is not None:
        query = query.where((column.updated < before) | ((column.updated == before) & (column.id > after)))
    rows = connection.execute(query.order_by(column.updated.desc(), column.id).limit(most))
    return [
        {"id": row.id, "status": row.status, "public": row.joinable, "events": row.number, "updated": row.updated}
        for row in rows
    ]


def count_tables(connection: sa.Connection) -> dict[str, int]:
    """How many tables there are of each status."""
    column = schema.tables.c
    query = sa.select(column.status, sa.func.count()).where(column.status != REMOVED).group_by(column.status)
    return {row[0]: row[1] for row in connection.execute(query)}


def show_table(connection: sa.Connection, table_id: str) -> dict[str, Any]:
    """What an operator may know of a table: who sits there and what was said, but no hand and no seed.

    :raises CoatlError: table.unknown, table.broken
    """
    table = rebuild(table_id, events_of(connection, table_id))
    people = [
        {
            "person": person.number,
            "name": person.name,
            "seats": table.seats_of(person),
            "host": person.number == table.host,
        }
        for person in table.people
    ]
    info = {**views.info(table), "seed": None}
    return {
        "info": info,
        "updated": table.time,
        "events": table.number,
        "people": people,
        "chat": table.chat.lines_for(None),
    }


# ---------------------------------------------------------------- removing


def remove_table(connection: sa.Connection, table_id: str, now: int, operator: str | None = None) -> int:
    """Removes a table with all that belongs to it, and returns how many events it had.

    With an operator the act is written down; who removes many writes it down once.

    :raises CoatlError: table.unknown
    """
    overwrite_deleted(connection)
    column = schema.tables.c
    gone = {"status": REMOVED, "joinable": False, "updated": now, "wake": None, "summary": "{}"}
    query = sa.update(schema.tables).where(column.id == table_id, column.status != REMOVED).values(gone)
    if connection.execute(query).rowcount == 0:  # this also waits for whoever writes to the table
        raise CoatlError("table.unknown", "There is no such table.")
    events = connection.execute(sa.delete(schema.events).where(schema.events.c.table_id == table_id)).rowcount
    for rows in (schema.reports, schema.reviews):
        connection.execute(sa.delete(rows).where(rows.c.table_id == table_id))
    if operator is not None:
        note_act(connection, now, operator, "tables.remove", table_id, events=events)
    return events


def old_tables(
    connection: sa.Connection, kind: TableKind, before: int, most: int | None = None, keeps_records: bool = False
) -> list[str]:
    """Tables in which nothing has happened since a time, the oldest first: finished games, games that were left in the
    middle, or tables at which nobody began. If records are kept, finished ones that hold no names are left alone.
    """
    column, found = schema.tables.c, schema.events.c
    began = sa.exists().where(found.table_id == column.id, found.kind == Started.kind)
    is_kind = {
        "finished": (column.status == "over") | ((column.status == "closed") & began),
        "abandoned": column.status == "playing",
        "empty": (column.status == "waiting") | ((column.status == "closed") & ~began),
    }[kind]
    query = sa.select(column.id).where(is_kind, column.updated < before).order_by(column.updated).limit(most)
    if kind == "finished" and keeps_records:
        last = sa.exists().where(
            found.table_id == column.id, found.number == column.number, found.kind == Forgotten.kind
        )
        query = query.where(~last)
    return list(connection.execute(query).scalars())


def prune_tables(
    engine: sa.Engine, before: Mapping[TableKind, int], now: int, operator: str, progress: Progress = quiet
) -> None:
    """Removes all old tables, a few in each transaction, so that a running server hardly waits."""
    for kind, time in before.items():
        with engine.connect() as connection:
            old = sorted(old_tables(connection, kind, time))
        for start in range(0, len(old), STEP):
            with engine.begin() as connection:
                for table_id in old[start : start + STEP]:
                    with suppress(CoatlError):  # somebody else was faster
                        remove_table(connection, table_id, now)
            progress(f"removing {kind} tables", start, len(old))
        if old:
            with engine.begin() as connection:
                note_act(connection, now, operator, "tables.prune", kind=kind, tables=len(old))


def bury(connection: sa.Connection, now: int) -> None:
    """Deletes what removed tables left behind a day ago: nobody holds them in memory any longer."""
    column = schema.tables.c
    connection.execute(sa.delete(schema.tables).where(column.status == REMOVED, column.updated < now - DAY))


def limits(days: Mapping[TableKind, float], now: int) -> dict[TableKind, int]:
    """Before which time a table of each kind is old; kinds that are kept for ever are not in it."""
    return {kind: now - round(days[kind] * DAY) for kind in days if days[kind] > 0}
