"""Limits that are fair: buckets that fill at a steady rate, for each connection and for each address."""

from collections import Counter, OrderedDict

from coatl.engine.errors import CoatlError

MOST_ADDRESSES = 50_000


class Bucket:
    """Holds up to `size` drops; one falls in every 1 / `rate` seconds.

    >>> bucket = Bucket(rate=1, size=2, now=0)
    >>> [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1)]
    [0.0, 0.0, 1.0, 0.0]
    >>> [bucket.take(3, drops=2), bucket.take(4, drops=100)]  # never more than it holds
    [0.0, 1.0]
    """

    __slots__ = ("level", "rate", "size", "time")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self.level, self.time = size, now

    def take(self, now: float, drops: float = 1) -> float:
        """Takes a drop, or several; returns 0, or how many seconds are missing until there are so many."""
        self.level = min(self.size, self.level + (now - self.time) * self.rate)
        self.time = now
        wanted = min(drops, self.size)
        if self.level < wanted:
            return (wanted - self.level) / self.rate
        self.level -= wanted
        return 0.0


class TooOften(CoatlError):
    """Somebody asks too much; `seconds` says when it may be tried again."""

    def __init__(self, seconds: float) -> None:
        super().__init__("request.often", f"Too many requests: try again in {max(seconds, 0.1):.1f} seconds.")
        self.seconds = seconds


class Buckets:
    """One bucket for each address; those that were not used for the longest time are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float, drops: float = 1) -> None:
        """:raises TooOften: if the bucket of this address has not so many drops."""
        bucket = self.known.pop(address, None) or Bucket(self.rate, self.size, now)
        self.known[address] = bucket
        while len(self.known) > MOST_ADDRESSES:
            self.known.popitem(last=False)
        if missing := bucket.take(now, drops):
            raise TooOften(missing)


class Places:
    """How many there may be at once, in all and of one address: connections, or games of bots."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.taken: Counter[str] = Counter()
        self.all = 0

    def has_room(self, address: str) -> bool:
        """Whether one more from this address may enter."""
        return self.all < self.most and self.taken.get(address, 0) < self.each

    def enter(self, address: str) -> bool:
        """Takes a place; false if there is none."""
        if not self.has_room(address):
            return False
        self.all += 1
        self.taken[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Gives the place back."""
        self.all -= 1
        self.taken[address] -= 1
        if not self.taken[address]:
            del self.taken[address]
