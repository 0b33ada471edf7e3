"""A client that keeps to no custom: single bytes on a line to the server."""

import base64
import json
import os
import socket
import struct
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.server.server import Served

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def line_to(served: Served, receive_buffer: int | None = None) -> socket.socket:
    """A connection on which nothing was said yet."""
    line = socket.socket()
    if receive_buffer is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(10)
    line.connect(("127.0.0.1", urlsplit(served.url).port))
    return line


def answer_on(line: socket.socket) -> bytes:
    """Everything until the server ends the line."""
    found = b""
    while True:
        try:
            part = line.recv(65536)
        except ConnectionError:
            return found
        if not part:
            return found
        found += part


def until(condition: Callable[[], Any], seconds: float = 10.0) -> None:
    """Waits for something to be true in the server."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


class RawSocket:
    """A WebSocket of which every bit can be chosen."""

    def __init__(self, served: Served, receive_buffer: int | None = None, headers: str = "") -> None:
        self.line = line_to(served, receive_buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        self.line.sendall(
            (
                f"GET /api/socket HTTP/1.1\r\nHost: {urlsplit(served.url).netloc}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
            ).encode()
        )
        self.bytes = b""
        while b"\r\n\r\n" not in self.bytes:
            self.bytes += self.line.recv(4096)
        head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        self.head = head.decode().lower()

    def send(self, opcode: int, data: bytes, fin: bool = True, reserved: int = 0) -> None:
        """One frame."""
        self.line.sendall(framed(opcode, data, fin, reserved))

    def say(self, **message: Any) -> None:
        self.send(TEXT, json.dumps(message).encode())

    def frame(self) -> tuple[int, bytes]:
        """The next frame of the server."""
        first, second = self.take(2)
        size = second & 127
        if size >= 126:
            size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
        return first & 15, self.take(size)

    def take(self, size: int) -> bytes:
        while len(self.bytes) < size:
            part = self.line.recv(65536)
            if not part:
                raise ConnectionResetError
            self.bytes += part
        found, self.bytes = self.bytes[:size], self.bytes[size:]
        return found

    def message(self) -> Any:
        """The next text of the server."""
        opcode, data = self.frame()
        assert opcode == TEXT, (opcode, data)
        return json.loads(data)

    def close_code(self) -> int:
        """The code with which the server ends the line, after whatever else it says."""
        while True:
            opcode, data = self.frame()
            if opcode == CLOSE:
                return int.from_bytes(data[:2], "big")

    def end(self) -> None:
        self.line.close()


def framed(opcode: int, data: bytes, fin: bool = True, reserved: int = 0) -> bytes:
    """A frame, masked with zeros."""
    first = opcode | (0x80 if fin else 0) | reserved
    size = len(data)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    else:
        head = struct.pack("!BBH", first, 0x80 | 126, size) if size < 65536 else struct.pack("!BBQ", first, 255, size)
    return head + b"\0\0\0\0" + data
