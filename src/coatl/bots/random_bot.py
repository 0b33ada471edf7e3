"""A bot that chooses blindly."""

from collections.abc import Sequence
from random import Random
from typing import Any

from coatl.engine.rules import Rules


class RandomBot:
    """Every legal action is as likely as any other.

    >>> import coatl
    >>> game = coatl.new("board", players=2, seed=7)
    >>> RandomBot("1").choose(game.view(1), game.legal(), game.rules) in game.legal()
    True
    """

    title = "Random"
    level = 0

    def __init__(self, seed: str) -> None:
        self.random = Random(f"coatl random {seed}")

    def warm_up(self, rules: Rules) -> None:
        """It does not think."""

    def choose(self, view: Any, legal: Sequence[str], rules: Rules) -> str:
        """One of the legal actions."""
        return self.random.choice(legal)
