"""Lines to clients who do not keep to the custom: who sends half a request, pings without end, or never reads.

uvicorn's own classes trust that a reverse proxy stands before them; these bound time and memory without one.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HEAD_SECONDS = 15.0  # for the head of a request
HEAD_BYTES = 65_536
STUCK_SECONDS = 15.0  # for a client to read what waits for it
MOST_PIECES = 64  # of one message: a message fits into one frame


class HttpLine(HttpToolsProtocol):
    """A connection whose requests have a short head that comes soon."""

    late: asyncio.TimerHandle | None = None
    head = 0

    def connection_made(self, transport: Any) -> None:
        """The first request should come now."""
        super().connection_made(transport)
        self.expect_head()

    def expect_head(self) -> None:
        """From now on the head of a request is on its way."""
        if self.late is None:
            self.head = 0
            self.late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def stop_waiting(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def data_received(self, data: bytes) -> None:
        """Some bytes; those of a head are counted."""
        super().data_received(data)
        if self.late is not None:
            self.head += len(data)
            if self.head > HEAD_BYTES:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self.expect_head()

    def on_headers_complete(self) -> None:
        """Its head is there."""
        self.stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of the line."""
        self.stop_waiting()
        super().connection_lost(exc)


class SocketLine(WebSocketsSansIOProtocol):
    """A WebSocket that is ended if its client does not read; nothing piles up for it meanwhile."""

    stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client does not read: it has a little time to begin."""
        super().pause_writing()
        self.stuck = self.loop.call_later(STUCK_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self.relax()

    def relax(self) -> None:
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of the line."""
        self.relax()
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """An answer, unless those before are unread: else a flood of pings would fill the memory."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Any) -> None:
        """One more piece of a message; empty ones do not count as bytes, so they are counted as pieces."""
        if len(self.frames) < MOST_PIECES:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(1009, "too many pieces")
            self.handle_parser_exception()
