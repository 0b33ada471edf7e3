"""Places that addresses take in turns, and at one address those who ask there: who asks much waits for himself."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from coatl.server.outages import Busy

MOST_WAITING = 10_000  # of all addresses together


class Lane(NamedTuple):
    """For whom something is asked: an address, and there a table or a person."""

    address: str
    asker: str = ""


class Lanes:
    """So many places. When one is free, the next address has its turn, and there the next asker."""

    def __init__(self, places: int, each: int) -> None:
        self.free = places
        self.each = each  # how many of one address may wait
        self.waiting: Counter[str] = Counter()  # by address
        self.turns: OrderedDict[str, OrderedDict[str, deque[asyncio.Future[None]]]] = OrderedDict()

    @asynccontextmanager
    async def place(self, lane: Lane) -> AsyncIterator[None]:
        """Waits for a place, which is taken until the end of the block.

        :raises Busy: if too many wait, of this address or of all.
        """
        if self.free:
            self.free -= 1
        else:
            await self.wait(lane)
        try:
            yield
        finally:
            self.hand_on()

    async def wait(self, lane: Lane) -> None:
        """Until it is this lane's turn."""
        if self.waiting[lane.address] >= self.each:
            raise Busy("Your other questions are being answered: try again in a moment.")
        if self.waiting.total() >= MOST_WAITING:
            raise Busy("The bots have too much to think about: try again in a moment.")
        turn = asyncio.get_running_loop().create_future()
        self.turns.setdefault(lane.address, OrderedDict()).setdefault(lane.asker, deque()).append(turn)
        self.waiting[lane.address] += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self.forget(lane, turn)
            else:  # it had its turn in the same moment
                self.hand_on()
            raise

    def hand_on(self) -> None:
        """A place is free: the next one may have it."""
        if not self.turns:
            self.free += 1
            return
        address, askers = self.turns.popitem(last=False)
        asker, queue = askers.popitem(last=False)
        turn = queue.popleft()
        if queue:
            askers[asker] = queue
        if askers:
            self.turns[address] = askers
        self.count_out(address)
        turn.set_result(None)

    def forget(self, lane: Lane, turn: "asyncio.Future[None]") -> None:
        """Somebody does not wait any longer."""
        askers = self.turns[lane.address]
        askers[lane.asker].remove(turn)
        if not askers[lane.asker]:
            del askers[lane.asker]
        if not askers:
            del self.turns[lane.address]
        self.count_out(lane.address)

    def count_out(self, address: str) -> None:
        self.waiting[address] -= 1
        if not self.waiting[address]:
            del self.waiting[address]
