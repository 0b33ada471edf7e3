"""Running it: what is said at the start, what is refused and how, figures, and the end."""

import asyncio
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from coatl.engine.errors import CoatlError
from coatl.server.boot.checks import bound, check_folder, check_storage
from coatl.server.metrics import FOLDER
from coatl.server.settings import Settings
from tests.cli.command import answered, coatl, refused
from tests.server.processes import Process, free_port, process
from tests.server.server import PATIENCE, Wire, serving


def test_a_port_in_use_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = coatl("serve", "--port", str(port), state=tmp_path, COATL_DATA=str(tmp_path))
    refused(result, "server.port")
    assert f"Port {port} is in use" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(CoatlError, match="cannot listen on") as caught:
        bound(Settings(host="192.0.2.1", port=0))
    assert caught.value.code == "server.host"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    result = answered("serve", state=tmp_path, COATL_DATA=str(tmp_path / "file" / "data"))
    refused(result, "data.unwritable")
    assert "COATL_DATA" in result.stderr


def test_a_database_that_cannot_be_used_is_refused_and_its_password_untold(tmp_path: Path) -> None:
    port = free_port()
    settings = Settings(database_url=f"postgresql://ann:hidden-word@127.0.0.1:{port}/coatl", data=tmp_path)
    with pytest.raises(CoatlError) as caught:
        check_storage(settings)
    assert caught.value.code == "database.unusable"
    assert str(port) in caught.value.message
    assert "hidden-word" not in caught.value.message


def test_the_folder_of_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    check_folder(Settings(data=tmp_path / "new"))
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_a_wrong_value_names_its_variable(tmp_path: Path) -> None:
    for name, value in (("COATL_BOT_SECONDS", "soon"), ("COATL_LOG_FORMAT", "xml"), ("COATL_SOCKETS", "0")):
        result = answered("serve", state=tmp_path, COATL_DATA=str(tmp_path), **{name: value})
        refused(result, "settings.value")
        assert name in result.stderr


def test_help_says_what_every_setting_means_and_its_default(tmp_path: Path) -> None:
    told = " ".join(re.sub(r"[│\s]+", " ", answered("serve", "--help", state=tmp_path).stdout).split())
    for name, field in Settings.model_fields.items():
        assert f"COATL_{name.upper()}: {field.description}" in told
        if isinstance(field.default, (int, float)):
            assert f"{field.description} (default {field.default})" in told


def test_on_a_terminal_it_says_where_to_go(tmp_path: Path) -> None:
    port = free_port()
    ours, theirs = pty.openpty()
    own = {"COATL_PORT": str(port), "COATL_DATA": str(tmp_path), "COATL_PROT": "1"}
    command = [sys.executable, "-m", "coatl", "serve"]
    with subprocess.Popen(command, env=os.environ | own, stdout=theirs, stderr=theirs) as server:
        try:
            told = read_until(ours, "ready")
        finally:
            server.kill()
    assert f"Cóatl serves at http://127.0.0.1:{port}" in told
    assert str(tmp_path / "coatl.db") in told
    assert "COATL_PROT" in told  # a setting that nobody reads
    assert '{"' not in told  # lines for people


def read_until(terminal: int, word: str) -> str:
    """What stands on a terminal when the word has come."""
    told, end = b"", time.monotonic() + PATIENCE
    while word.encode() not in told and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            told += os.read(terminal, 4096)
    return told.decode()


def test_every_line_of_the_log_is_json_and_a_shutdown_tells_its_clients(tmp_path: Path) -> None:
    async def play(server: Process) -> tuple[str, str, int]:
        async with Wire(server.url) as wire:
            made = await wire.make(game="card", options={"solo": True})
            table, token = made["table"], made["token"]
            await wire.open(table, token)
            await wire.do(table, kind="play", seat=1, action=wire.view(table, 1)["legal"][0])
            assert server.popen is not None
            server.popen.send_signal(signal.SIGTERM)
            assert wire.reading is not None
            with pytest.raises(ConnectionClosed, match="1012"):
                await asyncio.wait_for(wire.reading, PATIENCE)
            wire.reading = None
            return table, token, wire.states[table, 1]["number"]

    with process(tmp_path) as server:
        table, token, number = asyncio.run(play(server))
        assert server.popen is not None
        assert server.popen.wait(PATIENCE) == 0  # all is closed
        told = server.told
    lines = [json.loads(line) for line in told.splitlines()]
    assert [line["event"] for line in lines] == ["listening", "ready", "table made", "closed"]
    assert lines[0]["url"] == server.url
    assert all({"level", "timestamp"} <= set(line) for line in lines)
    assert token not in told
    with serving(tmp_path) as again:
        states = httpx.get(f"{again.url}/api/tables/{table}", headers={"authorization": f"Bearer {token}"}).json()
    assert states[0]["number"] == number


def test_health_and_figures(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with Wire(url) as wire:
            before = await figures_of(wire)
            made = await wire.make(game="card", seats=[{"kind": "me"}, {"kind": "me"}])
            await wire.open(made["table"], made["token"])
            await wire.do(made["table"], kind="play", seat=1, action=wire.view(made["table"], 1)["legal"][0])
            figures = await figures_of(wire)
            assert figures["coatl_sockets"] == 1
            assert figures["coatl_tables"] == 1
            assert sum(value for name, value in figures.items() if name.startswith("coatl_bot_queue")) == 0
            assert figures['coatl_commands_total{kind="play"}'] >= 1
            assert figures['coatl_durable_seconds_bucket{le="+Inf"}'] >= 1
            assert figures["coatl_faults_total"] == before["coatl_faults_total"]

    with serving(tmp_path) as served:
        health = httpx.get(f"{served.url}/healthz")
        assert (health.status_code, health.json()["database"]) == (200, "ok")
        ready = httpx.get(f"{served.url}/readyz")
        assert (ready.status_code, ready.json()["status"]) == (200, "ok")
        asyncio.run(play(served.url))
        served.app.state.registry.store.reader.dispose()
        served.app.state.registry.store.rows = broken
        assert httpx.get(f"{served.url}/readyz").status_code == 503


async def broken(query: object) -> None:
    """A database that does not answer."""
    raise OSError("away")


async def figures_of(wire: Wire) -> dict[str, float]:
    """The figures by their names."""
    text = (await wire.request("GET", "/metrics")).text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_the_figures_of_several_workers_are_one_sum(tmp_path: Path) -> None:
    count = "from coatl.server import metrics as m; m.SOCKETS.set({0}); m.FORFEITS.inc({0}); print(flush=True); input()"
    own = os.environ | {FOLDER: str(tmp_path)}

    def worker(number: int) -> "subprocess.Popen[str]":
        code = [sys.executable, "-c", count.format(number)]
        return subprocess.Popen(code, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    with worker(2) as first, worker(3) as second:
        for process in (first, second):
            assert process.stdout is not None
            process.stdout.readline()
        assert told_together(own) == {"coatl_sockets": 5.0, "coatl_forfeits_total": 5.0}
        first.communicate("\n", timeout=PATIENCE)
        assert told_together(own) == {"coatl_sockets": 3.0, "coatl_forfeits_total": 5.0}
        second.communicate("\n", timeout=PATIENCE)


def told_together(environment: dict[str, str]) -> dict[str, float]:
    """Two of the figures, as another worker tells them."""
    code = "from coatl.server import metrics; print(metrics.figures().decode())"
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    lines = [line.rsplit(" ", 1) for line in told.stdout.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, value in lines if name in ("coatl_sockets", "coatl_forfeits_total")}
