"""The greedy bot: it plays what is best at the end of its turn, and plans no further."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from coatl.bots.base import Bot, Limit, Option, Thought
from coatl.bots.evaluation import Evaluation
from coatl.engine.chance import key_of
from coatl.engine.rules import Rules


class GreedyBot(Bot):
    """Plays the action with the best value at the end of its turn; what others plan is nothing to it.

    The cards that it cannot see are dealt at random, and the evaluation does not look at them. `weights` is a file that
    takes the place of the game's own weights.

    >>> import coatl
    >>> from coatl.bots.base import rng_of
    >>> game = coatl.new("board", players=2, seed=7)
    >>> GreedyBot(game.rules).choose(game.view(1), game.legal(), Limit(), rng_of(1)) in game.legal()
    True
    """

    title = "Greedy"
    level = 3
    sentence = "Plays what looks best when its turn is over, and plans no further."

    def __init__(self, rules: Rules, weights: Path | None = None) -> None:
        super().__init__(rules)
        self.evaluation = Evaluation(rules, weights)

    def warm_up(self) -> None:
        """Evaluates the beginning of some game."""
        states = self.rules.blank()
        self.rules.seed(states, key_of("warm up"), 0)
        self.rules.set_up(states)
        out = np.empty(self.rules.most_legal, np.int16)
        legal = out[: self.rules.legal(states, out)].tolist()
        self.evaluation.action_values(states, self.rules.seat(states), legal)

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The best of the legal actions; equally good ones are equally likely."""
        if len(legal) == 1:
            return Thought(legal[0])
        states = self.rules.determinise(view, rng)
        numbers = [self.rules.parse(text) for text in legal]
        values = self.evaluation.action_values(states, int(view.viewer), numbers)
        best = [text for text, value in zip(legal, values, strict=True) if value == max(values)]
        options = [Option(text, value) for text, value in zip(legal, values, strict=True)]
        options.sort(key=lambda option: -option.value)
        return Thought(best[int(rng.integers(len(best)))], tuple(options))
