"""What the levels for people get wrong: the failings of somebody who plays, and bots that have them.

They overlook things one by one, the less obvious ones more often: the other coatl, the far end, a forgotten token.
They overrate heads, tails and cards with many points, and their values are rough. So their mistakes look like a
person's, not like dice (design D11), and they never do what they can see to be much worse.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.bots.base import Limit, Option, Thought
from coatl.bots.greedy import GreedyBot
from coatl.bots.search import Search, SearchBot
from coatl.engine.rules import Rules

OVERLOOKED = 0.12  # how likely a novice overlooks a word of the actions, and every action with it
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
MUCH_WORSE = 2.0  # points that nobody gives away with open eyes


@dataclass(frozen=True)
class Failings:
    """How much of a beginner is left in somebody."""

    oversight: float  # how often things are overlooked, as a share of how often a novice does
    overrating: float  # the same for what looks good at once
    error: float  # points: the standard deviation of the values
    much_worse: float = MUCH_WORSE  # points that are not given away with open eyes


def not_overlooked(legal: Sequence[str], rng: np.random.Generator, oversight: float = 1.0) -> list[str]:
    """The actions without a word that is overlooked; all of them if only a pass would be left."""
    words = sorted({word for action in legal for word in action.split()} - set(NEVER_OVERLOOKED))
    overlooked = {word for word in words if rng.random() < oversight * OFTEN_OVERLOOKED.get(word, OVERLOOKED)}
    seen = [action for action in legal if not overlooked & set(action.split())]
    return seen if set(seen) - {"pass"} else list(legal)


def misjudged(
    options: Sequence[Option],
    failings: Failings,
    rng: np.random.Generator,
    overrating: Mapping[str, float],
    point: float = 1.0,
) -> list[Option]:
    """The options with the values that somebody with failings gives them, the best first; `point` is one in them."""
    best = max(option.value for option in options)
    errors = rng.normal(0, failings.error, len(options)).tolist()
    found = [
        Option(
            option.action,
            option.value + point * (failings.overrating * overrating[option.action] + error),
            option.tries,
        )
        for option, error in zip(options, errors, strict=True)
        if option.value >= best - failings.much_worse * point
    ]
    return sorted(found, key=lambda option: -option.value)


class FallibleGreedy(GreedyBot):
    """Makes the most of its turn as far as it sees it."""

    board_failings: Failings
    card_failings: Failings

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        cards = rules.deck.prophecy if isinstance(rules, BoardRules) else ()
        self.most_points = {card.id: max(card.levels.values()) for card in cards}

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The best of the actions that it does not overlook, by values with errors."""
        if len(legal) == 1:
            return Thought(legal[0])
        failings: Failings = getattr(self, f"{self.rules.game}_failings")
        states = self.rules.determinise(view, rng)
        seen = not_overlooked(legal, rng, failings.oversight)
        numbers = [self.rules.parse(action) for action in seen]
        values = self.evaluation.action_values(states, int(view.viewer), numbers)
        options = [Option(action, value) for action, value in zip(seen, values, strict=True)]
        overrating = {action: self.overrating(action, view) for action in seen}
        found = misjudged(options, failings, rng, overrating)
        return Thought(found[0].action, tuple(found))

    def overrating(self, action: str, view: Any) -> float:
        """The points by which a novice overrates an action."""
        words = action.split()
        points = overrated(action)
        if words[0] in ("choose", "keep"):
            card = view.row[int(words[1][-1]) - 1] if words[1].startswith("row") else words[1]
            points += OVERRATED_CARD * self.most_points.get(card, 0)
        return points


class FallibleSearch(SearchBot):
    """Looks ahead like the search, but some plans escape it, and it judges the others roughly."""

    narrows = False  # it loses itself in many plans

    board_failings: Failings
    card_failings: Failings

    def chosen(self, found: Search, rng: np.random.Generator) -> tuple[list[Option], list[str]]:
        """The best of the first steps that it does not overlook, and the rest of the turn if it is the search's own."""
        options, line = super().chosen(found, rng)
        failings: Failings = getattr(self, f"{self.rules.game}_failings")
        names = [option.action for option in options]
        seen = set(not_overlooked(names, rng, failings.oversight))
        overrating = {name: overrated(name) for name in names}
        left = [option for option in options if option.action in seen]
        weighed = misjudged(left, failings, rng, overrating, self.point())
        return weighed, line if weighed[0].action == line[0] else [weighed[0].action]


def overrated(action: str) -> float:
    """The points by which a novice overrates an action for its words."""
    return sum(OVERRATED.get(word, 0.0) for word in action.split())
