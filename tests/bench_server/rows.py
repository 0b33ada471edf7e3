"""What is measured, row by row."""

import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from coatl.server.storage.backup import back_up, restore
from tests.bench.rows import Row
from tests.bench_server.clients import Load, idle, play
from tests.bench_server.database import fill
from tests.bench_server.scenes import Plan, clients, fresh_server, played, share, told
from tests.bench_server.server import Server, serving
from tests.bench_server.shares import beside_high_priests, beside_hostile_readers, beside_reviews

SLOWEST = 0.010  # seconds from a move to its last receiver, 99 of 100
KILOBYTE = 1024


FULL = Plan(games=200, seconds=30.0, tables=200, sockets=2000, stored=10_000, readers=30, bot_tables=64)
QUICK = Plan(games=20, seconds=4.0, tables=40, sockets=200, stored=500, readers=3, bot_tables=4)


def all_rows(plan: Plan) -> Iterator[Row]:
    """Every row, as soon as it is known."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit[1], 20_000), limit[1]))  # servers and clients inherit it
    yield from live_games(plan)
    yield from acknowledged(plan)
    yield from beside_hostile_readers(plan)
    yield from beside_reviews(plan)
    yield from beside_high_priests(plan)
    yield from memory(plan)
    yield from start(plan)
    yield from backups(plan)


def live_games(plan: Plan) -> Iterator[Row]:
    """Many games at a human pace, with people who watch."""
    load_of = plan.games // plan.processes
    with fresh_server() as server:
        load = Load(server.url, load_of, watchers=8, seconds=plan.seconds, pause=2.0)
        with clients(play, load, processes=plan.processes, patience=300) as ready:
            figures = played(ready, plan.seconds + 60)
    times = sorted(figures.latencies)
    what, note = f"{plan.games} live games, {plan.games * 10} sockets", f"{len(times)} moves, one every 2 s per game"
    yield Row(f"{what}: p50", 1000 * share(times, 0.5), "ms", note="from a move to its last receiver")
    yield Row(f"{what}: p99", 1000 * share(times, 0.99), "ms", 1000 * SLOWEST, more_is_better=False, note=note)
    yield Row(f"{what}: errors", figures.errors.total(), "", 0, more_is_better=False, note=told(figures))


def acknowledged(plan: Plan) -> Iterator[Row]:
    """Moves as fast as they are acknowledged, each on disk before."""
    seconds = plan.seconds / 2
    with fresh_server() as server:
        load = Load(server.url, plan.tables // plan.processes, seconds=seconds)
        with clients(play, load, processes=plan.processes, patience=300) as ready:
            before = server.busy()
            figures = played(ready, plan.seconds + 60)
            each = (server.busy() - before) / max(1, figures.acknowledged)
    note = f"{plan.tables} tables of two people, SQLite with synchronous=FULL; errors: {told(figures) or 'none'}"
    yield Row("moves acknowledged, durable", figures.acknowledged / seconds, "a second", 2500, note=note)
    note = f"a core of its own could do {1 / each:,.0f} a second"
    yield Row("the server's work for a move", 1e6 * each, "µs", 400, more_is_better=False, note=note)


def memory(plan: Plan) -> Iterator[Row]:
    """What an idle socket and a live game take."""
    with fresh_server() as server:
        with clients(idle, server.url, 100, processes=1, patience=60):  # whatever is needed once
            before = server.memory()
            with clients(idle, server.url, plan.sockets, processes=1, patience=120):
                each = (server.memory() - before) / plan.sockets
        yield Row("memory of an idle socket", each / KILOBYTE, "KB", 50, more_is_better=False)
    with fresh_server(COATL_IDLE_SECONDS="600") as server:
        yield Row("memory of a live game", live_game(server, plan) / KILOBYTE, "KB", 100, more_is_better=False)


def live_game(server: Server, plan: Plan) -> float:
    """Bytes of a game in its middle, without its sockets: their room has been made before, and is used again."""
    games = plan.games
    with clients(play, Load(server.url, 20, seconds=2.0, pause=0.05), processes=1, patience=120) as ready:
        played(ready, 60)
    with clients(idle, server.url, 2 * games, processes=1, patience=120):
        pass
    before = server.memory()
    with clients(play, Load(server.url, games, seconds=0.05 * 40, pause=0.05), processes=1, patience=300) as ready:
        played(ready, 120)
    return (server.memory() - before) / games


def start(plan: Plan) -> Iterator[Row]:
    """With many games in the database."""
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), plan.stored)
        with serving(Path(folder)) as server:
            note = f"{server.busy():.2f} s of work"
            yield Row(
                f"start with {plan.stored:,} stored games", server.seconds, "s", 3, more_is_better=False, note=note
            )
    with fresh_server() as server:
        yield Row("start with an empty database", server.seconds, "s", note=f"{server.busy():.2f} s of work")


def backups(plan: Plan) -> Iterator[Row]:
    """All games into a file, and back into an empty database."""

    def rate(what: str, work: Callable[[], int], target: float | None = None) -> Row:
        began, busy = time.perf_counter(), time.process_time()
        tables = work()
        seconds, note = time.perf_counter() - began, f"{time.process_time() - busy:.2f} s of work"
        return Row(f"{what} of {tables:,} games", tables / seconds, "a second", target, note=note)

    with tempfile.TemporaryDirectory() as name:
        folder, file = Path(name), Path(name) / "backup.db"
        fill(folder, plan.stored)
        yield rate("backup", lambda: back_up(f"sqlite:///{folder / 'coatl.db'}", file))
        yield rate("restore", lambda: restore(f"sqlite:///{folder / 'restored.db'}", file), 1000)
