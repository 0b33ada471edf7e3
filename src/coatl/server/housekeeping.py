"""Looking after what is stored while the server runs: tables that are removed, names that are erased, and what is kept
no longer than the operator said.
"""

import asyncio
from typing import TYPE_CHECKING

import sqlalchemy as sa
import structlog

from coatl.engine.errors import CoatlError
from coatl.server.clock import clock
from coatl.server.outages import Busy
from coatl.server.settings import TableKind
from coatl.server.storage.audit import last_act, note_act, tables_since
from coatl.server.storage.database import empty_log
from coatl.server.storage.people import erase
from coatl.server.storage.tables import STEP, bury, limits, old_tables, remove_table

if TYPE_CHECKING:
    from coatl.server.registry import Registry

ITSELF = "server"  # who did what the settings ask for
PAUSE = 0.1  # seconds between two steps

log = structlog.get_logger("coatl.housekeeping")


class Housekeeping:
    """What one worker does besides games."""

    def __init__(self, registry: "Registry") -> None:
        self.registry = registry
        self.store = registry.store
        self.seen: int | None = None  # the last act in the audit trail that this worker has followed

    async def remove(self, table_id: str, operator: str) -> int:
        """Removes a table, and returns how many events it had; who is connected is told that it is gone."""
        events = await self.store.transact(remove_table, table_id, clock(), operator)
        await self.store.housekeep(empty_log)
        await self.refresh(table_id)
        self.registry.lobby.changed()
        return events

    async def erase(self, table_id: str, person: int | None, operator: str) -> bool:
        """Erases the name and the lines of a person at a table; false if nothing was left to erase."""
        try:
            return await self.erase_in_store(table_id, person, operator)
        finally:
            await self.store.housekeep(empty_log)

    async def erase_in_store(self, table_id: str, person: int | None, operator: str) -> bool:
        live = self.registry.tables.get(table_id)
        if live is None:
            return await self.store.transact(erase, table_id, person, clock(), operator) is not None
        async with live.held():  # no move comes in between
            done = await self.store.transact(erase, table_id, person, clock(), operator)
            await live.reread(live.table.number)
        self.registry.bus.publish({"kind": "table", "table": table_id, "number": live.table.number})
        self.registry.lobby.changed()
        return done is not None

    async def refresh(self, table_id: str) -> None:
        """A table that is live here was changed behind its back."""
        live = self.registry.tables.get(table_id)
        if live is not None:
            try:
                await live.refresh()
            except CoatlError as fault:
                if fault.code != "table.unknown":  # it is gone, as it should be
                    raise

    async def follow(self) -> None:
        """Looks what was done by others: by a command, or at another worker."""
        if self.seen is None:
            self.seen = await self.store.look(last_act)
        tables, self.seen = await self.store.look(tables_since, self.seen)
        for table_id in tables:
            await self.refresh(table_id)
        if tables:
            self.registry.lobby.changed(tell=False)

    async def retain(self) -> None:
        """Removes what is older than the settings allow, a few tables at a time."""
        settings = self.registry.settings
        for kind, before in limits(settings.keep, clock()).items():
            done = 0
            while step := await self.store.transact(self.retain_step, kind, before):
                done += step
                await asyncio.sleep(PAUSE)
            if done:
                log.info("old tables removed", kind=kind, tables=done)
                act = "tables.anonymise" if kind == "finished" and settings.keep_records else "tables.prune"
                await self.store.transact(note_act, clock(), ITSELF, act, kind=kind, tables=done)
        await self.store.transact(bury, clock())
        await self.store.housekeep(empty_log)

    def retain_step(self, connection: sa.Connection, kind: TableKind, before: int) -> int:
        """In a thread: a few tables that nobody here holds. In order of their ids, as everybody writes."""
        keeps = self.registry.settings.keep_records
        found = old_tables(connection, kind, before, STEP + len(self.registry.tables), keeps)
        idle = sorted(table_id for table_id in found if table_id not in self.registry.tables)[:STEP]
        for table_id in idle:
            if not (kind == "finished" and keeps and is_erased(connection, table_id)):
                remove_table(connection, table_id, clock())
        return len(idle)


def is_erased(connection: sa.Connection, table_id: str) -> bool:
    """Erases all names of a finished game; false for one that cannot be read, and of which nothing is worth keeping."""
    try:
        erase(connection, table_id, None, clock())
    except Busy:
        raise
    except CoatlError:
        return False
    return True
