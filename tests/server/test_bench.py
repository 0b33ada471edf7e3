"""The measurements of `make bench-server`, small: they count what they say they count."""

import asyncio
import sqlite3
from pathlib import Path

import httpx

from tests.bench_server.clients import Clients, Load
from tests.bench_server.database import MOVES, fill
from tests.bench_server.scenes import share
from tests.server.server import serving


def test_moves_and_receivers_are_counted(tmp_path: Path) -> None:
    async def measure(load: Load) -> None:
        clients = Clients(load)
        await clients.set_up()
        before = written(tmp_path)
        figures = await clients.measure()
        assert figures.errors.total() == 0
        assert figures.acknowledged > 2
        assert 0 <= written(tmp_path) - before - figures.acknowledged <= 20  # the last ones were still on their way
        assert bool(figures.latencies) == bool(load.pause)
        assert len(figures.latencies) == (figures.acknowledged if load.pause else 0)
        for table in clients.tables:
            for line in table.lines:
                line.close()

    with serving(tmp_path, sockets_per_address=100) as served:
        asyncio.run(measure(Load(served.url, tables=2, watchers=3, seconds=1.0, pause=0.2)))
        asyncio.run(measure(Load(served.url, tables=2, seconds=1.0)))


def written(data: Path) -> int:
    """How many moves stand in the database."""
    with sqlite3.connect(data / "coatl.db") as database:
        count = int(database.execute("SELECT count(*) FROM events WHERE kind = 'played'").fetchone()[0])
    database.close()
    return count


def test_stored_games_can_be_loaded(tmp_path: Path) -> None:
    fill(tmp_path, 30)
    with sqlite3.connect(tmp_path / "coatl.db") as database:
        ids = [row[0] for row in database.execute("SELECT id FROM tables")]
    database.close()
    assert len(set(ids)) == 30
    with serving(tmp_path) as served:
        states = [httpx.get(f"{served.url}/api/tables/{table}").json()[0] for table in ids[:4]]
        assert len(served.app.state.registry.tables) == 4  # and no others: they are loaded when they are needed
    assert {len(state["entries"]) for state in states} == {MOVES}


def test_a_share_of_times() -> None:
    times = [number / 100 for number in range(100)]
    assert (share(times, 0.5), share(times, 0.99), share([0.3], 0.99)) == (0.5, 0.99, 0.3)
