"""The bus between workers: it closes within seconds, under load, whatever Redis does."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.bus import CLOSING, RedisBus
from coatl.server.live_tables import LiveTable
from coatl.server.registry import Registry
from coatl.server.requests import NewTable
from coatl.server.settings import Settings
from coatl.server.table_creation import prepare_table
from tests.server.services import RedisServer
from tests.server.test_workers import TWO, next_move

CLOSES = 60
STOPS = 50
PATIENCE = 60.0  # seconds for a busy machine: what hangs, hangs for ever


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    server = RedisServer()
    with server.on():
        yield server.url


@contextmanager
def silent() -> Iterator[str]:
    """Somebody who takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}"


async def close_under_load(url: str, closes: int) -> None:
    """Opens and closes buses that have much to say."""
    for number in range(closes):
        bus = RedisBus(url, f"worker {number}")
        received: list[dict[str, Any]] = []
        await bus.start(received.append)
        for _ in range(number % 7):  # at some other moment each time
            await asyncio.sleep(0)
        for _ in range(300):
            bus.publish({"kind": "lobby"})
        await asyncio.sleep(0.001 * (number % 5))
        await asyncio.wait_for(bus.close(), PATIENCE)
        assert all(task.done() for task in bus.tasks)


def test_it_closes_under_load(redis: str) -> None:
    asyncio.run(close_under_load(redis, CLOSES))


def test_it_closes_while_redis_is_away() -> None:
    asyncio.run(close_under_load("redis://127.0.0.1:1", 5))


def test_it_closes_while_redis_says_nothing() -> None:
    with silent() as url:
        asyncio.run(close_under_load(url, 3))


def test_a_close_is_certain_within_five_seconds() -> None:
    assert 2 * CLOSING <= 5


async def play_on(live: LiveTable) -> None:
    """One move after the other, each of which is told to the other workers, until nothing more can be written."""
    while live.table.status == "playing":
        try:
            await live.do(next_move(live), 1)
        except CoatlError:
            return


async def stop_under_load(url: str, data: Path) -> None:
    """What a worker does at SIGTERM, again and again, at any moment of games that go on."""
    for number in range(STOPS):
        worker = Registry(Settings(data=data, redis_url=url, log_level="error"))
        await worker.start()
        games = []
        for _ in range(3):
            made = prepare_table(NewTable(game="card", seats=TWO))
            games.append(asyncio.create_task(play_on(await worker.create(made.table, made.data, ""))))
        await asyncio.sleep(0.002 * (number % 7))
        await asyncio.wait_for(worker.close(), PATIENCE)
        await asyncio.wait_for(asyncio.gather(*games, return_exceptions=True), PATIENCE)


def test_a_worker_stops_with_redis_under_load(redis: str, tmp_path: Path) -> None:
    asyncio.run(stop_under_load(redis, tmp_path))


def test_an_outage_is_written_down_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("coatl.server.bus.AGAIN", 0.01)
    monkeypatch.setattr("coatl.server.outages.log", Log(said))

    async def be_away() -> None:
        bus = RedisBus("redis://127.0.0.1:1", "one")
        await bus.start(lambda message: None)
        for _ in range(20):
            bus.publish({"kind": "lobby"})
            await asyncio.sleep(0.01)
        await bus.close()
        bus.status.worked()

    asyncio.run(be_away())
    assert said == ["a part is away", "a part is back"]


class Log:
    """Notes the lines of a log."""

    def __init__(self, said: list[str]) -> None:
        self.said = said

    def warning(self, line: str, **more: Any) -> None:
        self.said.append(line)
