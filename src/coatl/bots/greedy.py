"""A bot that looks to the end of its turn, and no further."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Protocol, runtime_checkable

import numpy as np

from coatl.engine.chance import key_of
from coatl.engine.records import Records, copy_of
from coatl.engine.rules import Rules


@runtime_checkable
class Judging(Protocol):
    """Rules of a game that can tell good actions from bad ones."""

    def appraise(self, states: Records, seat: int, actions: Sequence[int]) -> list[float]:
        """How good each of the legal actions is for a seat, judged by its own cards and what lies open."""


class GreedyBot:
    """Does what makes its own position look best when the turn is over; what others plan is nothing to it.

    The cards that it cannot see are dealt at random, and the judgement does not look at them.

    >>> import coatl
    >>> game = coatl.new("board", players=2, seed=7)
    >>> GreedyBot("1").choose(game.view(1), game.legal(), game.rules) in game.legal()
    True
    """

    title = "Greedy"
    level = 1

    def __init__(self, seed: str) -> None:
        words = np.frombuffer(sha256(f"coatl greedy {seed}".encode()).digest(), "<u4")
        self.random = np.random.default_rng(words)

    def warm_up(self, rules: Rules) -> None:
        """Judges the beginning of some game."""
        states = rules.blank()
        rules.seed(states, key_of("warm up"), 0)
        rules.set_up(states)
        out = np.empty(rules.most_legal, np.int16)
        judge(rules, states, rules.seat(states), out[: rules.legal(states, out)].tolist())

    def choose(self, view: Any, legal: Sequence[str], rules: Rules) -> str:
        """One of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        states = rules.determinise(view, self.random)
        values = judge(rules, states, int(view.viewer), [rules.parse(text) for text in legal])
        best = [text for text, value in zip(legal, values, strict=True) if value == max(values)]
        return best[self.random.integers(len(best))]


def judge(rules: Rules, states: Records, seat: int, actions: Sequence[int]) -> list[float]:
    """By the judgement of the game, or, where it has none, by the points after each action."""
    if isinstance(rules, Judging):
        return rules.appraise(states, seat, actions)
    values = []
    for action in actions:
        after = copy_of(states)
        rules.play(after, action)
        values.append(float(rules.standings(after).points[0, seat - 1]))
    return values
