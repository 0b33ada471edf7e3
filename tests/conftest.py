"""For all tests: the order in which they begin, English, whatever this machine speaks, and what Ctrl-C does."""

import os
import signal
from collections.abc import Iterator

import pytest

from coatl.messages import CHOSEN, ENGLISH, speak

os.environ[CHOSEN] = ENGLISH

LONG = ("web", "server", "arena", "terminal", "bots")  # whole games, real processes: none shall end last


def pytest_configure() -> None:
    """Lets Ctrl-C end what the tests start: a script ignores it for what it starts in the background, and every
    program started by one that ignores it does so too.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each file stays together: its tests share servers and browsers."""
    items.sort(key=lambda item: rank(item.path.parent.name))


def rank(folder: str) -> int:
    return LONG.index(folder) if folder in LONG else len(LONG)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A test that speaks another language does not change the next one."""
    yield
    speak(ENGLISH)
