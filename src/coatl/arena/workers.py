"""Who plays the games of a match: this process, others on this machine, or a cluster."""

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from coatl.arena.match_game import Played, Table
from coatl.arena.plan import Plan
from coatl.engine.errors import CoatlError

BRIEF = 0.1  # seconds; games that take less are handed out in batches
LARGEST_BATCH = 256


class Workers(Protocol):
    """Those who play the games of a match, numbered from 0, each a batch of games at a time."""

    size: int  # how many they are

    def assign(self, worker: int, numbers: Sequence[int]) -> None:
        """Lets a worker play these games."""

    def collect(self) -> tuple[int, list[Played]]:
        """Waits for a worker that is done: its number, and what it played."""

    def close(self) -> None:
        """Ends all workers; what they are playing is dropped."""


def play(workers: Workers, numbers: Sequence[int]) -> Iterator[list[Played]]:
    """Plays the games, in batches that grow while they are finished in a moment."""
    waiting = deque(numbers)
    sizes, begun = [1] * workers.size, [0.0] * workers.size
    busy = 0

    def hand_out(worker: int) -> int:
        fair = -(-len(waiting) // (2 * workers.size))  # towards the end smaller, so that nobody waits for one worker
        batch = [waiting.popleft() for _ in range(min(sizes[worker], fair))]
        if batch:
            begun[worker] = time.monotonic()
            workers.assign(worker, batch)
        return bool(batch)

    for worker in range(workers.size):
        busy += hand_out(worker)
    while busy:
        worker, games = workers.collect()
        if time.monotonic() - begun[worker] < BRIEF:
            sizes[worker] = min(2 * sizes[worker], LARGEST_BATCH)
        busy += hand_out(worker) - 1
        yield games


class ThisProcess:
    """The process itself, one game after the other."""

    size = 1

    def __init__(self, plan: Plan) -> None:
        self.table = Table(plan)
        self.table.warm_up()
        self.batch: Sequence[int] = ()

    def assign(self, worker: int, numbers: Sequence[int]) -> None:
        """Keeps the games for `collect`."""
        self.batch = numbers

    def collect(self) -> tuple[int, list[Played]]:
        """Plays them."""
        return 0, [self.table.play(number) for number in self.batch]

    def close(self) -> None:
        """Ends the processes of bots."""
        self.table.close()


class Processes:
    """Processes on this machine, each with its own rules and bots."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.size = size
        self.given: list[Sequence[int]] = [()] * size
        context = multiprocessing.get_context("spawn")  # threads and compiled code do not like to be forked
        self.connections: list[Connection] = []
        self.processes: list[Any] = []
        for _ in range(size):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, plan.packed()), daemon=True)
            process.start()
            theirs.close()  # so that the connection breaks when the worker dies
            self.connections.append(ours)
            self.processes.append(process)

    def assign(self, worker: int, numbers: Sequence[int]) -> None:
        """Sends the numbers of games."""
        self.given[worker] = numbers
        try:
            self.connections[worker].send(list(numbers))
        except OSError:
            raise self.died(worker) from None

    def collect(self) -> tuple[int, list[Played]]:
        """The first answer that comes."""
        ready: Any = wait(self.connections)[0]
        worker = self.connections.index(ready)
        try:
            answer: list[Played] | CoatlError = ready.recv()
        except (EOFError, OSError):
            raise self.died(worker) from None
        if isinstance(answer, CoatlError):
            raise answer
        return worker, answer

    def died(self, worker: int) -> CoatlError:
        numbers = ", ".join(map(str, self.given[worker][:8]))
        message = f"A process died while it played game {numbers}: a bot has brought it down, or memory ran out."
        return CoatlError("arena.worker", f"{message} What was finished is kept, and the same command goes on.")

    def close(self) -> None:
        """Ends every process."""
        for process, connection in zip(self.processes, self.connections, strict=True):
            process.terminate()
            connection.close()
        for process in self.processes:
            process.join()


def work(connection: Connection, plan: Plan) -> None:
    """The life of a worker: games for numbers, until the connection is cut, also by a kill at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is answered by the one who started it
    with suppress(EOFError, OSError):
        try:
            table = Table(plan)
            table.warm_up()
            while True:
                connection.send([table.play(number) for number in connection.recv()])
        except CoatlError as fault:
            connection.send(fault)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
