"""Clients in processes of their own: they set their tables up, say so, and begin when they are told."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from tests.bench_server.connection import Line, line_to
from tests.bench_server.tables import Figures, Table

GAMES = ("board", "card")


@dataclass(frozen=True)
class Load:
    """What one process of clients does."""

    url: str
    tables: int
    watchers: int = 0  # at each table, besides its two people
    seconds: float = 10.0
    pause: float = 0.0  # between two moves of a table; 0: as soon as the last one is acknowledged


class Clients:
    """The tables of one process."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.figures = Figures()
        self.tables = [Table(load.url, GAMES[number % 2], load.watchers, self.figures) for number in range(load.tables)]

    async def set_up(self) -> None:
        """Connects and brings every game past its secret choices."""
        for table in self.tables:
            await table.connect()
            await table.begin()
            await table.choose()

    async def measure(self) -> Figures:
        """Plays at all tables for a while."""
        fresh = Figures()
        for table in self.tables:
            table.figures = fresh
        end = time.perf_counter() + self.load.seconds
        kind = self.steadily if self.load.pause else self.flat_out
        await asyncio.gather(*(kind(table, number, end) for number, table in enumerate(self.tables)))
        fresh.errors["line lost"] += sum(line.lost for table in self.tables for line in table.lines)
        return fresh

    async def steadily(self, table: Table, number: int, end: float) -> None:
        """A move every so often; one that somebody has not heard of until the next is an error."""
        await asyncio.sleep(self.load.pause * number / len(self.tables))
        while time.perf_counter() < end:
            due = time.perf_counter() + self.load.pause
            if table.over:
                await table.begin()
                await table.choose()
            table.hearing = table.people
            await table.play_once()
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if table.hearing:
                table.figures.errors["not heard in time"] += 1

    async def flat_out(self, table: Table, number: int, end: float) -> None:
        """A move as soon as the last one is acknowledged and the next view is there."""
        while time.perf_counter() < end:
            if table.over:
                await table.begin()
            table.flat_out = True
            table.play()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + end - time.perf_counter()):
                    await table.until(lambda: table.over)
            table.flat_out = False


async def idle(url: str, sockets: int, pipe: Connection) -> None:
    """Sockets that only hold their places, until they are told to go."""
    lines: list[Line] = [await line_to(url) for _ in range(sockets)]
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    pipe.send(sum(line.lost for line in lines))
    for line in lines:
        line.close()


async def play(load: Load, pipe: Connection) -> None:
    """One process: set up, wait, measure, tell."""
    clients = Clients(load)
    await clients.set_up()
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    pipe.send(await clients.measure())
    await asyncio.to_thread(pipe.recv)


def run(work: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
    """The whole life of a process of clients."""
    uvloop.run(work(*arguments))


class Process:
    """A process of clients, seen from the one that measures."""

    def __init__(self, work: Callable[..., Coroutine[Any, Any, None]], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=run, args=(work, *arguments, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def next(self, patience: float) -> Any:
        """What it says next."""
        if not self.pipe.poll(patience):
            raise TimeoutError("clients did not answer")
        return self.pipe.recv()

    def go(self) -> None:
        """Lets it go on."""
        self.pipe.send("go")

    def end(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.join()
