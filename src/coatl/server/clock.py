"""The server's time. It goes on evenly while the server lives: a wall clock that is set costs nobody anything."""

import os
import time

OFFSET = "_COATL_CLOCK_OFFSET"  # how the workers of one server get the same time


def monotonic() -> int:
    """Milliseconds since some moment, the same for all processes of this machine; nobody can set it."""
    return time.monotonic_ns() // 1_000_000


class ServerClock:
    """Milliseconds since 1970, as the wall clock showed them when the server began.

    >>> clock = ServerClock()
    >>> before = clock()
    >>> clock.advance(before + 5_000)  # what is stored is from later: the wall clock was set back meanwhile
    >>> clock() >= before + 5_000
    True
    """

    def __init__(self) -> None:
        shared = os.environ.get(OFFSET)
        self.offset = int(time.time() * 1000) - monotonic() if shared is None else int(shared)

    def __call__(self) -> int:
        return monotonic() + self.offset

    def advance(self, stored: int) -> None:
        """Begins after a stored time, so that time is never counted backwards."""
        self.offset += max(0, stored - self())

    def share(self) -> None:
        """Lets the processes that this one starts have the same time."""
        os.environ[OFFSET] = str(self.offset)


clock = ServerClock()
