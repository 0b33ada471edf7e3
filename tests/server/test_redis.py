"""Two real workers with Redis between them: people of one table sit at different ones, and one of them dies."""

import asyncio
import os
import random
import signal
import statistics
import time
from collections import Counter
from pathlib import Path

import httpx
import sqlalchemy as sa

from coatl.server.storage import schema
from coatl.server.storage.store import Store
from coatl.server.tables.decisions import rebuild
from coatl.server.tables.events import Event, TimedOut
from tests.requirements import need_proc
from tests.server.kills import Log, check, check_replay, crowd, finished
from tests.server.processes import UNHURRIED, Process, at_work, process, workers_of
from tests.server.server import Wire
from tests.server.services import RedisServer

PROMPT = 0.4  # seconds; without Redis, a worker looks around every second
BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
TWO = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]


def events_in(database: str) -> dict[str, list[Event]]:
    """All events of all tables."""
    store = Store(database)
    with store.reader.connect() as connection:
        tables = connection.execute(sa.select(schema.tables.c.id)).scalars().all()
    found = {table: store.read_events(table) for table in tables}
    store.close()
    return found


class Pair:
    """Ann and Ben at one table, each at another worker; how long the news of a move take from one to the other."""

    def __init__(self, ann: Wire, ben: Wire) -> None:
        self.wires = {1: ann, 2: ben}
        self.table = ""
        self.dice = random.Random(5)

    async def begin(self) -> None:
        made = await self.wires[1].make(game="card", seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])
        self.table = made["table"]
        joined = await self.wires[2].join(self.table, "Ben")
        await self.wires[1].open(self.table, made["token"])
        await self.wires[2].open(self.table, joined["token"])
        await self.wires[1].until(lambda: self.wires[1].status(self.table, 1) == "playing")

    async def news(self, seat: int, number: int) -> None:
        """Waits until a seat has heard of more than that."""
        wire = self.wires[seat]
        await wire.until(lambda: wire.states[self.table, seat]["number"] > number)

    async def play(self, moves: int) -> list[float]:
        """So many moves, or to the end."""
        delays: list[float] = []
        while len(delays) < moves and self.wires[1].status(self.table, 1) == "playing":
            seats = [seat for seat, wire in self.wires.items() if wire.view(self.table, seat)["legal"]]
            seat = self.dice.choice(seats)
            own = self.wires[seat]
            secret = len(seats) == 2  # the other hears of the choice only when both have chosen
            before = self.wires[3 - seat].states[self.table, 3 - seat]["number"]
            action = self.dice.choice(own.view(self.table, seat)["legal"])
            await own.do(self.table, kind="play", seat=seat, action=action)
            began = time.monotonic()
            if not secret:
                await self.news(3 - seat, before)
            delays.append(time.monotonic() - began)
        return delays


async def play_through_an_outage_of_redis(servers: list[Process], redis: RedisServer) -> None:
    async with Wire(servers[0].url) as ann, Wire(servers[1].url) as ben:
        pair = Pair(ann, ben)
        with redis.on():
            await pair.begin()
            assert statistics.median(await pair.play(20)) < PROMPT
        await pair.play(4)  # slower, but nothing stops
        with redis.on():
            await asyncio.sleep(1.5)  # until both have found it again
            assert statistics.median(await pair.play(20)) < PROMPT
            await pair.play(10_000)
            await ben.until(lambda: ben.status(pair.table, 2) == "over")
        assert ann.states[pair.table, 1]["view"] == ben.states[pair.table, 2]["view"]


async def timed_out(database: str, table: str) -> None:
    """Waits until the clock of a table has ended three turns, and looks into the database alone."""
    store = Store(database)
    async with asyncio.timeout(120):
        while sum(event.kind == "timed_out" for event in await store.events(table)) < 3:
            await asyncio.sleep(0.2)
    store.close()


async def kill_one_under_load(servers: list[Process], log: Log, database: str) -> dict[str, str]:
    """Players at both workers, a game of bots and a table with a clock at the first one, which is killed."""
    first, second = (server.url for server in servers)
    clock = {"move": 2, "reserve": 0, "timeout": "loss"}
    tables = {}
    async with httpx.AsyncClient(base_url=first, timeout=60) as http:
        for name, wish in (("bots", {"seats": BOTS}), ("clock", {"seats": TWO, "clock": clock})):
            tables[name] = (await http.post("/api/tables", json={"game": "card", **wish})).json()["table"]
    with crowd([first, second], log, 6) as tasks:
        await acknowledged(log, 60)
        servers[0].kill()
        await acknowledged(log, len(log.acks) + 60)
        async with httpx.AsyncClient(base_url=second, timeout=60) as http, asyncio.timeout(120):
            while (await http.get(f"/api/tables/{tables['bots']}")).json()[0]["info"]["status"] != "over":
                await asyncio.sleep(0.2)
        await timed_out(database, tables["clock"])
    await finished(tasks)
    return tables


async def acknowledged(log: Log, moves: int) -> None:
    async with asyncio.timeout(120):
        while len(log.acks) < moves:
            await asyncio.sleep(0.02)


def check_clock(events: list[Event]) -> None:
    """Every turn timed out once, two seconds after it began; also those after the kill, within what a worker waits
    for another one.
    """
    table = rebuild("clock", events[:2])
    out: Counter[tuple[int, int]] = Counter()
    for event in events[2:]:
        if isinstance(event.data, TimedOut):
            assert table.game is not None
            assert table.clock is not None
            out[table.game.turn, event.data.seat] += 1
            late = event.time - (table.clock.deadline(event.data.seat) or 0)
            assert 0 <= late < 15_000
        table.apply(event)
    assert len(out) >= 2
    assert set(out.values()) == {1}


def test_two_workers_with_postgresql_and_redis(postgres: str, tmp_path: Path) -> None:
    redis, log = RedisServer(), Log()
    settings = {**UNHURRIED, "database_url": postgres, "redis_url": redis.url}
    servers = [Process(tmp_path, **settings) for _ in range(2)]
    with at_work(*servers):
        asyncio.run(play_through_an_outage_of_redis(servers, redis))
        with redis.on():
            tables = asyncio.run(kill_one_under_load(servers, log, postgres))
            assert servers[1].stop() == 0
    events = events_in(postgres)
    check(events, log)
    check_replay(events, log)
    assert log.repeated > 0
    assert rebuild(tables["bots"], events[tables["bots"]]).status == "over"
    check_clock(events[tables["clock"]])


def test_one_command_with_two_workers_survives_the_death_of_one(redis_server: RedisServer, tmp_path: Path) -> None:
    need_proc()
    log = Log()
    with process(tmp_path / "data", "--workers", "2", **UNHURRIED, redis_url=redis_server.url) as server:
        asyncio.run(kill_a_child(server, log))
        assert server.stop() == 0
    events = events_in(f"sqlite:///{tmp_path}/data/coatl.db")
    check(events, log)
    check_replay(events, log)


async def kill_a_child(server: Process, log: Log) -> None:
    with crowd([server.url], log, 6) as tasks:
        await acknowledged(log, 40)
        workers = workers_of(server.running.pid)
        os.kill(workers[0], signal.SIGKILL)
        await acknowledged(log, len(log.acks) + 100)
        async with asyncio.timeout(60):
            while len(set(workers_of(server.running.pid)) - set(workers)) == 0:  # another one takes its place
                await asyncio.sleep(0.1)
    await finished(tasks)
