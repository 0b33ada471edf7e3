"""What a bot is: it sees the view of its seat and the legal actions, and chooses one."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from coatl.engine.rules import Rules


@dataclass(frozen=True)
class Limit:
    """How long a bot may think about one decision: in time, or in simulations, which can be repeated exactly."""

    seconds: float | None = None
    simulations: int | None = None


@dataclass(frozen=True)
class Option:
    """An action that a bot weighed: its value, in the bot's own measure, and how often it was tried."""

    action: str
    value: float
    tries: int = 1


@dataclass(frozen=True)
class Thought:
    """A choice and the reasons: the options that were weighed, the best first, and the line that is expected."""

    choice: str
    options: tuple[Option, ...] = ()
    line: tuple[str, ...] = ()
    simulations: int = 0


class Bot:
    """A player. It sees views, never a state, and all its chance comes from the generator that it is given.

    A bot of one's own inherits from it and says what to `choose`; one that can tell why says what it thinks.
    """

    title = "Bot"  # its name at the table
    level = 0  # the higher, the stronger
    sentence = ""  # what it is, for people who choose an opponent
    limit = Limit()  # how long it thinks unless somebody says otherwise

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def warm_up(self) -> None:
        """Compiles, or loads, what it thinks with."""

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """One of the legal actions."""
        return self.think(view, legal, limit, rng).choice

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """One of the legal actions, and why."""
        return Thought(self.choose(view, legal, limit, rng))


def rng_of(seed: str | int) -> np.random.Generator:
    """The chance of a bot, for a seed that may be any text; nothing in it tells of the chance of a game."""
    words = np.frombuffer(sha256(f"coatl bot {seed}".encode()).digest(), "<u4")
    return np.random.default_rng(words)
