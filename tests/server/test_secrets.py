"""No secret in a log, in a figure or in a link that others see."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import structlog
from websockets.asyncio.client import connect

from coatl.server.metrics import COMMANDS
from coatl.server.storage import writer
from coatl.server.storage.database import reading, url_of, writing
from coatl.server.storage.store import Store, Write
from coatl.server.tables.people import hashed
from tests.server.processes import free_port
from tests.server.server import Refused, Wire, serving
from tests.server.tables import Scene
from tests.server.test_wire import me, table_for

NAME, TALK = "Xochiquetzal", "a feathered secret"


async def play(url: str) -> list[str]:
    """A game with everything that is secret in it, by clients that also put secrets where they do not belong."""
    async with Wire(url) as host, Wire(url) as guest:
        seats = [*me(NAME), {"kind": "invited"}, {"kind": "bot", "bot": "random"}]
        made = await host.make(game="card", seats=seats, key="k" * 31 + "1")
        table, invite = made["table"], made["invites"]["2"]
        joined = await guest.join(table, "Ben", seat=2, invite=invite, key="j" * 31 + "2")
        secrets = [table, made["token"], invite, joined["token"], "k" * 31 + "1", "j" * 31 + "2"]
        await host.open(table, made["token"])
        await host.do(table, "an-id-of-mine", kind="chat", text=TALK)
        for wrong in ("w" * 64, made["token"][::-1]):
            secrets.append(wrong)
            with_query = f"{url.replace('http', 'ws')}/api/socket?token={wrong}"
            async with connect(with_query) as line:
                await line.recv()
                await line.send(b"\xff\xfe")
            with pytest.raises(Refused) as fault:
                await guest.open(table, wrong)
            assert wrong not in str(fault.value.error)
            for path in (f"/api/tables/{table}?token={wrong}", f"/nowhere/{wrong}"):
                assert wrong not in (await guest.request("GET", path, wrong)).text
        await host.do(table, kind="play", seat=1, action=host.view(table, 1)["legal"][0])
        return [*secrets, *(hashed(secret) for secret in secrets), NAME, TALK, "an-id-of-mine"]


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_secret_is_in_a_log(tmp_path: Path, form: str) -> None:
    port = free_port()
    settings = {"PORT": str(port), "DATA": str(tmp_path), "LOG_LEVEL": "debug", "LOG_FORMAT": form}
    environment = {**os.environ, **{f"COATL_{name}": value for name, value in settings.items()}}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-m", "coatl", "serve"], env=environment, stderr=log, stdout=log)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url, server)
            secrets = asyncio.run(play(url))
            figures = httpx.get(url + "/metrics").text
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    text = (tmp_path / "log").read_text(encoding="utf-8")
    assert "table made" in text
    assert COMMANDS._name in figures
    secrets += seeds_in(tmp_path / "coatl.db")
    assert [secret for secret in secrets if secret in text or secret in figures] == []
    assert "token=" not in text


def wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        assert server.poll() is None, "the server has ended"
        try:
            httpx.get(url + "/healthz")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not start in time")


def seeds_in(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    try:
        rows = connection.execute("SELECT data FROM events WHERE kind = 'started'").fetchall()
    finally:
        connection.close()
    found = [str(json.loads(data)["seed"]) for (data,) in rows]
    assert found
    return found


def test_a_write_that_fails_does_not_tell_what_was_to_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seed and the hashes of all tokens stand in the events."""
    scene = Scene(seats=me("Ann", "Ben"))
    seed = scene.table.game.seed  # type: ignore[union-attr]
    assert seed is not None
    store = Store(f"sqlite:///{tmp_path / 'coatl.db'}")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE events")

    async def write() -> None:
        await store.append(Write(scene.table, scene.events))

    noted = structlog.testing.LogCapture()
    monkeypatch.setattr(writer, "log", structlog.wrap_logger(structlog.PrintLogger(), processors=[noted]))
    try:
        with pytest.raises(Exception, match=r"server\.busy"):
            asyncio.run(write())
    finally:
        store.close()
    assert [line["event"] for line in noted.entries] == ["write failed"]
    told = str(noted.entries[0]["exc_info"])
    assert "INSERT INTO events" in told
    assert seed not in told
    assert scene.table.people[0].token not in told


@pytest.mark.parametrize("engine", [reading, writing])
def test_no_question_to_the_database_tells_its_parameters(engine: Any, tmp_path: Path) -> None:
    made = engine(url_of(f"sqlite:///{tmp_path / 'x.db'}"))
    with made.connect() as connection, pytest.raises(sa.exc.OperationalError) as fault:
        connection.execute(sa.text("SELECT :secret FROM nothing"), {"secret": "hidden words"})
    made.dispose()
    assert "hidden words" not in str(fault.value)


def test_what_everybody_sees_holds_no_secret(tmp_path: Path) -> None:
    """Tokens and invitations are only in the answers to their owners: not in the lobby, in states or in events."""

    async def look(url: str) -> None:
        async with Wire(url) as host, Wire(url) as guest, Wire(url) as stranger:
            await stranger.ask("lobby", on=True)
            seats = [*me("Ann"), {"kind": "invited"}, {"kind": "open"}]
            table, _, tokens = await table_for(host, [guest], game="card", seats=seats, public=True)
            made = await host.make(game="card", seats=seats, public=True)
            await stranger.open(table)
            await guest.do(table, kind="leave")
            tokens.append((await guest.join(table, "Cleo"))["token"])
            await stranger.until(lambda: stranger.lobby)
            for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{made['table']}", "/api/info"):
                await stranger.request("GET", path)
            hidden = [*tokens, made["token"], *made["invites"].values()]
            for secret in [*hidden, *(hashed(secret) for secret in hidden)]:
                assert not any(secret in text for text in [*stranger.received, *stranger.fetched])
                assert secret == tokens[0] or not any(secret in text for text in host.received)

    with serving(tmp_path) as served:
        asyncio.run(look(served.url))
