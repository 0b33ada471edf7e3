"""Who reads long games again and again is told to wait, by what it costs; others are served meanwhile."""

import asyncio
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator

import httpx
import pytest

from coatl.server import security
from coatl.server.limits import Bucket
from tests.server.raw_client import until
from tests.server.server import Refused, Served, Wire, serving
from tests.server.test_floods import from_address
from tests.server.test_trust import error_of
from tests.server.test_wire import me

MANY, ONE = "198.51.100.1", "198.51.100.2"
ACTIONS = 300  # reading them counts as four requests


async def long_table(wire: Wire) -> tuple[str, str]:
    """A table at which somebody chooses and takes back, on and on; and the token."""
    made = await wire.make(game="board", options={"players": 2}, seats=me("Ann", "Ben"))
    table = made["table"]
    await wire.open(table, made["token"])
    for _ in range(ACTIONS // 2):
        await wire.do(table, kind="play", seat=1, action=wire.view(table, 1)["legal"][1])
        await wire.do(table, kind="undo", seat=1)
    return table, made["token"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_reading_by_http_counts_by_its_cost(served: Served) -> None:
    async def read() -> None:
        async with Wire(served.url) as wire:
            table, token = await long_table(wire)
            for path in ("", "/record", "/record?format=text", "/replay?step=1"):
                await read_too_much(wire, f"/api/tables/{table}{path}", token)
            legal = wire.view(table, 2)["legal"]  # and who plays, plays
            await wire.do(table, kind="play", seat=2, action=legal[0])

    async def read_too_much(wire: Wire, path: str, token: str) -> None:
        """One that reads it four times is stopped, and another one is not."""
        requests = served.app.state.requests
        requests.known = OrderedDict((address, Bucket(0.001, 12, time.monotonic())) for address in (MANY, ONE))

        async def answers(address: str, number: int) -> list[httpx.Response]:
            headers = {**from_address(address), "authorization": f"Bearer {token}"}
            return [await wire.http.get(path, headers=headers) for _ in range(number)]

        found = await answers(MANY, 4)
        assert found[0].status_code == 200
        assert error_of(found[-1]) == (429, "request.often")
        assert int(found[-1].headers["retry-after"]) > 0
        assert (await answers(ONE, 1))[0].status_code == 200

    asyncio.run(read())


def test_reading_on_a_socket_counts_by_its_cost(served: Served) -> None:
    async def read() -> None:
        async with Wire(served.url) as player, Wire(served.url) as reader:
            table, token = await long_table(player)
            await reader.open(table, token)
            *_, socket = served.app.state.registry.tables[table].listeners
            socket.bucket = Bucket(0.001, 12, time.monotonic())
            await reader.ask("resync", table=table)  # two seats, four requests each
            with pytest.raises(Refused, match=r"request\.often"):
                await reader.ask("resync", table=table)
            await reader.ask("ping")  # what costs little goes on
            await player.ask("resync", table=table)

    asyncio.run(read())


def test_who_is_refused_and_asks_again_at_once_waits_and_nobody_else(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pause lasts here until it is ended; who has not asked too much is answered meanwhile."""
    ended = threading.Event()

    async def pause() -> None:
        while not ended.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(security, "pause", pause)

    async def read() -> None:
        async with Wire(served.url) as wire:
            requests = served.app.state.requests
            requests.known = OrderedDict({MANY: Bucket(0.001, 1, time.monotonic())})
            path = "/api/tables"
            assert (await wire.http.get(path, headers=from_address(MANY))).status_code == 200
            refused = asyncio.create_task(wire.http.get(path, headers=from_address(MANY)))
            for _ in range(20):
                assert (await wire.http.get(path, headers=from_address(ONE))).status_code == 200
            assert not refused.done()
            ended.set()
            assert (await refused).status_code == 429

    asyncio.run(read())


def test_how_late_the_loop_is_can_be_read(served: Served) -> None:
    def looks() -> float:
        found = httpx.get(served.url + "/metrics").text
        return float(re.findall(r"^coatl_loop_lag_seconds_count (.*)$", found, re.M)[0])

    before = looks()
    until(lambda: looks() > before)
