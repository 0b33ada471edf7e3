"""A bot that errs as people do in their first games: it overlooks things, and is dazzled by what shines now.

It judges like the artisan, yet looks at the table thing by thing and misses some: a card of its hand, the other
coatl, the far end, a token that it forgot it had. What it sees it judges roughly, and it likes heads, tails and
cards with big numbers too much. It never does what it can see to be much worse.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.bots.base import Limit, Option, Thought
from coatl.bots.greedy import GreedyBot
from coatl.bots.judgement import appraise
from coatl.engine.rules import Rules

MISSED = 0.12  # how likely anything is overlooked that a decision could use
HIDDEN = {  # what is missed more often, by the words of the actions
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
NEVER_MISSED = ("done", "pass")
GLITTER = {"head": 1.5, "tail": 1.5, "temple": 1.0, "fulfil": 0.7, "steal": 0.7}  # points that people see in it
BIG_CARD = 0.3  # of the most points of a card
ROUGHLY = 0.6  # points by which it misjudges
MUCH_WORSE = 2.0  # points that it does not give away with open eyes


class Novice(GreedyBot):
    """Overlooks things and loves what shines.

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
        self.most = {card.id: max(card.levels.values()) for card in cards}

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The most tempting of the actions that it notices."""
        if len(legal) == 1:
            return Thought(legal[0])
        states = self.rules.determinise(view, rng)
        seen = noticed(legal, rng)
        values = appraise(self.rules, states, int(view.viewer), [self.rules.parse(action) for action in seen])
        errors = rng.normal(0, ROUGHLY, len(seen)).tolist()
        options = [
            Option(action, value + self.glitter(action, view) + error)
            for action, value, error in zip(seen, values, errors, strict=True)
            if value >= max(values) - MUCH_WORSE
        ]
        options.sort(key=lambda option: -option.value)
        return Thought(options[0].action, tuple(options))

    def glitter(self, action: str, view: Any) -> float:
        """Points that it sees in an action beyond those that are there."""
        words = action.split()
        shine = sum(GLITTER.get(word, 0.0) for word in words)
        if words[0] in ("choose", "keep"):
            card = view.row[int(words[1][-1]) - 1] if words[1].startswith("row") else words[1]
            shine += BIG_CARD * self.most.get(card, 0)
        return shine


def noticed(legal: Sequence[str], rng: np.random.Generator) -> list[str]:
    """The actions that come to its mind: an action is overlooked if anything is that it needs.

    It looks again rather than pass its turn.
    """
    things = sorted({word for action in legal for word in action.split()} - set(NEVER_MISSED))
    missed = {thing for thing in things if rng.random() < HIDDEN.get(thing, MISSED)}
    seen = [action for action in legal if not missed & set(action.split())]
    return seen if set(seen) - {"pass"} else list(legal)
