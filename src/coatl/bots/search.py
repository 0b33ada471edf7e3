"""The strong bot: it looks for the best way to play the turn, tries the best ones out in many simulated games, and
takes the one that did best."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from coatl.bots.base import Bot, Limit, Option, Thought
from coatl.engine.records import Records, copy_of
from coatl.engine.rules import Rules

SLICE = 0.004  # seconds between two looks at the clock
USUAL = Limit(seconds=0.3)


class Search(Protocol):
    """A search from one decision, compiled for one game."""

    def simulate(self, count: int) -> None:
        """So many simulated games more."""

    def options(self) -> list[tuple[int, float, int]]:
        """For each action that was weighed: the action, its value and how often it was tried; the best first."""

    def line(self) -> list[int]:
        """The best action and the steps of the same turn that should follow, up to the next word of chance."""


class SearchBot(Bot):
    """Plays what does best in simulated games, in which what it cannot see is dealt anew each time."""

    title = "Search"
    level = 2
    sentence = "Tries the best ways to play its turn in many simulated games."
    limit = USUAL

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.plan: list[str] = []  # the rest of the turn, if the table looks as expected
        self.expected: Any = None

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The best of the legal actions, with the options that were weighed and the rest of the turn."""
        if len(legal) == 1:
            return Thought(legal[0])
        states = self.rules.determinise(view, rng)
        seen = replace(view, legal=(), can_undo=False)
        if self.plan and seen == self.expected and self.plan[0] in legal:
            thought = Thought(self.plan[0], line=tuple(self.plan))
        else:
            thought = self.search(states, int(view.viewer), legal, limit, rng)
        self.remember(states, thought, int(view.viewer))
        return thought
