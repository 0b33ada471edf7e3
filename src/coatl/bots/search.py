"""The search bot: it plans its turn, tries the best plans in rollouts, and plays the best of them."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from coatl.bots.base import Bot, Limit, Option, Thought
from coatl.bots.board.far_search import FarSearch
from coatl.bots.card.search import CardSearch
from coatl.bots.evaluation import Evaluation
from coatl.engine.chance import key_of
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

SLICE = 0.002  # seconds between two looks at the clock
USUAL = Limit(seconds=0.3)
WARM_UP = Limit(simulations=4000)  # enough for the board game to look on with four players


class Search(Protocol):
    """A search from one decision, compiled for one game."""

    def simulate(self, count: int) -> int:
        """Plays so many rollouts more, fewer if the choice is clear; returns how many it were."""

    def options(self) -> list[tuple[int, float, int]]:
        """For each action that was weighed: the action, its value and how often it was tried; the best first."""

    def line(self) -> list[int]:
        """The best action and the steps of the same turn that should follow, up to where chance decides."""


class NewSearch(Protocol):
    """Begins a search from one decision of a seat; without weights, those of the game."""

    def __call__(
        self,
        rules: Rules,
        states: Records,
        seat: int,
        legal: Sequence[int],
        rng: np.random.Generator,
        *,
        weights: Records | None = None,
        lines: Sequence[Sequence[int]] = (),
    ) -> Search:
        """The search, its plans ranked, before the first rollout; `lines` race beside them."""


def board_search(
    rules: Rules,
    states: Records,
    seat: int,
    legal: Sequence[int],
    rng: np.random.Generator,
    *,
    weights: Records | None = None,
    lines: Sequence[Sequence[int]] = (),
) -> FarSearch:
    """A search of the board game."""
    return FarSearch(rules, states, seat, legal, rng, weights, lines)


def card_search(
    rules: Rules,
    states: Records,
    seat: int,
    legal: Sequence[int],
    rng: np.random.Generator,
    *,
    weights: Records | None = None,
    lines: Sequence[Sequence[int]] = (),
) -> CardSearch:
    """A search of the card game."""
    return CardSearch(rules, states, seat, legal, rng, weights, lines)


SEARCHES: dict[str, NewSearch] = {"board": board_search, "card": card_search}


class SearchBot(Bot):
    """Plays what does best in rollouts, in which what it cannot see is dealt at random.

    `weights` is a file that takes the place of the weights of the game's evaluation.

    >>> import coatl
    >>> from coatl.bots.base import rng_of
    >>> game = coatl.new("board", players=2, seed=7)
    >>> thought = SearchBot(game.rules).think(game.view(1), game.legal(), Limit(simulations=50), rng_of(1))
    >>> thought.choice in game.legal(), thought.line[0] == thought.choice
    (True, True)
    """

    title = "Search"
    level = 6
    sentence = "Plans its turn and tries the best plans in many simulated games."
    limit = USUAL
    narrows = True  # few simulations are spent on few plans (card game)

    def __init__(self, rules: Rules, weights: Path | None = None) -> None:
        super().__init__(rules)
        self.evaluation = Evaluation(rules, weights)
        self.plan: tuple[str, ...] = ()  # the rest of the turn, if the table looks as expected
        self.expected: Any = None

    def warm_up(self) -> None:
        """Thinks about the beginning of some game."""
        states = self.rules.blank()
        self.rules.seed(states, key_of("warm up"), 0)
        self.rules.set_up(states)
        out = np.empty(self.rules.most_legal, np.int16)
        while self.rules.seat(states) > self.rules.options["players"] or self.rules.turns(states) == 0:
            self.rules.play(states, int(out[self.rules.legal(states, out) - 1]))
        legal = out[: self.rules.legal(states, out)].tolist()
        self.search(states, self.rules.seat(states), legal, WARM_UP, np.random.default_rng(0))

    def think(self, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Thought:
        """The best of the legal actions, with the options that were weighed and the rest of the turn."""
        if len(legal) == 1:
            return Thought(legal[0])
        began = time.perf_counter()
        seat = int(view.viewer)
        states = self.rules.determinise(view, rng)
        if self.plan and self.plan[0] in legal and replace(view, legal=(), can_undo=False) == self.expected:
            thought = Thought(self.plan[0], line=self.plan)
        else:
            numbers = [self.rules.parse(text) for text in legal]
            thought = self.search(states, seat, numbers, limit, rng, began)
        self.remember(states, thought, seat)
        return thought

    def search(
        self,
        states: Records,
        seat: int,
        legal: Sequence[int],
        limit: Limit,
        rng: np.random.Generator,
        began: float | None = None,
        lines: Sequence[Sequence[int]] = (),
    ) -> Thought:
        """Plays rollouts until the limit is reached; `lines` that somebody else proposes are weighed as well."""
        begin = time.perf_counter() if began is None else began
        found = self.begun(states, seat, legal, rng, lines)
        done = 0
        if limit.simulations is not None:
            if self.narrows and isinstance(found, CardSearch):
                found.expect(limit.simulations)
            done = found.simulate(limit.simulations)
        else:
            end = begin + (limit.seconds if limit.seconds is not None else USUAL.seconds or 0.0)
            count = 4
            while (now := time.perf_counter()) < end - SLICE:
                played = found.simulate(count)
                if played == 0:
                    break
                done += played
                pace = (time.perf_counter() - now) / count
                count = max(1, min(256, int(SLICE / max(pace, 1e-6))))
        options, line = self.chosen(found, rng)
        return Thought(line[0], tuple(options), tuple(line), done)

    def begun(
        self, states: Records, seat: int, legal: Sequence[int], rng: np.random.Generator, lines: Sequence[Sequence[int]]
    ) -> Search:
        """The search from one decision, before its first rollout."""
        weights = self.evaluation.weights
        return SEARCHES[self.rules.game](self.rules, states, seat, legal, rng, weights=weights, lines=lines)

    def chosen(self, found: Search, rng: np.random.Generator) -> tuple[list[Option], list[str]]:
        """The first steps that were weighed, the best first, and the line to play."""
        text = self.rules.text
        options = [Option(text(action), value, tries) for action, value, tries in found.options()]
        return options, [text(action) for action in found.line()]

    def remember(self, states: Records, thought: Thought, seat: int) -> None:
        """How the table must look for the rest of the plan to hold."""
        self.plan = thought.line[1:]
        if self.plan:
            after = copy_of(states)
            self.rules.play(after, self.rules.parse(thought.choice))
            self.expected = self.rules.view(after, seat)

    def point(self) -> float:
        """What a point is in the values of its options; those of the card game go from 0 to 1."""
        if self.rules.game == "board":
            return 1.0
        result = self.evaluation.weights[0].result
        return float((1 - result.win) / (2 * result.spread))
