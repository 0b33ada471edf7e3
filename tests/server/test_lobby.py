"""The lobby: tables whose hosts are here, a few of each address, the nearest to full and then the newest first."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coatl.server.lobby import HostSeen, OpenTables
from coatl.server.registry import Registry
from coatl.server.requests import NewTable
from coatl.server.settings import Settings
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands
from coatl.server.tables.people import identity_of
from tests.server.server import Served, Wire, serving
from tests.server.tables import ME, OPEN, Scene
from tests.server.test_workers import workers


def summary(name: str, created: int, empty: int) -> dict[str, Any]:
    return {"id": name, "created": created, "seats": [{"kind": "person"}, *[{"kind": "open"}] * empty]}


def lobby_of(hosts: dict[str, tuple[str, int, float]], each: int = 2) -> OpenTables:
    """By table: where its host is, when it was made, and when the host was here."""
    lobby = OpenTables(seconds=300, each=each)
    for table, host in hosts.items():
        assert lobby.see(table, HostSeen(*host))
    return lobby


def listed(lobby: OpenTables, *summaries: dict[str, Any]) -> list[str]:
    return [found["id"] for found in lobby.listed(summaries)]


def test_the_nearest_to_full_come_first_and_then_the_newest() -> None:
    lobby = lobby_of({name: (name, 0, 0.0) for name in "abcd"})
    rows = [summary("a", 1, 1), summary("b", 2, 3), summary("c", 3, 1), summary("d", 4, 3)]
    assert listed(lobby, *rows) == ["c", "a", "d", "b"]


def test_one_address_has_a_few_the_newest_of_those_that_are_open() -> None:
    flood = {f"f{number}": ("flood", number, 0.0) for number in range(1000)}
    lobby = lobby_of({"one": ("home", 0, 0.0), **flood})
    assert lobby.candidates() == ["f999", "f998", "f997", "f996", "f995", "f994", "one"]
    still_open = [summary("f998", 998, 1), summary("f996", 996, 1), summary("f995", 995, 1), summary("one", 0, 3)]
    assert listed(lobby, *still_open) == ["f998", "f996", "one"]


def test_tables_of_hidden_hosts_leave_room_for_others_of_their_address() -> None:
    lobby = OpenTables(seconds=300, each=1)
    assert lobby.see("new", HostSeen("a", 2, 0.0, identity="eve"))
    assert lobby.see("old", HostSeen("a", 1, 0.0))
    rows = [summary("new", 2, 1), summary("old", 1, 1)]
    assert [found["id"] for found in lobby.listed(rows)] == ["new"]
    assert [found["id"] for found in lobby.listed(rows, {"eve"})] == ["old"]
    assert lobby.identities() == {"eve"}
    assert lobby.see("new", HostSeen("a", 2, 0.0, identity="ben"))  # somebody else is the host now


def test_hosts_who_stay_away_are_forgotten() -> None:
    lobby = lobby_of({"here": ("a", 1, 200.0), "gone": ("b", 1, 0.0)})
    assert (lobby.expire(300.0), lobby.expire(301.0), lobby.expire(302.0)) == (False, True, False)
    assert listed(lobby, summary("here", 1, 1), summary("gone", 1, 1)) == ["here"]
    assert not lobby.see("here", HostSeen("a", 1, 400.0))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path, absent_seconds=0.0, lobby_minutes=0.05) as server:
        yield server


def test_a_table_is_shown_while_its_host_is_here(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as looker:
            await looker.ask("lobby", on=True)
            made = await host.make(game="card", seats=[ME, OPEN], public=True)
            await host.open(made["table"], made["token"])
            await looker.until(lambda: looker.lobby)
            assert [table["id"] for table in looker.lobby or []] == [made["table"]]
            await host.ask("shut", table=made["table"])
            await looker.until(lambda: looker.lobby == [])
            assert (await host.request("GET", "/api/tables")).json() == []
            await host.open(made["table"], made["token"])
            await looker.until(lambda: looker.lobby)
            await looker.open(made["table"])  # a link to it is good at all times

    asyncio.run(play())


def test_a_host_at_one_worker_is_known_to_the_others(tmp_path: Path) -> None:
    async def play() -> None:
        wish = NewTable(game="card", name="Ann", seats=[ME, OPEN], public=True, identity="a" * 32)  # type: ignore[list-item]
        async with workers(tmp_path, wish) as (first, second, one, _):
            second.lobby.tables.hosts.clear()
            one.presence.asked(1)
            first.lobby.note_hosts()
            await asyncio.sleep(0)
            assert [table["id"] for table in await second.lobby.listed()] == [one.table.id]
            assert second.lobby.tables.identities() == {identity_of("a" * 32)}

    asyncio.run(play())


# ---------------------------------------------------------------- tables that nobody comes back to


def open_table() -> Scene:
    return Scene(game="card", seats=[ME, OPEN], public=True)


def test_only_an_open_table_at_which_nobody_is_expires() -> None:
    scene = open_table()
    scene.do(commands.Expire(), present=("Ann",))
    assert scene.table.status == "waiting"
    scene.do(commands.Expire())
    assert (scene.kinds(), scene.table.status) == (["closed"], "closed")
    for wish in ({"public": False}, {"seats": [ME, {"kind": "invited"}]}):
        other = Scene(**{"game": "card", "seats": [ME, OPEN], "public": True, **wish})
        other.do(commands.Expire())
        assert other.table.status == "waiting"


def test_open_tables_that_nobody_comes_back_to_are_closed(tmp_path: Path) -> None:
    async def play() -> None:
        registry: Registry = Registry(Settings(data=tmp_path, log_level="error", open_hours=1e-6, absent_seconds=0.0))
        await registry.start()
        try:
            made = prepare_table(NewTable(game="card", name="Ann", public=True))
            live = await registry.create(made.table, made.data, "198.51.100.1")
            await asyncio.sleep(0.05)
            for since in (0, 400_000):  # the first time its host could still be on the way back
                registry.started -= since
                registry.lobby.tables.expire(time.monotonic() + since)
                assert live.table.status == "waiting"
                await registry.lobby.close_deserted()
            assert live.table.status == "closed"
            assert await registry.store.open_since(1 << 60, 10) == []
        finally:
            await registry.close()

    asyncio.run(play())
