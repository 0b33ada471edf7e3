"""Processes that think for the server: so many at once, and so long. The event loop never waits."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.child_process import settle
from coatl.server.lanes import Lane, Lanes

MOST_OF_ADDRESS = 200  # questions that wait; more are refused, and asked again a little later


class ThinkerPool:
    """A bounded number of processes for one kind of questions. One that hangs is ended with all others of its pool,
    and new ones are started.
    """

    def __init__(
        self,
        kind: str,
        processes: int,
        seconds: float,
        each: int = MOST_OF_ADDRESS,
        loading: float = 0.0,
        niceness: int = 0,
        plain: bool = False,
    ) -> None:
        self.kind, self.processes, self.seconds = kind, processes, seconds
        self.loading = loading  # seconds that the first answer of a process may take besides
        self.niceness = niceness  # how far its processes step back for everything else on the machine
        self.plain = plain  # whether its processes run the rules as plain Python, with nothing compiled
        self.lanes = Lanes(processes, each)
        self.pool: ProcessPoolExecutor | None = None
        self.answers = 0  # of the present processes

    @property
    def patience(self) -> float:
        """How long an answer may take; until each process has given some, one may have to load what it needs."""
        return self.seconds + (self.loading if self.answers < self.processes else 0)

    async def asked_twice(self, lane: Lane, *question: Any, seconds: float = 0.0) -> Any:
        """The answer; if the process ended, perhaps because another question hung, it is asked once more."""
        try:
            return await self.ask(lane, *question, seconds=seconds)
        except CoatlError as fault:
            if fault.code != "bot.crashed":
                raise
        return await self.ask(lane, *question, seconds=seconds)

    async def ask(self, lane: Lane, question: Callable[..., Any], *arguments: Any, seconds: float = 0.0) -> Any:
        """The answer of a process; it may take so many seconds, if that is longer than usual.

        :raises CoatlError: bot.hangs or bot.crashed, server.busy if too many wait, or what the question raises.
        """
        queue, asked = metrics.QUEUE.labels(self.kind), time.perf_counter()
        queue.inc()
        try:
            async with self.lanes.place(lane):
                metrics.WAITED.labels(self.kind).observe(time.perf_counter() - asked)
                with metrics.THINKING.time():
                    answer = await self.answered(max(seconds, self.patience), question, *arguments)
        finally:
            queue.dec()
        self.answers += 1
        return answer

    async def answered(self, seconds: float, question: Callable[..., Any], *arguments: Any) -> Any:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(
                self.processes, mp_context=context, initializer=settle, initargs=(self.niceness, self.plain)
            )
        pool = self.pool
        try:
            future = pool.submit(question, *arguments)
            return await asyncio.wait_for(asyncio.wrap_future(future), seconds)
        except TimeoutError:
            self.abandon(pool)
            raise CoatlError("bot.hangs", f"There was no answer within {seconds:g} seconds.") from None
        except (BrokenProcessPool, RuntimeError):
            self.abandon(pool)
            raise CoatlError("bot.crashed", "The process that was thinking has ended.") from None

    def abandon(self, pool: ProcessPoolExecutor) -> None:
        """Ends the processes of a pool; the next question starts new ones."""
        if self.pool is pool:
            self.pool, self.answers = None, 0
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def retire(self) -> None:
        """Its processes end when they have answered what they were asked."""
        if self.pool is not None:
            self.pool.shutdown(wait=False)
            self.pool, self.answers = None, 0

    def close(self) -> None:
        """Ends everything."""
        if self.pool is not None:
            self.abandon(self.pool)
