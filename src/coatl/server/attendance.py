"""When the people of a table were here, on a socket or by a request: how long a seat is kept for who is away."""


class Attendance:
    """Milliseconds all through. Who plays by requests is here for a grace time after each of them; the seat of who is
    away is kept for as long.

    >>> people = Attendance(grace=60_000, since=0)
    >>> people.asked(1, now=100_000)
    >>> people.recent(now=150_000), people.recent(now=160_000)
    (frozenset({1}), frozenset())
    >>> people.gone({2}, now=170_000)
    >>> people.kept_until(2), people.kept_until(3)
    (230000, 60000)
    """

    __slots__ = ("grace", "requests", "seen", "since")

    def __init__(self, grace: int, since: int) -> None:
        self.grace = grace
        self.since = since  # since when those who are not here may have been away
        self.seen: dict[int, int] = {}  # when somebody went who is not here
        self.requests: dict[int, int] = {}  # the last one of each person

    def asked(self, person: int, now: int) -> None:
        """Somebody has sent a request."""
        self.requests[person] = now

    def gone(self, people: set[int] | frozenset[int], now: int) -> None:
        """These hung up: whatever they asked for before, they are away now."""
        for person in people:
            self.seen[person] = now
            self.requests.pop(person, None)

    def recent(self, now: int) -> frozenset[int]:
        """Who is here by requests."""
        return frozenset(person for person, when in self.requests.items() if now - when < self.grace)

    def kept_until(self, person: int) -> int:
        """Until when the seat of somebody who is away is kept."""
        return max(self.since, self.seen.get(person, 0), self.requests.get(person, 0)) + self.grace
