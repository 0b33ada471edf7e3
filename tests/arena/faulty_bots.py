"""Bots that go wrong, each in its own way, and one that can be slowed down."""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots.base import Bot, Limit
from coatl.bots.random_bot import RandomBot
from coatl.engine.rules import Rules


class Crashing(Bot):
    """Fails at every decision."""

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """Divides by zero."""
        return legal[1 // 0]


class Illegal(Bot):
    """Answers what is no action, or nothing at all."""

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Any:
        """Nonsense."""
        return "fly away" if rng.integers(2) else None


class Leaving(Bot):
    """Ends the program at every decision."""

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """Goes home."""
        sys.exit(3)


class Hanging(Bot):
    """Hangs at its first decision of a game; then it plays."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.asked = 0

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """Waits for ever, once."""
        self.asked += 1
        while self.asked == 1:
            time.sleep(0.01)
        return legal[0]


class Deadly(Bot):
    """Brings the whole process down."""

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """No exception, no last word."""
        os._exit(9)


class Unmade(Bot):
    """Cannot even be made."""

    def __init__(self, rules: Rules) -> None:
        raise OSError("no such network")

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """Is never asked."""
        return legal[0]


class Slow(RandomBot):
    """Plays at random, a little slower, so that a match can be killed in the middle."""

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """Any action, after a nap."""
        time.sleep(0.002)
        return super().choose(view, legal, limit, rng)


class Seeing(Bot):
    """Writes down what it is shown, so that a test can look at it."""

    seen: list[tuple[Any, tuple[str, ...]]] = []  # noqa: RUF012 (for all of them)

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """The first action."""
        self.seen.append((view, tuple(legal)))
        return legal[0]
