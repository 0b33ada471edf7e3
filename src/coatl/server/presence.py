"""Who is at a live table: by a connection here or at another worker, or by a request not long ago."""

import asyncio
from typing import TYPE_CHECKING

import orjson

from coatl.server.attendance import Attendance
from coatl.server.clock import clock
from coatl.server.schemas import Presence
from coatl.server.tables.state import PLAYING

if TYPE_CHECKING:
    from coatl.server.live_tables import LiveTable

PRESENCE_PAUSE = 0.1  # seconds between two messages of who is here


class TablePresence:
    """Who is at one table."""

    def __init__(self, live: "LiveTable", attendance: Attendance) -> None:
        self.live = live
        self.attendance = attendance
        self.elsewhere: dict[str, tuple[float, frozenset[int], int]] = {}  # people at other workers
        self.timer: asyncio.TimerHandle | None = None
        self.request_timer: asyncio.TimerHandle | None = None  # until who plays by requests is away

    def here(self) -> tuple[frozenset[int], int]:
        """The people and the number of spectators at this worker."""
        people = frozenset(person for person in self.live.listeners.values() if person is not None)
        return people | self.attendance.recent(clock()), sum(person is None for person in self.live.listeners.values())

    def people(self) -> frozenset[int]:
        """The people who are here, at any worker."""
        return self.here()[0].union(*(people for _, people, _ in self.elsewhere.values()))

    def data(self) -> Presence:
        """Which seats are here, until when those of others are kept, and how many watch."""
        people, kept = self.people(), self.kept()
        seats = [number for number, seat in enumerate(self.live.table.seats, 1) if seat.person in people]
        watching = self.here()[1] + sum(spectators for _, _, spectators in self.elsewhere.values())
        until = {
            str(number): kept[seat.person]
            for number, seat in enumerate(self.live.table.seats, 1)
            if seat.person in kept
        }
        return {"online": seats, "spectators": watching, "kept": until}

    def kept(self) -> dict[int, int]:
        """Until when the seats of people who are away from a running game are kept for them."""
        if self.live.table.status != PLAYING:
            return {}
        away = {seat.person for seat in self.live.table.seats if seat.human and seat.person} - self.people()
        until = {person: self.attendance.kept_until(person) for person in away}
        return {person: time for person, time in until.items() if time > clock()}

    def asked(self, person: int) -> None:
        """Somebody has sent a request: who plays so is here, until nothing came for a while."""
        new = person not in self.people()
        self.attendance.asked(person, clock())
        if new:
            self.changed()
        if self.request_timer is None and self.attendance.grace:
            self.watch_requests()

    def watch_requests(self) -> None:
        """Tells everybody when somebody who played by requests is away."""
        self.request_timer = None
        self.changed()
        now = clock()
        if recent := self.attendance.recent(now):
            first = min(self.attendance.requests[person] for person in recent)
            wait = (first + self.attendance.grace - now) / 1000
            self.request_timer = asyncio.get_running_loop().call_later(wait, self.watch_requests)

    def changed(self) -> None:
        """Somebody came or went, here or at another worker; many who come at once are announced together."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self.tell)

    def tell(self) -> None:
        """Tells everybody who is here now."""
        self.timer = None
        self.live.send(orjson.dumps({"type": "presence", "table": self.live.table.id, **self.data()}).decode())
        self.live.services.presence_changed(self.live)

    def discard(self) -> None:
        """Nobody is told any more."""
        for timer in (self.timer, self.request_timer):
            if timer is not None:
                timer.cancel()
