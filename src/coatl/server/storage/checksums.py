"""Checksums of a backup: whoever restores it knows that every row is as it was when it was saved, without a replay."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from coatl.engine.errors import CoatlError
from coatl.server.storage import schema
from coatl.server.storage.progress import Progress, quiet

TABLE = "checksums"  # in the file of a backup, and in no database
BATCH = 20_000  # rows


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(file)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


def checksum(connection: sqlite3.Connection, name: str, progress: Progress = quiet) -> str:
    """The SHA-256 of all rows of a table; a file always gives them in the same order."""
    [(total,)] = connection.execute(f"SELECT count(*) FROM {name}")
    rows, found, done = connection.execute(f"SELECT * FROM {name}"), hashlib.sha256(), 0
    while batch := rows.fetchmany(BATCH):
        found.update(repr(batch).encode())
        done += len(batch)
        progress(f"checking {name}", done, total)
    return found.hexdigest()


def write_checksums(file: Path) -> None:
    """Adds the checksums to a backup that is otherwise finished."""
    with opened(file) as connection:
        connection.execute(f"CREATE TABLE {TABLE} (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)")
        for table in schema.metadata.sorted_tables:
            row = (table.name, checksum(connection, table.name))
            connection.execute(f"INSERT INTO {TABLE} VALUES (?, ?)", row)


def check(file: Path, progress: Progress) -> bool:
    """Whether every row is as it was saved; false for a backup without checksums, which 0.1 wrote.

    :raises CoatlError: backup.damaged
    """
    with opened(file) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if TABLE not in names:
            return False
        for name, wanted in connection.execute(f"SELECT name, sha256 FROM {TABLE}").fetchall():
            if not name.isidentifier() or name not in names or checksum(connection, name, progress) != wanted:
                raise CoatlError("backup.damaged", f"The backup is damaged: its {name} are not as they were saved.")
    return True
