"""Bots and hints think in processes of their own: so many at once, and so long. The event loop never waits."""

import asyncio
import multiprocessing
import os
import random
import secrets
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing.connection import wait
from typing import Any

import structlog

from coatl.engine.errors import CoatlError
from coatl.server import metrics

log = structlog.get_logger("coatl.bots")
MOST_WAITING = 1000  # questions; more are refused, and asked again later by the sweep
LOADING = 60.0  # seconds that a process may take to load the solver before its first hint


# ---------------------------------------------------------------- in the process of a bot


@lru_cache(maxsize=512)
def bot_at(setup: bytes, spec: str, seat: str) -> Any:
    """The bot of one seat, which may remember its plans from one decision to the next."""
    from coatl.bots.registry import make
    from coatl.server.tables.table import rules_from

    return make(spec, rules_from(setup))


def choose(setup: bytes, spec: str, seat: str, view: Any, legal: Sequence[str], seed: str) -> tuple[str, str | None]:
    """A bot's decision, and the code of its failure if a random action had to take its place."""
    from coatl.bots.base import rng_of
    from coatl.bots.deciding import decide

    bot = bot_at(setup, spec, seat)
    decision = decide(bot, view, legal, bot.limit, rng_of(seed))
    return decision.action, decision.code


def forced(action: str) -> tuple[str, str | None]:
    """The decision of a bot that has no choice."""
    return action, None


def advise(setup: bytes, view: Any, seat: int) -> dict[str, Any]:
    """The solver's hint from a view."""
    from coatl.server.tables.table import rules_from
    from coatl.solver import hint

    return hint(view, rules_from(setup), seat).data()


def settle() -> None:
    """A process begins: signals are for the server, which ends its processes itself; without it they end too."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=end_with_server, daemon=True).start()


def end_with_server() -> None:
    """Also when the server was killed and could not say so."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(0)


# ---------------------------------------------------------------- in the server


class Thinkers:
    """A bounded number of processes. One that hangs is ended with all others, and new ones are started."""

    def __init__(self, processes: int, seconds: float) -> None:
        self.processes, self.seconds = processes, seconds
        self.pool: ProcessPoolExecutor | None = None
        self.places = asyncio.Semaphore(processes)
        self.waiting = 0
        self.advised = 0  # hints of the present processes

    async def decide(self, setup: bytes, spec: str, seat: str, view: Any, legal: Sequence[str]) -> str:
        """A bot's decision; a random legal action if it fails. One that has no choice waits for its turn as well:
        else a busy server would tell who had one.

        :raises CoatlError: server.busy.
        """
        question = choose, setup, spec, seat, view, list(legal), secrets.token_hex(16)
        try:
            action, code = await self.asked_twice(*(question if len(legal) > 1 else (forced, legal[0])))
        except CoatlError as fault:
            if fault.code == "server.busy":
                raise
            action, code = random.SystemRandom().choice(list(legal)), fault.code
        if code is not None:
            metrics.FORFEITS.inc()
            log.warning("a bot forfeits a decision", bot=spec, code=code)
        return str(action)

    async def asked_twice(self, *question: Any) -> Any:
        """The answer; if the process ended, perhaps because another question hung, it is asked once more."""
        try:
            return await self.ask(*question)
        except CoatlError as fault:
            if fault.code != "bot.crashed":
                raise
        return await self.ask(*question)

    async def hint(self, setup: bytes, view: Any, seat: int) -> dict[str, Any]:
        """Advice from a view."""
        advice: dict[str, Any] = await self.asked_twice(advise, setup, view, seat)
        self.advised += 1
        return advice

    def patience(self, question: Callable[..., Any]) -> float:
        """How long an answer may take; until each process has advised somebody, one may have to load the solver."""
        return self.seconds + (LOADING if question is advise and self.advised < self.processes else 0)

    async def ask(self, question: Callable[..., Any], *arguments: Any) -> Any:
        """The answer of a process.

        :raises CoatlError: bot.hangs or bot.crashed, server.busy if too many wait, or what the question raises.
        """
        if self.waiting >= MOST_WAITING:
            raise CoatlError("server.busy", "The bots have too much to think about: try again in a moment.")
        self.waiting += 1
        metrics.QUEUE.inc()
        try:
            async with self.places:
                with metrics.THINKING.time():
                    return await self.answered(question, *arguments)
        finally:
            self.waiting -= 1
            metrics.QUEUE.dec()

    async def answered(self, question: Callable[..., Any], *arguments: Any) -> Any:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=settle)
        pool, seconds = self.pool, self.patience(question)
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
            self.pool, self.advised = None, 0
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()

    def close(self) -> None:
        """Ends everything."""
        if self.pool is not None:
            self.abandon(self.pool)
