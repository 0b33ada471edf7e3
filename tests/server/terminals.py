"""People in front of terminals: in threads of the tests, and in processes with a real keyboard."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from rich.console import Console

from coatl.client import Table
from coatl.terminal.prompt import Prompt
from coatl.terminal.remote.keyboard import Keyboard, Typed
from coatl.terminal.remote.saves import RecordSaver
from coatl.terminal.remote.session import RemoteSession
from coatl.terminal.theme import THEME
from tests.cli.command import surroundings
from tests.server.server import PATIENCE
from tests.terminal.keyboard import eager_choice

Line = str | Callable[[], str]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Fingers(io.StringIO):
    """Types what was prepared, then what `choose` says, line by line as it is asked; may wait for something first."""

    def __init__(self, prepared: Sequence[Line], choose: Callable[[], str]) -> None:
        super().__init__()
        self.prepared, self.choose = list(prepared), choose

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        line = self.prepared.pop(0) if self.prepared else self.choose
        text = line if isinstance(line, str) else line()
        return f"{text}\n" if text else ""


class Terminal:
    """Somebody in front of a terminal, in a thread; plays eagerly to the end and goes away."""

    def __init__(self, table: Table, place: Path, prepared: Sequence[Line] = (), name: str = "Zoe") -> None:
        self.dice, self.output = Random(table.token or "0"), io.StringIO()
        console = Console(file=self.output, theme=THEME, highlight=False, width=80)
        self.screen = Prompt(console, Fingers(prepared, self.choose))
        inbox: SimpleQueue[Any] = SimpleQueue()
        self.keeping = RecordSaver(place)
        self.session = RemoteSession(table, self.screen, inbox, Keyboard(self.screen, inbox), name, self.keeping)
        self.next: Table | None = None
        self.fault: BaseException | None = None
        self.thread = threading.Thread(target=self.run, daemon=True)

    def choose(self) -> str:
        view = self.session.view(self.session.viewer)
        return eager_choice(view.legal, self.dice) if view.legal else ""

    def run(self) -> None:
        try:
            self.next = self.session.run()
        except BaseException as fault:
            self.fault = fault

    def go_away(self) -> str:
        """Ends the input, whoever's turn it is."""
        self.session.inbox.put(Typed(None))
        return self.finished()

    def finished(self) -> str:
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), self.output.getvalue()[-3000:]
        if self.fault is not None:
            raise self.fault
        return self.output.getvalue()


def play_in_terminals(*terminals: Terminal) -> list[str]:
    for terminal in terminals:
        terminal.thread.start()
    return [terminal.finished() for terminal in terminals]


class Keys:
    """A process at a terminal of its own."""

    def __init__(self, words: tuple[str, ...], state: Path) -> None:
        self.terminal, inner = pty.openpty()
        command = [sys.executable, "-m", "coatl", "play", *words]
        environment = surroundings(state, LINES="40")
        self.process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment,
            start_new_session=True,
            preexec_fn=own_tty,
        )
        os.close(inner)
        self.seen, self.searched = "", 0

    def __enter__(self) -> "Keys":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def until(self, words: str) -> None:
        """Reads until the words stand on the screen behind what was found before."""
        end = time.monotonic() + PATIENCE
        while (place := self.seen.find(words, self.searched)) < 0:
            assert time.monotonic() < end, self.seen[-3000:]
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.seen += ESCAPE.sub("", os.read(self.terminal, 65536).decode(errors="replace"))
                except OSError:  # the process has gone
                    assert words in self.seen[self.searched :], self.seen[-3000:]
        self.searched = place + len(words)


def own_tty() -> None:
    """Makes the terminal the one that sends Ctrl-C."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
