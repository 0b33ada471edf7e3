"""What is compiled, once on a machine, part by part: how far each part is, and how many seconds it takes yet."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from coatl.engine import code_cache

TRUST = 6.0  # stated seconds for which a machine is believed to be as fast as stated: the first functions come late

GameName = Literal["board", "card"]
PartName = Literal["rules", "hints", "bots", "reviews"]


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


ALL = (  # those of a game in the order in which they are there
    Part("board", "rules", "board", 152, 20.0),
    Part("card", "rules", "card", 102, 16.0),
    Part("card", "hints", "solver.card", 16, 4.0),
    Part("board", "bots", "bots.board", 121, 40.0),
    Part("board", "hints", "solver.board", 51, 10.0),
    Part("card", "bots", "bots.card", 113, 35.0),
    Part("board", "reviews", "review.board", 1, 3.0),
    Part("card", "reviews", "review.card", 4, 4.0),
)


class Estimate:
    """How long some parts take yet: as stated at first, then as fast as this machine has been with them."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.began = time.monotonic()
        self.begun = {part: part.progress() for part in parts}

    @property
    def share(self) -> float:
        """How much of all of it is compiled, from 0 to 1."""
        whole = sum(part.seconds for part in self.begun)
        return sum(part.seconds * part.progress() for part in self.begun) / whole if whole else 1.0

    def pace(self) -> float:
        """How much slower than stated it goes."""
        done = sum(part.seconds * (part.progress() - begun) for part, begun in self.begun.items())
        return (TRUST + time.monotonic() - self.began) / (TRUST + done)

    def seconds_left(self, parts: Iterable[Part] | None = None) -> int:
        """Until these of the parts are there, or all of them."""
        asked = self.begun if parts is None else parts
        return max(1, round(sum(part.seconds * (1 - part.progress()) for part in asked) * self.pace()))
