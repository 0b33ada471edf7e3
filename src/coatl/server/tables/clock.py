"""The clock of a table: so long for a turn, and what is above comes from a reserve. Times are given to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from coatl.server.tables.events import ClockSetting


@dataclass(slots=True)
class Running:
    """A seat whose time runs: in which turn, and since when."""

    turn: int
    began: int


@dataclass(slots=True)
class Clock:
    """Milliseconds all through.

    >>> clock = Clock(move=10_000, reserve=5_000, timeout="bot")
    >>> clock.run({1: 1}, 0)
    >>> clock.deadline(1)
    15000
    >>> clock.run({2: 2}, 12_000)  # seat 1 took two seconds of its reserve
    >>> clock.left(1), clock.deadline(1), clock.deadline(2)
    (3000, None, 27000)
    """

    move: int
    reserve: int
    timeout: str
    used: dict[int, int] = field(default_factory=dict)  # of the reserve, by seat
    running: dict[int, Running] = field(default_factory=dict)

    @classmethod
    def of(cls, setting: ClockSetting) -> "Clock":
        """The clock that a table was made with, in seconds."""
        return cls(int(setting.move * 1000), int(setting.reserve * 1000), setting.timeout)

    def left(self, seat: int) -> int:
        """What is left of a seat's reserve."""
        return max(0, self.reserve - self.used.get(seat, 0))

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is up; None if it does not run."""
        running = self.running.get(seat)
        return None if running is None else running.began + self.move + self.left(seat)

    def next(self) -> int | None:
        """When the next time-out is due."""
        return min(
            (running.began + self.move + self.left(seat) for seat, running in self.running.items()), default=None
        )

    def due(self, now: int) -> list[int]:
        """The seats whose time is up."""
        return sorted(seat for seat in self.running if (self.deadline(seat) or 0) <= now)

    def run(self, turns: Mapping[int, int], now: int) -> None:
        """From now on the time of these seats runs, each in its turn; a turn that goes on keeps its beginning."""
        for seat, running in list(self.running.items()):
            if turns.get(seat) != running.turn:
                self.used[seat] = self.used.get(seat, 0) + max(0, now - running.began - self.move)
                del self.running[seat]
        for seat, turn in turns.items():
            self.running.setdefault(seat, Running(turn, now))

    def pause(self, since: int, until: int) -> None:
        """Time during which nobody could play, since the server was not there."""
        for running in self.running.values():
            running.began += max(0, until - max(since, running.began))
