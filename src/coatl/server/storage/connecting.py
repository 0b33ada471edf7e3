"""Engines for SQLite and PostgreSQL, and the migrations."""

import time
from pathlib import Path
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy import event

from coatl.engine.errors import CoatlError

MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 15  # seconds that SQLite waits for another process
LOCK = 0x636F61746C  # of workers that begin at the same time


def url_of(text: str) -> sa.URL:
    """The address of a database; PostgreSQL is spoken to by psycopg."""
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError:
        raise CoatlError("database.url", "COATL_DATABASE_URL is no address of a database.", FORMS) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise CoatlError("database.url", f"There is no storage in {url.get_backend_name()}.", FORMS)
    return url.set(drivername="postgresql+psycopg") if url.get_backend_name() == "postgresql" else url


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
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_to_write)
    return engine


def close(engine: sa.Engine) -> None:
    """Ends all connections. Threads whose askers have left may still read: what is in use would outlive its pool."""
    lines, end = cast(sa.QueuePool, engine.pool), time.monotonic() + PATIENCE
    while lines.checkedout() and time.monotonic() < end:
        time.sleep(0.01)
    engine.dispose()


def pool(url: sa.URL, size: int) -> dict[str, Any]:
    """What both have in common; errors do not repeat what was to be written, which is secret, into the log."""
    waiting = {"pool_size": size, "max_overflow": size, "pool_timeout": PATIENCE}
    return {"poolclass": sa.QueuePool, "hide_parameters": True, **waiting}


def prepare_sqlite(connection: Any, record: Any) -> None:
    """Commits survive a power cut (`synchronous=FULL`), readers do not wait for the writer (WAL)."""
    connection.isolation_level = None  # SQLAlchemy says itself when a transaction begins
    for pragma in ("busy_timeout=15000", "journal_mode=WAL", "synchronous=FULL", "temp_store=MEMORY"):
        connection.execute(f"PRAGMA {pragma}")


def begin_to_write(connection: sa.Connection) -> None:
    """Takes the place of the writer at once, so that two processes wait for each other and do not fail."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def one_at_a_time(connection: sa.Connection) -> None:
    """Until the end of the transaction; SQLite has only one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


def migrate(engine: sa.Engine) -> None:
    """Brings the database to the present layout."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        one_at_a_time(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
