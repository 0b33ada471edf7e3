"""Reading and writing tables. Reads run in threads, writes in the writer; the event loop never waits."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from coatl.server.storage import schema
from coatl.server.storage.connecting import close, migrate, one_at_a_time, reading, url_of, writing
from coatl.server.storage.writer import Job, Writer
from coatl.server.tables import showing
from coatl.server.tables.events import Event
from coatl.server.tables.table import WAITING, Table

MOST_IN_LOBBY = 200
MOST_ASKED = 500  # tables in one question


@dataclass(frozen=True)
class Write:
    """New events of a table, which has come to this state by them."""

    table: Table
    events: Sequence[Event]


class Store:
    """All tables of the server, whoever else writes to the same database."""

    def __init__(self, url: str) -> None:
        address = url_of(url)
        self.reader = reading(address)
        engine = writing(address)
        migrate(engine)
        self.in_one_step = engine.dialect.name == "sqlite"
        insert: Any = sqlite.insert if self.in_one_step else postgresql.insert
        self.insert_events = many(insert(schema.events)) if self.in_one_step else insert(schema.events)
        upsert = many(insert(schema.tables)) if self.in_one_step else insert(schema.tables)
        self.upsert_table = replacing(upsert, schema.tables)
        self.upsert_beat = replacing(insert(schema.beats), schema.beats)
        self.engine = engine
        self.writer = Writer(engine, self.write_jobs)

    def close(self) -> None:
        """Finishes all writes."""
        self.writer.stop()
        for engine in (self.engine, self.reader):
            close(engine)

    # ------------------------------------------------------------ writing

    async def append(self, *writes: Write) -> None:
        """Returns when the events are on disk; raises Conflict if one of their numbers is taken."""
        events = [row for write in writes for row in event_rows(write)]
        await self.writer.put(events, [table_row(write.table) for write in writes])

    def write_jobs(self, connection: sa.Connection, jobs: Sequence[Job]) -> None:
        """All rows of a group, in one order whoever writes: two workers never wait for each other in a circle."""
        if events := sorted((row for job in jobs for row in job.events), key=itemgetter("table_id", "number")):
            connection.execute(self.insert_events, self.parameters(events))
        if tables := sorted((row for job in jobs for row in job.tables), key=itemgetter("id")):
            connection.execute(self.upsert_table, self.parameters(tables))

    def parameters(self, rows: list[dict[str, Any]]) -> Any:
        """Rows as the statement wants them."""
        return {"rows": orjson.dumps(rows).decode()} if self.in_one_step else rows

    # ------------------------------------------------------------ reading

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """The events of a table, in their order."""
        return await asyncio.to_thread(self.read_events, table_id, after)

    def read_events(self, table_id: str, after: int = 0) -> list[Event]:
        """The same, for whoever may wait."""
        found = schema.events.c
        query = sa.select(found.number, found.time, found.kind, found.data).where(
            found.table_id == table_id, found.number > after
        )
        with self.reader.connect() as connection:
            rows = connection.execute(query.order_by(found.number)).all()
        return [Event(number, time, kind, orjson.loads(data)) for number, time, kind, data in rows]

    async def lobby(self) -> list[dict[str, Any]]:
        """Public tables with an open seat, the newest first."""
        column = schema.tables.c
        query = sa.select(column.summary).where(column.joinable).order_by(column.updated.desc()).limit(MOST_IN_LOBBY)
        return [orjson.loads(row.summary) for row in await self.rows(query)]

    async def due(self, until: int, most: int) -> list[str]:
        """Tables at which a bot or a clock should have done something by then, the longest overdue first."""
        column = schema.tables.c
        query = sa.select(column.id).where(column.wake <= until).order_by(column.wake).limit(most)
        return [row.id for row in await self.rows(query)]

    async def numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """How far these tables have come."""
        column = schema.tables.c
        found: dict[str, int] = {}
        for start in range(0, len(table_ids), MOST_ASKED):
            some = table_ids[start : start + MOST_ASKED]
            for row in await self.rows(sa.select(column.id, column.number).where(column.id.in_(some))):
                found[row.id] = row.number
        return found

    async def rows(self, query: Any) -> Sequence[Any]:
        """What a query finds."""

        def ask() -> Sequence[Any]:
            with self.reader.connect() as connection:
                return connection.execute(query).all()

        return await asyncio.to_thread(ask)

    # ------------------------------------------------------------ signs of life

    def begin(self, worker: str, now: int, silence: int) -> None:
        """A worker begins. If all were silent for longer, that was an outage, during which no clock ran."""
        with self.engine.begin() as connection:
            one_at_a_time(connection)
            last = connection.execute(sa.select(sa.func.max(schema.beats.c.time))).scalar()
            connection.execute(sa.delete(schema.beats))  # this one is the newest, and who lives will beat again
            if last is not None and now - last > silence:
                connection.execute(sa.insert(schema.outages), {"since": last, "until": now})
            connection.execute(self.upsert_beat, {"worker": worker, "time": now})

    async def beat(self, worker: str, now: int) -> None:
        """The worker is alive."""

        def write() -> None:
            with self.engine.begin() as connection:
                connection.execute(self.upsert_beat, {"worker": worker, "time": now})

        await asyncio.to_thread(write)

    async def outages(self, after: int) -> list[tuple[int, int]]:
        """When nobody was there, since a time."""
        column = schema.outages.c
        query = sa.select(column.since, column.until).where(column.until > after).order_by(column.since)
        return [(max(row.since, after), row.until) for row in await self.rows(query)]


def many(insert: Any) -> Any:
    """SQLite takes all rows as one JSON text, in one step: Python lets go of its lock at every step and then has to
    wait for the event loop to give it back, so a step for each row would take longer than the disk.
    """
    columns = insert.table.c
    row = sa.func.json_each(sa.bindparam("rows", type_=sa.Text)).table_valued("value")
    fields = [sa.func.json_extract(row.c.value, f"$.{column.name}") for column in columns]
    return insert.from_select([column.name for column in columns], sa.select(*fields).where(sa.true()))


def replacing(insert: Any, table: sa.Table) -> Any:
    """Inserts a row, or puts it in the place of the one with the same key."""
    keys = [column.name for column in table.primary_key]
    rest = {column.name: insert.excluded[column.name] for column in table.c if column.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=rest)


def event_rows(write: Write) -> list[dict[str, Any]]:
    """Events as rows."""
    return [
        {
            "table_id": write.table.id,
            "number": event.number,
            "time": event.time,
            "kind": event.kind,
            "data": orjson.dumps(event.data).decode(),
        }
        for event in write.events
    ]


def table_row(table: Table) -> dict[str, Any]:
    """What the lobby and the sweep need."""
    joinable = table.status == WAITING and table.setup["public"] and any(seat.kind == "open" for seat in table.seats)
    return {
        "id": table.id,
        "status": table.status,
        "joinable": joinable,
        "number": table.number,
        "updated": table.time,
        "wake": table.wake(),
        "summary": orjson.dumps(showing.summary(table)).decode() if joinable else "{}",
    }
