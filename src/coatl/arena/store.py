"""Where the games of a match are kept, so that an interrupted one goes on: a file to which lines are only added.

The first line tells the plan, each other one a finished game. A line that was cut off, because the program was killed
while it wrote, is dropped, and its game is played again.
"""

import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from coatl.arena.match_game import Played
from coatl.arena.plan import Plan
from coatl.engine.errors import CoatlError
from coatl.folders import user_folder

FORMAT = "coatl arena 1"
HEAD = json.dumps({"format": FORMAT}).encode()[:-1]  # how every file begins
SAVED_EVERY = 1.0  # seconds until what was written must be on the disk


def place_of(plan: Plan, folder: Path | None = None) -> Path:
    """The file of a plan: each has its own."""
    return (folder or user_folder("data") / "arena") / f"{plan.game}-{plan.key}.jsonl"


class Store:
    """The results of one plan; without a path they are kept in memory alone."""

    def __init__(self, plan: Plan, path: Path | None, fresh: bool = False) -> None:
        self.plan = plan
        self.path = path
        self.found: dict[int, Played] = {}
        self.saved = time.monotonic()
        self.file: Any = None
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = path.open("a+b", buffering=0)
            self.lock(path)
            self.begin(path, fresh)
        except OSError as fault:
            self.close()
            raise CoatlError("file.write", f"{path} cannot be written: {fault.strerror or fault}.") from None
        except CoatlError:
            self.close()
            raise

    def lock(self, path: Path) -> None:
        """Keeps a second program away: it would play the same games."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CoatlError("arena.busy", f"Another program is playing this match into {path}.") from None

    def begin(self, path: Path, fresh: bool) -> None:
        """Reads what is there, and cuts off what is broken at the end; overwrites nothing but results of matches."""
        self.file.seek(0)
        content = self.file.read()
        if not (content.startswith(HEAD) or HEAD.startswith(content)):
            raise CoatlError("arena.store", f"{path} holds no results of a match.", ["another file"])
        whole = content[: content.rfind(b"\n") + 1]
        if fresh or not whole:
            self.file.truncate(0)
            self.write(json.dumps({"format": FORMAT, "key": self.plan.key, "plan": self.plan.data()}))
            return
        head, *lines = whole.split(b"\n")[:-1]
        self.check_plan(path, head)
        self.file.truncate(len(whole))
        for number, line in enumerate(lines, 2):
            self.read(path, number, line)

    def check_plan(self, path: Path, head: bytes) -> None:
        """Refuses the results of another plan, and those of bots that were written anew since."""
        try:
            before = json.loads(head)["plan"]
        except (ValueError, KeyError):
            raise CoatlError("arena.store", f"Line 1 of {path} is broken.", ["another file", "--fresh"]) from None
        if before != json.loads(json.dumps(self.plan.data())):
            message = f"{path} holds the results of another plan: {differences(before, self.plan.data())}."
            raise CoatlError("arena.store", message, ["another file", "--fresh"])

    def read(self, path: Path, number: int, line: bytes) -> None:
        """One game of the file."""
        try:
            played = Played.read(json.loads(line))
        except (ValueError, TypeError, KeyError):
            message = f"Line {number} of {path} is broken."
            raise CoatlError("arena.store", message, ["--fresh", "delete that line"]) from None
        self.found.setdefault(played.number, played)

    def add(self, games: Iterable[Played]) -> None:
        """Keeps finished games; once this returns, a kill of the program does not lose them."""
        for played in games:
            self.found[played.number] = played
            self.write(json.dumps(played.data(), separators=(",", ":")))

    def write(self, line: str) -> None:
        """Adds a line in one piece."""
        if self.file is None:
            return
        try:
            self.file.write(line.encode() + b"\n")
            if time.monotonic() - self.saved > SAVED_EVERY:
                os.fsync(self.file.fileno())
                self.saved = time.monotonic()
        except OSError as fault:
            raise CoatlError("file.write", f"{self.path} cannot be written: {fault.strerror or fault}.") from None

    def missing(self) -> list[int]:
        """The games that are still to be played."""
        return [number for number in self.plan.numbers if number not in self.found]

    def games(self) -> list[Played]:
        """The games of the plan, in their order."""
        return [self.found[number] for number in self.plan.numbers if number in self.found]

    def close(self) -> None:
        """Everything is on the disk."""
        if self.file is not None:
            with suppress(OSError):
                os.fsync(self.file.fileno())
            self.file.close()
            self.file = None

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def differences(before: Any, now: dict[str, Any]) -> str:
    """What differs between two plans.

    >>> differences({"seed": "1", "game": "card"}, {"seed": "2", "game": "card"})
    'seed "1", now "2"'
    """
    known = before if isinstance(before, dict) else {}
    shown = [
        f"{name} {json.dumps(known.get(name))}, now {json.dumps(value)}"
        for name, value in json.loads(json.dumps(now)).items()
        if known.get(name) != value
    ]
    return "; ".join(shown)
