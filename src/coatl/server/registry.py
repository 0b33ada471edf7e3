"""The registry: all live tables of this worker, the lobby, and what has to be looked after when nobody asks."""

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.abuse import AbuseLog
from coatl.server.attendance import Attendance
from coatl.server.bus import Bus, NoBus, RedisBus
from coatl.server.clock import clock
from coatl.server.housekeeping import Housekeeping
from coatl.server.limits import Buckets, Places
from coatl.server.live_tables import LiveTable
from coatl.server.lobby import Lobby, news_of_host
from coatl.server.outages import Busy, PartStatus
from coatl.server.policies import Policies
from coatl.server.readiness import Readiness
from coatl.server.records import RecordCache
from coatl.server.settings import Settings
from coatl.server.storage.store import Store, Write
from coatl.server.storage.writer import Conflict
from coatl.server.table_creation import PreparedTable
from coatl.server.tables import commands
from coatl.server.tables.decisions import CommandResult, new_table, rebuild
from coatl.server.tables.events import (
    Closed,
    Created,
    Left,
    Played,
    RematchAsked,
    Removed,
    Resigned,
    Sat,
    SeatSet,
    Started,
)
from coatl.server.tables.state import OVER
from coatl.server.tables.table import Table
from coatl.server.thinkers import Thinkers
from coatl.server.words import WordFile, Words

SWEEP = 1.0  # seconds between two looks at what is due
RETAIN = 600.0  # seconds between two looks at what is too old to be kept
PRUNE = 3600.0  # seconds between two looks at addresses that are kept for long enough
BEAT = 1.0  # seconds between two signs of life
WAIT = 1.0  # seconds between two looks whether the database is there
SILENCE = 3_000  # milliseconds without a sign of life of any of several workers are an outage
PATIENCE = 3_000  # milliseconds that another worker has for its tables
STALE = 30.0  # seconds after which a worker that says nothing has nobody connected
MOST_DUE = 1000
MOST_LOADS = 2  # tables that are read and replayed at once
MOST_REPLAYS = 2  # at once: threads are also needed for reading tables
MOST_PREVIEWS = 2  # they take milliseconds, in the process that serves everybody
AGAIN = 1012  # the close code that says: connect again
REPORTS = 60  # of one address in an hour
CLOSING = 60.0  # seconds between two looks at open tables that nobody came back to
LAG_PAUSE = 0.1  # seconds between two looks at how late the event loop is

LOBBY_EVENTS = (Sat, Left, Removed, SeatSet, Started, Closed, RematchAsked)

log = structlog.get_logger("coatl.registry")


class Registry:
    """Everything that one worker holds."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.worker = secrets.token_hex(8)
        self.store = Store(settings.url, wait=True)
        self.readiness = Readiness()
        self.thinkers = Thinkers(settings.bot_processes, settings.bot_seconds, settings.hint_seconds, self.readiness)
        self.policies = Policies(settings.policies)
        self.pace = settings.bot_pace
        self.abuse = AbuseLog(settings.data, settings.abuse_days)
        self.word_file = WordFile(settings.words)
        self.word_status = PartStatus("words")
        rate = settings.address_commands_per_second
        self.messages = Buckets(rate, 3 * rate)  # on all sockets of an address
        self.reports = Buckets(REPORTS / 3600, REPORTS)
        self.bus: Bus = RedisBus(settings.redis_url, self.worker) if settings.redis_url else NoBus()
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.loads = asyncio.Semaphore(MOST_LOADS)
        self.replays = asyncio.Semaphore(MOST_REPLAYS)
        self.records = RecordCache(self.replays)
        self.previews = asyncio.Semaphore(MOST_PREVIEWS)
        self.bot_games = Places(settings.bot_games, settings.bot_games_per_address)
        self.left_alone: set[str] = set()  # by the sweep: broken tables, and games of bots that 0.1 noted as due
        self.lobby = Lobby(self)
        self.tasks: set[asyncio.Task[Any]] = set()
        self.started = clock()
        self.housekeeping = Housekeeping(self)
        self.beaten = clock()  # when it last gave a sign of life
        self.outage: int | None = None  # since when it could give none

    # ------------------------------------------------------------ opening and closing

    async def start(self) -> None:
        """Begins to look after the tables; while the database is away it waits, and everybody is told so.

        :raises CoatlError: database.* for one that can never be used.
        """
        await self.bus.start(self.receive)
        try:
            await self.begin()
        except Busy:
            self.spawn(self.begin_later())

    async def begin(self) -> None:
        """Opens the database, and begins what is done again and again.

        :raises Busy: while the database is away.
        """
        silence = SILENCE if self.settings.redis_url else 0  # a single worker that begins was not there before
        clock.advance(await asyncio.to_thread(self.store.begin, self.worker, clock(), silence))
        self.beaten = self.started = clock()
        keep = self.housekeeping
        works = [(self.sweep, SWEEP), (self.beat, BEAT), (keep.follow, SWEEP), (keep.retain, RETAIN)]
        for work, pause in (
            *works,
            (self.prune_abuse, PRUNE),
            (self.lobby.close_deserted, CLOSING),
            (measure_lag, 0.0),
        ):
            self.spawn(self.forever(work, pause))

    async def begin_later(self) -> None:
        """Waits for the database."""
        while True:
            await asyncio.sleep(WAIT)
            try:
                return await self.begin()
            except Busy:
                continue
            except Exception as fault:
                metrics.FAULTS.inc()
                log.error("the database cannot be used", fault=str(fault))

    async def close(self) -> None:
        """Stops thinking, and finishes all writes."""
        tasks = [*self.tasks, *(task for live in self.tables.values() for task in live.bots.deciding.values())]
        for task in tasks:
            task.cancel()
        for live in self.tables.values():
            live.discard()
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
            except Busy:
                pass  # the outage has its line in the log
            except Exception as fault:
                metrics.FAULTS.inc()
                log.error("something is left undone", work=work.__name__, exc_info=fault)
            await asyncio.sleep(pause)

    # ------------------------------------------------------------ tables

    async def table(self, table_id: str, address: str) -> LiveTable:
        """The table that somebody at this address asks for."""
        live = await self.live(table_id)
        self.left_alone.discard(table_id)
        live.look(address)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """The live table of this id, which is loaded if nobody has needed it lately."""
        if live := self.tables.get(table_id):
            live.used = time.monotonic()
            if self.settings.redis_url:  # who comes from another worker may know more than this one
                await live.catch_up()
            return live
        if table_id not in self.loading:
            task = asyncio.create_task(self.load(table_id))
            self.loading[table_id] = task
            task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(self.loading[table_id])

    async def load(self, table_id: str) -> LiveTable:
        """A table from the store; the time in which the server was away is not counted."""
        async with self.loads:
            table = await asyncio.to_thread(self.read, table_id)
        if table_id in self.tables:  # it was made here meanwhile
            return self.tables[table_id]
        live = self.hold(table)
        if self.settings.redis_url:
            await live.catch_up()  # what another worker wrote while this one was reading
        if table.clock is not None:
            await live.do(commands.Outages(tuple(await self.store.outages(table.time))))
        self.bus.publish({"kind": "who", "table": table_id})
        live.attend()
        return live

    def read(self, table_id: str) -> Table:
        """In a thread: reads the events and replays the game."""
        events = self.store.read_events(table_id)
        for event in events[:1]:  # none, if there is no such table
            if isinstance(event.data, Created):
                self.readiness.need(event.data.game)
        return rebuild(table_id, events)

    def hold(self, table: Table) -> LiveTable:
        """A new live."""
        live = self.tables[table.id] = LiveTable(self, table)
        metrics.TABLES.set(len(self.tables))
        return live

    def attendance(self) -> Attendance:
        """That of a table which was not in memory: since its last use, or the start of this worker, nobody was here."""
        since = max(self.started, clock() - int(1000 * self.settings.idle_seconds))
        return Attendance(int(1000 * self.settings.absent_seconds), since)

    def check_bot_games(self, made: PreparedTable, address: str) -> None:
        """Refuses one more table of bots alone while as many of this address are on as may be."""
        alone = all(seat.kind in ("bot", "automaton") for seat in made.data.seats)
        if alone and made.table not in self.tables and not self.bot_games.has_room(address):
            raise CoatlError("table.bots", "Enough games of bots from your address are on: watch one to its end.")

    async def create(self, table_id: str, data: Created, address: str) -> LiveTable:
        """A new table; the one that is there already, if it was made with the same secret key.

        :raises Busy: server.compiling, while its rules are not there.
        """
        self.readiness.need(data.game)
        table, events = await asyncio.to_thread(new_table, table_id, data, clock())
        try:
            await self.store.append(Write(table, events))
        except Conflict:
            return await self.table(table_id, address)
        if table_id in self.tables:  # asked for twice at once, or woken by the sweep: there is one live table only
            return self.tables[table_id]
        live = self.hold(table)
        live.claim(address)
        live.look(address)
        metrics.COMMANDS.labels("create").inc()
        log.info("table made", table=table_id[:8], game=data.game)
        if table.joinable:
            self.lobby.meet({table_id: news_of_host(table, address)})
            self.lobby.changed()
        live.attend()
        return live

    @property
    def words(self) -> Words:
        """What nobody may be called or say here."""
        return self.word_file.words

    # ------------------------------------------------------------ what live tables report

    def changed(self, live: LiveTable, done: CommandResult) -> None:
        """Something happened at a table: the other workers and the lobby should know."""
        self.bus.publish({"kind": "table", "table": live.table.id, "number": live.table.number})
        if live.table.status == OVER and isinstance(done.applied[-1].event.data, (Played, Resigned)):
            log.info("game over", table=live.table.id[:8], game=live.table.setup.game)
        if live.table.setup.public and any(isinstance(h.event.data, LOBBY_EVENTS) for h in done.applied):
            if not live.table.joinable:
                self.lobby.tables.forget(live.table.id)
            self.lobby.changed()

    def blocks_changed(self) -> None:
        """Somebody wants to meet somebody no longer, or again: the lobby shows each their tables."""
        self.lobby.changed()

    def presence_changed(self, live: LiveTable) -> None:
        """Somebody came or went."""
        self.publish_presence(live)

    def give_up(self, live: LiveTable) -> None:
        """Nobody knows whether the last write is on disk: the next one who needs the table reads it again."""
        log.warning("a live table is given up", table=live.table.id[:8])
        if self.tables.get(live.table.id) is live:
            del self.tables[live.table.id]
        live.discard()
        for listener in list(live.listeners):
            listener.cut(AGAIN)

    def publish_presence(self, live: LiveTable) -> None:
        people, spectators = live.presence.here()
        message = {"kind": "here", "table": live.table.id, "people": sorted(people), "spectators": spectators}
        self.bus.publish(message)

    # ------------------------------------------------------------ news of other workers

    def receive(self, message: dict[str, Any]) -> None:
        """News of another worker. It only says where to look; what happened stands in the store."""
        kind = message["kind"]
        if kind == "again":
            for live in self.tables.values():
                self.spawn(live.guarded(live.catch_up()))
            self.lobby.changed(tell=False)
        elif kind == "lobby":
            self.lobby.changed(tell=False)
        elif kind == "hosts":
            self.lobby.meet(message["tables"])
        elif message["table"] in self.tables:
            self.receive_about(self.tables[message["table"]], kind, message)

    def receive_about(self, live: LiveTable, kind: str, message: dict[str, Any]) -> None:
        """News of a table that is live here."""
        if kind == "table" and message["number"] > live.table.number:
            self.spawn(live.guarded(live.catch_up()))
        elif kind == "who":
            self.publish_presence(live)
        elif kind == "here":
            there = time.monotonic(), frozenset(message["people"]), int(message["spectators"])
            known = live.presence.elsewhere.get(message["worker"])
            live.presence.elsewhere[message["worker"]] = there
            if known is not None:
                live.presence.attendance.gone(known[1] - there[1], clock())
            if known is None or known[1:] != there[1:]:
                live.presence.changed()

    # ------------------------------------------------------------ again and again

    async def sweep(self) -> None:
        """Tables at which a bot or a clock is due and that nobody holds; and live tables that nobody needs."""
        if self.outage is not None:  # no clock runs before it is noted that nobody could play
            return
        patience = PATIENCE if self.settings.redis_url else 0
        for table_id in await self.store.due(clock() - patience, MOST_DUE):
            if table_id not in self.tables and table_id not in self.left_alone:
                await self.wake(table_id)
        for live in self.tables.values():
            if live.table.bots_only:  # nobody may watch any longer, or another game has ended
                live.attend()
        self.forget_idle()
        await self.refresh_words()
        if self.settings.redis_url:
            await self.catch_up_missed()

    async def refresh_words(self) -> None:
        """Takes over what an operator has written; a list that cannot be read stays what it was."""
        try:
            await asyncio.to_thread(self.word_file.refresh)
        except (OSError, UnicodeDecodeError) as fault:
            self.word_status.failed(fault)
        else:
            self.word_status.worked()

    async def prune_abuse(self) -> None:
        """No address is kept for longer than an operator said."""
        await asyncio.to_thread(self.abuse.prune)

    async def catch_up_missed(self) -> None:
        """News that did not come, since Redis was away or a worker was killed before it could tell."""
        for table_id, number in (await self.store.numbers(list(self.tables))).items():
            live = self.tables.get(table_id)
            if live is not None and number > live.table.number:
                self.spawn(live.guarded(live.catch_up()))

    async def wake(self, table_id: str) -> None:
        """Lets the bots and the clock of a table go on; one that does not replay is left alone."""
        try:
            if (await self.live(table_id)).table.bots_only:
                self.left_alone.add(table_id)
        except Busy:
            raise  # the next round tries again
        except CoatlError as fault:
            self.left_alone.add(table_id)
            log.error("a table cannot be loaded", table=table_id[:8], code=fault.code)

    def forget_idle(self) -> None:
        """Lets live tables go that nobody has used for a while."""
        before = time.monotonic() - self.settings.idle_seconds
        for table_id, live in list(self.tables.items()):
            if live.idle and live.used < before:
                live.discard()
                del self.tables[table_id]
        metrics.TABLES.set(len(self.tables))

    async def end_outage(self, since: int) -> None:
        """While nothing could be written nobody could play: no clock ran."""
        span = since, clock()
        await self.store.note_outage(*span)
        self.outage = None
        for live in self.tables.values():
            if live.table.clock is not None:
                self.spawn(live.guarded(live.do(commands.Outages((span,)))))

    async def beat(self) -> None:
        """A sign of life, and who is connected here."""
        try:
            await self.store.beat(self.worker, clock())
        except Busy:
            self.outage = self.outage or self.beaten
            raise
        if self.outage is not None:
            await self.end_outage(self.outage)
        self.beaten = clock()
        self.lobby.note_hosts()
        before = time.monotonic() - STALE
        for live in self.tables.values():
            gone = [worker for worker, (when, _, _) in live.presence.elsewhere.items() if when < before]
            for worker in gone:
                live.presence.attendance.gone(live.presence.elsewhere.pop(worker)[1], clock())
            if gone:
                live.presence.changed()
            elif live.listeners:
                self.publish_presence(live)


async def measure_lag() -> None:
    """How much later than asked the event loop comes back: while it is busy, everybody waits."""
    asked = time.perf_counter()
    await asyncio.sleep(LAG_PAUSE)
    metrics.LAG.observe(max(0.0, time.perf_counter() - asked - LAG_PAUSE))
