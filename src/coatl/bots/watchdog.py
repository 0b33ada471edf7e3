"""Runs the command of a bot, and ends it when the process that asked for it is gone, even if the bot hears nothing.

It stands between a game and a bot as `python -I -S watchdog.py PARENT COMMAND …`, so it imports next to nothing.
"""

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

LOOK = 0.5  # seconds between two looks at the parent


def main(parent: int, command: list[str]) -> int:
    """Waits for the command; returns its exit status."""
    child = os.posix_spawnp(command[0], command, os.environ, setsigdef=[signal.SIGPIPE])

    def end(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGTERM or os.getppid() != parent:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, LOOK, LOOK)
    _, status = os.waitpid(child, 0)
    return abs(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
