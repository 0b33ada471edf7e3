"""Live tables. One holds a table while somebody needs it: it writes what happens, tells the listeners, lets bots
think and watches the clock. Tables that nobody needs leave the memory; their events stay in the store.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Protocol

import orjson
import structlog

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.attendance import Attendance
from coatl.server.bot_turns import BotTurns
from coatl.server.clock import clock
from coatl.server.limits import Buckets, Places
from coatl.server.outages import Busy
from coatl.server.policies import Policies
from coatl.server.presence import TablePresence
from coatl.server.security import error_data
from coatl.server.storage.store import Store, Write
from coatl.server.storage.writer import Conflict, FailedWrite
from coatl.server.tables import commands, views
from coatl.server.tables.commands import AnyCommand
from coatl.server.tables.decisions import CommandResult, do, replayed
from coatl.server.tables.events import (
    AppliedEvent,
    AskedBack,
    Forgotten,
    Joined,
    Left,
    Removed,
    Sat,
    Started,
    Viewer,
)
from coatl.server.tables.people import Person
from coatl.server.tables.state import PLAYING
from coatl.server.tables.table import Table
from coatl.server.thinkers import Thinkers
from coatl.server.words import Words

MOST_TRIES = 5  # until a command gives way to other workers
GRACE = 0.3  # seconds after a deadline, for moves on their way
ENTRIES_OF_REQUEST = 100  # actions of a game that can be read for one request
WATCHING = 30.0  # seconds for which who asked for the table counts as watching it
SEATING = (Joined, Sat, Left, Removed, Started)  # events that change with whose eyes somebody sees

log = structlog.get_logger("coatl.tables")


class Listener(Protocol):
    """Somebody to whom events are sent: a socket."""

    def send(self, message: str) -> None:
        """Takes a message without waiting."""

    def cut(self, code: int) -> None:
        """Ends the connection; whoever wants comes again."""


class TableServices(Protocol):
    """What a live table needs of the registry around it."""

    store: Store
    thinkers: Thinkers
    policies: Policies
    bot_games: Places
    previews: asyncio.Semaphore
    pace: float
    outage: int | None
    reports: Buckets

    @property
    def words(self) -> Words: ...

    def attendance(self) -> Attendance: ...

    def changed(self, live: "LiveTable", done: CommandResult) -> None: ...

    def blocks_changed(self) -> None: ...

    def presence_changed(self, live: "LiveTable") -> None: ...

    def give_up(self, live: "LiveTable") -> None: ...


class LiveTable:
    """One live table. Whatever reads or changes it holds it, so nobody sees what is not on disk."""

    def __init__(self, services: TableServices, table: Table) -> None:
        self.services = services
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, int | None] = {}  # and which person each one is
        self.groups: dict[Viewer, set[Listener]] = {}
        self.presence = TablePresence(self, services.attendance())
        self.bots = BotTurns(self)
        self.reported: dict[int, set[commands.Report]] = {}  # by person
        self.hinting: set[int] = set()  # people whose hint is on its way
        self.previews: dict[int, tuple[Any, asyncio.Task[Any]]] = {}  # the last view and its preview, by seat
        self.alarm: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.address = ""  # whose share its bots think from: that of who made it or came first; empty for nobody
        self.looked = -WATCHING  # when somebody last asked for it
        self.gone = False  # whether it was given up: its table may be ahead of the store

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Table]:
        """The table, for whoever reads or changes it. One that was given up while somebody waited for the lock
        may be ahead of the store: nobody may see that or build on it.

        :raises CoatlError: server.busy; the next one who asks the registry gets the table as it is in the store.
        """
        async with self.lock:
            if self.gone:
                raise Busy("The table is being read again: try again in a moment.")
            yield self.table

    @property
    def weight(self) -> int:
        """What it costs to read the whole table, in requests: a long game costs more."""
        return 1 + (self.table.game.length // ENTRIES_OF_REQUEST if self.table.game is not None else 0)

    # ------------------------------------------------------------ commands

    async def do(self, command: AnyCommand, person: int | None = None, command_id: str | None = None) -> CommandResult:
        """Does what is asked; returns when it is on disk. Bots and clocks go on by themselves."""
        began = time.perf_counter()
        async with self.held():
            done = await self.written(command, person, command_id, clock())
            self.publish(done.applied)
        if done.applied:
            metrics.DURABLE.observe(time.perf_counter() - began)
            metrics.COMMANDS.labels(type(command).__name__.lower()).inc()
            self.services.changed(self, done)
        self.attend()
        return done

    async def written(self, command: AnyCommand, person: int | None, command_id: str | None, now: int) -> CommandResult:
        """Decides, and writes it down; if another worker was faster, reads what it wrote and decides again."""
        if isinstance(command, commands.AskBack) and self.table.back is None:
            await self.rewind(command.turn)
        for _ in range(MOST_TRIES):
            done = self.decided(command, person, command_id, now)
            if not done.applied:
                return done
            writes = [Write(self.table, [one.event for one in done.applied])]
            if done.rematch_table is not None:
                writes.append(Write(done.rematch_table, done.rematch_events))
            try:
                await asyncio.shield(self.services.store.append(*writes))
            except Conflict:
                metrics.CONFLICTS.inc()
                await self.reread(done.applied[0].event.number - 1)
            except Busy as fault:  # it may be on disk or not: the store knows, if it can be read
                if isinstance(fault, FailedWrite):
                    self.services.give_up(self)
                else:
                    await self.reread(done.applied[0].event.number - 1)
                raise
            except BaseException:
                self.services.give_up(self)
                raise
            else:
                return done
        raise Busy("Too much happens at this table at once: try again in a moment.")

    async def rewind(self, turn: int) -> None:
        """Makes the game as it was at the beginning of a turn, in a thread, for when all agree to go back."""
        if self.table.status == PLAYING and turn in self.table.turns:
            self.table.rewound = turn, await asyncio.to_thread(self.table.rewind(turn))

    def decided(self, command: AnyCommand, person: int | None, command_id: str | None, now: int) -> CommandResult:
        """What comes of a command, not yet on disk."""
        self.used = time.monotonic()
        who = None if person is None else self.table.people[person - 1]
        if not isinstance(command, commands.Replace):  # who is here matters to nothing else
            return do(self.table, command, now, who, command_id)
        return do(self.table, command, now, who, command_id, self.presence.people(), kept=self.presence.kept())

    async def reread(self, known: int) -> None:
        """Takes the table from the store, and tells the listeners what they did not know."""
        try:
            events = await self.services.store.events(self.table.id)
        except BaseException:
            self.services.give_up(self)
            raise
        if not events:
            self.services.give_up(self)
            raise CoatlError("table.unknown", "There is no such table any longer.")
        self.table, applied = await asyncio.to_thread(replayed, self.table.id, events)
        self.publish([one for one in applied if one.event.number > known])

    async def catch_up(self) -> None:
        """Another worker has written something."""
        async with self.held():
            events = await self.services.store.events(self.table.id, self.table.number)
            if any(isinstance(event.data, Forgotten) for event in events):
                await self.reread(self.table.number)
            else:
                for event in events:
                    if isinstance(event.data, AskedBack):
                        await self.rewind(event.data.turn)
                self.publish([self.table.apply(event) for event in events])
        self.attend()

    async def refresh(self) -> None:
        """Somebody looks after the tables: names may be erased, or the table may be gone."""
        async with self.held():
            await self.reread(self.table.number)
        self.attend()

    # ------------------------------------------------------------ listeners

    def listen(self, listener: Listener, person: int | None) -> None:
        """A listener comes, or turns out to be this person."""
        self.drop(listener)
        self.listeners[listener] = person
        self.enter(listener, person)
        self.presence.changed()
        if self.table.bots_only:
            self.attend()

    def leave(self, listener: Listener) -> None:
        """A listener goes."""
        if listener in self.listeners:
            person = self.listeners[listener]
            self.drop(listener)
            if person is not None and person not in self.listeners.values():
                self.presence.attendance.gone({person}, clock())
            self.used = time.monotonic()
            self.presence.changed()

    def drop(self, listener: Listener) -> None:
        """Takes a listener out of all groups."""
        self.listeners.pop(listener, None)
        for viewer, group in list(self.groups.items()):
            group.discard(listener)
            if not group:  # nothing is made for nobody
                del self.groups[viewer]

    def who(self, person: int | None) -> Person | None:
        """The person with this number."""
        return None if person is None else self.table.people[person - 1]

    def regroup(self) -> None:
        """Sorts the listeners by viewer: all of a group get the same bytes."""
        self.groups = {}
        for listener, person in self.listeners.items():
            self.enter(listener, person)

    def enter(self, listener: Listener, person: int | None) -> None:
        """Puts a listener into the groups of its viewers."""
        who = self.who(person)
        for viewer in self.table.viewers_of(who) if self.table.may_watch(who) else []:
            self.groups.setdefault(viewer, set()).add(listener)

    def publish(self, applied: list[AppliedEvent]) -> None:
        """Tells every listener what its viewer may know of it."""
        if not applied:
            return
        if any(isinstance(one.event.data, Forgotten) for one in applied):
            self.regroup()
            for viewer, listeners in self.groups.items():
                send([self.state(viewer)], listeners)  # also what was said before
            return
        before = self.groups
        if any(isinstance(one.event.data, SEATING) for one in applied):
            self.regroup()
            self.dismiss(before)
        for viewer, listeners in self.groups.items():
            messages = views.messages(self.table, applied, viewer)
            events = [orjson.dumps(message).decode() for message in messages]
            old = listeners if self.groups is before else listeners & before.get(viewer, set())
            send(events, old)
            if fresh := listeners - old:
                send([self.state(viewer)], fresh)
        if self.table.game is not None:
            self.table.game.rest()

    def dismiss(self, before: dict[Viewer, set[Listener]]) -> None:
        """Tells those who may no longer look, so that nobody waits for what will not come."""
        for listener in set().union(*before.values()) - set().union(*self.groups.values()):
            try:
                self.table.check_watching(self.who(self.listeners[listener]))
            except CoatlError as fault:
                message = {"type": "error", "id": None, "table": self.table.id, **error_data(fault)}
                send([orjson.dumps(message).decode()], [listener])

    def send(self, message: str) -> None:
        """The same message to everybody who listens."""
        send([message], self.listeners)

    def state(self, viewer: Viewer) -> str:
        """Everything a viewer may know, as a message."""
        return orjson.dumps(views.state(self.table, viewer, clock(), self.presence.data())).decode()

    # ------------------------------------------------------------ who looks at it

    def look(self, address: str) -> None:
        """Somebody at this address asks for the table."""
        self.used = self.looked = time.monotonic()
        if self.table.bots_only:
            self.claim(address)
            self.attend()

    def claim(self, address: str) -> None:
        """Somebody of the table is at this address: its bots think from that share, unless they have another."""
        self.address = self.address or address

    @property
    def is_open(self) -> bool:
        """Whether anybody may sit down, and the host is here to welcome them."""
        return self.table.joinable and self.table.host in self.presence.here()[0]

    @property
    def watched(self) -> bool:
        """Whether somebody looks at the table: connected here, or by a request not long ago."""
        return bool(self.listeners) or time.monotonic() - self.looked < WATCHING

    # ------------------------------------------------------------ bots and clocks

    def attend(self) -> None:
        """Sees to it that bots decide and that a time-out is noticed."""
        if self.gone:
            return
        self.bots.attend()
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        due = self.table.clock.next() if self.table.clock is not None else None
        if due is not None:
            wait = max(0.0, (due - clock()) / 1000) + GRACE
            self.alarm = asyncio.get_running_loop().call_later(wait, self.ring)

    def ring(self) -> None:
        """The time of somebody may be up."""
        self.alarm = None
        if self.services.outage is not None:  # nobody can play: the clock is put right first
            return
        task = asyncio.create_task(self.guarded(self.do(commands.Tick())))
        task.add_done_callback(lambda _: self.attend())  # what could not be written is tried again

    async def guarded(self, work: Any) -> None:
        """Work that nobody waits for: what goes wrong is written down, and tried again a little later."""
        try:
            await work
        except Busy:
            await asyncio.sleep(1)  # the outage has its line in the log
        except CoatlError as fault:
            if fault.code not in ("table.stale", "table.over"):
                log.warning("a table waits", table=self.table.id[:8], code=fault.code)
                await asyncio.sleep(1)
        except Exception as fault:
            metrics.FAULTS.inc()
            log.error("a table is stuck", table=self.table.id[:8], exc_info=fault)
            await asyncio.sleep(5)

    @property
    def idle(self) -> bool:
        """Whether nobody needs the live table now."""
        return not self.listeners and not self.bots.deciding and not self.lock.locked()

    def discard(self) -> None:
        """The live table is given up: nothing may go on in it."""
        self.gone = True
        self.bots.discard()
        self.presence.discard()
        if self.alarm is not None:
            self.alarm.cancel()


def send(messages: list[str], listeners: Iterable[Listener]) -> None:
    """The same messages to many."""
    for listener in listeners:
        for message in messages:
            listener.send(message)
