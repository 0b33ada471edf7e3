"""Kills over all parts at random: two workers and their supervisor, PostgreSQL and Redis, alone or two at once.

`make kills N=200 ARGS=--postgres`. The players and what is counted are those of `kills`.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.server.kills import (
    EVENTS,
    Figures,
    Log,
    by_table,
    check,
    check_replay,
    crowd,
    finished,
    the_moment,
)
from tests.server.processes import PATIENCE, UNHURRIED, Process, workers_of
from tests.server.services import PostgresServer, RedisServer, answers_sql

WORKERS = 2
AWAY = 3.0  # seconds at most
TOGETHER = 0.3  # of the kills hit two parts at once


class Service:
    """PostgreSQL or Redis: a process that can be killed and started again."""

    def __init__(self, command: list[str], is_ready: Callable[[], bool], who: dict[str, Any]) -> None:
        self.command, self.is_ready, self.who = command, is_ready, who
        self.popen: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        end = time.monotonic() + PATIENCE
        while not self.is_ready():
            if self.popen is None or self.popen.poll() is not None:  # what it left behind may have to end first
                self.popen = subprocess.Popen(
                    self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.who
                )
            assert time.monotonic() < end, f"{self.command[0]} did not start in time"
            time.sleep(0.05)

    def kill(self) -> None:
        """At once."""
        if self.popen is not None:
            self.popen.kill()
            self.popen.wait()


@dataclass
class PartFigures(Figures):
    """What came of it, and what was killed how often."""

    parts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        killed = ", ".join(f"{part} {count}" for part, count in sorted(self.parts.items()))
        return f"{super().__str__()}; killed: {killed}"


class Parts:
    """A server with all its parts."""

    def __init__(self, data: Path, folder: str) -> None:
        postgres, redis = PostgresServer(folder), RedisServer()
        self.database = f"{postgres.url}/coatl"
        self.postgres = Service(postgres.command, lambda: answers_sql(f"{postgres.url}/postgres"), postgres.who)
        self.redis = Service(redis.command, redis.answers, {})
        services = {"database_url": self.database, "redis_url": redis.url}
        self.server = Process(data, workers=str(WORKERS), **services, **UNHURRIED)

    def start(self) -> None:
        """Everything, from nothing."""
        self.postgres.start()
        self.redis.start()
        with psycopg.connect(self.database.removesuffix("coatl") + "postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE coatl")
        self.revive()

    def kill(self, part: str) -> None:
        """One part, at once."""
        if part in ("postgres", "redis"):
            getattr(self, part).kill()
            return
        workers = workers_of(self.server.running.pid)
        if part == "server":
            self.server.kill()
        for worker in workers if part == "server" else workers[:1]:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    def revive(self) -> None:
        """Starts what is down, and waits until one can play; a supervisor replaces its workers by itself."""
        self.postgres.start()
        self.redis.start()
        if self.server.popen is None or self.server.popen.poll() is not None:
            self.server.start()
        end = time.monotonic() + PATIENCE
        while not self.is_ready():
            assert self.server.running.poll() is None, self.server.told
            assert time.monotonic() < end, f"nobody can play: {self.server.told}"
            time.sleep(0.05)

    def is_ready(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.server.url}/readyz", timeout=10).status_code == 200
        return False

    def end(self) -> None:
        """Nothing is left."""
        for part in ("server", "postgres", "redis"):
            if part != "server" or (self.server.popen is not None and self.server.popen.poll() is None):
                self.kill(part)
        self.server.log.close()

    def stored(self) -> dict[str, Any]:
        """All events, as another reader of the database sees them."""
        with psycopg.connect(self.database) as line:
            return by_table(line.execute(EVENTS).fetchall())


async def played_on(log: Log, moves: int, tasks: "list[asyncio.Task[None]]") -> None:
    """Games go on after a kill."""
    before = len(log.acks)
    async with asyncio.timeout(PATIENCE):
        while len(log.acks) < before + moves:
            if any(task.done() for task in tasks):  # somebody saw what must not be
                await finished(tasks)
            await asyncio.sleep(0.05)


async def killed_at_random(parts: Parts, kills: int, players: int, seed: int) -> PartFigures:
    """Kills parts under load at random moments, and looks at the database each time."""
    dice, log, figures = random.Random(seed), Log(), PartFigures()
    with crowd([parts.server.url], log, players) as tasks:
        while figures.kills < kills:
            await asyncio.sleep(dice.uniform(0.1, 1.5))
            await the_moment(dice, log)
            for part in dice.sample(["server", "worker", "postgres", "redis"], 1 + (dice.random() < TOGETHER)):
                if part != "worker" or parts.server.running.poll() is None:
                    parts.kill(part)
                    figures.parts[part] += 1
                    figures.kills += 1
            await asyncio.sleep(dice.choice((0, dice.uniform(0, AWAY))))
            began = time.monotonic()
            await asyncio.to_thread(parts.revive)
            figures.slowest = max(figures.slowest, time.monotonic() - began)
            check(parts.stored(), log)
            await played_on(log, players, tasks)
            print(f"{figures.kills} kills, {len(log.acks)} acknowledged moves", file=sys.stderr, flush=True)
    await finished(tasks)
    events = parts.stored()
    check(events, log)
    check_replay(events, log)
    figures.acked, figures.repeated, figures.finished = len(log.acks), log.repeated, log.finished
    return figures


def kill_parts(data: Path, kills: int, players: int = 12, seed: int = 0) -> PartFigures:
    """Everything, with parts that are ended at the end."""
    with tempfile.TemporaryDirectory(prefix="coatl-pg") as folder:
        parts = Parts(data, folder)
        try:
            parts.start()
            return asyncio.run(killed_at_random(parts, kills, players, seed))
        finally:
            parts.end()
