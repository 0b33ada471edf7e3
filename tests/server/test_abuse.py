"""Addresses are written down only for abuse, and for so long only; figures tell routes and never paths."""

import asyncio
import json
import logging
import re
import stat
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest

from coatl.server import abuse
from coatl.server.abuse import AbuseLog
from tests.server.server import Served, Wire, serving
from tests.server.test_floods import from_address

EVE, ANN = "198.51.100.7", "192.0.2.9"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), requests_per_second=3.0, log_level="info") as server:
        yield server


def lines(folder: Path) -> list[dict[str, str]]:
    return [json.loads(line) for path in folder.glob("abuse-*.log") for line in path.read_text().splitlines()]


def test_only_who_floods_is_written_down(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        httpx.get(served.url + "/api/info", headers=from_address(ANN))
        codes = [httpx.get(served.url + "/api/info", headers=from_address(EVE)).status_code for _ in range(60)]
    assert 429 in codes
    folder = served.settings.data
    assert [(line["address"], line["code"]) for line in lines(folder)] == [(EVE, "request.often")]  # once a minute
    (path,) = folder.glob("abuse-*.log")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert EVE not in caplog.text
    assert ANN not in caplog.text


def test_a_file_is_kept_for_its_days(tmp_path: Path) -> None:
    for day in ("2026-11-01", "2026-11-16", "2026-11-17", "2026-11-18"):
        (tmp_path / f"abuse-{day}.log").write_text("{}\n")
    (tmp_path / "coatl.db").write_text("")
    AbuseLog(tmp_path, days=2).prune(date(2026, 11, 18))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "abuse-2026-11-17.log",
        "abuse-2026-11-18.log",
        "coatl.db",
    ]
    silent = AbuseLog(tmp_path / "none", days=0)
    silent.note(EVE, "request.often")
    assert not (tmp_path / "none").exists()


def test_a_flood_from_everywhere_fills_no_disk(tmp_path: Path) -> None:
    kept = AbuseLog(tmp_path, days=1)
    for number in range(abuse.MOST_LINES + 50):
        kept.note(f"192.0.2.{number}", "request.often")
    assert len(lines(tmp_path)) == abuse.MOST_LINES


def requests_in(figures: str) -> set[tuple[str, str, str]]:
    found = re.findall(r'^coatl_requests_total\{method="(.+?)",route="(.+?)",status="(.+?)"\}', figures, re.M)
    return {(method, route, status) for method, route, status in found}


def test_requests_are_counted_by_route_and_status(served: Served) -> None:
    headers = from_address("192.0.2.10")
    table = "0123456789abcdef01234567"
    for method, path in (
        ("GET", f"/api/tables/{table}"),
        ("POST", "/api/tables"),
        ("GET", "/api/strange"),
        ("GET", "/page"),
    ):
        httpx.request(method, served.url + path, headers=headers)
    httpx.request("TRACE", served.url + "/api/info", headers=headers)
    figures = httpx.get(served.url + "/metrics").text
    assert requests_in(figures) >= {
        ("GET", "/api/tables/{table}", "404"),
        ("POST", "/api/tables", "422"),
        ("GET", "none", "404"),
        ("GET", "none", "429"),
    }
    assert {(method, status) for method, _, status in requests_in(figures)} >= {("other", "405")}
    assert {route for _, route, _ in requests_in(figures)} >= {"pages"}
    assert 'coatl_request_seconds_bucket{le="0.001",route="/api/tables/{table}"}' in figures
    assert table not in figures
    assert "strange" not in figures


def test_writes_that_fail_are_counted(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def failed_writes() -> float:
        found = re.search(r"^coatl_failed_writes_total (.+)$", httpx.get(served.url + "/metrics").text, re.M)
        assert found
        return float(found[1])

    async def talk() -> None:
        async with Wire(served.url) as wire:
            made = await wire.make(game="card", seats=[{"kind": "me"}, {"kind": "open"}])
            monkeypatch.setattr(served.app.state.registry.store.writer, "write", broken)
            asked = {"id": "1", "command": {"kind": "chat", "text": "hello"}}
            answered = await wire.request("POST", f"/api/tables/{made['table']}/commands", made["token"], json=asked)
            assert (answered.status_code, answered.json()["code"]) == (503, "server.busy")

    def broken(connection: object, jobs: object) -> None:
        raise OSError("no")

    before = failed_writes()
    asyncio.run(talk())
    assert failed_writes() == before + 1
