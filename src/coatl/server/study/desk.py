"""Where questions of those who study wait.

They have a process of their own, so that no bot and no hint waits for them or is ended with one that hangs.
Each address has a lane, so that who asks much waits for himself.
"""

import asyncio
import time
from typing import Any
from weakref import WeakValueDictionary

from coatl.engine.errors import CoatlError
from coatl.server.limits import Buckets
from coatl.server.settings import Settings
from coatl.server.study.puzzling import Shelf
from coatl.server.thinking import Thinkers

MOST_IN_LANE = 20  # questions of one address that wait


class Lane:
    """The questions of one address: one of them at a time waits among those of the others."""

    def __init__(self) -> None:
        self.first = asyncio.Lock()
        self.length = 0


class Desk:
    """The questions of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.thinkers = Thinkers(1, settings.bot_seconds)
        rate = settings.questions_per_minute
        self.allowed = Buckets(rate / 60, rate / 2)
        self.lanes: WeakValueDictionary[str, Lane] = WeakValueDictionary()  # of those who wait
        self.puzzles = Shelf(self.think)

    def take(self, address: str) -> None:
        """:raises TooOften: if this address asks too much."""
        self.allowed.take(address, time.monotonic())

    async def think(self, address: str, question: Any, *arguments: Any) -> Any:
        """The answer of the process.

        :raises CoatlError: as `Thinkers.ask`, and server.busy if too many questions of this address wait.
        """
        lane = self.lanes.setdefault(address, Lane())
        if lane.length >= MOST_IN_LANE:
            raise CoatlError("server.busy", "Your other questions are being answered: try again in a moment.")
        lane.length += 1
        try:
            async with lane.first:
                return await self.thinkers.ask(question, *arguments)
        finally:
            lane.length -= 1

    def close(self) -> None:
        """Ends the process."""
        self.thinkers.close()
