"""A bot that chooses blindly."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots.base import Bot, Limit


class RandomBot(Bot):
    """Every legal action is as likely as any other.

    >>> import coatl
    >>> from coatl.bots.base import rng_of
    >>> game = coatl.new("board", players=2, seed=7)
    >>> RandomBot(game.rules).choose(game.view(1), game.legal(), Limit(), rng_of(1)) in game.legal()
    True
    """

    title = "Random"
    level = 0
    sentence = "Plays any legal action, whatever it brings."

    def choose(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> str:
        """One of the legal actions."""
        return legal[int(rng.integers(len(legal)))]
