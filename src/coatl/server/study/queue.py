"""Where questions of those who study wait.

They have a process of their own, so that no bot and no hint waits for them or is ended with one that hangs; another one
answers as plain Python, while the rules are being compiled, what takes no longer than a moment even so.
Each address has a lane, so that who asks much waits for himself.
"""

import time
from contextlib import suppress
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.registry import GAMES
from coatl.server.lanes import Lane
from coatl.server.limits import Buckets
from coatl.server.settings import Settings
from coatl.server.study.lessons import lesson
from coatl.server.study.puzzles import PuzzleCache
from coatl.server.study.reviews import Reviews, load_reviews
from coatl.server.thinker_pool import ThinkerPool
from coatl.server.thinkers import LOADING, NICENESS

MOST_IN_LANE = 20  # questions of one address that wait


class StudyQueue:
    """The questions of one worker."""

    def __init__(self, settings: Settings) -> None:
        self.pool = ThinkerPool("study", 1, settings.bot_seconds, each=MOST_IN_LANE, loading=LOADING, niceness=NICENESS)
        self.uncompiled = ThinkerPool(
            "uncompiled", 1, settings.bot_seconds, each=MOST_IN_LANE, loading=LOADING, plain=True
        )
        rate = settings.questions_per_minute
        self.allowed = Buckets(rate / 60, rate / 2)
        self.puzzles = PuzzleCache(self.think)
        self.reviews = Reviews(self.pool)

    def take(self, address: str) -> None:
        """:raises TooOften: if this address asks too much."""
        self.allowed.take(address, time.monotonic())

    async def think(self, address: str, question: Any, *arguments: Any) -> Any:
        """The answer of the process.

        :raises CoatlError: as `ThinkerPool.ask`.
        """
        return await self.pool.ask(Lane(address), question, *arguments)

    async def load_uncompiled(self) -> None:
        """Lets a process begin to answer without compiled rules, before somebody waits for the first lesson."""
        with suppress(CoatlError):
            for chapter in ("board", "card"):
                await self.uncompiled.ask(Lane(""), lesson, chapter)

    async def load(self) -> None:
        """Lets the process load what reviews need, before somebody waits for one."""
        with suppress(CoatlError):  # who asks something now pays for it
            for game in GAMES:  # one after the other: whoever asks something waits for one of them
                await self.think("", load_reviews, game)

    def close(self) -> None:
        """Ends the process, and what is worked out there."""
        self.reviews.close()
        self.uncompiled.close()
        self.pool.close()
