"""`coatl serve` as people start it: a process of its own."""

import asyncio
import socket
import struct
from pathlib import Path

from coatl.server.settings import Settings
from tests.cli.command import answered, refused
from tests.server.processes import process
from tests.server.server import Wire


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
    with process(tmp_path / "new" / "folder") as server:
        asyncio.run(hang_up_rudely(server.url))
        assert server.answers()
        assert server.stop() == 0
        told = server.told
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
