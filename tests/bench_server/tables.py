"""Tables as clients see them: two people on two lines, and perhaps some who watch."""

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.bench_server.connection import Line, line_to, post

PATIENCE = 20.0


@dataclass
class Figures:
    """What a client has seen."""

    acknowledged: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    begun: int = 0
    latencies: list[float] = field(default_factory=list)  # seconds from a move to its last receiver


class Table:
    """One game. `play` sends an action of whoever has to act; `on_ack` is called when it is on disk."""

    numbers = count(1)

    def __init__(self, url: str, game: str, watchers: int, figures: Figures) -> None:
        self.url, self.game, self.figures = url, game, figures
        self.people = 2 + watchers
        self.lines: list[Line] = []
        self.views: dict[int, Any] = {}
        self.dice = random.Random(next(self.numbers))
        self.id = ""
        self.over = False
        self.sent = 0.0  # when the move left whose receivers are still counted
        self.hearing = 0  # how many of them are missing
        self.changed = asyncio.Event()
        self.busy = False  # whether a move is on its way
        self.flat_out = False

    async def connect(self) -> None:
        """Its lines, which stay for all games."""
        for number in range(self.people):
            self.lines.append(await line_to(self.url, lambda message, at=number: self.hear(at, message)))  # type: ignore[misc]

    async def begin(self) -> None:
        """A new game; everybody looks at it."""
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
        made = await asyncio.to_thread(post, self.url, "/api/tables", game=self.game, seats=seats)
        joined = await asyncio.to_thread(post, self.url, f"/api/tables/{made['table']}/join", name="Ben")
        old, self.id = self.id, made["table"]
        self.views.clear()
        self.over = self.busy = False
        for number, line in enumerate(self.lines):
            token = (made["token"], joined["token"])[number] if number < 2 else None
            if old:
                line.say(type="shut", id="shut", table=old)
            line.say(type="open", id="open", table=self.id, token=token)
        await self.until(lambda: len(self.views) == self.people)
        self.figures.begun += 1

    async def until(self, condition: Any) -> None:
        """Waits for something to be true."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    def hear(self, at: int, message: dict[str, Any]) -> None:
        """A message on one of the lines."""
        kind = message["type"]
        if kind == "error":
            self.figures.errors[message["code"]] += 1
            self.busy = False
        elif kind == "ack" and message["id"].isdigit():
            self.figures.acknowledged += 1
            self.busy = False
        elif kind in ("state", "event") and message["table"] == self.id:
            if message.get("view") is not None:
                self.views[at] = message["view"]
            self.over = self.over or message.get("info", {}).get("status") == "over"
            self.count(kind)
        else:
            return
        self.changed.set()
        if self.flat_out and not self.busy:
            self.play()

    def count(self, kind: str) -> None:
        """One more receiver has heard of the move."""
        if kind == "event" and self.hearing:
            self.hearing -= 1
            if not self.hearing:
                self.figures.latencies.append(time.perf_counter() - self.sent)

    def play(self) -> None:
        """An action of a seat that may act, if its view is there already."""
        acting = [seat for seat in (0, 1) if self.views[seat]["legal"]]
        if acting:
            self.busy = True
            self.sent = time.perf_counter()
            action = self.dice.choice(self.views[acting[0]]["legal"])
            command = {"kind": "play", "seat": acting[0] + 1, "action": action}
            self.lines[acting[0]].say(type="do", id=str(next(self.numbers)), table=self.id, command=command)

    async def choose(self) -> None:
        """Plays the secret choices of the set-up, of which nobody else hears."""
        while not self.views[0]["turns"] and not self.over:
            await self.play_once()

    async def play_once(self) -> None:
        """One action, until it is acknowledged and seen by the one who acts."""
        self.play()
        await self.until(lambda: not self.busy and (self.over or any(self.views[seat]["legal"] for seat in (0, 1))))
