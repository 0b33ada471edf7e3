"""What strangers can and cannot do, and what those who run the server can see."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.server import Refused, Served, Wire, serving
from tests.server.test_wire import me, table_for

CARD = {"game": "card", "seats": [*me("Ann"), {"kind": "open"}]}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("trust")) as server:
        yield server


def error_of(response: httpx.Response) -> tuple[int, str]:
    """Status and code; every error has the same shape."""
    error = response.json()
    assert set(error) == {"code", "message", "allowed"}
    return response.status_code, error["code"]


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/nowhere", None, (404, "request.path")),
        ("DELETE", "/api/tables", None, (405, "request.method")),
        ("GET", "/api/tables/" + "0" * 24, None, (404, "table.unknown")),
        ("GET", "/api/tables/..%2f..%2fetc", None, (404, "request.path")),
        ("GET", "/api/tables/xyz", None, (422, "request.invalid")),
        ("POST", "/api/tables", {"game": "chess"}, (422, "request.invalid")),
        ("POST", "/api/tables", {"game": "card", "options": {"players": 9}}, (422, "options.players")),
        ("POST", "/api/tables", {"game": "card", "wings": 1}, (422, "request.invalid")),
        ("POST", "/api/tables", {"game": "card", "name": "a\nb\u202e"}, (422, "request.invalid")),
        ("POST", "/api/tables", {"game": "card", "deck": {"a": "x" * 300_000}}, (413, "request.large")),
        ("POST", f"/api/tables/{'0' * 24}/commands", {"id": "1", "command": {"kind": "fly"}}, (422, "request.invalid")),
    ],
)
def test_errors_have_one_shape(served: Served, method: str, path: str, body: Any, expected: tuple[int, str]) -> None:
    assert error_of(httpx.request(method, served.url + path, json=body)) == expected


def test_a_token_opens_its_own_table_and_seat_only(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, _, tokens = await table_for(host, [guest], **CARD)
            other, _, _ = await table_for(host, [guest], **CARD)
            for token in ("f" * 64, tokens[0][:-1] + "x"):
                with pytest.raises(Refused, match=r"token\.unknown"):
                    await guest.open(table, token)
            with pytest.raises(Refused, match=r"token\.unknown"):
                await guest.open(other, tokens[1])
            action = host.view(table, 1)["legal"][0]
            with pytest.raises(Refused, match=r"seat\.foreign"):
                await guest.do(table, kind="play", seat=1, action=action)
            response = await guest.request("GET", f"/api/tables/{table}/record?seat=1", tokens[1])
            assert error_of(response) == (403, "seat.foreign")
            response = await guest.request("GET", f"/api/tables/{table}/record", "f" * 64)
            assert error_of(response) == (401, "token.unknown")

    asyncio.run(play())


def test_a_spectator_may_not_act_and_may_be_kept_out(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as spectator:
            table, _, _ = await table_for(host, [], game="card", options={"solo": True})
            await spectator.open(table)
            with pytest.raises(Refused, match=r"token\.unknown"):
                await spectator.do(table, kind="play", seat=1, action=host.view(table, 1)["legal"][0])
            closed, _, _ = await table_for(host, [], game="card", options={"solo": True}, spectators=False)
            with pytest.raises(Refused, match=r"table\.spectators"):
                await spectator.open(closed)
            assert error_of(await spectator.request("GET", f"/api/tables/{closed}")) == (403, "table.spectators")

    asyncio.run(play())


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '"x"', '{"type":"fly","id":"a"}', '{"type":"ping"}', "[" * 5000, '{"type":"ping","id":1}'],
)
def test_a_malformed_message_is_answered_and_the_line_stays(served: Served, text: str) -> None:
    async def talk() -> None:
        async with Wire(served.url) as wire:
            await wire.send(text)
            await wire.until(lambda: any(answer["type"] == "error" for answer in wire.answers.values()))
            assert [answer["code"] for answer in wire.answers.values()] == ["request.invalid"]
            await wire.ask("ping")

    asyncio.run(talk())


def test_a_huge_frame_ends_the_line(served: Served) -> None:
    async def talk() -> None:
        async with connect(served.url.replace("http", "ws") + "/api/socket") as socket:
            await socket.recv()
            await socket.send("x" * 20_000)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    asyncio.run(talk())


def test_health_metrics_and_schemas(served: Served) -> None:
    assert httpx.get(served.url + "/healthz").json()["status"] == "ok"
    assert "coatl_sockets" in httpx.get(served.url + "/metrics").text
    schemas = httpx.get(served.url + "/api/schemas").json()
    assert "Do" in schemas["client"]["$defs"]
    assert "StateMessage" in schemas["server"]["$defs"]
    paths = httpx.get(served.url + "/openapi.json").json()["paths"]
    assert {"/api/tables", "/api/tables/{table}/join", "/api/tables/{table}/record"} <= set(paths)
