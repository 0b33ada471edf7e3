"""Parts fail, play goes on: PostgreSQL is away for a while, a worker dies meanwhile, the disk is full."""

import os
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
import sqlalchemy as sa

from coatl.client import Server, Table, me
from coatl.server.boot.process import FAILED
from coatl.server.registry import BEAT
from coatl.server.security import status_of
from coatl.server.storage.database import busy
from tests.requirements import need
from tests.server.clients import until
from tests.server.processes import PATIENCE, UNHURRIED, Process, process, workers_of
from tests.server.server import serving
from tests.server.services import PostgresServer, RedisServer
from tests.server.test_bus import Log

AWAY = 5.0  # seconds
SEATS = [me("Ann"), me("Ben")]
CLOCK = {"move": 600, "reserve": 0, "timeout": "loss"}


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with tempfile.TemporaryDirectory(prefix="coatl-pg") as folder:
        yield PostgresServer(folder)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines of the log about parts."""
    found: list[str] = []
    monkeypatch.setattr("coatl.server.outages.log", Log(found))
    return found


def play(table: Table) -> None:
    """One move of whoever is to move."""
    seat = next(seat for seat in table.seats if table.legal(seat))
    table.play(table.legal(seat)[0], seat)


@contextmanager
def meanwhile(work: Callable[[], None]) -> Iterator[None]:
    """Does something while the block runs; it succeeds in the end."""
    faults: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as fault:
            faults.append(fault)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield
    thread.join(PATIENCE)
    assert not thread.is_alive(), "it still waits"
    assert faults == []


def deadline(url: str, table: Table) -> int:
    """Until when somebody may think, in milliseconds of the server's clock."""
    headers = {"authorization": f"Bearer {table.token}"}
    clocks = httpx.get(f"{url}/api/tables/{table.id}", headers=headers).json()[0]["clocks"]
    return int(max(clock["until"] or 0 for clock in clocks.values()))


def check_busy(url: str) -> None:
    """Whatever needs the database is busy for the moment: never a fault of the server."""
    asked = [httpx.get(f"{url}/api/tables"), httpx.get(f"{url}/api/tables/{'1' * 24}"), httpx.get(f"{url}/readyz")]
    asked.append(httpx.post(f"{url}/api/tables", json={"game": "card"}))
    for answer in asked:
        assert answer.status_code == 503, answer.text
        assert answer.json()["code"] == "server.busy"
        assert int(answer.headers["retry-after"]) == answer.json()["retry_after"] >= 1
    health = httpx.get(f"{url}/healthz")
    assert (health.status_code, health.json()["database"]) == (200, "away")


def test_an_outage_of_postgresql_throws_nobody_out(server: PostgresServer, tmp_path: Path, said: list[str]) -> None:
    with server.on(), psycopg.connect(f"{server.url}/postgres", autocommit=True) as line:
        line.execute("CREATE DATABASE outage")
    with ExitStack() as stack:
        with server.on():
            url = stack.enter_context(serving(tmp_path, database_url=f"{server.url}/outage")).url
            client = stack.enter_context(Server(url))
            table, thinking = (client.create("card", SEATS, clock=CLOCK) for _ in range(2))
            play(table)
            before, began = deadline(url, thinking), time.monotonic()
        with meanwhile(lambda: play(table)):  # a move that is asked for while nobody can write it
            check_busy(url)
            time.sleep(AWAY)
            stack.enter_context(server.on())
        kinds: list[str] = []
        while (event := table.next(1)) is not None:
            kinds.append(event.kind)
        assert kinds.count("played") >= 2
        assert {"waiting", "lost"} & set(kinds)
        assert "back" in kinds
        play(table)
        later = until(lambda: deadline(url, thinking) - before)  # no clock ran
        assert AWAY <= later / 1000 <= time.monotonic() - began + BEAT
        assert httpx.get(f"{url}/readyz").status_code == 200
        assert said == ["a part is away", "a part is back"]


def test_a_server_that_begins_while_its_database_is_away_waits_for_it(server: PostgresServer, tmp_path: Path) -> None:
    with server.on(), psycopg.connect(f"{server.url}/postgres", autocommit=True) as line:
        line.execute("CREATE DATABASE later")
    with serving(tmp_path, database_url=f"{server.url}/later") as served:
        check_busy(served.url)
        with server.on(), Server(served.url) as client:
            play(client.create("card", SEATS))
    with serving(tmp_path, database_url=f"{server.url}/later") as served:
        assert httpx.get(f"{served.url}/healthz").status_code == 200  # and it stops, though it still waits


def is_busy(served: Process) -> bool:
    """Whether somebody answers that the database is away; a line to a worker that was killed may be lost."""
    assert served.running.poll() is None, served.told
    try:
        return httpx.get(f"{served.url}/api/tables").status_code == 503
    except httpx.HTTPError:
        return False


def test_a_worker_that_dies_while_postgresql_is_away_is_replaced(server: PostgresServer, tmp_path: Path) -> None:
    need(Path("/proc/self").exists(), "the processes in /proc")
    redis = RedisServer()
    settings = UNHURRIED | {"workers": "2", "redis_url": redis.url, "log_level": "info"}
    with redis.on():
        with server.on(), psycopg.connect(f"{server.url}/postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE workers")
        postgres = server.on()
        postgres.__enter__()
        with process(tmp_path, database_url=f"{server.url}/workers", **settings) as served:
            first = until(lambda: len(found := workers_of(served.running.pid)) == 2 and found)
            postgres.__exit__(None, None, None)
            os.kill(first[0], signal.SIGKILL)
            until(lambda: len(found := workers_of(served.running.pid)) == 2 and first[0] not in found)
            until(lambda: is_busy(served))  # the other one goes on
            os.kill(first[1], signal.SIGKILL)
            until(lambda: is_busy(served))  # and so do those that began meanwhile
            with server.on():
                with Server(served.url) as client:
                    play(client.create("card", SEATS))
                with psycopg.connect(f"{server.url}/workers", autocommit=True) as line:
                    line.execute("UPDATE alembic_version SET version_num = '9999'")  # now none can begin
                os.kill(workers_of(served.running.pid)[0], signal.SIGKILL)
                assert served.running.wait(PATIENCE) == FAILED
            assert "database.newer" in served.told or "newer version" in served.told


# ---------------------------------------------------------------- the disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    mounted = not os.geteuid() and not subprocess.run(mount, capture_output=True, check=False).returncode
    need(mounted, "a root who may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """A file that leaves no room."""
    with (folder / "big").open("wb", buffering=0) as big:
        for size in (65_536, 512):
            try:
                while True:
                    big.write(b"x" * size)
            except OSError:
                continue
    return folder / "big"


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(small_disk: Path, said: list[str]) -> None:
    with serving(small_disk) as served, Server(served.url) as client:
        table = client.create("card", SEATS)
        play(table)
        big = fill(small_disk)
        with meanwhile(lambda: play(table)):
            until(lambda: httpx.get(f"{served.url}/readyz").status_code == 503)
            reason = httpx.get(f"{served.url}/readyz").json()
            assert reason["code"] == "server.disk"
            assert "disk" in reason["message"]
            assert httpx.get(f"{served.url}/healthz").json()["database"] == "away"
            until(lambda: told_of(table))
            big.unlink()
        until(lambda: httpx.get(f"{served.url}/readyz").status_code == 200)
        play(table)
    assert said[0] == "a part is away"
    assert said[-1] == "a part is back"


def told_of(table: Table) -> bool:
    """Whether the client says that it waits, and why."""
    event = table.next(0.1)
    return event is not None and event.kind == "waiting" and "disk" in str(event.data["message"])


@pytest.mark.parametrize("reason", ["attempt to write a readonly database", "database or disk is full"])
def test_whoever_needs_the_disk_reads_what_is_wrong_with_it(reason: str) -> None:
    """A disk that cannot be written: nothing can be mounted anew while a server holds its files."""
    fault = busy(sa.exc.OperationalError("INSERT", {}, sqlite3.OperationalError(reason)))
    assert (fault.code, status_of(fault.code)) == ("server.disk", 503)
    assert "disk" in fault.message
