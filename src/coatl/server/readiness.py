"""What is compiled yet. On a fresh machine the server serves while the games are still being compiled beside it:
whoever needs something that is not there waits for it, knows for how long, and sees the rest of the pages meanwhile.
"""

import asyncio
import os

import structlog
from typing_extensions import TypedDict

from coatl.compile_parts import ALL, Estimate, GameName, Part, PartName
from coatl.engine import code_cache
from coatl.registry import GAMES
from coatl.server.boot.compilation import COMPILER, load_rules
from coatl.server.outages import Busy

LOOK = 0.3  # seconds between two looks
CODE = "server.compiling"

log = structlog.get_logger("coatl")


class PartData(TypedDict):
    """A part of a game that is still being compiled: how far it is, from 0 to 1, and how many seconds it takes yet."""

    game: GameName
    part: PartName
    progress: float
    seconds: int


class Readiness:
    """What this worker can do already."""

    def __init__(self) -> None:
        self.unloaded: set[str] = set()  # the games whose rules are not in this process yet
        self.missing: list[Part] = []
        self.estimates = {game: Estimate(()) for game in GAMES}  # both are compiled side by side

    @property
    def waits(self) -> bool:
        """Whether another process is compiling what this one needs."""
        return COMPILER in os.environ and not all(code_cache.is_compiled(part.package) for part in ALL)

    def start(self) -> bool:
        """Loads the rules of both games; False if they are being compiled, and `follow` has to wait for them."""
        self.missing = [part for part in ALL if not code_cache.is_compiled(part.package)] if self.waits else []
        if self.missing:
            for game in GAMES:
                self.estimates[game] = Estimate(part for part in self.missing if part.game == game)
            self.unloaded = set(GAMES)
            return False
        for game in GAMES:
            load_rules(game)
        return True

    async def follow(self) -> None:
        """Takes over what has been compiled, until all is there."""
        waited = bool(self.missing)
        while self.missing or self.unloaded:
            self.missing = [part for part in self.missing if not code_cache.is_compiled(part.package)]
            for game in [game for game in self.unloaded if self.is_compiled(game, "rules")]:
                await asyncio.to_thread(load_rules, game)
                self.unloaded.discard(game)
            await asyncio.sleep(LOOK)
        if waited:
            log.info("everything is compiled")

    def is_compiled(self, game: str, name: PartName) -> bool:
        return not any((part.game, part.name) == (game, name) for part in self.missing)

    def has(self, game: str, name: PartName) -> bool:
        """Whether this part of a game can be used: rules in this process, the others by processes that think."""
        return self.is_compiled(game, name) and (name != "rules" or game not in self.unloaded)

    def need(self, game: str, name: PartName = "rules") -> None:
        """:raises Busy: server.compiling, with the seconds that it will take."""
        if not self.has(game, name):
            seconds = self.seconds_left(game, name)
            wait = "a second" if seconds == 1 else f"{seconds} seconds"
            raise Busy(f"The {name} of the {game} game are ready in about {wait}.", min(seconds, 3), CODE)

    def need_all(self, name: PartName = "rules") -> None:
        """The same for both games."""
        for game in GAMES:
            self.need(game, name)

    def seconds_left(self, game: str, name: PartName) -> int:
        """Until this part is there: its own time and that of the parts of its game before it."""
        own = [part for part in ALL if part.game == game]
        last = next(number for number, part in enumerate(own) if part.name == name)
        return self.estimates[game].seconds_left(part for part in own[: last + 1] if part in self.missing)

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
