"""The server's time: even while it lives, whatever the wall clock shows; across a restart never backwards."""

import time
from functools import partial
from pathlib import Path

import httpx
import pytest

from coatl.server.clock import OFFSET, ServerClock
from coatl.server.storage.store import Store
from coatl.server.tables.clock import Clock
from tests.server.clients import until
from tests.server.server import serving

HOUR = 3_600_000  # milliseconds


def test_a_wall_clock_that_is_set_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, real = ServerClock(), time.time
    before = clock()
    for jump in (3600, -7200):
        monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
        assert 0 <= clock() - before < HOUR / 2


def test_a_jump_ends_nobodys_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, seats = time.time, [{"kind": "me", "name": name} for name in ("Ann", "Ben")]
    wish = {"game": "card", "seats": seats, "clock": {"move": 1800, "timeout": "loss"}}
    with serving(tmp_path) as served, httpx.Client(base_url=served.url, timeout=60) as http:
        made, registry = http.post("/api/tables", json=wish).json(), served.app.state.registry
        table = f"/api/tables/{made['table']}"
        before = http.get(table).json()[0]
        for jump in (7200, -7200):
            monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
            looked = registry.beaten + 2000
            until(partial(lambda when: registry.beaten >= when, looked))  # it has looked for what is due meanwhile
            after = http.get(table).json()[0]
            assert (after["number"], after["clocks"]) == (before["number"], before["clocks"])
            assert 0 <= after["time"] - before["time"] < HOUR / 2
        own = {"authorization": f"Bearer {made['token']}"}
        legal = http.get(table, headers=own).json()[0]["view"]["legal"]
        command = {"id": "1", "command": {"kind": "play", "seat": 1, "action": legal[0]}}
        assert http.post(f"{table}/commands", json=command, headers=own).status_code == 200


def test_workers_have_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = ServerClock()
    first.advance(first() + HOUR)
    monkeypatch.setenv(OFFSET, "0")
    first.share()
    assert abs(ServerClock()() - first()) < 1000


def test_a_restart_counts_the_stored_time_once_and_never_backwards(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'coatl.db'}")
    assert store.begin("first", 10 * HOUR, 0) == 10 * HOUR
    assert store.begin("an hour later", 11 * HOUR, 0) == 11 * HOUR
    assert store.begin("the wall clock was set back", 2 * HOUR, 0) == 11 * HOUR
    assert store.begin("and is right again", 12 * HOUR, 0) == 12 * HOUR
    assert store.last_time() == 12 * HOUR
    with store.reader.connect() as connection:
        spans = connection.exec_driver_sql('SELECT since, "until" FROM outages ORDER BY since').all()
    store.close()
    assert [tuple(span) for span in spans] == [(10 * HOUR, 11 * HOUR), (11 * HOUR, 12 * HOUR)]
    clock = Clock(move=HOUR, reserve=0, timeout="loss")
    clock.run({1: 1}, 10 * HOUR - 1)
    for span in spans:
        clock.pause(*span)
    assert clock.deadline(1) == 13 * HOUR - 1  # two hours away, an hour to think
