"""The one place where addresses are written down: who floods the server, for a few days, for who looks after it."""

import os
import time
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import orjson
import structlog

PAUSE = 60.0  # seconds between two lines of one address for the same reason
MOST_ADDRESSES = 10_000  # that are remembered for that
MOST_LINES = 200  # in a pause: a flood from everywhere does not fill the disk

log = structlog.get_logger("coatl.abuse")


class AbuseLog:
    """A file for each day in the data folder, `abuse-2026-11-18.log`, a line of JSON for each address and reason.

    All workers write to the same files; `prune` removes those that are too old.
    """

    def __init__(self, folder: Path, days: int) -> None:
        """With 0 days nothing is written."""
        self.folder, self.days = folder, days
        self.noted: OrderedDict[tuple[str, str], float] = OrderedDict()  # when the last line was written
        self.began = 0.0
        self.lines = 0  # since then

    def note(self, address: str, code: str) -> None:
        """Somebody does what only abuse does."""
        now = time.monotonic()
        if not self.days or now - self.noted.get((address, code), -PAUSE) < PAUSE:
            return
        if now - self.began >= PAUSE:
            self.began, self.lines = now, 0
        self.lines += 1
        if self.lines > MOST_LINES:
            return
        self.noted[address, code] = now
        self.noted.move_to_end((address, code))
        while len(self.noted) > MOST_ADDRESSES:
            self.noted.popitem(last=False)
        self.write({"time": datetime.now(UTC).isoformat(timespec="seconds"), "address": address, "code": code})

    def write(self, line: dict[str, str]) -> None:
        """Adds a line; readable for the owner only. A disk that is full has its own line in the log."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            file = os.open(self.path(datetime.now(UTC).date()), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(file, orjson.dumps(line) + b"\n")
            finally:
                os.close(file)
        except OSError as fault:
            log.warning("abuse is not written down", fault=str(fault.strerror))

    def path(self, day: date) -> Path:
        """The file of a day."""
        return self.folder / f"abuse-{day.isoformat()}.log"

    def prune(self, today: date | None = None) -> list[Path]:
        """Removes the files of days that are over for longer than they are kept."""
        first = (today or datetime.now(UTC).date()) - timedelta(days=max(0, self.days - 1))
        old = [path for path in self.folder.glob("abuse-????-??-??.log") if path.name < self.path(first).name]
        for path in old:
            path.unlink(missing_ok=True)
        return old
