"""The house: all rooms of this worker, the lobby, and what has to be looked after when nobody asks."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import orjson
import structlog

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.bus import Alone, Bus, Redis
from coatl.server.limits import Buckets
from coatl.server.rooms import Listener, Room, clock
from coatl.server.settings import Settings
from coatl.server.storage.store import Store, Write
from coatl.server.storage.writer import Conflict
from coatl.server.tables import commands as ask
from coatl.server.tables.deciding import Done, begun, rebuilt
from coatl.server.tables.table import OVER, Table
from coatl.server.thinking import Thinkers

SWEEP = 1.0  # seconds between two looks at what is due
BEAT = 1.0  # seconds between two signs of life
SILENCE = 3_000  # milliseconds without a sign of life of any of several workers are an outage
PATIENCE = 3_000  # milliseconds that another worker has for its tables
STALE = 30.0  # seconds after which a worker that says nothing has nobody connected
MOST_DUE = 1000
MOST_REPLAYS = 2  # at once: threads are also needed for reading tables
MOST_PREVIEWS = 2  # they take milliseconds, in the process that serves everybody
AGAIN = 1012  # the close code that says: connect again
LOBBY_PAUSE = 0.25  # seconds between two messages of the lobby

log = structlog.get_logger("coatl.house")


class House:
    """Everything that one worker holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.token_hex(8)
        self.store = Store(settings.url)
        self.thinkers = Thinkers(settings.bot_processes, settings.bot_seconds)
        self.pace = settings.bot_pace
        rate = settings.address_commands_per_second
        self.messages = Buckets(rate, 3 * rate)  # on all sockets of an address
        self.bus: Bus = Redis(settings.redis_url, self.worker) if settings.redis_url else Alone()
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.replays = asyncio.Semaphore(MOST_REPLAYS)
        self.previews = asyncio.Semaphore(MOST_PREVIEWS)
        self.broken: set[str] = set()
        self.lobby_listeners: set[Listener] = set()
        self.lobby_timer: asyncio.TimerHandle | None = None
        self.tasks: set[asyncio.Task[Any]] = set()

    # ------------------------------------------------------------ opening and closing

    async def start(self) -> None:
        """Begins to look after the tables."""
        silence = SILENCE if self.settings.redis_url else 0  # a single worker that begins was not there before
        await asyncio.to_thread(self.store.begin, self.worker, clock(), silence)
        await self.bus.start(self.hear)
        for work, pause in ((self.sweep, SWEEP), (self.beat, BEAT)):
            self.spawn(self.forever(work, pause))

    async def close(self) -> None:
        """Stops thinking, and finishes all writes."""
        tasks = [*self.tasks, *(task for room in self.rooms.values() for task in room.deciding.values())]
        for task in tasks:
            task.cancel()
        for room in self.rooms.values():
            room.empty()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            await self.store.beat(self.worker, clock())
        await self.bus.close()
        self.thinkers.close()
        await asyncio.to_thread(self.store.close)

    def spawn(self, work: Any) -> None:
        """Work in the background, which is not forgotten and not waited for."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def forever(self, work: Callable[[], Any], pause: float) -> None:
        """Does the work again and again; a failure is written down, and the next round tries again."""
        while True:
            try:
                await work()
            except Exception as fault:
                metrics.FAULTS.inc()
                log.error("something is left undone", work=work.__name__, exc_info=fault)
            await asyncio.sleep(pause)

    # ------------------------------------------------------------ rooms

    async def room(self, table_id: str) -> Room:
        """The room of a table, which is loaded if nobody has needed it lately."""
        if room := self.rooms.get(table_id):
            room.used = time.monotonic()
            if self.settings.redis_url:  # who comes from another worker may know more than this one has heard
                await room.catch_up()
            return room
        if table_id not in self.loading:
            task = asyncio.create_task(self.load(table_id))
            self.loading[table_id] = task
            task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(self.loading[table_id])

    async def load(self, table_id: str) -> Room:
        """A table from the store; the time in which the server was away is not counted."""
        table = await asyncio.to_thread(self.read, table_id)
        if table_id in self.rooms:  # it was made here meanwhile
            return self.rooms[table_id]
        room = self.hold(table)
        if self.settings.redis_url:
            await room.catch_up()  # what another worker told of while this one was reading
        if table.clock is not None:
            await room.do(ask.Outages(tuple(await self.store.outages(table.time))))
        self.bus.tell({"kind": "who", "table": table_id})
        room.attend()
        return room

    def read(self, table_id: str) -> Table:
        """In a thread: reads the events and replays the game."""
        return rebuilt(table_id, self.store.read_events(table_id))

    def hold(self, table: Table) -> Room:
        """A new room."""
        room = self.rooms[table.id] = Room(self, table)
        metrics.TABLES.set(len(self.rooms))
        return room

    async def create(self, table_id: str, data: dict[str, Any]) -> Room:
        """A new table; the one that is there already, if it was made with the same secret key."""
        table, events = await asyncio.to_thread(begun, table_id, data, clock())
        try:
            await self.store.append(Write(table, events))
        except Conflict:
            return await self.room(table_id)
        if table_id in self.rooms:  # asked for twice at once, or woken by the sweep: there is one room only
            return self.rooms[table_id]
        room = self.hold(table)
        metrics.COMMANDS.labels("create").inc()
        log.info("table made", table=table_id[:8], game=data["game"])
        self.lobby_changed()
        room.attend()
        return room

    # ------------------------------------------------------------ what rooms tell the house

    def changed(self, room: Room, done: Done) -> None:
        """Something happened at a table: the other workers and the lobby should know."""
        self.bus.tell({"kind": "table", "table": room.table.id, "number": room.table.number})
        if room.table.status == OVER and done.happenings[-1].event.kind == "played":
            log.info("game over", table=room.table.id[:8], game=room.table.setup["game"])
        if room.table.setup["public"] and {h.event.kind for h in done.happenings} & LOBBY_EVENTS:
            self.lobby_changed()

    def came(self, room: Room) -> None:
        """Somebody came or went."""
        self.tell_presence(room)

    def give_up(self, room: Room) -> None:
        """Nobody knows whether the last write is on disk: the next one who needs the table reads it again."""
        log.warning("a room is given up", table=room.table.id[:8])
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
        room.empty()
        for listener in list(room.listeners):
            listener.cut(AGAIN)

    def tell_presence(self, room: Room) -> None:
        people, spectators = room.here()
        message = {"kind": "here", "table": room.table.id, "people": sorted(people), "spectators": spectators}
        self.bus.tell(message)

    # ------------------------------------------------------------ what other workers tell

    def hear(self, message: dict[str, Any]) -> None:
        """News of another worker. It only says where to look; what happened stands in the store."""
        kind = message["kind"]
        if kind == "again":
            for room in self.rooms.values():
                self.spawn(room.guarded(room.catch_up()))
            self.lobby_changed(tell=False)
        elif kind == "lobby":
            self.lobby_changed(tell=False)
        elif message["table"] in self.rooms:
            self.hear_of(self.rooms[message["table"]], kind, message)

    def hear_of(self, room: Room, kind: str, message: dict[str, Any]) -> None:
        """News of a table that is live here."""
        if kind == "table" and message["number"] > room.table.number:
            self.spawn(room.guarded(room.catch_up()))
        elif kind == "who":
            self.tell_presence(room)
        elif kind == "here":
            there = time.monotonic(), frozenset(message["people"]), int(message["spectators"])
            known = room.elsewhere.get(message["worker"])
            room.elsewhere[message["worker"]] = there
            if known is None or known[1:] != there[1:]:
                room.came()

    # ------------------------------------------------------------ the lobby

    def lobby_changed(self, tell: bool = True) -> None:
        """The list of tables is sent once more, but not for every change alone."""
        if tell:
            self.bus.tell({"kind": "lobby"})
        if self.lobby_listeners and self.lobby_timer is None:
            self.lobby_timer = asyncio.get_running_loop().call_later(LOBBY_PAUSE, self.ring_lobby)

    def ring_lobby(self) -> None:
        self.lobby_timer = None
        self.spawn(self.send_lobby())

    async def lobby_message(self) -> str:
        """The lobby as it is now."""
        return orjson.dumps({"type": "lobby", "tables": await self.store.lobby()}).decode()

    async def send_lobby(self) -> None:
        """To all who look at it."""
        message = await self.lobby_message()
        for listener in self.lobby_listeners:
            listener.send(message)

    # ------------------------------------------------------------ again and again

    async def sweep(self) -> None:
        """Tables at which a bot or a clock is due and that nobody holds; and rooms that nobody needs."""
        patience = PATIENCE if self.settings.redis_url else 0
        for table_id in await self.store.due(clock() - patience, MOST_DUE):
            if table_id not in self.rooms and table_id not in self.broken:
                await self.wake(table_id)
        self.forget_idle()
        if self.settings.redis_url:
            await self.look_around()

    async def look_around(self) -> None:
        """News that did not come, since Redis was away or a worker was killed before it could tell."""
        for table_id, number in (await self.store.numbers(list(self.rooms))).items():
            room = self.rooms.get(table_id)
            if room is not None and number > room.table.number:
                self.spawn(room.guarded(room.catch_up()))

    async def wake(self, table_id: str) -> None:
        """Lets the bots and the clock of a table go on; one that does not replay is left alone."""
        try:
            await self.room(table_id)
        except CoatlError as fault:
            self.broken.add(table_id)
            log.error("a table cannot be loaded", table=table_id[:8], code=fault.code)

    def forget_idle(self) -> None:
        """Lets rooms go that nobody has used for a while."""
        before = time.monotonic() - self.settings.idle_seconds
        for table_id, room in list(self.rooms.items()):
            if room.idle and room.used < before:
                room.empty()
                del self.rooms[table_id]
        metrics.TABLES.set(len(self.rooms))

    async def beat(self) -> None:
        """A sign of life, and who is connected here."""
        await self.store.beat(self.worker, clock())
        before = time.monotonic() - STALE
        for room in self.rooms.values():
            gone = [worker for worker, (when, _, _) in room.elsewhere.items() if when < before]
            for worker in gone:
                del room.elsewhere[worker]
            if gone:
                room.came()
            elif room.listeners:
                self.tell_presence(room)


LOBBY_EVENTS = {"sat", "left", "seat", "started", "closed", "rematch"}
