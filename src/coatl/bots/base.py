"""What a bot is: it sees the view of its seat and the legal actions, and chooses one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules

SHORTEST, LONGEST = 0.001, 3600.0  # seconds for one decision
MOST_SIMULATIONS = 1_000_000_000
TIME = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,6})?)(ms|s)")
COUNT = re.compile(r"([0-9]{1,10})(sims)?")
FORMS = ("50ms", "1s", "0.5s", "2000", "2000sims")


@dataclass(frozen=True)
class Limit:
    """How long a bot may think about one decision: in time, or in simulations, which can be repeated exactly.

    >>> Limit.parse("50ms"), Limit.parse("2000sims")
    (Limit(seconds=0.05, simulations=None), Limit(seconds=None, simulations=2000))
    >>> str(Limit.parse("1.5s")), str(Limit(simulations=300)), str(Limit())
    ('1.5s', '300', 'none')
    """

    seconds: float | None = None
    simulations: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Limit":
        """Reads `50ms`, `1s`, or a number of simulations: `2000`, `2000sims`."""
        word = text.strip().lower()
        if (count := COUNT.fullmatch(word)) and 1 <= int(count[1]) <= MOST_SIMULATIONS:
            return cls(simulations=int(count[1]))
        if time := TIME.fullmatch(word):
            seconds = float(time[1]) / (1000 if time[2] == "ms" else 1)
            if SHORTEST <= seconds <= LONGEST:
                return cls(seconds=seconds)
        message = f"{text[:40]!r} is no limit for a decision: a time from 1 ms to an hour, or a number of simulations."
        raise CoatlError("bot.limit", message, FORMS)

    def __str__(self) -> str:
        """The text that parses back; `none` for no limit."""
        if self.simulations is not None:
            return str(self.simulations)
        if self.seconds is None:
            return "none"
        return f"{self.seconds * 1000:.9g}ms" if self.seconds < 1 else f"{self.seconds:.12g}s"


@dataclass(frozen=True)
class Option:
    """An action that a bot weighed: its value, in the bot's own measure, and how often it was tried."""

    action: str
    value: float
    tries: int = 1


@dataclass(frozen=True)
class Thought:
    """A choice and the reasons: the options that were weighed, the best first, and the line that is expected.

    It tells of the hand of the bot, so it is for the eyes of its own seat until the game is over.
    """

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

    def point(self) -> float:
        """What a point is in the values of its options."""
        return 1.0

    def close(self) -> None:
        """Lets go of what it holds outside this process; a bot that is closed may still be asked again."""


def rng_of(seed: str | int) -> np.random.Generator:
    """The chance of a bot, for a seed that may be any text; nothing in it tells of the chance of a game."""
    words = np.frombuffer(sha256(f"coatl bot {seed}".encode()).digest(), "<u4")
    return np.random.default_rng(words)
