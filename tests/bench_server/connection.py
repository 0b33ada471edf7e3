"""A WebSocket client that costs little: it shares two cores with the server that it measures."""

import asyncio
import json
import struct
from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import orjson

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
Hear = Callable[[dict[str, Any]], None]


def ignore(message: dict[str, Any]) -> None:
    """For lines that only hold a place."""


class Line(asyncio.Protocol):
    """One connection. Whole messages go to `hear`; a line that the server ends is noted."""

    def __init__(self, hear: Hear = ignore) -> None:
        self.hear = hear
        self.buffer = bytearray()
        self.greeted = asyncio.get_running_loop().create_future()
        self.upgraded = False
        self.lost = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Asks for a WebSocket."""
        self.transport = transport
        transport.write(
            b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def connection_lost(self, fault: Exception | None) -> None:
        """Nobody closes a line while it is measured."""
        self.lost = True
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Bytes as they come."""
        self.buffer += data
        if not self.upgraded and not self.upgrade():
            return
        while (frame := self.next_frame()) is not None:
            self.take(*frame)

    def upgrade(self) -> bool:
        """Whether the answer to the upgrade is there."""
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if not self.buffer.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(bytes(self.buffer[:80]))
        del self.buffer[: end + 4]
        self.upgraded = True
        return True

    def next_frame(self) -> tuple[int, bytes] | None:
        """The next whole frame in the buffer."""
        if len(self.buffer) < 2:
            return None
        length, at = self.buffer[1], 2
        if length >= 126:
            form, at = ("!H", 4) if length == 126 else ("!Q", 10)
            if len(self.buffer) < at:
                return None
            (length,) = struct.unpack(form, self.buffer[2:at])
        if len(self.buffer) < at + length:
            return None
        frame = self.buffer[0] & 15, bytes(self.buffer[at : at + length])
        del self.buffer[: at + length]
        return frame

    def take(self, kind: int, data: bytes) -> None:
        """One frame."""
        if kind == TEXT:
            message = orjson.loads(data)
            if message["type"] == "welcome":
                self.greeted.set_result(None)
            self.hear(message)
        elif kind == PING:
            self.put(PONG, data)
        elif kind == CLOSE:
            self.lost = True

    def say(self, **message: Any) -> None:
        """Sends a message."""
        self.put(TEXT, orjson.dumps(message))

    def put(self, kind: int, data: bytes) -> None:
        """A frame with a mask of zeros, which changes nothing."""
        length = len(data)
        head = (
            struct.pack("!BB", 128 | kind, 128 | length)
            if length < 126
            else struct.pack("!BBH", 128 | kind, 254, length)
        )
        self.transport.write(head + b"\0\0\0\0" + data)

    def close(self) -> None:
        """Hangs up."""
        self.transport.abort()


async def line_to(url: str, hear: Hear = ignore) -> Line:
    """A line that has been greeted."""
    place = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(lambda: Line(hear), place.hostname or "", place.port or 0)
    await line.greeted
    return line


def post(url: str, path: str, **data: Any) -> dict[str, Any]:
    """The answer to a request."""
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=60)
    connection.request("POST", path, json.dumps(data), {"content-type": "application/json"})
    response = connection.getresponse()
    told: dict[str, Any] = json.loads(response.read())
    connection.close()
    if response.status >= 300:
        raise ConnectionError(f"{path}: {told}")
    return told
