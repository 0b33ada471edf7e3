"""What is compiled yet. On a fresh machine the server serves while the games are still being compiled beside it:
whoever needs something that is not there waits for it, knows for how long, and sees the rest of the pages meanwhile.
"""

import asyncio
import os
import time
from dataclasses import dataclass
from typing import Literal

import structlog
from typing_extensions import TypedDict

from coatl.engine import code_cache
from coatl.registry import GAMES
from coatl.server.boot.compilation import COMPILER, load_rules
from coatl.server.outages import Busy

LOOK = 0.3  # seconds between two looks
TRUST = 8.0  # stated seconds for which a machine is believed to be as fast as stated: the first functions come late
CODE = "server.compiling"

GameName = Literal["board", "card"]
PartName = Literal["rules", "hints", "bots", "reviews"]
PARTS: tuple[PartName, ...] = ("rules", "hints", "bots", "reviews")  # in the order in which they are compiled

log = structlog.get_logger("coatl")


class PartData(TypedDict):
    """A part of a game that is still being compiled: how far it is, from 0 to 1, and how many seconds it takes yet."""

    game: GameName
    part: PartName
    progress: float
    seconds: int


@dataclass(frozen=True)
class Part:
    """A part of a game: its package, about so many functions, and seconds on a free core."""

    game: GameName
    name: PartName
    package: str
    functions: int
    seconds: float

    def progress(self) -> float:
        """How much of it is compiled: each function leaves a file."""
        if code_cache.is_compiled(self.package):
            return 1.0
        return min(0.95, code_cache.compiled_functions(self.package) / self.functions)


ALL = (
    Part("board", "rules", "board", 152, 27.0),
    Part("card", "rules", "card", 102, 22.0),
    Part("board", "hints", "solver.board", 51, 11.0),
    Part("card", "hints", "solver.card", 16, 4.0),
    Part("board", "bots", "bots.board", 121, 26.0),
    Part("card", "bots", "bots.card", 113, 24.0),
    Part("board", "reviews", "review.board", 1, 3.0),
    Part("card", "reviews", "review.card", 4, 3.0),
)


class Readiness:
    """What this worker can do already."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.unloaded: set[str] = set()  # the games whose rules are not in this process yet
        self.missing: list[Part] = []
        self.begun: dict[Part, float] = {}  # how far each was when this process began

    @property
    def waits(self) -> bool:
        """Whether another process is compiling what this one needs."""
        return COMPILER in os.environ and not all(code_cache.is_compiled(part.package) for part in ALL)

    def start(self) -> bool:
        """Loads the rules of both games; False if they are being compiled, and `follow` has to wait for them."""
        self.missing = [part for part in ALL if not code_cache.is_compiled(part.package)] if self.waits else []
        if self.missing:
            self.began = time.monotonic()
            self.begun = {part: part.progress() for part in self.missing}
            self.unloaded = set(GAMES)
            return False
        for game in GAMES:
            load_rules(game)
        return True

    async def follow(self) -> None:
        """Takes over what has been compiled, until all is there."""
        while self.missing or self.unloaded:
            self.missing = [part for part in self.missing if not code_cache.is_compiled(part.package)]
            for game in [game for game in self.unloaded if self.is_compiled(game, "rules")]:
                await asyncio.to_thread(load_rules, game)
                self.unloaded.discard(game)
            await asyncio.sleep(LOOK)
        if self.begun:
            log.info("everything is compiled", seconds=round(time.monotonic() - self.began))

    def is_compiled(self, game: str, name: PartName) -> bool:
        return not any((part.game, part.name) == (game, name) for part in self.missing)

    def has(self, game: str, name: PartName) -> bool:
        """Whether this part of a game can be used: rules in this process, the others by processes that think."""
        return self.is_compiled(game, name) and (name != "rules" or game not in self.unloaded)

    def need(self, game: str, name: PartName = "rules") -> None:
        """:raises Busy: server.compiling, with the seconds that it will take."""
        if not self.has(game, name):
            seconds = self.seconds_left(game, name)
            raise Busy(f"The {name} of the {game} game are ready in about {seconds} seconds.", min(seconds, 3), CODE)

    def need_all(self, name: PartName = "rules") -> None:
        """The same for both games."""
        for game in GAMES:
            self.need(game, name)

    def seconds_left(self, game: str, name: PartName) -> int:
        """Until this part is there: its own time and that of the parts of its game before it."""
        before = PARTS[: PARTS.index(name) + 1]
        mine = [part for part in self.missing if part.game == game and part.name in before]
        return max(1, round(sum(part.seconds * (1 - part.progress()) for part in mine) * self.pace(game)))

    def pace(self, game: str) -> float:
        """How much slower than the stated seconds this machine compiles, as far as it has come."""
        done = sum(part.seconds * (part.progress() - begun) for part, begun in self.begun.items() if part.game == game)
        return (TRUST + time.monotonic() - self.began) / (TRUST + done)

    def data(self) -> list[PartData]:
        """What is not there yet, for pages and programs."""
        return [
            PartData(
                game=part.game,
                part=part.name,
                progress=round(part.progress(), 2),
                seconds=self.seconds_left(part.game, part.name),
            )
            for part in ALL
            if not self.has(part.game, part.name)
        ]
