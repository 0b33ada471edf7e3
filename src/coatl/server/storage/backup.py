"""Backups: everything of a database, as it was at one moment, in one SQLite file. The server may run meanwhile.

It is the same file whatever the database was, so a backup is also the way from SQLite to PostgreSQL and back.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.storage import schema
from coatl.server.storage.connecting import migrate, reading, url_of, writing
from coatl.server.tables.deciding import rebuilt
from coatl.server.tables.events import Event

BATCH = 5_000  # rows
ALIVE = 3_000  # milliseconds: a server that runs has given a sign of life since
LOOK = 1.5  # seconds between two looks whether one runs
Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


def quiet(what: str, done: int, of: int) -> None:
    """Says nothing."""


@contextmanager
def opened(engine: sa.Engine) -> Iterator[sa.Engine]:
    """An engine until the end of the block; what goes wrong in the database is one message."""
    try:
        yield engine
    except sa.exc.DBAPIError as fault:
        raise CoatlError("database.fault", f"The database cannot be used: {fault.orig}.") from None
    finally:
        engine.dispose()


def back_up(url: str, file: Path, force: bool = False, progress: Progress = quiet) -> int:
    """Writes a backup and returns how many tables are in it. The file is there when it is whole, never before.

    :raises CoatlError: backup.exists, backup.nothing, or database.fault.
    """
    if file.exists() and not force:
        raise CoatlError("backup.exists", f"{file} is there already.", ["--force"])
    address = url_of(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").exists():
        raise CoatlError("backup.nothing", f"There is no database at {address.database}.")
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".coatl-backup-") as folder:
        draft = Path(folder) / file.name
        with opened(reading(address)) as source, opened(writing(sqlite_in(draft))) as target:
            migrate(target)
            with snapshot(source) as old, target.begin() as new:
                copy(old, new, progress)
                tables = count(new, schema.tables)
        draft.chmod(0o600)  # it holds the secrets of all games
        sync(draft)
        os.replace(draft, file)
    sync(file.absolute().parent)
    return tables


def restore(url: str, file: Path, force: bool = False, progress: Progress = quiet) -> int:
    """Puts a backup in the place of what is in the database, and returns how many tables it has.

    It is one transaction, in which every game is replayed: a backup that is not whole changes nothing.

    :raises CoatlError: backup.unreadable, backup.exists, server.running, or what is wrong with a table.
    """
    with tempfile.TemporaryDirectory(prefix="coatl-restore-") as folder:
        source_file = readable_copy(file, Path(folder))
        with opened(reading(sqlite_in(source_file))) as source, opened(writing(url_of(url))) as target:
            migrate(target)
            check_target(target, force)
            with source.connect() as old, target.begin() as new:
                for table in schema.metadata.sorted_tables:
                    new.execute(sa.delete(table))
                copy(old, new, progress)
                return verify(new, progress)


def readable_copy(file: Path, folder: Path) -> Path:
    """A copy in the present layout; the backup itself stays as it is."""
    if not file.is_file() or file.read_bytes()[:16] != b"SQLite format 3\0":
        raise CoatlError("backup.unreadable", f"{file} is no backup of coatl.")
    found = Path(shutil.copy(file, folder / "backup.db"))
    with opened(writing(sqlite_in(found))) as engine:
        names = set(sa.inspect(engine).get_table_names())
        if not {"events", "tables", "alembic_version"} <= names:
            raise CoatlError("backup.unreadable", f"{file} is no backup of coatl.")
        migrate(engine)
    return found


def check_target(target: sa.Engine, force: bool) -> None:
    """Nothing is overwritten by mistake, and never under the feet of a server."""
    with target.connect() as connection:
        if count(connection, schema.tables) and not force:
            raise CoatlError("backup.exists", "There are tables in this database already.", ["--force"])
    last = newest_beat(target)
    if last > time.time() * 1000 - ALIVE:
        time.sleep(LOOK)
        if newest_beat(target) != last:
            raise CoatlError("server.running", "A server is using this database: stop it first.")


def newest_beat(engine: sa.Engine) -> int:
    with engine.connect() as connection:
        return connection.execute(sa.select(sa.func.max(schema.beats.c.time))).scalar() or 0


# ---------------------------------------------------------------- rows


@contextmanager
def snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Everything as it is at one moment, while others write on."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def copy(old: sa.Connection, new: sa.Connection, progress: Progress) -> None:
    """All rows of all tables."""
    for table in schema.metadata.sorted_tables:
        total, done = count(old, table), 0
        rows = old.execution_options(yield_per=BATCH).execute(sa.select(table)).mappings()
        for batch in rows.partitions():
            new.execute(sa.insert(table), [dict(row) for row in batch])
            done += len(batch)
            progress(f"copying {table.name}", done, total)


def count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0


def verify(connection: sa.Connection, progress: Progress) -> int:
    """Replays every table: no event is missing, every draw is as it was, and the list of tables agrees with it."""
    column = schema.tables.c
    listed = connection.execute(sa.select(column.id, column.number, column.status).order_by(column.id)).all()
    strays = connection.execute(sa.select(sa.func.count(sa.distinct(schema.events.c.table_id)))).scalar()
    if strays != len(listed):
        raise CoatlError("table.broken", f"There are events of {strays} tables, but {len(listed)} tables are listed.")
    for done, (table_id, number, status) in enumerate(listed, 1):
        table = rebuilt(table_id, events_of(connection, table_id))
        if (table.number, table.status) != (number, status):
            raise CoatlError("table.broken", f"Table {table_id[:8]} does not add up to what is listed.")
        progress("replaying tables", done, len(listed))
    return len(listed)


def events_of(connection: sa.Connection, table_id: str) -> list[Event]:
    """The events of a table, in their order."""
    found = schema.events.c
    query = sa.select(found.number, found.time, found.kind, found.data).where(found.table_id == table_id)
    rows = connection.execute(query.order_by(found.number)).all()
    return [Event(number, when, kind, orjson.loads(data)) for number, when, kind, data in rows]


# ---------------------------------------------------------------- files


def sqlite_in(file: Path) -> sa.URL:
    return sa.URL.create("sqlite", database=str(file))


def sync(path: Path) -> None:
    """On disk, whatever happens to the machine."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
