"""Backups: everything of a database, as it was at one moment, in one SQLite file. The server may run meanwhile.

It is the same file whatever the database was, so a backup is also the way from SQLite to PostgreSQL and back.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.storage import schema
from coatl.server.storage.checksums import check, write_checksums
from coatl.server.storage.database import migrate, reading, url_of, writing
from coatl.server.storage.progress import Progress, quiet
from coatl.server.storage.store import REMOVED, events_of
from coatl.server.tables.decisions import rebuild

BATCH = 5_000  # rows
LOOK = 1.5  # seconds between two looks whether one runs


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
        write_checksums(draft)
        draft.chmod(0o600)  # it holds the secrets of all games
        sync(draft)
        os.replace(draft, file)
    sync(file.absolute().parent)
    return tables


def restore(url: str, file: Path, force: bool = False, progress: Progress = quiet, replay: bool = False) -> int:
    """Puts a backup in the place of what is in the database, and returns how many tables it has.

    It is one transaction: a backup that is not whole changes nothing. Its checksums tell; one without them, or with
    `replay`, has every game played again.

    :raises CoatlError: backup.unreadable, backup.exists, server.running, or what is wrong with a table.
    """
    with tempfile.TemporaryDirectory(prefix="coatl-restore-") as folder:
        source_file, is_known = readable_copy(file, Path(folder), progress)
        with opened(reading(sqlite_in(source_file))) as source, opened(writing(url_of(url))) as target:
            migrate(target)
            check_target(target, force)
            with source.connect() as old, target.begin() as new:
                for table in schema.metadata.sorted_tables:
                    new.execute(sa.delete(table))
                copy(old, new, progress)
                check_rows(new)
                return count_kept(new) if is_known and not replay else verify(new, progress)


def readable_copy(file: Path, folder: Path, progress: Progress) -> tuple[Path, bool]:
    """A copy in the present layout, and whether its checksums were right; the backup itself stays as it is."""
    if not file.is_file() or first_bytes(file) != b"SQLite format 3\0":
        raise CoatlError("backup.unreadable", f"{file} is no backup of coatl.")
    found = Path(shutil.copy(file, folder / "backup.db"))
    is_known = check(found, progress)
    with opened(writing(sqlite_in(found))) as engine:
        names = set(sa.inspect(engine).get_table_names())
        if not {"events", "tables", "alembic_version"} <= names:
            raise CoatlError("backup.unreadable", f"{file} is no backup of coatl.")
        migrate(engine)
    return found, is_known


def first_bytes(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(16)


def check_target(target: sa.Engine, force: bool) -> None:
    """Nothing is overwritten by mistake, and never under the feet of a server."""
    with target.connect() as connection:
        if count(connection, schema.tables) and not force:
            raise CoatlError("backup.exists", "There are tables in this database already.", ["--force"])
    last = newest_beat(target)
    if last:  # the clock of a server and of this machine may differ, so only a new one tells
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
        rows = old.execution_options(yield_per=BATCH).execute(sa.select(table))
        put = putting(new, table)
        for batch in rows.partitions():
            put(batch)
            done += len(batch)
            progress(f"copying {table.name}", done, total)
    count_on(new)


def putting(connection: sa.Connection, table: sa.Table) -> Callable[[Sequence[Any]], None]:
    """How rows come into a table quickest: past SQLAlchemy, which would look at each value."""
    names, cursor = [column.name for column in table.c], connection.connection.cursor()
    columns = ", ".join(names)
    if connection.dialect.name == "sqlite":
        statement = f"INSERT INTO {table.name} ({columns}) VALUES ({', '.join('?' * len(names))})"
        return lambda rows: cursor.executemany(statement, rows)

    def put(rows: Sequence[Any]) -> None:
        with cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as stream:
            for row in rows:
                stream.write_row(row)

    return put


def count_on(connection: sa.Connection) -> None:
    """PostgreSQL gives ids from a count of its own: the next one comes after those that were copied."""
    if connection.dialect.name != "postgresql":
        return
    for table in (schema.audit, schema.reports):
        counter = sa.func.pg_get_serial_sequence(table.name, "id")
        last = sa.select(sa.func.coalesce(sa.func.max(table.c.id), 0)).scalar_subquery()
        connection.execute(sa.select(sa.func.setval(counter, last + 1, False)))


def count(connection: sa.Connection, table: sa.Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0


def count_kept(connection: sa.Connection) -> int:
    """How many tables there are."""
    query = sa.select(sa.func.count()).where(schema.tables.c.status != REMOVED)
    return connection.execute(query).scalar() or 0


def check_rows(connection: sa.Connection) -> None:
    """No event is missing, and none is there without its table.

    :raises CoatlError: table.broken
    """
    found, column = schema.events.c, schema.tables.c
    query = sa.select(found.table_id, sa.func.count().label("events"), sa.func.max(found.number).label("last"))
    events = query.group_by(found.table_id).subquery()
    strays = connection.execute(sa.select(sa.func.count()).select_from(events)).scalar()
    if strays != (listed := count_kept(connection)):
        raise CoatlError("table.broken", f"There are events of {strays} tables, but {listed} tables are listed.")
    both = schema.tables.join(events, column.id == events.c.table_id)
    gap = sa.select(column.id).select_from(both)
    gap = gap.where((events.c.events != column.number) | (events.c.last != column.number), column.status != REMOVED)
    if table_id := connection.execute(gap.limit(1)).scalar():
        raise CoatlError("table.broken", f"Table {table_id[:8]} lacks events.")


def verify(connection: sa.Connection, progress: Progress) -> int:
    """Replays every table: every draw is as it was, and the list of tables agrees with it."""
    column = schema.tables.c
    query = sa.select(column.id, column.number, column.status).where(column.status != REMOVED)
    listed = connection.execute(query.order_by(column.id)).all()
    for done, (table_id, number, status) in enumerate(listed, 1):
        table = rebuild(table_id, events_of(connection, table_id))
        if (table.number, table.status) != (number, status):
            raise CoatlError("table.broken", f"Table {table_id[:8]} does not add up to what is listed.")
        progress("replaying tables", done, len(listed))
    return len(listed)


# ---------------------------------------------------------------- files


def sqlite_in(file: Path) -> sa.URL:
    return sa.URL.create("sqlite", database=str(file))


def sync(path: Path) -> None:
    """On disk, whatever happens to the machine."""
    if os.name == "nt" and path.is_dir():  # Windows opens no folders
        return
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)  # and writes down what may be written alone
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
