"""Fair shares: what those who play feel while others take as much as they are given."""

import asyncio
import random
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import urlsplit

import httpx

import coatl
from tests.bench.rows import Row
from tests.bench_server.clients import Load, play
from tests.bench_server.connection import Line, line_to, post
from tests.bench_server.scenes import Plan, clients, fresh_server, played, share
from tests.bench_server.tables import Figures, Table

FUMBLES = 190  # times that a seat of the long game chooses a card and takes it back
TABLES_OF_LINE = 20
PERSONS = 4  # who play against a novice
NOVICE_SECONDS = 2.0


def beside_hostile_readers(plan: Plan) -> Iterator[Row]:
    """People play while others read the record of a long game as fast as they are answered, each from an address of
    its own and with the limits that strangers have.
    """
    tables = max(2, plan.games // 10)
    with fresh_server(COATL_REQUESTS_PER_SECOND="30") as server:
        load = Load(server.url, tables, seconds=plan.seconds, pause=0.5)
        with (
            clients(play, load, processes=1, patience=300) as ready,
            clients(read_on, server.url, plan.readers, processes=1, patience=120),
        ):
            times = sorted(played(ready, plan.seconds + 60).latencies)
    what, note = f"beside {plan.readers} hostile readers", f"{len(times)} moves at {tables} tables"
    yield Row(f"{what}: p50", 1000 * share(times, 0.5), "ms", note="from a move to its last receiver")
    yield Row(f"{what}: p99", 1000 * share(times, 0.99), "ms", 100, more_is_better=False, note=note)


async def read_on(url: str, readers: int, pipe: Connection) -> None:
    """Makes a long game, and reads it again and again until the process is ended."""
    table = Table(url, "board", 0, Figures())
    await table.connect()
    await table.begin()
    for number in range(2 * FUMBLES):
        await fumble(table, number % 2)
    path = f"/api/tables/{table.id}/record"
    pipe.send("ready")
    await asyncio.gather(*(read(url, path, f"198.51.100.{number + 1}") for number in range(readers)))


async def fumble(table: Table, seat: int) -> None:
    """A choice, and back."""
    for command in ({"kind": "play", "action": table.views[seat]["legal"][1]}, {"kind": "undo"}):
        known = table.figures.acknowledged
        command = {**command, "seat": seat + 1}
        table.lines[seat].say(type="do", id=str(next(Table.numbers)), table=table.id, command=command)
        await table.until(partial(acknowledges, table.figures, known))


def acknowledges(figures: Figures, known: int) -> bool:
    """Whether one more command was."""
    return figures.acknowledged > known


async def read(url: str, path: str, address: str) -> None:
    """Requests on one connection, each as soon as the last one is answered, whatever the answer was."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    while True:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))


def beside_reviews(plan: Plan) -> Iterator[Row]:
    """People play while others, each from an address of its own, have one game after another reviewed."""
    tables = max(2, plan.games // 10)
    times: dict[bool, list[float]] = {}
    with fresh_server(COATL_REQUESTS_PER_SECOND="30") as server:
        load = Load(server.url, tables, seconds=plan.seconds, pause=0.5)
        for reviewed in (False, True):
            with (
                clients(play, load, processes=1, patience=300) as ready,
                clients(review_on, server.url, plan.readers, processes=int(reviewed), patience=120),
            ):
                times[reviewed] = sorted(played(ready, plan.seconds + 60).latencies)
    what, note = f"beside {plan.readers} who have games reviewed", f"{len(times[True])} moves at {tables} tables"
    alone = f"{note}; without reviews {1000 * share(times[False], 0.99):.1f} ms"
    yield Row(f"{what}: p50", 1000 * share(times[True], 0.5), "ms", note="from a move to its last receiver")
    yield Row(f"{what}: p99", 1000 * share(times[True], 0.99), "ms", 100, more_is_better=False, note=alone)


async def review_on(url: str, reviewers: int, pipe: Connection) -> None:
    """Begins a review for everybody, looks at it every second, and begins the next when it is done."""
    first = await asyncio.gather(*(review(url, number, 0) for number in range(reviewers)))
    pipe.send("ready")
    await asyncio.gather(*(look_on(url, number, state) for number, state in enumerate(first)))


async def review(url: str, reviewer: int, game: int) -> Any:
    """Sends a game played at random to be reviewed."""
    dice, table = random.Random(f"{reviewer} {game}"), coatl.new("card", players=2, seed=f"{reviewer} {game}")
    while not table.over:
        table.play(dice.choice(table.legal()))
    return await ask_review(url, reviewer, {"record": table.record().to_text()})


async def look_on(url: str, reviewer: int, state: Any) -> None:
    for game in count(1):
        while state.get("status") == "working":
            await asyncio.sleep(1.0)
            state = await ask_review(url, reviewer, {"id": state["id"], "known": state["done"]})
        state = await review(url, reviewer, game)


async def ask_review(url: str, reviewer: int, body: dict[str, Any]) -> Any:
    """The answer, for an address of its own."""
    headers = {"X-Forwarded-For": f"198.51.100.{reviewer + 1}"}
    return (await asyncio.to_thread(httpx.post, f"{url}/api/review", json=body, headers=headers, timeout=60)).json()


def beside_high_priests(plan: Plan) -> Iterator[Row]:
    """People play against a novice while another address lets many tables of high priests think."""
    settings = {"COATL_BOT_GAMES_PER_ADDRESS": "1000", "COATL_BOT_GAMES": "1000"}
    with (
        fresh_server(**settings) as server,
        clients(watch_priests, server.url, plan.bot_tables, processes=1, patience=120),
        clients(against_novice, server.url, plan.seconds, processes=1, patience=120) as ready,
    ):
        answers = played(ready, plan.seconds + 60).latencies
    what = f"a novice beside {plan.bot_tables} tables of four high priests"
    note = f"{len(answers)} answers at {PERSONS} tables; 0.6 s of each are its steady rhythm"
    yield Row(f"{what}: its first answers", max(answers[:PERSONS]), "s", note="the longest of them: no cold start")
    yield Row(f"{what}: p99", share(sorted(answers), 0.99), "s", NOVICE_SECONDS, more_is_better=False, note=note)


async def watch_priests(url: str, tables: int, pipe: Connection) -> None:
    """Tables of bots, which play while somebody watches."""
    seats = [{"kind": "bot", "bot": "high-priest"}] * 4
    lines: list[Line] = []
    for number in range(tables):
        if number % TABLES_OF_LINE == 0:
            lines.append(await line_to(url))
        made = await asyncio.to_thread(post, url, "/api/tables", game="board", options={"players": 4}, seats=seats)
        lines[-1].say(type="open", id="open", table=made["table"])
    pipe.send("ready")
    await asyncio.Event().wait()


async def against_novice(url: str, seconds: float, pipe: Connection) -> None:
    """Some tables of a person against a novice; how long each of its answers takes."""
    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    figures = Figures()
    await asyncio.gather(*(Person(url, figures).play(time.perf_counter() + seconds) for _ in range(PERSONS)))
    pipe.send(figures)
    await asyncio.Event().wait()


class Person:
    """Plays a game with whatever is legal first, and waits for the novice."""

    def __init__(self, url: str, figures: Figures) -> None:
        self.url, self.figures = url, figures
        self.view: Any = None
        self.changed = asyncio.Event()

    async def play(self, end: float) -> None:
        """Until the game or the time is over."""
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "novice"}]
        made = await asyncio.to_thread(post, self.url, "/api/tables", game="card", seats=seats, options={"players": 2})
        line, ids = await line_to(self.url, self.hear), count(1)
        line.say(type="open", id="open", table=made["table"], token=made["token"])
        while time.perf_counter() < end and not (self.view and self.view["pending"] == "over"):
            asked, own = time.perf_counter(), self.view and self.view["legal"]
            if own:
                command = {"kind": "play", "seat": 1, "action": own[0]}
                line.say(type="do", id=str(next(ids)), table=made["table"], command=command)
            known = self.view
            await self.changed.wait()
            self.changed.clear()
            if known and not own:
                self.figures.latencies.append(time.perf_counter() - asked)

    def hear(self, message: dict[str, Any]) -> None:
        """A new view."""
        if message["type"] in ("state", "event") and message.get("view") is not None:
            self.view = message["view"]
            self.changed.set()
