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

from coatl.arena.plan import Plan
from coatl.arena.playing import Played, Table
from coatl.engine.errors import CoatlError

BRIEF = 0.1  # seconds; games that take less are handed out in bundles
LARGEST_BUNDLE = 256


class Crew(Protocol):
    """Hands that play games, each a bundle at a time."""

    hands: int

    def give(self, hand: int, numbers: Sequence[int]) -> None:
        """Lets a hand play these games."""

    def take(self) -> tuple[int, list[Played]]:
        """Waits for a hand that is done, and what it played."""

    def close(self) -> None:
        """Sends everybody home; what they are playing is dropped."""


def play(crew: Crew, numbers: Sequence[int]) -> Iterator[list[Played]]:
    """Plays the games, in bundles that grow while they are finished in a moment."""
    waiting = deque(numbers)
    sizes, begun = [1] * crew.hands, [0.0] * crew.hands
    busy = 0

    def hand_out(hand: int) -> int:
        fair = -(-len(waiting) // (2 * crew.hands))  # towards the end smaller, so that nobody waits for one hand
        bundle = [waiting.popleft() for _ in range(min(sizes[hand], fair))]
        if bundle:
            begun[hand] = time.monotonic()
            crew.give(hand, bundle)
        return bool(bundle)

    for hand in range(crew.hands):
        busy += hand_out(hand)
    while busy:
        hand, games = crew.take()
        if time.monotonic() - begun[hand] < BRIEF:
            sizes[hand] = min(2 * sizes[hand], LARGEST_BUNDLE)
        busy += hand_out(hand) - 1
        yield games


class Alone:
    """The process itself, one game after the other."""

    hands = 1

    def __init__(self, plan: Plan) -> None:
        self.table = Table(plan)
        self.table.warm_up()
        self.bundle: Sequence[int] = ()

    def give(self, hand: int, numbers: Sequence[int]) -> None:
        """Keeps the games for `take`."""
        self.bundle = numbers

    def take(self) -> tuple[int, list[Played]]:
        """Plays them."""
        return 0, [self.table.play(number) for number in self.bundle]

    def close(self) -> None:
        """Ends the processes of bots."""
        self.table.close()


class Processes:
    """Processes on this machine, each with its own rules and bots."""

    def __init__(self, plan: Plan, hands: int) -> None:
        self.hands = hands
        self.given: list[Sequence[int]] = [()] * hands
        context = multiprocessing.get_context("spawn")  # threads and compiled code do not like to be forked
        self.lines: list[Connection] = []
        self.workers: list[Any] = []
        for _ in range(hands):
            ours, theirs = context.Pipe()
            worker = context.Process(target=work, args=(theirs, plan.packed()), daemon=True)
            worker.start()
            theirs.close()  # so that the line breaks when the worker dies
            self.lines.append(ours)
            self.workers.append(worker)

    def give(self, hand: int, numbers: Sequence[int]) -> None:
        """Sends the numbers of games."""
        self.given[hand] = numbers
        try:
            self.lines[hand].send(list(numbers))
        except OSError:
            raise self.died(hand) from None

    def take(self) -> tuple[int, list[Played]]:
        """The first answer that comes."""
        ready: Any = wait(self.lines)[0]
        hand = self.lines.index(ready)
        try:
            answer: list[Played] | CoatlError = ready.recv()
        except (EOFError, OSError):
            raise self.died(hand) from None
        if isinstance(answer, CoatlError):
            raise answer
        return hand, answer

    def died(self, hand: int) -> CoatlError:
        numbers = ", ".join(map(str, self.given[hand][:8]))
        message = f"A process died while it played game {numbers}: a bot has brought it down, or memory ran out."
        return CoatlError("arena.worker", f"{message} What was finished is kept, and the same command goes on.")

    def close(self) -> None:
        """Ends every process."""
        for worker, line in zip(self.workers, self.lines, strict=True):
            worker.terminate()
            line.close()
        for worker in self.workers:
            worker.join()


def work(line: Connection, plan: Plan) -> None:
    """The life of a worker: games for numbers, until the line is cut, also by a kill at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is answered by the one who started it
    with suppress(EOFError, OSError):
        try:
            table = Table(plan)
            table.warm_up()
            while True:
                line.send([table.play(number) for number in line.recv()])
        except CoatlError as fault:
            line.send(fault)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
