"""A bot that looks to the end of its turn, and no further."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots.base import Bot, Limit, Option, Thought
from coatl.bots.judgement import appraise
from coatl.engine.chance import key_of


class GreedyBot(Bot):
    """Does what makes its own position look best when the turn is over; what others plan is nothing to it.

    The cards that it cannot see are dealt at random, and the judgement does not look at them.

    >>> import coatl
    >>> from coatl.bots.base import rng_of
    >>> game = coatl.new("board", players=2, seed=7)
    >>> GreedyBot(game.rules).choose(game.view(1), game.legal(), Limit(), rng_of(1)) in game.legal()
    True
    """

    title = "Greedy"
    level = 2
    sentence = "Plays what looks best when its turn is over, and plans no further."

    def warm_up(self) -> None:
        """Judges the beginning of some game."""
        states = self.rules.blank()
        self.rules.seed(states, key_of("warm up"), 0)
        self.rules.set_up(states)
        out = np.empty(self.rules.most_legal, np.int16)
        appraise(self.rules, states, self.rules.seat(states), out[: self.rules.legal(states, out)].tolist())

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The best of the legal actions; equally good ones are equally likely."""
        if len(legal) == 1:
            return Thought(legal[0])
        states = self.rules.determinise(view, rng)
        values = appraise(self.rules, states, int(view.viewer), [self.rules.parse(text) for text in legal])
        best = [text for text, value in zip(legal, values, strict=True) if value == max(values)]
        options = [Option(text, value) for text, value in zip(legal, values, strict=True)]
        options.sort(key=lambda option: -option.value)
        return Thought(best[int(rng.integers(len(best)))], tuple(options))
