"""A decision in view: what it was about, what lines bring in facts, and what kind of slip it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from coatl.bots.base import Limit, Option, Thought, rng_of
from coatl.bots.greedy import GreedyBot
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.hints.facts import Facts
from coatl.hints.judgement import Judgement
from coatl.position import Position
from coatl.review.report import LessonKind


@dataclass(frozen=True)
class Moment:
    """What a seat saw at a decision, with the unseen dealt at random, and two lines of play: its own, and the best."""

    rules: Rules
    view: Any
    seat: int
    states: Records
    played: tuple[str, ...]
    best: tuple[str, ...]
    solution: Any  # the solver's answer, for the facts

    @cached_property
    def played_facts(self) -> Facts:
        """What was played, in facts."""
        return self.facts(self.played)

    @cached_property
    def best_facts(self) -> Facts:
        """The best line, in facts."""
        return self.facts(self.best)

    def facts(self, line: Sequence[str]) -> Facts:
        """What a line brings: the reasons that a hint would give."""
        hints = import_module(f"coatl.hints.{self.rules.game}")
        found: Facts = hints.facts(self.judgement(line))
        return found

    def judgement(self, line: Sequence[str]) -> Judgement:
        """A line as hints look at it."""
        first = line[0] if line else ""
        thought = Thought(first, (Option(first, 0.0),), tuple(line))
        return Judgement(self.rules, self.view, self.seat, self.states, tuple(line), thought, self.solution)

    def after(self, line: Sequence[str]) -> Records:
        """The table behind a line."""
        return self.judgement(line).after()

    def kind(self) -> LessonKind:
        """What kind of slip it was to play this instead of the best."""
        found: LessonKind = import_module(f"coatl.review.{self.rules.game}.kinds").kind_of(self)
        return found

    def greedy_finds(self) -> bool:
        """Whether greedy comes to the same table as what was played."""
        states, bot, rng = copy_of(self.states), GreedyBot(self.rules), rng_of("review greedy")
        for _ in self.played:
            legal = Position(self.rules, states).legal()
            if not legal or self.rules.seat(states) != self.seat:
                break
            names = [self.rules.text(action) for action in legal]
            choice = bot.choose(self.rules.view(states, self.seat), names, Limit(), rng) if names[1:] else names[0]
            self.rules.play(states, self.rules.parse(choice))
        return bool(states.tobytes() == self.after(self.played).tobytes())
