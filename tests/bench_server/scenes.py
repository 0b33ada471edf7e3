"""What every measurement needs: how much, a server, clients, and what they have seen."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench_server.clients import Process
from tests.bench_server.server import Server, serving
from tests.bench_server.tables import Figures


@dataclass(frozen=True)
class Plan:
    """How much, and how long."""

    games: int  # live, each with two people and eight who watch
    seconds: float
    tables: int  # at which moves are made as fast as they are acknowledged
    sockets: int  # idle
    stored: int
    readers: int  # who read all they can
    bot_tables: int  # of four high priests each, all of one address
    processes: int = 2  # of clients


@contextmanager
def fresh_server(**settings: str) -> Iterator[Server]:
    """A server with an empty database."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), **settings) as server:
        yield server


@contextmanager
def clients(work: Any, *arguments: Any, processes: int, patience: float) -> Iterator[list[Process]]:
    """Processes of clients that have set everything up."""
    started = [Process(work, *arguments) for _ in range(processes)]
    try:
        for process in started:
            process.next(patience)
        yield started
    finally:
        for process in started:
            process.end()


def played(processes: list[Process], patience: float) -> Figures:
    """What all clients have seen together."""
    for process in processes:
        process.go()
    total = Figures()
    for process in processes:
        figures: Figures = process.next(patience)
        total.acknowledged += figures.acknowledged
        total.errors += figures.errors
        total.latencies += figures.latencies
    return total


def told(figures: Figures) -> str:
    """Which errors there were."""
    return ", ".join(f"{code}: {number}" for code, number in figures.errors.items() if number)


def share(times: list[float], part: float) -> float:
    """The time that this part of all stays below."""
    return times[min(len(times) - 1, int(part * len(times)))]
