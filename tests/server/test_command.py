"""`coatl serve` as people start it: a process of its own."""

import asyncio
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from coatl.server.settings import Settings
from tests.cli.command import answered, refused
from tests.server.serving import PATIENCE, Wire


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


@contextmanager
def process(data: Path, **settings: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The server's address and its process, which is ended in any case."""
    port = free_port()
    own = {"COATL_PORT": str(port), "COATL_DATA": str(data), **{f"COATL_{k.upper()}": v for k, v in settings.items()}}
    command = [sys.executable, "-m", "coatl", "serve"]
    with subprocess.Popen(command, env=os.environ | own, stderr=subprocess.PIPE, text=True) as server:
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(url, server)
            yield url, server
        finally:
            server.kill()


def wait_for(url: str, server: "subprocess.Popen[str]") -> None:
    end = time.monotonic() + 5 * PATIENCE  # it may have to compile
    while time.monotonic() < end:
        assert server.poll() is None, server.stderr and server.stderr.read()
        try:
            if httpx.get(f"{url}/healthz").status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("the server did not start in time")


async def hang_up_rudely(url: str) -> None:
    """A client that is gone while it is being written to."""
    async with Wire(url) as host:
        made = await host.make(game="card", options={"solo": True})
        await host.open(made["table"], made["token"])
        for number in range(9):
            rude = Wire(url)
            await rude.connect()
            await rude.open(made["table"])
            assert rude.socket is not None
            line = rude.socket.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # no good-bye, a reset
            rude.socket.transport.abort()
            await host.do(made["table"], kind="react", reaction="wow", message_id=str(number))
            await rude.http.aclose()


def test_it_starts_without_settings_survives_rude_clients_and_stops_when_it_is_told(tmp_path: Path) -> None:
    with process(tmp_path / "new" / "folder") as (url, server):
        asyncio.run(hang_up_rudely(url))
        assert httpx.get(f"{url}/healthz").status_code == 200
        server.send_signal(signal.SIGTERM)
        _, told = server.communicate(timeout=PATIENCE)
    assert '"event": "ready"' in told
    assert '"event": "closed"' in told
    assert '"level": "error"' not in told
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["coatl.db"]  # nothing is left unwritten


def test_help_lists_every_setting(tmp_path: Path) -> None:
    told = answered("serve", "--help", state=tmp_path).stdout
    assert [name for name in Settings.model_fields if f"COATL_{name.upper()}" not in told] == []


def test_settings_that_cannot_be_are_refused_with_their_names(tmp_path: Path) -> None:
    for words, name in ((("--port", "99999"), "COATL_PORT"), (("--workers", "2"), "COATL_REDIS_URL")):
        result = answered("serve", *words, state=tmp_path)
        refused(result, "settings.value")
        assert name in result.stderr
