"""Who is here, by socket or by requests, and how long a seat is kept for who is not."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from coatl.server.live_tables import LiveTable
from tests.server.server import Refused, Served, Wire, serving

SEATS = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
MINUTE = 60_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served"), absent_seconds=60.0) as server:
        yield server


def live_table(served: Served, table: str) -> LiveTable:
    found: LiveTable = served.app.state.registry.tables[table]
    return found


def pass_a_minute(live: LiveTable) -> None:
    """For who is away, or asks for nothing."""
    kept = live.presence.attendance
    kept.since -= MINUTE
    for times in (kept.seen, kept.requests):
        times.update({person: when - MINUTE for person, when in times.items()})


async def replaced(host: Wire, table: str) -> Any:
    """What the server says when the host wants a bot at the second seat: a code, or nothing."""
    try:
        await host.do(table, kind="replace", seat=2, bot="random")
    except Refused as fault:
        return fault.code


def test_who_hangs_up_has_a_minute_to_come_back(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            made = await host.make(game="card", seats=SEATS)
            table = made["table"]
            await host.open(table, made["token"])
            async with Wire(served.url) as guest:
                token = (await guest.join(table, "Ben"))["token"]
                await guest.open(table, token)
                assert await replaced(host, table) == "seat.present"
            await host.until(lambda: '"kept":{"2":' in host.received[-1])  # the page counts down to it
            assert await replaced(host, table) == "seat.kept"
            async with Wire(served.url) as guest:
                await guest.open(table, token)
                pass_a_minute(live_table(served, table))
                assert await replaced(host, table) == "seat.present"  # whoever is back in time keeps the seat
            await host.until(lambda: '"kept":{"2":' in host.received[-1])
            pass_a_minute(live_table(served, table))
            assert await replaced(host, table) is None

    asyncio.run(play())


def test_who_plays_by_requests_is_here_by_them(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            made = await host.make(game="card", seats=SEATS)
            table = made["table"]
            await host.open(table, made["token"])
            token = (await host.join(table, "Ben"))["token"]
            await host.until(lambda: '"online":[1,2]' in host.received[-1])
            live = live_table(served, table)
            pass_a_minute(live)
            assert live.presence.data()["online"] == [1]
            live.presence.watch_requests()  # its timer would be up by now
            await host.until(lambda: '"online":[1],' in host.received[-1])
            await host.request("GET", f"/api/tables/{table}", token)
            await host.until(lambda: '"online":[1,2]' in host.received[-1])
            assert await replaced(host, table) == "seat.present"
            await host.request("GET", f"/api/tables/{table}")  # a spectator's request helps nobody
            pass_a_minute(live)
            assert await replaced(host, table) is None

    asyncio.run(play())


def test_after_a_start_everybody_has_the_whole_time(served: Served) -> None:
    live = served.app.state.registry
    kept = live.attendance()
    assert kept.kept_until(1) >= live.started + MINUTE
