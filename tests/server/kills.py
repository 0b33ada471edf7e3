"""Players who go on whatever happens to the server, and write down what was acknowledged; and the one who kills it.

`make kills N=200` runs it for long, `make kills N=200 ARGS=--postgres` with all parts (`part_kills.py`); `test_kill.py`
runs a few.
"""

import argparse
import asyncio
import json
import random
import secrets
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from coatl.server.tables.decisions import rebuild
from coatl.server.tables.events import Event, Played, Signed, read_event
from tests.server.processes import UNHURRIED, Process, process

TWO = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
AWAY = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.TransportError)
BUSY = ("server.busy",)
LONG = {"move": 86_400, "reserve": 0, "timeout": "loss"}
BEAT = 1.0  # seconds: a server that was killed had said so long before that it lives
SLACK = 2.5  # seconds for a busy machine


@dataclass
class Log:
    """What the players were promised: the tables, and each acknowledged command with its action and number."""

    tables: dict[str, str] = field(default_factory=dict)  # and their tokens
    acks: dict[tuple[str, str], tuple[int, str, int]] = field(default_factory=dict)
    repeated: int = 0  # commands that were sent again after a line was lost
    finished: int = 0
    heard: asyncio.Event = field(default_factory=asyncio.Event)  # that something was acknowledged
    farewells: Counter[int] = field(default_factory=Counter)  # the codes with which the server closed a line


class Player:
    """Plays both seats of one table after the other; a command that was not acknowledged is sent again."""

    def __init__(self, urls: list[str], log: Log, game: str, number: int) -> None:
        self.urls, self.log, self.game = urls, log, game
        self.dice = random.Random(f"player {number}")
        self.pending: tuple[str, int, str] | None = None  # id, seat, action
        self.table = self.key = ""
        self.views: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.over = True

    async def play(self) -> None:
        """For ever; cancelled when it is enough."""
        while True:
            try:
                url = self.dice.choice(self.urls)
                if self.over:
                    await self.make(url)
                async with asyncio.timeout(60), connect(url.replace("http", "ws") + "/api/socket") as line:
                    await self.sit(line)
            except AWAY as away:
                if isinstance(away, ConnectionClosed) and away.rcvd is not None:
                    self.log.farewells[away.rcvd.code] += 1
                await asyncio.sleep(self.dice.uniform(0.05, 0.3))

    async def make(self, url: str) -> None:
        """A new table; the key is kept until there is an answer."""
        self.key = self.key or secrets.token_hex(32)
        async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
            answer = await http.post("/api/tables", json={"game": self.game, "seats": TWO, "key": self.key})
        if answer.status_code == 503:
            raise ConnectionRefusedError
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.log.tables[made["table"]] = made["token"]
        self.table, self.key, self.over, self.numbers = made["table"], "", False, {}

    async def sit(self, line: ClientConnection) -> None:
        """One line to the server, until it breaks or the game is over."""
        self.views = {}
        token = self.log.tables[self.table]
        await line.send(json.dumps({"type": "open", "id": "open", "table": self.table, "token": token}))
        while not self.over:
            self.hear(json.loads(await line.recv()))
            if len(self.views) == 2 and self.pending is None:
                self.choose()
                await self.send(line)
            elif self.pending is not None and self.again and len(self.views) == 2:
                self.log.repeated += 1
                await asyncio.sleep(self.pause)
                await self.send(line)

    again = False  # whether the command that waits has to be sent on this line
    pause = 0.0  # seconds to wait before

    async def send(self, line: ClientConnection) -> None:
        self.again, self.pause = False, 0.0
        if self.pending is not None:
            name, seat, action = self.pending
            command = {"kind": "play", "seat": seat, "action": action}
            await line.send(json.dumps({"type": "do", "id": name, "table": self.table, "command": command}))

    def choose(self) -> None:
        """A random action of whoever has to act."""
        seats = [seat for seat, view in self.views.items() if view["legal"]]
        if seats:
            seat = self.dice.choice(seats)
            self.pending = secrets.token_hex(8), seat, self.dice.choice(self.views[seat]["legal"])

    def hear(self, message: dict[str, Any]) -> None:
        """What is told must never be behind what was promised."""
        if message["type"] == "error":
            assert message["code"] in BUSY, (message, self.pending)
            if message["id"] == "open":
                raise ConnectionRefusedError
            self.again, self.pause = True, self.dice.uniform(0.1, 0.5) * message["retry_after"]
        elif message["type"] == "ack" and self.pending is not None and message["id"] == self.pending[0]:
            name, seat, action = self.pending
            self.log.acks[self.table, name] = seat, action, message["number"]
            self.log.heard.set()
            self.numbers[seat] = max(self.numbers.get(seat, 0), message["number"])
            self.pending = None
        elif message["type"] == "state":
            seat = message["seat"]
            assert message["number"] >= self.numbers.get(seat, 0), "the server has forgotten what it acknowledged"
            self.views[seat], self.again = message["view"], True
            self.note_end(message)
        elif message["type"] == "event" and message.get("view") is not None:
            self.views[message["seat"]] = message["view"]
            self.note_end(message)

    def note_end(self, message: dict[str, Any]) -> None:
        if (message.get("info") or {}).get("status") == "over" and self.pending is None:
            self.over = True
            self.log.finished += 1


# ---------------------------------------------------------------- what is on disk


EVENTS = "SELECT table_id, number, time, kind, data FROM events ORDER BY table_id, number"


def stored(file: Path) -> dict[str, list[Event]]:
    """All events, as another reader of the database sees them."""
    with closing(sqlite3.connect(file)) as line:
        return by_table(line.execute(EVENTS).fetchall())


def by_table(rows: list[Any]) -> dict[str, list[Event]]:
    """The events of each table."""
    found: dict[str, list[Event]] = {}
    for table, number, when, kind, data in rows:
        found.setdefault(table, []).append(read_event(number, when, kind, data))
    return found


def check(events: dict[str, list[Event]], log: Log) -> None:
    """Every acknowledged table and move is there, as it was asked, and once."""
    assert set(log.tables) <= set(events), "an acknowledged table is lost"
    done: dict[tuple[str, str], tuple[int, str]] = {}
    for table, happened in events.items():
        assert [event.number for event in happened] == list(range(1, len(happened) + 1)), "a number is missing"
        names = Counter(event.data.id for event in happened if isinstance(event.data, Signed) and event.data.id)
        assert all(count == 1 for count in names.values()), "a move was made twice"
        for event in happened:
            if isinstance(event.data, Played) and event.data.id:
                done[table, event.data.id] = event.data.seat, event.data.action
    lost = {key: ack for key, ack in log.acks.items() if done.get(key) != ack[:2]}
    assert not lost, f"{len(lost)} acknowledged moves are lost"


def check_replay(events: dict[str, list[Event]], log: Log) -> None:
    """Every table adds up, with every draw as it was, and every acknowledged number is the one that was told."""
    for table, happened in events.items():
        people = rebuild(table, happened).people
        known = {name: number for person in people for name, number in person.answers.items()}
        told = {name: ack[2] for (where, name), ack in log.acks.items() if where == table}
        assert {name: told[name] for name in known if name in told} == {n: known[n] for n in known if n in told}


# ---------------------------------------------------------------- killing


@contextmanager
def crowd(urls: list[str], log: Log, players: int) -> Iterator[list["asyncio.Task[None]"]]:
    """Players at work."""
    tasks = [
        asyncio.create_task(Player(urls, log, "board" if number % 3 == 2 else "card", number).play())
        for number in range(players)
    ]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()


async def finished(tasks: list["asyncio.Task[None]"]) -> None:
    """Players only stop when they are told; anything else that they saw is a failure."""
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task


class Timekeeper:
    """A table at which somebody thinks for long: its clock must not run while the server is down."""

    def __init__(self, url: str) -> None:
        self.url = url
        wish = {"game": "card", "seats": TWO, "clock": LONG}
        self.made = httpx.post(f"{url}/api/tables", json=wish, timeout=60).json()

    async def left(self) -> float:
        """How many seconds somebody still has, now."""
        async with httpx.AsyncClient(timeout=60, verify=False) as http:
            headers = {"authorization": f"Bearer {self.made['token']}"}
            states = (await http.get(f"{self.url}/api/tables/{self.made['table']}", headers=headers)).json()
        until = [clock["until"] for clock in states[0]["clocks"].values() if clock["until"]]
        return float(min(until) / 1000 - time.time())


@dataclass
class Figures:
    """What came of it."""

    kills: int = 0
    acked: int = 0
    repeated: int = 0
    finished: int = 0
    slowest: float = 0.0  # seconds from a start to the first answer
    torn: int = 0  # kills in the middle of a transaction that was being written

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acked} acknowledged moves, 0 lost, 0 twice; {self.repeated} sent again, "
            f"{self.finished} games finished, {self.torn} torn writes, slowest start {self.slowest:.1f} s"
        )


def is_torn(database: Path) -> bool:
    """Whether the write-ahead log ends in a transaction without its commit."""
    wal = database.with_name(database.name + "-wal")
    data = wal.read_bytes() if wal.exists() else b""
    size, salts, place, torn = int.from_bytes(data[8:12]), data[16:24], 32, False
    while size and place + 24 <= len(data) and data[place + 8 : place + 16] == salts:
        torn = data[place + 4 : place + 8] == bytes(4)
        place += 24 + size
    return torn


async def killed_again_and_again(server: Process, data: Path, kills: int, players: int, seed: int) -> Figures:
    """Kills a server under load at random moments, also while it starts, and looks at its database each time."""
    dice, log, figures = random.Random(seed), Log(), Figures()
    keeper = Timekeeper(server.url)
    with crowd([server.url], log, players) as tasks:
        while figures.kills < kills:
            await asyncio.sleep(dice.uniform(0.02, 0.8))
            left, killed = await keeper.left(), time.time()
            await the_moment(dice, log)
            server.kill()
            figures.kills += 1
            figures.torn += is_torn(data / "coatl.db")
            check(stored(data / "coatl.db"), log)
            await started(server, dice, figures)
            spared, down = await keeper.left() - left, time.time() - killed
            slack = SLACK + down / 5  # a server that takes long to start takes long for its last step too
            assert -slack < spared < BEAT + slack, f"the clock is {spared:.1f} s off after {down:.1f} s"
            if any(task.done() for task in tasks):
                await finished(tasks)
            if figures.kills % 10 == 0:
                print(f"{figures.kills} kills, {len(log.acks)} acknowledged moves", file=sys.stderr, flush=True)
        before = len(log.acks)
        async with asyncio.timeout(60):
            while len(log.acks) < before + players:  # games go on
                await asyncio.sleep(0.05)
    await finished(tasks)
    events = stored(data / "coatl.db")
    check(events, log)
    check_replay(events, log)
    figures.acked, figures.repeated, figures.finished = len(log.acks), log.repeated, log.finished
    return figures


async def the_moment(dice: random.Random, log: Log) -> None:
    """Any moment of a commit; or the one at which a move is acknowledged, when it must be on disk."""
    if dice.random() < 0.5:
        await asyncio.sleep(dice.uniform(0, 0.03))
        return
    log.heard.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(log.heard.wait(), 1)


async def started(server: Process, dice: random.Random, figures: Figures) -> None:
    """Starts it again; sometimes it is killed before it is up."""
    while True:
        began = time.monotonic()
        server.start()
        if dice.random() > 0.1:
            await asyncio.to_thread(server.wait)
            figures.slowest = max(figures.slowest, time.monotonic() - began)
            return
        await asyncio.sleep(dice.uniform(0.3, 2.0))
        server.kill()
        figures.kills += 1


def kill(data: Path, kills: int, players: int = 12, seed: int = 0) -> Figures:
    """Everything, with a server that is ended at the end."""
    with process(data, **UNHURRIED) as server:
        return asyncio.run(killed_again_and_again(server, data, kills, players, seed))


def main() -> None:
    """`make kills`."""
    from tests.server.part_kills import kill_parts  # it needs this module

    parser = argparse.ArgumentParser(description="Kills a server under load and looks for lost moves.")
    parser.add_argument("kills", type=int, help="how often")
    parser.add_argument("--postgres", action="store_true", help="kill server, workers, PostgreSQL and Redis at random")
    asked, seed = parser.parse_args(), secrets.randbits(32)
    with tempfile.TemporaryDirectory() as folder:
        print((kill_parts if asked.postgres else kill)(Path(folder) / "data", asked.kills, seed=seed))


if __name__ == "__main__":
    main()
