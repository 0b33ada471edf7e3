"""Engines for SQLite and PostgreSQL, and the migrations."""

import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy import event

from coatl.engine.errors import CoatlError
from coatl.server.outages import Busy

MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 15  # seconds that SQLite waits for another process
BUSY_WAIT = 1000 * PATIENCE  # the same in milliseconds
LOG_WAIT = 250  # milliseconds for which somebody who writes may have to wait until the log is empty
CONNECTING = 3  # seconds until a PostgreSQL that does not answer is away
LOCK = 0x636F61746C  # of workers that begin at the same time
ALEMBIC = threading.Lock()  # it keeps what it is doing in globals, so one thread of a process migrates at a time
AWAY = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.InternalError, sa.exc.TimeoutError)
MISTAKES = ("no such ", "no column", "syntax error")  # which SQLite calls operational as well
FULL_DISK = ("disk is full", "No space left")
DAMAGED = ("malformed", "not a database")
READ_ONLY = ("readonly", "read-only")
DISK_SECONDS = 5.0  # somebody has to make room


def url_of(text: str) -> sa.URL:
    """The address of a database; PostgreSQL is spoken to by psycopg."""
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise CoatlError("database.url", "COATL_DATABASE_URL is no address of a database.", FORMS) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise CoatlError("database.url", f"There is no storage in {url.get_backend_name()}.", FORMS)
    return url.set(drivername="postgresql+psycopg") if url.get_backend_name() == "postgresql" else url


def is_away(fault: Exception) -> bool:
    """Whether the database is away, or cannot be written for the moment; else it was asked for something wrong."""
    return isinstance(fault, AWAY) and not any(sign in str(getattr(fault, "orig", "")) for sign in MISTAKES)


def busy(fault: Exception) -> Busy:
    """What is said to whoever needs the database while it is away, or while nothing can be written there."""
    reason = str(getattr(fault, "orig", None) or fault)
    if any(sign in reason for sign in FULL_DISK):
        return Busy("The disk of the server is full: the game goes on when there is room.", DISK_SECONDS, "server.disk")
    if any(sign in reason for sign in READ_ONLY):
        message = "The disk of the server cannot be written: the game goes on when it can."
        return Busy(message, DISK_SECONDS, "server.disk")
    return Busy("The server cannot reach its database: the game goes on when it is back.")


FORMS = ("sqlite:////path/to/coatl.db", "postgresql://user:password@host/database")


def reading(url: sa.URL) -> sa.Engine:
    """For questions, from any thread."""
    engine = sa.create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite", **pool(url, 4))
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
    return engine


def writing(url: sa.URL) -> sa.Engine:
    """For the one thread that writes."""
    engine = sa.create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite", **pool(url, 1))
    if url.get_backend_name() == "sqlite":
        keep_secret(url)
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_to_write)
    return engine


def keep_secret(url: sa.URL) -> None:
    """Only the owner reads the file, whatever its folder allows: it holds the seeds of running games."""
    if url.database in (None, "", ":memory:"):
        return
    path = Path(url.database)
    with suppress(OSError):  # whether it can be used is seen by using it
        path.touch(mode=0o600)
        for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
            if (one := path.with_name(name)).exists():
                one.chmod(0o600)


def close(engine: sa.Engine) -> None:
    """Ends all connections. Threads whose askers have left may still read: what is in use would outlive its pool."""
    lines, end = cast(sa.QueuePool, engine.pool), time.monotonic() + PATIENCE
    while lines.checkedout() and time.monotonic() < end:
        time.sleep(0.01)
    engine.dispose()


def pool(url: sa.URL, size: int) -> dict[str, Any]:
    """What both have in common; errors do not repeat what was to be written, which is secret, into the log."""
    waiting = {"pool_size": size, "max_overflow": size, "pool_timeout": PATIENCE}
    answering = {} if url.get_backend_name() == "sqlite" else {"connect_args": {"connect_timeout": CONNECTING}}
    return {"poolclass": sa.QueuePool, "hide_parameters": True, **waiting, **answering}


def prepare_sqlite(connection: Any, record: Any) -> None:
    """Commits survive a power cut (`synchronous=FULL`), readers do not wait for the writer (WAL)."""
    connection.isolation_level = None  # SQLAlchemy says itself when a transaction begins
    for pragma in (f"busy_timeout={BUSY_WAIT}", "journal_mode=WAL", "synchronous=FULL", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def begin_to_write(connection: sa.Connection) -> None:
    """Takes the place of the writer at once, so that two processes wait for each other and do not fail."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def overwrite_deleted(connection: sa.Connection) -> None:
    """What this connection deletes from now on is overwritten: SQLite would leave it in the file until it needs the
    place. In PostgreSQL that is the work of its vacuum.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")


def empty_log(engine: sa.Engine) -> None:
    """Empties SQLite's log, in which what was overwritten would stand for a while. Who reads just now is waited for
    only a moment: the next time will do.
    """
    if engine.dialect.name != "sqlite":
        return
    line = engine.raw_connection()
    try:
        cursor = line.cursor()
        for pragma in (f"busy_timeout={LOG_WAIT}", "wal_checkpoint(TRUNCATE)", f"busy_timeout={BUSY_WAIT}"):
            cursor.execute(f"PRAGMA {pragma}").fetchall()
        cursor.close()
    finally:
        line.close()


def one_at_a_time(connection: sa.Connection) -> None:
    """Until the end of the transaction; SQLite has only one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


def migrate(engine: sa.Engine) -> None:
    """Brings the database to the present layout.

    :raises CoatlError: database.newer, database.migration, database.damaged
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    try:
        with ALEMBIC, engine.begin() as connection:
            one_at_a_time(connection)
            check_layout(connection, config)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except sa.exc.OperationalError:
        raise
    except sa.exc.DatabaseError as fault:
        if not any(sign in str(fault.orig) for sign in DAMAGED):
            raise
        message = f"The database {engine.url.database} is damaged: {fault.orig}. Bring a backup back: coatl restore."
        raise CoatlError("database.damaged", message) from None


def check_layout(connection: sa.Connection, config: Any) -> None:
    """Refuses a database whose layout this version does not know.

    :raises CoatlError: database.newer, database.migration
    """
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    found = MigrationContext.configure(connection).get_current_revision()
    known = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    if (found is None and known) or found in known:
        return
    if known and str(found) > max(known):
        message = f"The database was written by a newer version of coatl (layout {found}): update coatl."
        raise CoatlError("database.newer", message, known)
    message = f"This installation lacks the migration {found or 'of the first layout'}: install coatl anew."
    raise CoatlError("database.migration", message, known)
