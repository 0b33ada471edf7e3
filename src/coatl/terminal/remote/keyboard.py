"""What happens at the table and what is typed here, in one queue: people can talk while others think."""

import threading
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from coatl.client import Event, Table
from coatl.engine.errors import CoatlError
from coatl.terminal.screen import Screen


@dataclass(frozen=True)
class Typed:
    """A line, or None when there are no more."""

    line: str | None


@dataclass(frozen=True)
class TableEvent:
    """What a table says; an error means that it says no more."""

    table: Table
    event: Event | CoatlError


Inbox = SimpleQueue[Typed | TableEvent]
BLINK = 0.5  # seconds


def next_of(inbox: Inbox) -> Typed | TableEvent:
    """What comes next. Python hears Ctrl-C only after a wait that it came just before, so no wait is without end."""
    while True:
        with suppress(Empty):
            return inbox.get(timeout=BLINK)


class Keyboard:
    """Reads a line whenever one is wanted, in a thread of its own."""

    def __init__(self, screen: Screen, inbox: Inbox) -> None:
        self.screen = screen
        self.inbox = inbox
        self.asked = False
        self.wanted = threading.Semaphore(0)
        threading.Thread(target=self.run, name="coatl keyboard", daemon=True).start()

    def want(self) -> None:
        """Asks for a line, unless one is awaited already."""
        if not self.asked:
            self.asked = True
            self.wanted.release()

    def run(self) -> None:
        """One line after the other."""
        while True:
            self.wanted.acquire()
            self.inbox.put(Typed(self.screen.ask()))


def listen(table: Table, inbox: Inbox) -> None:
    """Puts everything that happens at a table into the inbox."""

    def run() -> None:
        while True:
            try:
                event = table.next()
            except CoatlError as fault:
                inbox.put(TableEvent(table, fault))
                return
            if event is not None:
                inbox.put(TableEvent(table, event))

    threading.Thread(target=run, name="coatl table", daemon=True).start()
