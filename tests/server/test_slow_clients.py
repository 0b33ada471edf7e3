"""Frames, heads and bodies that nobody should send, and clients that never read: the server stays small and calm."""

import asyncio
import json
import socket
import time
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from coatl.server import security, slow_clients
from coatl.server import socket as sockets
from coatl.server.settings import Settings
from tests.server.raw_client import BINARY, PING, TEXT, RawSocket, answer_on, framed, line_to, until
from tests.server.server import Served, Wire, serving
from tests.server.test_wire import table_for

PING_FRAMES = framed(PING, b"x" * 125) * 500


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("lines"), address_commands_per_second=100_000) as server:
        yield server


@pytest.fixture
def raw(served: Served) -> Iterator[RawSocket]:
    client = RawSocket(served)
    assert client.message()["type"] == "welcome"
    yield client
    client.end()


def is_served(served: Served) -> None:
    """Others notice nothing."""
    assert httpx.get(served.url + "/api/info").status_code == 200


# ---------------------------------------------------------------- frames


def test_a_binary_frame_is_answered_and_the_line_stays(raw: RawSocket) -> None:
    raw.send(BINARY, b'{"type":"ping","id":"1"}')
    assert raw.message()["code"] == "request.invalid"
    raw.say(type="ping", id="2")
    assert raw.message() == {"type": "ack", "id": "2"}


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"ping","id":' + "[" * 8000,
        '{"type":"ping","id":"a","id":7}',
        '{"type":"ping","id":"' + "a" * 65 + '"}',
        '{"type":"do","id":"a","table":"' + "0" * 24 + '","command":{"kind":"play","seat":1e400,"action":"x"}}',
        '{"type":"do","id":"a","table":"' + "0" * 24 + '","command":{"kind":"play","seat":NaN,"action":"x"}}',
        '{"type":"do","id":"a","table":"' + "0" * 24 + '","command":{"kind":"play","seat":' + "9" * 5000 + "}}",
        '{"type":"do","id":"a","table":"' + "0" * 24 + '","command":{"kind":"chat","text":"' + "x" * 16_000 + '"}}',
        '{"type":"ping","id":"\\ud800"}',
        '{"type":"ping","id":"a","__proto__":{}}',
    ],
    ids=["deep", "twice", "long id", "infinite", "nan", "digits", "long text", "half letter", "extra"],
)
def test_a_message_that_is_a_trap_is_refused(raw: RawSocket, text: str) -> None:
    raw.send(TEXT, text.encode())
    refused = raw.message()
    assert (refused["type"], refused["code"]) == ("error", "request.invalid")
    assert len(json.dumps(refused)) < 1000
    raw.say(type="ping", id="after")
    assert raw.message() == {"type": "ack", "id": "after"}


def test_bytes_that_are_no_text_end_the_line(raw: RawSocket) -> None:
    raw.send(TEXT, b'{"type":"ping","id":"\xff\xfe"}')
    assert raw.close_code() == 1007


def test_nothing_is_compressed_so_nothing_can_explode(served: Served) -> None:
    offering = RawSocket(served, headers="Sec-WebSocket-Extensions: permessage-deflate\r\n")
    assert "sec-websocket-extensions" not in offering.head
    bomb = zlib.compress(b"x" * 10_000_000)[2:-4]
    offering.send(TEXT, bomb[:10_000], reserved=0x40)
    assert offering.close_code() == 1002
    offering.end()


def test_a_message_in_pieces_has_the_same_bounds(served: Served) -> None:
    for piece, most in ((b"x" * 4000, 6), (b"", slow_clients.MOST_PIECES + 2)):
        client = RawSocket(served)
        client.send(TEXT, b'{"type"', fin=False)
        for _ in range(most):
            client.send(0, piece, fin=False)
        assert client.close_code() == 1009
        client.end()


def test_a_message_may_come_in_a_few_pieces(raw: RawSocket) -> None:
    raw.send(TEXT, b'{"type":"pi', fin=False)
    raw.send(0, b'ng","id":"1"}')
    assert raw.message() == {"type": "ack", "id": "1"}


# ---------------------------------------------------------------- clients that never read


async def long_table(served: Served) -> tuple[str, str]:
    async with Wire(served.url) as host:
        table, _, tokens = await table_for(host, [], game="card", options={"solo": True})
        return table, tokens[0]


def socket_of(served: Served, known: set[Any]) -> Any:
    """The server's end of the newest line."""
    until(lambda: served.app.state.sockets.all - known)
    return next(iter(served.app.state.sockets.all - known))


def waiting_letters(end: Any, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many letters waited for this client after each message, as the server saw it: outside one may miss it."""
    noted: list[int] = []
    send = sockets.Socket.send

    def noting(self: sockets.Socket, message: str) -> None:
        send(self, message)
        if self is end:
            noted.append(self.waiting)

    monkeypatch.setattr(sockets.Socket, "send", noting)
    return noted


def test_who_asks_and_never_reads_is_cut_off_with_little_waiting(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_clients, "STUCK_SECONDS", 1000)
    table, token = asyncio.run(long_table(served))
    known = set(served.app.state.sockets.all)
    deaf = RawSocket(served, receive_buffer=4096)
    end = socket_of(served, known)
    waiting = waiting_letters(end, monkeypatch)
    deaf.say(type="open", id="open", table=table, token=token)
    with suppress(OSError), closing(deaf.line):
        for number in range(20_000):
            deaf.say(type="resync", id=str(number), table=table)
            if number % 50 == 0:
                time.sleep(0.01)  # what can be sent is sent
            assert len(end.outbox) <= sockets.MOST_WAITING
            if end.closing:
                break
        until(lambda: end not in served.app.state.sockets.all, 6)  # its place is free, and it is nowhere a listener
    assert 0 < max(waiting) <= sockets.MOST_LETTERS
    assert end not in served.app.state.registry.tables[table].listeners
    is_served(served)


def test_long_messages_count_by_their_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_LETTERS", 30_000)
    codes: list[int] = []

    class Deaf:
        async def send(self, message: Any) -> None:
            await asyncio.Event().wait()

        async def close(self, code: int) -> None:
            codes.append(code)

    async def shout() -> None:
        registry: Any = SimpleNamespace(settings=Settings(), spawn=asyncio.ensure_future)
        end = sockets.Socket(Deaf(), registry, "192.0.2.1")  # type: ignore[arg-type]
        for number in range(5):
            assert not end.closing, number
            end.send("x" * 10_000)
            await asyncio.sleep(0)
        assert end.closing
        assert (len(end.outbox), end.waiting) == (0, 0)
        await asyncio.sleep(0)
        assert codes == [sockets.BUSY]
        assert end.sending is not None
        end.sending.cancel()

    asyncio.run(shout())


def test_who_does_not_even_take_the_good_bye_has_left() -> None:
    class Deaf:
        async def forever(self, *_: Any) -> None:
            await asyncio.Event().wait()

        send = close = receive = forever

    async def cut() -> None:
        lobby = SimpleNamespace(listeners={})
        registry: Any = SimpleNamespace(settings=Settings(), spawn=asyncio.ensure_future, lobby=lobby)
        end = sockets.Socket(Deaf(), registry, "192.0.2.1")  # type: ignore[arg-type]
        serving = asyncio.create_task(end.serve())
        await asyncio.sleep(0)
        end.cut(sockets.BUSY)
        await asyncio.wait_for(serving, 10)

    asyncio.run(cut())


def test_a_line_that_stays_stuck_is_ended(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "STUCK_SECONDS", 0.5)
    known = set(served.server.server_state.connections)
    deaf = RawSocket(served, receive_buffer=4096)
    until(lambda: set(served.server.server_state.connections) - known)
    (end,) = set(served.server.server_state.connections) - known
    most = flood_with_pings(deaf, end)
    assert most < 2_000_000
    until(lambda: end not in served.server.server_state.connections)
    is_served(served)
    deaf.end()


def flood_with_pings(deaf: RawSocket, end: Any) -> int:
    """Sends megabytes of pings and reads no answer; how much the server kept for this client."""
    most = 0
    deaf.line.settimeout(0.3)
    with suppress(OSError):
        for _ in range(400):
            deaf.line.sendall(PING_FRAMES)
            if end.transport.is_closing():
                break
            most = max(most, end.transport.get_write_buffer_size())
    return most


def test_pings_are_answered(raw: RawSocket) -> None:
    raw.send(PING, b"hello")
    assert raw.frame() == (10, b"hello")


def test_who_does_not_answer_the_servers_pings_is_gone(tmp_path_factory: pytest.TempPathFactory) -> None:
    served = Served(tmp_path_factory.mktemp("half"))
    served.server.config.ws_ping_interval = served.server.config.ws_ping_timeout = 0.3
    served.start()
    try:
        silent = RawSocket(served)
        until(lambda: len(served.app.state.sockets.all) == 1)
        until(lambda: not served.app.state.sockets.all, 5)
        silent.end()
    finally:
        served.stop()


# ---------------------------------------------------------------- requests by halves


def test_half_a_head_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "HEAD_SECONDS", 0.4)
    for said in (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n"):
        with closing(line_to(served)) as line:
            line.sendall(said)
            began = time.monotonic()
            assert answer_on(line) == b""
            assert 0.3 < time.monotonic() - began < 5


def test_a_slow_line_may_send_a_second_request(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_clients, "HEAD_SECONDS", 0.4)
    request = b"GET /api/info HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with closing(line_to(served)) as line:
        for _ in range(2):
            line.sendall(request)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            time.sleep(0.6)  # the line rests between requests, which is no head that is late


def test_an_endless_head_is_cut_off(served: Served) -> None:
    with closing(line_to(served)) as line:
        line.sendall(b"GET /api/info HTTP/1.1\r\n")
        sent = 0
        with suppress(OSError):
            while sent < 20_000_000:
                sent += line.send(b"x-more: " + b"y" * 30_000 + b"\r\n")
                time.sleep(0.001)
        assert sent < 5_000_000
    is_served(served)


def test_a_body_that_trickles_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_SECONDS", 0.4)
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    )
    with closing(line_to(served)) as line:
        line.sendall(head + b'{"game"')
        answered = line.recv(65536)
        assert answered.startswith(b"HTTP/1.1 408")
        assert b"request.slow" in answered


def test_a_body_without_a_length_is_counted(served: Served) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 10_000

    response = httpx.post(served.url + "/api/tables", content=endless(), headers={"content-type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (413, "request.large")


def test_garbage_instead_of_http_is_refused(served: Served) -> None:
    for said in (b"\x16\x03\x01\x02\x00\x01\x00", b"FLY / HTTP/9\r\n\r\n", b"GET /\0 HTTP/1.1\r\n\r\n"):
        with closing(line_to(served)) as line:
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            assert answer_on(line).startswith(b"HTTP/1.1 400")
    is_served(served)
