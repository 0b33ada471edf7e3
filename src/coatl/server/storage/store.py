"""Reading and writing tables. Reads run in threads, writes in the writer; the event loop never waits."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from coatl.server.outages import Busy, PartStatus
from coatl.server.storage import schema
from coatl.server.storage.database import busy, close, is_away, migrate, one_at_a_time, reading, url_of, writing
from coatl.server.storage.writer import Conflict, Job, Writer
from coatl.server.tables import views
from coatl.server.tables.events import Event, read_event
from coatl.server.tables.table import Table

P = ParamSpec("P")
T = TypeVar("T")

REMOVED = "removed"  # the status of a table that an operator or the retention took away
MOST_ASKED = 500  # tables in one question


@dataclass(frozen=True)
class Write:
    """New events of a table, which has come to this state by them."""

    table: Table
    events: Sequence[Event]


class Store:
    """All tables of the server, whoever else writes to the same database."""

    def __init__(self, url: str, wait: bool = False) -> None:
        """Opens the database; with `wait` it is opened by `begin`, and until then everything is `server.busy`."""
        address = url_of(url)
        self.reader = reading(address)
        self.status = PartStatus("database")
        self.begun = not wait
        engine = writing(address)
        if not wait:
            migrate(engine)
        self.in_one_step = engine.dialect.name == "sqlite"
        insert: Any = sqlite.insert if self.in_one_step else postgresql.insert
        self.insert_events = many(insert(schema.events)) if self.in_one_step else insert(schema.events)
        upsert = many(insert(schema.tables)) if self.in_one_step else insert(schema.tables)
        self.upsert_table = replacing(upsert, schema.tables, schema.tables.c.status != REMOVED)
        self.upsert_beat = replacing(insert(schema.beats), schema.beats)
        self.upsert_outage = replacing(insert(schema.outages), schema.outages)
        self.engine = engine
        self.writer = Writer(engine, self.write_jobs, self.status)

    def close(self) -> None:
        """Finishes all writes."""
        self.writer.stop()
        for engine in (self.engine, self.reader):
            close(engine)

    @contextmanager
    def asking(self, reader: bool = True) -> Iterator[None]:
        """Around every use of the database.

        :raises Busy: while it is away. That it is back is seen by writing, which a worker does every second.
        """
        if not self.begun:
            raise Busy("The server waits for its database: the game goes on when it is back.")
        with self.reaching():
            yield
        if not reader:
            self.status.worked()

    @contextmanager
    def reaching(self) -> Iterator[None]:
        """:raises Busy: if the database is away."""
        try:
            yield
        except Exception as fault:
            if not is_away(fault):
                raise
            self.status.failed(fault, reason := busy(fault))
            raise reason from None

    # ------------------------------------------------------------ writing

    async def append(self, *writes: Write) -> None:
        """Returns when the events are on disk; raises Conflict if one of their numbers is taken."""
        if not self.begun:
            raise Busy("The server waits for its database: the game goes on when it is back.")
        events = [row for write in writes for row in event_rows(write)]
        await self.writer.put(events, [table_row(write.table) for write in writes])

    def write_jobs(self, connection: sa.Connection, jobs: Sequence[Job]) -> None:
        """All rows of a group, in one order whoever writes: two workers never wait for each other in a circle."""
        if events := sorted((row for job in jobs for row in job.events), key=itemgetter("table_id", "number")):
            connection.execute(self.insert_events, self.parameters(events))
        if tables := sorted((row for job in jobs for row in job.tables), key=itemgetter("id")):
            done = connection.execute(
                self.upsert_table, self.parameters(tables), execution_options={"preserve_rowcount": True}
            )
            if done.rowcount != len(tables):
                raise Conflict  # one of the tables was removed

    def parameters(self, rows: list[dict[str, Any]]) -> Any:
        """Rows as the statement wants them."""
        return {"rows": orjson.dumps(rows).decode()} if self.in_one_step else rows

    async def transact(self, work: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **given: P.kwargs) -> T:
        """Does work in a transaction of its own, in a thread: what is no event of a table."""

        def write() -> T:
            with self.asking(reader=False), self.engine.begin() as connection:
                return work(connection, *args, **given)

        return await asyncio.to_thread(write)

    async def housekeep(self, work: Callable[Concatenate[sa.Engine, P], T], *args: P.args, **given: P.kwargs) -> T:
        """Does work of many transactions, in a thread."""

        def write() -> T:
            with self.asking(reader=False):
                return work(self.engine, *args, **given)

        return await asyncio.to_thread(write)

    # ------------------------------------------------------------ reading

    async def look(self, work: Callable[Concatenate[sa.Connection, P], T], *args: P.args, **given: P.kwargs) -> T:
        """Does work that only reads, in a thread."""

        def read() -> T:
            with self.asking(), self.reader.connect() as connection:
                return work(connection, *args, **given)

        return await asyncio.to_thread(read)

    async def events(self, table_id: str, after: int = 0) -> list[Event]:
        """The events of a table, in their order."""
        return await asyncio.to_thread(self.read_events, table_id, after)

    def read_events(self, table_id: str, after: int = 0) -> list[Event]:
        """The same, for whoever may wait."""
        with self.asking(), self.reader.connect() as connection:
            return events_of(connection, table_id, after)

    async def lobby(self, table_ids: Sequence[str]) -> list[dict[str, Any]]:
        """Those of these tables that are public and have an open seat."""
        column = schema.tables.c
        rows = await self.rows(sa.select(column.summary).where(column.joinable, column.id.in_(table_ids)))
        return [orjson.loads(row.summary) for row in rows]

    async def open_since(self, before: int, most: int) -> list[str]:
        """Such tables at which nothing has happened since a time, the oldest first."""
        column = schema.tables.c
        query = sa.select(column.id).where(column.joinable, column.updated < before)
        return [row.id for row in await self.rows(query.order_by(column.updated).limit(most))]

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
        return await self.look(lambda connection: connection.execute(query).all())

    # ------------------------------------------------------------ signs of life

    def begin(self, worker: str, now: int, silence: int) -> int:
        """A worker begins, never before a time that is stored; the time at which it did. If all were silent for longer,
        that was an outage, during which no clock ran.

        :raises Busy: while the database is away; begin again later.
        """
        with self.reaching():
            migrate(self.engine)
            began = self.note_beginning(worker, now, silence)
        self.status.worked()
        self.begun = True
        return began

    def note_beginning(self, worker: str, now: int, silence: int) -> int:
        """In one transaction, so that two workers that begin at once agree."""
        with self.engine.begin() as connection:
            one_at_a_time(connection)
            last = connection.execute(sa.select(sa.func.max(schema.beats.c.time))).scalar()
            now = max(now, last or 0, connection.execute(sa.select(sa.func.max(schema.tables.c.updated))).scalar() or 0)
            connection.execute(sa.delete(schema.beats))  # this one is the newest, and who lives will beat again
            if last is not None and now - last > silence:
                connection.execute(sa.insert(schema.outages), {"since": last, "until": now})
            connection.execute(self.upsert_beat, {"worker": worker, "time": now})
        return now

    def last_time(self) -> int:
        """The newest time that is stored."""
        with self.reader.connect() as connection:
            newest = [sa.select(sa.func.max(column)) for column in (schema.beats.c.time, schema.tables.c.updated)]
            return max(connection.execute(query).scalar() or 0 for query in newest)

    async def beat(self, worker: str, now: int) -> None:
        """The worker is alive."""
        await self.transact(lambda connection: connection.execute(self.upsert_beat, {"worker": worker, "time": now}))

    async def note_outage(self, since: int, until: int) -> None:
        """Nothing could be written meanwhile, so that nobody could play."""
        row = {"since": since, "until": until}
        await self.transact(lambda connection: connection.execute(self.upsert_outage, row))

    async def outages(self, after: int) -> list[tuple[int, int]]:
        """When nobody was there, since a time."""
        column = schema.outages.c
        query = sa.select(column.since, column.until).where(column.until > after).order_by(column.since)
        return [(max(row.since, after), row.until) for row in await self.rows(query)]


def events_of(connection: sa.Connection, table_id: str, after: int = 0) -> list[Event]:
    """The events of a table, in their order."""
    found = schema.events.c
    query = sa.select(found.number, found.time, found.kind, found.data).where(
        found.table_id == table_id, found.number > after
    )
    return [read_event(*row) for row in connection.execute(query.order_by(found.number)).all()]


def many(insert: Any) -> Any:
    """SQLite takes all rows as one JSON text, in one step: Python lets go of its lock at every step and then has to
    wait for the event loop to give it back, so a step for each row would take longer than the disk.
    """
    columns = insert.table.c
    row = sa.func.json_each(sa.bindparam("rows", type_=sa.Text)).table_valued("value")
    fields = [sa.func.json_extract(row.c.value, f"$.{column.name}") for column in columns]
    return insert.from_select([column.name for column in columns], sa.select(*fields).where(sa.true()))


def replacing(insert: Any, table: sa.Table, where: Any = None) -> Any:
    """Inserts a row, or puts it in the place of the one with the same key, if that one may be replaced."""
    keys = [column.name for column in table.primary_key]
    rest = {column.name: insert.excluded[column.name] for column in table.c if column.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=rest, where=where)


def event_rows(write: Write) -> list[dict[str, Any]]:
    """Events as rows."""
    return [
        {
            "table_id": write.table.id,
            "number": event.number,
            "time": event.time,
            "kind": event.kind,
            "data": event.data_text(),
        }
        for event in write.events
    ]


def table_row(table: Table) -> dict[str, Any]:
    """What the lobby and the sweep need."""
    joinable = table.joinable
    return {
        "id": table.id,
        "status": table.status,
        "joinable": joinable,
        "number": table.number,
        "updated": table.time,
        "wake": table.wake(),
        "summary": orjson.dumps(views.summary(table)).decode() if joinable else "{}",
    }
