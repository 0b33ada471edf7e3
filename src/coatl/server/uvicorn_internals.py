"""The parts of uvicorn that it does not promise to keep, all in one place, under names of our own.

`pyproject.toml` holds uvicorn to the versions with which they were tested, and `tests/server/test_uvicorn_internals.py`
says which of them has changed in another one.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess

__all__ = ["HttpConnection", "SocketConnection", "Supervisor"]

TOO_LARGE = 1009  # the code with which a WebSocket is closed (RFC 6455)


class Supervisor(Multiprocess):
    """uvicorn's parent of several workers; it knows whether somebody stopped it or it gave up by itself."""

    stopped = False

    def handle_int(self) -> None:
        """Control-C."""
        self.stopped = True
        super().handle_int()

    def handle_term(self) -> None:
        """A service is stopped."""
        self.stopped = True
        super().handle_term()

    def handle_break(self) -> None:
        """The same on Windows."""
        self.stopped = True
        super().handle_break()


class HttpConnection(HttpToolsProtocol):
    """uvicorn's connection for HTTP; a subclass learns where the head of each request begins and ends."""

    def head_begins(self) -> None:
        """A request begins."""

    def head_ends(self) -> None:
        """The head of the request is there."""

    def on_message_begin(self) -> None:
        """What uvicorn's parser calls first."""
        super().on_message_begin()
        self.head_begins()

    def on_headers_complete(self) -> None:
        """What it calls after the last header."""
        self.head_ends()
        super().on_headers_complete()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Calls something after so many seconds."""
        return self.loop.call_later(seconds, call)

    def abort(self) -> None:
        """Ends the connection at once."""
        self.transport.abort()


class SocketConnection(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket; a subclass decides which pings are answered and which pieces of messages are taken."""

    def answers_ping(self) -> bool:
        """Whether a ping is answered now."""
        return True

    def takes_piece(self) -> bool:
        """Whether one more piece of a message is taken."""
        return True

    @property
    def is_read(self) -> bool:
        """Whether the client reads what is sent."""
        return self.writable.is_set()

    @property
    def pieces(self) -> int:
        """How many pieces of the present message have come."""
        return len(self.frames)

    def handle_ping(self) -> None:
        """What uvicorn does with a ping; an answer that is not wanted is taken out of what waits to be sent."""
        if self.answers_ping():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Any) -> None:
        """What uvicorn does with a further piece of a message; one too many ends the connection."""
        if self.takes_piece():
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(TOO_LARGE, "too many pieces")
            self.handle_parser_exception()

    def later(self, seconds: float, call: Callable[[], None]) -> asyncio.TimerHandle:
        """Calls something after so many seconds."""
        return self.loop.call_later(seconds, call)

    def abort(self) -> None:
        """Ends the connection at once."""
        self.transport.abort()
