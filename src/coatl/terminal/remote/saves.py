"""What is kept of a game on a server: its record, and the link back to it."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from coatl.client import Table
from coatl.engine.errors import CoatlError
from coatl.terminal.saves import state_folder

AWAY = "away"  # the personal link of the last table
IDENTITY = "identity"
SECRET = 0o600  # nobody else may read it


class RecordSaver:
    """Where the records of games on servers lie, unless the player names a file."""

    def __init__(self, own: Path | None = None) -> None:
        self.own = own

    def keep(self, table: Table, path: Path | None = None) -> Path:
        """Writes the record down, as the people here may know it."""
        target = path or self.own or state_folder() / f"table-{table.id}.coatl"
        content = table.record("json" if target.suffix == ".json" else "text")
        try:
            if target.parent == state_folder():
                target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content, encoding="utf-8")
        except OSError as fault:
            raise CoatlError("file.write", f"{target} cannot be written: {fault.strerror or fault}.") from None
        return target


def remember(table: Table) -> None:
    """Keeps the way back to a table where one has a seat; a machine that cannot is no obstacle."""
    if table.token is None:
        return
    try:
        state_folder().mkdir(parents=True, exist_ok=True)
        place = os.open(state_folder() / AWAY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, SECRET)
        with os.fdopen(place, "w", encoding="utf-8") as file:
            file.write(f"{table.personal_link}\n")
    except OSError:
        return


def own_identity() -> str:
    """The secret by which this terminal is known at every table (docs/server.md, Blocking); it is made once."""
    path = state_folder() / IDENTITY
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        made = secrets.token_hex(32)
    with suppress(OSError):  # where nothing can be written it lasts as long as the program
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, SECRET), "w", encoding="utf-8") as file:
            file.write(f"{made}\n")
    return made


def way_back() -> str:
    """The link to the last table.

    :raises CoatlError: resume.none
    """
    try:
        return (state_folder() / AWAY).read_text(encoding="utf-8").strip()
    except OSError:
        message = "There is no table to go back to."
        raise CoatlError("resume.none", message, ["coatl play --server …/t/TABLE#token=…"]) from None
