"""Who asks too much is told when to come again; others are served meanwhile."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from coatl.server.tables import commands, decisions
from tests.server.raw_client import until
from tests.server.server import Refused, Served, Wire, serving
from tests.server.tables import Scene
from tests.server.test_trust import CARD, error_of
from tests.server.test_wire import table_for


def from_address(address: str) -> dict[str, str]:
    """As a reverse proxy on this machine says it."""
    return {"x-forwarded-for": address}


def get(served: Served, times: int, **headers: str) -> list[httpx.Response]:
    return [httpx.get(served.url + "/api/info", headers=headers) for _ in range(times)]


def test_one_connection_has_its_limit_and_one_address_its_places(tmp_path: Path) -> None:
    async def flood(url: str) -> None:
        async with Wire(url) as wire:
            for number in range(12):
                await wire.send(json.dumps({"type": "ping", "id": str(number)}))
            await wire.until(lambda: len(wire.answers) == 12)
            kinds = [wire.answers[str(number)]["type"] for number in range(12)]
            assert kinds[:6] == ["ack"] * 6
            assert wire.answers["11"]["code"] == "request.often"
            await asyncio.sleep(0.6)
            await wire.ask("ping")

    async def second(url: str) -> None:
        async with Wire(url), Wire(url):
            pass

    with serving(tmp_path, commands_per_second=2.0, sockets_per_address=1) as served:
        asyncio.run(flood(served.url))
        with pytest.raises(InvalidStatus):
            asyncio.run(second(served.url))


def test_who_does_not_stop_is_cut_off(tmp_path: Path) -> None:
    async def flood(url: str) -> int:
        async with connect(url.replace("http", "ws") + "/api/socket") as socket:
            try:
                for number in range(1000):
                    await socket.send(json.dumps({"type": "ping", "id": str(number)}))
                    await socket.recv()
            except ConnectionClosed as closed:
                return 0 if closed.rcvd is None else closed.rcvd.code
            return 0

    with serving(tmp_path, commands_per_second=1.0) as served:
        assert asyncio.run(flood(served.url)) == 1008


def test_requests_of_one_address_are_limited_and_others_are_served(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=0.5) as served:
        answers = get(served, 7, **from_address("198.51.100.1"))
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        assert error_of(answers[-1]) == (429, "request.often")
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 3
        assert get(served, 1, **from_address("198.51.100.2"))[0].status_code == 200
        assert httpx.get(served.url + "/healthz", headers=from_address("198.51.100.1")).status_code == 200


def test_a_whole_network_of_ipv6_counts_as_one_address(tmp_path: Path) -> None:
    with serving(tmp_path, requests_per_second=0.5) as served:
        answers = [get(served, 1, **from_address(f"2001:db8::{number:x}"))[0] for number in range(7)]
        assert answers[-1].status_code == 429
        assert get(served, 1, **from_address("2001:db8:0:1::1"))[0].status_code == 200


def test_an_address_that_a_client_makes_up_is_not_believed(tmp_path: Path) -> None:
    with serving(tmp_path / "direct", requests_per_second=0.5, proxies="192.0.2.1") as served:
        answers = [get(served, 1, **from_address(f"198.51.100.{number}"))[0] for number in range(7)]
        assert answers[-1].status_code == 429
    with serving(tmp_path / "proxy", requests_per_second=0.5) as served:  # the proxy adds what it sees at the end
        answers = [get(served, 1, **from_address(f"10.0.0.{number}, 198.51.100.1"))[0] for number in range(7)]
        assert answers[-1].status_code == 429


def test_many_lines_are_no_way_around_the_limit(tmp_path: Path) -> None:
    async def flood(url: str) -> None:
        async with Wire(url) as first, Wire(url) as second:  # two of nine drops
            for number in range(5):
                await first.ask("ping", str(number))
            await second.ask("ping")
            await second.ask("ping")
            with pytest.raises(Refused, match=r"request\.often"):
                await second.ask("ping")
            with pytest.raises(InvalidStatus):
                await Wire(url).connect()

    with serving(tmp_path, address_commands_per_second=3.0) as served:
        served.app.state.registry.messages.rate = 0.01
        asyncio.run(flood(served.url))
        assert httpx.get(served.url + "/api/info").status_code == 200


def test_new_tables_and_new_people_are_limited(tmp_path: Path) -> None:
    def post(path: str, wish: dict[str, Any], address: str) -> httpx.Response:
        return httpx.post(served.url + path, json=wish, headers=from_address(address))

    with serving(tmp_path, tables_per_minute=1.0) as served:
        made = [post("/api/tables", CARD, "198.51.100.1") for _ in range(4)]
        assert [answer.status_code for answer in made] == [201, 201, 201, 429]
        assert 30 < int(made[-1].headers["retry-after"]) <= 61
        path = f"/api/tables/{made[0].json()['table']}/join"
        assert error_of(post(path, {"name": "Ben"}, "198.51.100.1")) == (429, "request.often")
        assert post(path, {"name": "Ben"}, "198.51.100.2").status_code == 200


def test_somebody_has_one_hint_at_a_time_however_they_ask(tmp_path: Path) -> None:
    async def ask_often(served: Served) -> None:
        async with Wire(served.url) as host:
            table, _, tokens = await table_for(host, [], game="card", options={"solo": True})
            served.app.state.registry.thinkers.hints.lanes.free = 0  # nobody gets an answer
            command = {"id": "1", "command": {"kind": "hint", "seat": 1}}
            path = f"/api/tables/{table}/commands"
            first = asyncio.create_task(host.request("POST", path, tokens[0], json=command))
            live = served.app.state.registry.tables[table]
            while not live.hinting:
                await asyncio.sleep(0.01)
            assert error_of(await host.request("POST", path, tokens[0], json=command)) == (422, "hint.busy")
            with pytest.raises(Refused, match=r"hint\.busy"):
                await host.do(table, kind="hint", seat=1)
            first.cancel()

    with serving(tmp_path, shutdown_seconds=1) as served:
        asyncio.run(ask_often(served))


def test_talk_is_limited_and_leaves_room_for_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MOST_TALK", 15)
    scene = Scene(seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])
    scene.join("Ben")
    for number in range(10):
        scene.do(commands.Chat(text=str(number)), "Ann")
    with pytest.raises(Exception, match=r"chat\.often"):
        scene.do(commands.React(reaction="wow"), "Ann")
    scene.now += 20_000
    scene.do(commands.Chat(text="the last word"), "Ben")
    for command in (
        commands.Chat(text="x"),
        commands.React(reaction="wow"),
        commands.Mute(seat=2, on=True),
        commands.Silence(seat=2, on=True),
    ):
        with pytest.raises(Exception, match=r"table\.long"):
            scene.do(command, "Ann")
    scene.play(1)
    scene.play_to_the_end()


def test_coming_and_going_shuts_no_table() -> None:
    scene = Scene(seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}])
    for number in range(60):
        scene.join(f"Guest {number}")
        scene.do(commands.Leave(), f"Guest {number}")
    scene.join("Ben")
    scene.join("Cleo")
    assert scene.table.status == "playing"


def test_lines_that_end_give_their_places_back(tmp_path: Path) -> None:
    async def come_and_go(url: str) -> None:
        for _ in range(5):
            async with Wire(url), Wire(url):
                pass

    with serving(tmp_path, sockets_per_address=2) as served:
        for _ in range(2):
            asyncio.run(come_and_go(served.url))
            until(lambda: not served.app.state.sockets.all)
        assert served.app.state.sockets.places.all == 0
