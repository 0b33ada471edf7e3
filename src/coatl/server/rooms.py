"""Live tables. A room holds a table while somebody needs it: it writes what happens, tells the listeners, lets bots
think and watches the clock. Tables that nobody needs leave the memory; their events stay in the store.
"""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Protocol

import orjson
import structlog

from coatl.bots.registry import entrant
from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.security import error_data
from coatl.server.storage.store import Store, Write
from coatl.server.storage.writer import Conflict
from coatl.server.tables import commands as ask
from coatl.server.tables import showing
from coatl.server.tables.deciding import Done, do
from coatl.server.tables.events import Happening, Viewer
from coatl.server.tables.people import Person
from coatl.server.tables.table import Table
from coatl.server.thinking import Thinkers

MOST_TRIES = 5  # until a command gives way to other workers
GRACE = 0.3  # seconds after a deadline, for moves on their way
SIMULATING = 1.0  # seconds that a bot with a number of simulations usually needs at most
NEWS_PAUSE = 0.1  # seconds between two messages of who is here
SEATING = {"joined", "sat", "left", "started"}  # events that change with whose eyes somebody sees

log = structlog.get_logger("coatl.tables")


def clock() -> int:
    """Now, in milliseconds since 1970."""
    return int(time.time() * 1000)


class Listener(Protocol):
    """Somebody who is told what happens: a socket."""

    def send(self, message: str) -> None:
        """Takes a message without waiting."""

    def cut(self, code: int) -> None:
        """Ends the line; whoever wants comes again."""


class House(Protocol):
    """What a room needs of the house around it."""

    store: Store
    thinkers: Thinkers
    previews: asyncio.Semaphore
    pace: float

    def changed(self, room: "Room", done: Done) -> None: ...

    def came(self, room: "Room") -> None: ...

    def give_up(self, room: "Room") -> None: ...


class Room:
    """One live table. Whatever reads or changes it holds it, so nobody sees what is not on disk."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: dict[Listener, int | None] = {}  # and which person each one is
        self.groups: dict[Viewer, set[Listener]] = {}
        self.elsewhere: dict[str, tuple[float, frozenset[int], int]] = {}  # people at other workers
        self.deciding: dict[int, asyncio.Task[None]] = {}
        self.hinting: set[int] = set()  # people whose hint is on its way
        self.foreseen: dict[int, tuple[Any, asyncio.Task[Any]]] = {}  # the last view and its preview, by seat
        self.alarm: asyncio.TimerHandle | None = None
        self.news: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self.gone = False  # whether it was given up: its table may be ahead of the store

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Table]:
        """The table, for whoever reads or changes it. A room that was given up while somebody waited for the lock
        may be ahead of the store: nobody may see that or build on it.

        :raises CoatlError: server.busy; the next one who asks the house gets the table as it is in the store.
        """
        async with self.lock:
            if self.gone:
                raise CoatlError("server.busy", "The table is being read again: try again in a moment.")
            yield self.table

    # ------------------------------------------------------------ commands

    async def do(self, command: ask.Asked, person: int | None = None, command_id: str | None = None) -> Done:
        """Does what is asked; returns when it is on disk. Bots and clocks go on by themselves."""
        began = time.perf_counter()
        async with self.held():
            done = await self.written(command, person, command_id, clock())
            self.publish(done.happenings)
        if done.happenings:
            metrics.DURABLE.observe(time.perf_counter() - began)
            metrics.COMMANDS.labels(type(command).__name__.lower()).inc()
            self.house.changed(self, done)
        self.attend()
        return done

    async def written(self, command: ask.Asked, person: int | None, command_id: str | None, now: int) -> Done:
        """Decides, and writes it down; if another worker was faster, reads what it wrote and decides again."""
        for _ in range(MOST_TRIES):
            done = self.decided(command, person, command_id, now)
            if not done.happenings:
                return done
            writes = [Write(self.table, [happening.event for happening in done.happenings])]
            if done.born is not None:
                writes.append(Write(done.born, done.born_events))
            try:
                await asyncio.shield(self.house.store.append(*writes))
            except Conflict:
                metrics.CONFLICTS.inc()
                await self.reread(done.happenings[0].event.number - 1)
            except BaseException:  # it may be on disk or not: only the store knows
                self.house.give_up(self)
                raise
            else:
                return done
        raise CoatlError("server.busy", "Too much happens at this table at once: try again in a moment.")

    def decided(self, command: ask.Asked, person: int | None, command_id: str | None, now: int) -> Done:
        """What comes of a command, not yet on disk."""
        self.used = time.monotonic()
        who = None if person is None else self.table.people[person - 1]
        return do(self.table, command, now, who, command_id, self.present())

    async def reread(self, known: int) -> None:
        """Takes the table from the store, and tells the listeners what they did not know."""
        try:
            events = await self.house.store.events(self.table.id)
        except BaseException:
            self.house.give_up(self)
            raise
        table = Table(self.table.id)
        happenings = [table.apply(event) for event in events]
        self.table = table
        self.publish([happening for happening in happenings if happening.event.number > known])

    async def catch_up(self) -> None:
        """Another worker has written something."""
        async with self.held():
            events = await self.house.store.events(self.table.id, self.table.number)
            self.publish([self.table.apply(event) for event in events])
        self.attend()

    # ------------------------------------------------------------ listeners

    def listen(self, listener: Listener, person: int | None) -> None:
        """A listener comes, or turns out to be this person."""
        self.drop(listener)
        self.listeners[listener] = person
        self.enter(listener, person)
        self.came()

    def leave(self, listener: Listener) -> None:
        """A listener goes."""
        if listener in self.listeners:
            self.drop(listener)
            self.used = time.monotonic()
            self.came()

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

    def publish(self, happenings: list[Happening]) -> None:
        """Tells every listener what its viewer may know of it."""
        if not happenings:
            return
        before = self.groups
        if any(happening.event.kind in SEATING for happening in happenings):
            self.regroup()
            self.dismiss(before)
        for viewer, listeners in self.groups.items():
            messages = showing.messages(self.table, happenings, viewer)
            events = [orjson.dumps({"type": "event", **message}).decode() for message in messages]
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

    def state(self, viewer: Viewer) -> str:
        """Everything a viewer may know, as a message."""
        message = {"type": "state", "time": clock(), **showing.state(self.table, viewer), "presence": self.presence()}
        return orjson.dumps(message).decode()

    # ------------------------------------------------------------ presence

    def here(self) -> tuple[frozenset[int], int]:
        """The people and the number of spectators at this worker."""
        people = frozenset(person for person in self.listeners.values() if person is not None)
        return people, sum(person is None for person in self.listeners.values())

    def present(self) -> frozenset[int]:
        """The people who are connected, at any worker."""
        return self.here()[0].union(*(people for _, people, _ in self.elsewhere.values()))

    def presence(self) -> dict[str, Any]:
        """Which seats are connected, and how many watch."""
        people = self.present()
        seats = [number for number, seat in enumerate(self.table.seats, 1) if seat.person in people]
        watching = self.here()[1] + sum(spectators for _, _, spectators in self.elsewhere.values())
        return {"online": seats, "spectators": watching}

    def came(self) -> None:
        """Somebody came or went, here or at another worker; many who come at once are told of together."""
        if self.news is None:
            self.news = asyncio.get_running_loop().call_later(NEWS_PAUSE, self.tell_presence)

    def tell_presence(self) -> None:
        """Tells everybody who is here now."""
        self.news = None
        send([orjson.dumps({"type": "presence", "table": self.table.id, **self.presence()}).decode()], self.listeners)
        self.house.came(self)

    # ------------------------------------------------------------ bots and clocks

    def attend(self) -> None:
        """Sees to it that bots decide and that a time-out is noticed."""
        if self.gone:
            return
        for seat, bot in self.table.thinking().items():
            if seat not in self.deciding:
                self.deciding[seat] = asyncio.create_task(self.think(seat, bot))
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
        task = asyncio.create_task(self.guarded(self.do(ask.Tick())))
        task.add_done_callback(lambda _: None)

    async def think(self, seat: int, bot: str) -> None:
        """One decision of a bot."""
        try:
            await self.guarded(self.decide(seat, bot))
        finally:
            del self.deciding[seat]
        self.attend()

    async def decide(self, seat: int, bot: str) -> None:
        """Asks the bot, waits until its time tells nothing of its cards, and plays."""
        began = time.monotonic()
        async with self.held():
            if self.table.thinking().get(seat) != bot or self.table.game is None:
                return
            view, legal, after = self.table.view(seat), self.table.game.legal(seat), self.table.decisions(seat)
            key = self.table.key
        action = await self.house.thinkers.decide(key, bot, f"{self.table.id} {seat}", view, legal)
        await asyncio.sleep(rest_of_beat(bot, time.monotonic() - began, self.house.pace))
        await self.do(ask.BotMove(seat, action, after))

    async def guarded(self, work: Any) -> None:
        """Work that nobody waits for: what goes wrong is written down, and tried again a little later."""
        try:
            await work
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
        """Whether nobody needs the room now."""
        return not self.listeners and not self.deciding and not self.lock.locked()

    def empty(self) -> None:
        """The room is given up: nothing may go on in it."""
        self.gone = True
        for timer in (self.alarm, self.news):
            if timer is not None:
                timer.cancel()
        for task in self.deciding.values():
            task.cancel()


def rest_of_beat(bot: str, spent: float, pace: float) -> float:
    """How long a bot that has its answer still waits: as long as one that had to think, so that nobody sees
    whether its hand left it a choice.

    >>> [round(spent + rest_of_beat("high-priest", spent, 0.6), 1) for spent in (0.0, 1.05, 1.3)]
    [1.2, 1.2, 1.8]
    >>> rest_of_beat("high-priest", 0.1, 0.0)
    0.0
    """
    if not pace:
        return 0.0
    limit = entrant(bot).limit
    usual = limit.seconds or (SIMULATING if limit.simulations else 0.0)
    beats = max(math.floor(spent / pace), math.floor(usual / pace)) + 1
    return beats * pace - spent


def send(messages: list[str], listeners: Iterable[Listener]) -> None:
    """The same messages to many."""
    for listener in listeners:
        for message in messages:
            listener.send(message)
