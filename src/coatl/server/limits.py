"""Limits that are fair: buckets that fill at a steady rate, for each connection and for each address."""

from collections import Counter, OrderedDict

from coatl.engine.errors import CoatlError

MOST_ADDRESSES = 50_000


class Bucket:
    """Holds up to `size` drops; one falls in every 1 / `rate` seconds.

    >>> bucket = Bucket(rate=1, size=2, now=0)
    >>> [bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(1)]
    [0.0, 0.0, 1.0, 0.0]
    """

    __slots__ = ("level", "rate", "size", "time")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self.rate, self.size = rate, size
        self.level, self.time = size, now

    def take(self, now: float) -> float:
        """Takes a drop; returns 0, or how many seconds are missing until there is one."""
        self.level = min(self.size, self.level + (now - self.time) * self.rate)
        self.time = now
        if self.level < 1:
            return (1 - self.level) / self.rate
        self.level -= 1
        return 0.0


class TooOften(CoatlError):
    """Somebody asks too much; `seconds` says when it may be tried again."""

    def __init__(self, seconds: float) -> None:
        super().__init__("request.often", f"Too many requests: try again in {seconds:.1f} seconds.")
        self.seconds = seconds


class Buckets:
    """One bucket for each address; those that were not used for the longest time are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> None:
        """:raises TooOften: if the bucket of this address is empty."""
        bucket = self.known.pop(address, None) or Bucket(self.rate, self.size, now)
        self.known[address] = bucket
        while len(self.known) > MOST_ADDRESSES:
            self.known.popitem(last=False)
        if missing := bucket.take(now):
            raise TooOften(missing)


class Places:
    """How many connections there may be, in all and from one address."""

    def __init__(self, most: int, each: int) -> None:
        self.most, self.each = most, each
        self.taken: Counter[str] = Counter()
        self.all = 0

    def enter(self, address: str) -> bool:
        """Takes a place; false if there is none."""
        if self.all >= self.most or self.taken[address] >= self.each:
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
