"""Parts that the server needs and that may be away for a while: what is said of it, in the log and to those who ask."""

import threading
import time

import structlog

from coatl.engine.errors import CoatlError

SECONDS = 1.0  # after which an asker may try again

log = structlog.get_logger("coatl.outages")


class Busy(CoatlError):
    """Something cannot be done for the moment; `seconds` says when it may be tried again."""

    def __init__(self, message: str, seconds: float = SECONDS, code: str = "server.busy") -> None:
        super().__init__(code, message)
        self.seconds = seconds


class PartStatus:
    """Whether a part is there: one line in the log when it goes, and one when it is back. Threads may share it."""

    def __init__(self, part: str) -> None:
        self.part = part
        self.lock = threading.Lock()
        self.since: float | None = None  # when it went away, by the monotonic clock
        self.reason: Busy | None = None  # what is said to those who need it
        self.used = time.monotonic()  # when it last did what it was asked for

    def failed(self, fault: BaseException, reason: Busy | None = None) -> None:
        """The part did not do what it was asked for."""
        with self.lock:
            first = self.since is None
            self.since = time.monotonic() if self.since is None else self.since
            self.reason = reason
        if first:
            log.warning("a part is away", part=self.part, fault=type(fault).__name__, reason=reason and reason.message)

    def worked(self) -> None:
        """The part did what it was asked for."""
        self.used = time.monotonic()
        if self.since is None:
            return
        with self.lock:
            since, self.since, self.reason = self.since, None, None
        if since is not None:
            log.warning("a part is back", part=self.part, seconds=round(time.monotonic() - since, 1))
