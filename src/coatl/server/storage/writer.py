"""The one thread that writes. It takes whatever waits, from many tables, and commits it in one transaction:
a commit that is really on disk takes milliseconds, whether it holds one move or fifty.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa
import structlog

from coatl.server import metrics
from coatl.server.outages import Busy, PartStatus
from coatl.server.storage.database import busy, is_away

MOST_IN_GROUP = 500
Statements = Callable[[sa.Connection], Any]

log = structlog.get_logger("coatl.storage")


class Conflict(Exception):
    """Somebody else has taken this number: read again, then decide again."""


class FailedWrite(Busy):
    """A write failed for a reason that nobody foresaw: what is in memory may be wrong too."""


@dataclass(slots=True)
class Job:
    """Rows that are written together or not at all, and who waits for it."""

    events: Sequence[dict[str, Any]]
    tables: Sequence[dict[str, Any]]
    future: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop
    fault: Exception | None = field(default=None)


class Writer:
    """Writes jobs in groups until it is stopped; what was handed over before is still written."""

    def __init__(
        self, engine: sa.Engine, write: Callable[[sa.Connection, Sequence[Job]], None], status: PartStatus
    ) -> None:
        self.engine = engine
        self.status = status
        self.write = write
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.groups = 0
        self.stopped = False
        self.thread = threading.Thread(target=self.run, name="coatl-writer", daemon=True)
        self.thread.start()

    def put(self, events: Sequence[dict[str, Any]], tables: Sequence[dict[str, Any]]) -> "asyncio.Future[None]":
        """Hands rows over; the future is done when they are on disk."""
        if self.stopped:
            raise Busy("The server is closing: try again in a moment.")
        loop = asyncio.get_running_loop()
        job = Job(events, tables, loop.create_future(), loop)
        self.jobs.put(job)
        return job.future

    def stop(self) -> None:
        """Waits until everything is written; nothing more is taken."""
        self.stopped = True
        self.jobs.put(None)
        self.thread.join()

    def run(self) -> None:
        """The thread."""
        going = True
        while going:
            group, going = self.next_group()
            if group:
                self.commit(group)
                self.groups += 1
                group[0].loop.call_soon_threadsafe(answer, group)

    def next_group(self) -> tuple[list[Job], bool]:
        """All that waits, at least one job; false behind the last one."""
        group: list[Job] = []
        job = self.jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == MOST_IN_GROUP:
                return group, True
            try:
                job = self.jobs.get_nowait()
            except Empty:
                return group, True
        return group, False

    def commit(self, group: list[Job]) -> None:
        """One transaction for all; if one of them cannot be written, each has its own."""
        try:
            with self.engine.begin() as connection:
                self.write(connection, group)
        except (sa.exc.IntegrityError, Conflict):
            if len(group) == 1:
                group[0].fault = Conflict()
                return
            for job in group:
                self.commit([job])
        except Exception as fault:
            if is_away(fault):  # the disk is full, the database is away: whoever waits tries again
                self.status.failed(fault, reason := busy(fault))
                refuse(group, reason)
                return
            metrics.FAULTS.inc()
            log.error("write failed", fault=type(fault).__name__, jobs=len(group), exc_info=fault)
            refuse(group, FailedWrite("The server cannot write just now: try again in a moment."))
        else:
            self.status.worked()


def refuse(group: list[Job], fault: Busy) -> None:
    """Nothing of the group was written."""
    metrics.FAILED_WRITES.inc(len(group))
    for job in group:
        job.fault = fault


def answer(group: list[Job]) -> None:
    """In the event loop: answers everybody who waits."""
    for job in group:
        if job.future.done():
            continue
        if job.fault is None:
            job.future.set_result(None)
        else:
            job.future.set_exception(job.fault)
