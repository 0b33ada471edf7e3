"""Where questions of those who study wait: so many from one address, and one at a time, so that bots go first."""

import asyncio
import time
from typing import Any

from coatl.server.limits import Buckets
from coatl.server.study.puzzling import Shelf
from coatl.server.thinking import Thinkers


class Desk:
    """The questions of one worker."""

    def __init__(self, thinkers: Thinkers, per_minute: float) -> None:
        self.thinkers = thinkers
        self.allowed = Buckets(per_minute / 60, per_minute / 2)
        self.free = asyncio.Semaphore(1)
        self.puzzles = Shelf(self.think)

    def take(self, address: str) -> None:
        """:raises TooOften: if this address asks too much."""
        self.allowed.take(address, time.monotonic())

    async def think(self, question: Any, *arguments: Any) -> Any:
        """The answer of a thinker's process.

        :raises CoatlError: as `Thinkers.ask`.
        """
        async with self.free:
            return await self.thinkers.asked_twice(question, *arguments)
