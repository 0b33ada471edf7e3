"""Games of bots: they go on while somebody watches, so many of one address, and nobody else waits for them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from coatl.server import live_tables
from coatl.server.live_tables import LiveTable
from tests.server.raw_client import until
from tests.server.server import Served, Wire, serving
from tests.server.test_floods import from_address
from tests.server.test_trust import error_of

MANY, ONE = "198.51.100.1", "198.51.100.2"
TABLES = 64
TABLES_OF_SOCKET = 20


def bots(name: str, number: int = 4) -> dict[str, Any]:
    return {"game": "card", "options": {"players": number}, "seats": [{"kind": "bot", "bot": name}] * number}


def person_against(name: str) -> dict[str, Any]:
    return {"game": "card", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": name}]}


async def made_from(wire: Wire, address: str, wish: dict[str, Any]) -> dict[str, Any]:
    """A new table, made from this address."""
    response = await wire.http.post("/api/tables", json=wish, headers=from_address(address))
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


def live_in(served: Served, table: str) -> LiveTable:
    found: LiveTable = served.app.state.registry.tables[table]
    return found


@pytest.fixture
def nobody_lingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asked for a table watches it no longer than that."""
    monkeypatch.setattr(live_tables, "WATCHING", 0.0)


@pytest.mark.usefixtures("nobody_lingers")
def test_bots_among_themselves_wait_until_somebody_watches(tmp_path: Path) -> None:
    async def watch(served: Served) -> None:
        async with Wire(served.url) as wire:
            table = (await wire.make(**bots("random")))["table"]
            live = live_in(served, table)
            assert (live.bots.deciding, live.table.wake(), live.bots.place) == ({}, None, None)
            await wire.open(table)
            await wire.until(lambda: wire.events)
            await wire.ask("shut", table=table)
            await asyncio.to_thread(until, lambda: not live.bots.deciding)
            assert (live.table.status, live.bots.place) == ("playing", None)
            seen = len(wire.events)
            await wire.open(table)
            await wire.until(lambda: len(wire.events) > seen)

    with serving(tmp_path, bot_pace=0.3) as served:
        asyncio.run(watch(served))


@pytest.mark.usefixtures("nobody_lingers")
def test_so_many_games_of_bots_of_one_address_are_on_and_the_next_follows(tmp_path: Path) -> None:
    async def watch(served: Served) -> None:
        async with Wire(served.url) as wire:
            first, second = [(await wire.make(**bots("random")))["table"] for _ in range(2)]
            await wire.open(first)
            await wire.open(second)
            assert live_in(served, first).bots.place is not None
            assert live_in(served, second).bots.deciding == {}
            refused = await wire.request("POST", "/api/tables", json=bots("random"))
            assert error_of(refused) == (409, "table.bots")
            await wire.make(**person_against("random"))  # whoever plays may
            await made_from(wire, ONE, bots("random"))  # and so may others
            await wire.ask("shut", table=first)
            await wire.until(lambda: any(event["table"] == second for event in wire.events))
            assert live_in(served, first).bots.place is None

    with serving(tmp_path, bot_pace=0.3, bot_games_per_address=1) as served:
        asyncio.run(watch(served))


def test_who_polls_by_http_watches_too(tmp_path: Path) -> None:
    async def watch(served: Served) -> None:
        async with Wire(served.url) as wire:
            table = (await wire.make(**bots("random", 2)))["table"]
            status = ""
            while status != "over":
                response = await wire.request("GET", f"/api/tables/{table}")
                status = response.json()[0]["info"]["status"]

    with serving(tmp_path) as served:
        asyncio.run(watch(served))


def test_a_person_beside_64_tables_of_high_priests_is_answered(tmp_path: Path) -> None:
    """No search ends here: whatever is answered did not wait for one. And who plays against a high priest has the
    very next turn.
    """

    async def play(served: Served) -> None:
        thinkers = served.app.state.registry.thinkers
        thinkers.search.lanes.free = 0  # every process searches, and goes on
        async with Wire(served.url) as wire:
            sockets = [Wire(served.url) for _ in range(0, TABLES, TABLES_OF_SOCKET)]
            for number in range(TABLES):
                table = (await made_from(wire, MANY, bots("high-priest")))["table"]
                socket = sockets[number // TABLES_OF_SOCKET]
                await (socket.connect() if socket.socket is None else asyncio.sleep(0))
                await socket.open(table)
            assert thinkers.search.lanes.waiting[MANY] >= TABLES
            await answered_by(wire, "novice")
            await answered_by(wire, "artisan")
            await turn_after(wire, served)
            for socket in sockets:
                await socket.hang_up()
                await socket.http.aclose()

    async def answered_by(wire: Wire, bot: str) -> None:
        """The person plays until the bot has; then asks for a hint."""
        made = await made_from(wire, ONE, person_against(bot))
        table = made["table"]
        await wire.open(table, made["token"])
        while not any(played(event, table) for event in wire.events):
            if legal := wire.view(table, 1)["legal"]:
                await wire.do(table, kind="play", seat=1, action=legal[0])
            else:
                known = len(wire.events)
                await wire.until(lambda known=known: len(wire.events) > known)
        assert (await wire.do(table, kind="hint", seat=1))["data"]["headline"]

    def played(event: dict[str, Any], table: str) -> bool:
        found = event["event"]
        return bool(event["table"] == table and found["kind"] == "played" and found["by"] == "bot")

    async def turn_after(wire: Wire, served: Served) -> None:
        """In the search pool the person's bot is behind one turn of the many, not behind all of theirs."""
        lanes = served.app.state.registry.thinkers.search.lanes
        wish = person_against("high-priest")
        await made_from(wire, ONE, {**wish, "seats": wish["seats"][::-1]})
        await asyncio.to_thread(until, lambda: lanes.waiting[ONE])
        assert list(lanes.turns) == [MANY, ONE]

    with serving(tmp_path, bot_games_per_address=TABLES, shutdown_seconds=1) as served:
        asyncio.run(play(served))


def test_bots_think_for_the_address_that_made_the_table(tmp_path: Path) -> None:
    async def make(served: Served) -> None:
        async with Wire(served.url) as wire:
            made = await made_from(wire, ONE, person_against("random"))
            await wire.request("GET", f"/api/tables/{made['table']}")  # somebody else looks
            assert live_in(served, made["table"]).address == ONE

    with serving(tmp_path) as served:
        asyncio.run(make(served))
