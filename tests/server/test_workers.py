"""Two workers at one database: whoever is late reads what the other wrote; listeners at both receive the same."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.bus import Receive
from coatl.server.live_tables import LiveTable
from coatl.server.registry import Registry
from coatl.server.requests import NewTable, SeatRequest
from coatl.server.settings import Settings
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands

TWO = [SeatRequest(kind="me", name="Ann"), SeatRequest(kind="me", name="Ben")]


class DirectBus:
    """Carries news to the other worker in this process, unless it is cut."""

    def __init__(self, worker: str) -> None:
        self.worker = worker
        self.others: list[Receive] = []
        self.cut = False

    async def start(self, receive: Receive) -> None:
        pass

    def publish(self, message: dict[str, Any]) -> None:
        for receive in [] if self.cut else self.others:
            asyncio.get_running_loop().call_soon(receive, {"worker": self.worker, **message})

    async def close(self) -> None:
        pass


class Ear:
    """Notes what it is told, and that no number is missing."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.number: int | None = None

    def send(self, message: str) -> None:
        data = json.loads(message)
        self.messages.append(data)
        if data["type"] == "event":
            assert self.number in (None, data["number"] - 1)
            self.number = data["number"]

    def cut(self, code: int) -> None:
        raise AssertionError("the line was cut")


Play = Callable[[Registry, Registry, LiveTable, LiveTable], Awaitable[None]]


@asynccontextmanager
async def workers(
    folder: Path, wish: NewTable | None = None, tables: int = 1, **settings: Any
) -> AsyncIterator[tuple[Registry, Registry, LiveTable, LiveTable]]:
    """Two workers at one database, with tables that both hold; the last one of them at the one and the other."""
    registries = [Registry(Settings(data=folder, bot_pace=0.0, log_level="error", **settings)) for _ in range(2)]
    buses = [DirectBus(registry.worker) for registry in registries]
    for number, registry in enumerate(registries):
        registry.bus = buses[number]
        buses[number].others.append(registries[1 - number].receive)
        await registry.start()
    try:
        for _ in range(tables):
            made = prepare_table(wish or NewTable(game="card", seats=TWO))
            one = await registries[0].create(made.table, made.data, "")
            two = await registries[1].live(made.table)
        yield registries[0], registries[1], one, two
    finally:
        for registry in registries:
            await registry.close()


def at_two_workers(folder: Path, play: Play, wish: NewTable | None = None, **settings: Any) -> None:
    async def run() -> None:
        async with workers(folder, wish, **settings) as (first, second, one, two):
            await play(first, second, one, two)

    asyncio.run(run())


def next_move(live: LiveTable) -> commands.Play:
    game = live.table.game
    assert game is not None
    return commands.Play(seat=game.seat, action=game.legal()[0])


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.01)


def test_listeners_at_both_workers_hear_the_same(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        here, there = Ear(), Ear()
        one.listen(here, None)
        two.listen(there, None)
        for number in range(20):
            live, other = (one, two) if number % 2 else (two, one)
            await live.do(next_move(live), 1)
            await until(lambda live=live, other=other: other.table.number == live.table.number)  # type: ignore[misc]
        await until(lambda: here.number == there.number)
        events = [[m for m in ear.messages if m["type"] == "event"] for ear in (here, there)]
        assert events[0] == events[1]

    at_two_workers(tmp_path, play)


def test_a_worker_that_heard_nothing_reads_and_decides_again(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        first.bus.cut = True  # type: ignore[attr-defined]
        stale = next_move(two)
        ear = Ear()
        two.listen(ear, None)
        await one.do(stale, 1, "a")
        with pytest.raises(CoatlError):  # it was legal before, and is not any more
            await two.do(stale, 1, "b")
        assert two.table.number == one.table.number
        assert (await two.do(stale, 1, "a")).applied == []  # done by the other worker
        await two.do(next_move(two), 1)
        assert ear.number == two.table.number == one.table.number + 1

    at_two_workers(tmp_path, play)


def test_the_same_move_at_both_workers_at_once_is_done_once(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        for number in range(20):
            before = one.table.number
            move = next_move(one)
            both = await asyncio.gather(one.do(move, 1, f"c{number}"), two.do(move, 1, f"c{number}"))
            assert both[0].number == both[1].number
            await until(lambda before=before: one.table.number == two.table.number == before + 1)  # type: ignore[misc]

    at_two_workers(tmp_path, play)


def test_bots_at_two_workers_play_each_decision_once(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        two.attend()  # both think
        async with asyncio.timeout(60):
            while one.table.status == "playing" or two.table.status == "playing":
                await asyncio.sleep(0.05)
        assert one.table.game is not None
        assert two.table.game is not None
        assert one.table.game.entries == two.table.game.entries

    bots = [SeatRequest(kind="bot", bot="random"), SeatRequest(kind="bot", bot="random")]
    at_two_workers(tmp_path, play, NewTable(game="card", seats=bots))


def test_who_is_connected_is_known_at_both_workers(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        ear = Ear()
        one.listen(ear, 1)
        await until(lambda: two.presence.data() == {"online": [1, 2], "spectators": 0, "kept": {}})
        with pytest.raises(CoatlError, match=r"seat\.present"):
            await two.do(commands.Replace(seat=2), 1)
        one.leave(ear)
        await until(lambda: two.presence.data()["online"] == [] and set(two.presence.data()["kept"]) == {"1", "2"})
        with pytest.raises(CoatlError, match=r"seat\.kept"):
            await two.do(commands.Replace(seat=2), 1)
        two.presence.attendance.grace = 0
        await two.do(commands.Replace(seat=2), 1)

    at_two_workers(tmp_path, play)


def test_a_table_that_nobody_uses_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        await one.do(next_move(one), 1)
        one.used -= 1000
        first.forget_idle()
        assert one.table.id not in first.tables
        again = await first.live(one.table.id)
        assert again is not one
        assert again.table.number == one.table.number

    at_two_workers(tmp_path, play)


def test_nobody_builds_on_a_write_that_failed(tmp_path: Path) -> None:
    """Two commands at once, and the disk is full for the first: the second waited for the same live."""

    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        number, write = one.table.number, first.store.writer.write

        def full(*_: Any) -> None:
            first.store.writer.write = write
            raise OSError("the disk is full")

        first.store.writer.write = full
        both = [one.do(next_move(one), 1, "a"), one.do(commands.React(reaction="wow"), 1, "b")]
        faults = await asyncio.gather(*both, return_exceptions=True)
        assert [fault.code for fault in faults if isinstance(fault, CoatlError)] == ["server.busy"] * 2
        again = await first.live(one.table.id)
        assert again is not one
        assert again.table.number == number
        await again.do(next_move(again), 1, "a")
        events = await first.store.events(one.table.id)
        assert [event.number for event in events] == list(range(1, number + 2))

    at_two_workers(tmp_path, play)


def test_a_table_that_is_asked_for_twice_at_once_has_one_room(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        for number in range(10):
            made = prepare_table(NewTable(game="card", seats=TWO, key=f"{number:064}"))
            lives = await asyncio.gather(*(first.create(made.table, made.data, "") for _ in range(4)))
            assert len({id(live) for live in [*lives, first.tables[made.table]]}) == 1

    at_two_workers(tmp_path, play)


def test_an_outage_counts_once_whoever_notices_it(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        clock = one.table.clock
        assert clock is not None
        before, since = clock.next() or 0, one.table.time + 1
        spans = ((since, since + 1000), (since + 5000, since + 7000))
        await asyncio.gather(*(live.do(commands.Outages(spans)) for live in (one, two)))
        await until(lambda: one.table.number == two.table.number)
        for live in (one, two):
            assert live.table.clock is not None
            assert live.table.clock.next() == before + 3000

    wish = {"game": "card", "seats": TWO, "clock": {"move": 600, "reserve": 0, "timeout": "bot"}}
    at_two_workers(tmp_path, play, NewTable.model_validate(wish))


def test_news_that_got_lost_are_found_by_looking_around(tmp_path: Path) -> None:
    async def play(first: Registry, second: Registry, one: LiveTable, two: LiveTable) -> None:
        first.bus.cut = True  # type: ignore[attr-defined]
        ear = Ear()
        two.listen(ear, None)
        await one.do(next_move(one), 1)
        await until(lambda: ear.number == one.table.number)

    at_two_workers(tmp_path, play, redis_url="redis://127.0.0.1:1")
