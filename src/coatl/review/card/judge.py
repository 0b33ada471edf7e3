"""The judge of the card game: simulated games to the end, by the search's rollouts."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.bots.base import rng_of
from coatl.bots.card.judgement import results_from
from coatl.bots.card.search import CardSearch, prepared_scratch
from coatl.bots.weights import Floats
from coatl.card.rules import CardRules
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.hints import card as hints
from coatl.position import Position
from coatl.review.card.games import play_plans


class CardLines:
    """Whole turns, or up to a discard: those of the search, the solver's, and what was played."""

    def __init__(self, rules: CardRules, view: Any, seat: int, rng: np.random.Generator, played: Sequence[int]) -> None:
        states = rules.determinise(view, rng)
        legal = Position(rules, states).legal()
        self.solution = hints.solution(rules, view, seat)
        solved = hints.proposals(rules, states, self.solution)
        self.seat = seat - 1
        self.search = CardSearch(rules, states, seat, legal, rng, lines=[*([played] if played else []), *solved])
        self.lines = [tuple(int(step) for step in plan[1 : plan[0] + 1]) for plan in self.search.plans]

    def place(self, line: Sequence[int]) -> int:
        """Where a line of play stands among them."""
        return self.lines.index(tuple(line))

    def play(self, chosen: Sequence[int], first: int, count: int) -> Floats:
        """Results of games behind the chosen lines."""
        search, results = self.search, np.zeros((len(chosen), count, 2))
        numbers = np.array(chosen, np.int64)
        play_plans(search.models, search.decks, search.scratches, self.seat, search.plans, numbers, first, results)
        return results

    def look(self, chosen: Sequence[int], first: int, count: int) -> None:
        """Games to the end need no second judge."""


class CardJudge:
    """Judges by games to the end."""

    name = "card-rollouts-2"
    scale = 1.0
    luck_scale = 0.6
    first = 96
    plays = 4096
    looks = 0
    glances = 256
    samples = 24

    def __init__(self, rules: CardRules, seed: str) -> None:
        self.rules = rules
        self.scratches = copy_of(prepared_scratch(rules.decks.tobytes()))
        self.scratches[0].seed = rng_of(f"review luck {seed}").integers(1 << 40)

    def lines(self, view: Any, seat: int, rng: np.random.Generator, played: Sequence[int] = ()) -> CardLines:
        """What the seat might do, by its view."""
        return CardLines(self.rules, view, seat, rng, played)

    def value(self, states: Records, seat: int, first: int, count: int) -> Floats:
        """Results of so many games from a position, as the seat sees it."""
        return results_from(self.rules, self.scratches, states, seat, first, count)


def new_judge(rules: Rules, seed: str) -> CardJudge:
    """The judge for these rules."""
    assert isinstance(rules, CardRules)
    return CardJudge(rules, seed)
