"""Connections to clients who do not keep to the custom: who send half a request, ping without end, or never read.

uvicorn's own classes trust that a reverse proxy stands before them; these bound time and memory without one.
"""

import asyncio
from typing import Any

from coatl.server.uvicorn_internals import HttpConnection, SocketConnection

HEAD_SECONDS = 15.0  # for the head of a request
HEAD_BYTES = 65_536
STUCK_SECONDS = 15.0  # for a client to read what waits for it
MOST_PIECES = 64  # of one message: a message fits into one frame


class BoundedHttp(HttpConnection):
    """A connection whose requests have a short head that comes soon."""

    late: asyncio.TimerHandle | None = None
    head = 0

    def connection_made(self, transport: Any) -> None:
        """The first request should come now."""
        super().connection_made(transport)
        self.head_begins()

    def head_begins(self) -> None:
        """From now on the head of a request is on its way."""
        if self.late is None:
            self.head = 0
            self.late = self.later(HEAD_SECONDS, self.abort)

    def head_ends(self) -> None:
        """It is there, or will never come."""
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def data_received(self, data: bytes) -> None:
        """Some bytes; those of a head are counted."""
        super().data_received(data)
        if self.late is not None:
            self.head += len(data)
            if self.head > HEAD_BYTES:
                self.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of the connection."""
        self.head_ends()
        super().connection_lost(exc)


class BoundedSocket(SocketConnection):
    """A WebSocket that is ended if its client does not read; nothing piles up for it meanwhile."""

    stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The client does not read: it has a little time to begin."""
        super().pause_writing()
        self.stuck = self.later(STUCK_SECONDS, self.abort)

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        self.relax()

    def relax(self) -> None:
        """The client has no time limit any more."""
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of the connection."""
        self.relax()
        super().connection_lost(exc)

    def answers_ping(self) -> bool:
        """Not while earlier answers are unread: else a flood of pings would fill the memory."""
        return self.is_read

    def takes_piece(self) -> bool:
        """Empty pieces do not count as bytes of a message, so all are counted as pieces."""
        return self.pieces < MOST_PIECES
