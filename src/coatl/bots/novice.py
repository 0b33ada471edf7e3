"""The novice: a greedy bot that errs as people do in their first games.

It evaluates like the artisan, yet overlooks things: a card of its hand, the other coatl, the far end, a token that it
forgot it had. Its values are rough, and it overrates heads, tails and cards with many points. It never does what it can
see to be much worse.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.bots.base import Limit, Option, Thought
from coatl.bots.greedy import GreedyBot
from coatl.engine.rules import Rules

OVERLOOKED = 0.12  # how likely a word of the actions is overlooked, and every action with it
OFTEN_OVERLOOKED = {  # words that are overlooked more often
    "pick": 0.8,  # tokens that one forgets to have
    "future": 0.8,
    "priest": 0.8,
    "2": 0.4,  # the coatl that one is not busy with
    "3": 0.4,
    "left": 0.2,
    "deck": 0.3,
    "over": 0.4,  # a feather upon another one
    "discard": 0.6,
    "raise": 0.2,
    "steal": 0.5,  # what lies before others
}
NEVER_OVERLOOKED = ("done", "pass")
OVERRATED = {"head": 1.5, "tail": 1.5, "temple": 1.0, "fulfil": 0.7, "steal": 0.7}  # points, by words of the actions
OVERRATED_CARD = 0.3  # of the most points of a card
ERROR = 0.6  # points: the standard deviation of its values
MUCH_WORSE = 2.0  # points that it does not give away with open eyes


class Novice(GreedyBot):
    """A bot that overlooks things and overrates what looks good at once.

    >>> import coatl
    >>> from coatl.bots.base import rng_of
    >>> game = coatl.new("board", players=2, seed=7)
    >>> Novice(game.rules).choose(game.view(1), game.legal(), Limit(), rng_of(1)) in game.legal()
    True
    """

    title = "Novice"
    level = 1
    sentence = "Plays like somebody in the first games: overlooks things, and loves what shines."

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        cards = rules.deck.prophecy if isinstance(rules, BoardRules) else ()
        self.most_points = {card.id: max(card.levels.values()) for card in cards}

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The best of the actions that it does not overlook, by values with errors."""
        if len(legal) == 1:
            return Thought(legal[0])
        states = self.rules.determinise(view, rng)
        seen = not_overlooked(legal, rng)
        numbers = [self.rules.parse(action) for action in seen]
        values = self.evaluation.action_values(states, int(view.viewer), numbers)
        errors = rng.normal(0, ERROR, len(seen)).tolist()
        options = [
            Option(action, value + self.overrating(action, view) + error)
            for action, value, error in zip(seen, values, errors, strict=True)
            if value >= max(values) - MUCH_WORSE
        ]
        options.sort(key=lambda option: -option.value)
        return Thought(options[0].action, tuple(options))

    def overrating(self, action: str, view: Any) -> float:
        """The points by which it overrates an action."""
        words = action.split()
        points = sum(OVERRATED.get(word, 0.0) for word in words)
        if words[0] in ("choose", "keep"):
            card = view.row[int(words[1][-1]) - 1] if words[1].startswith("row") else words[1]
            points += OVERRATED_CARD * self.most_points.get(card, 0)
        return points


def not_overlooked(legal: Sequence[str], rng: np.random.Generator) -> list[str]:
    """The actions without a word that is overlooked; all of them if only a pass would be left."""
    words = sorted({word for action in legal for word in action.split()} - set(NEVER_OVERLOOKED))
    overlooked = {word for word in words if rng.random() < OFTEN_OVERLOOKED.get(word, OVERLOOKED)}
    seen = [action for action in legal if not overlooked & set(action.split())]
    return seen if set(seen) - {"pass"} else list(legal)
