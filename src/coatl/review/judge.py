"""What a review asks of a game: simulated games behind lines of play, and the value of a position for a seat.

A judge sees what one seat sees. Whatever it plays is numbered, and equal numbers meet the same chance, so that lines,
and what chance might have brought, are compared game by game.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from coatl.bots.base import rng_of
from coatl.bots.weights import Floats
from coatl.engine.chance import key_of
from coatl.engine.rules import Rules
from coatl.engine.structs import Records

MARGIN, WIN = 0, 1  # the last axis of results


class Lines(Protocol):
    """The lines of play that a seat might choose from at a decision; the first ones look best at a glance."""

    lines: list[tuple[int, ...]]
    solution: Any  # the solver's answer; None where it has none

    def place(self, line: Sequence[int]) -> int:
        """Where a line of play stands among them."""

    def play(self, chosen: Sequence[int], first: int, count: int) -> Floats:
        """Results behind the chosen lines: an array of lines × games × (margin, win); games are numbered."""

    def look(self, chosen: Sequence[int], first: int, count: int) -> Floats | None:
        """The same as a second judge sees it, who errs in other ways; None where the first one needs no other."""


class Judge(Protocol):
    """How one game is judged."""

    name: str  # what decides the numbers, beside the settings
    scale: float  # points of the result that a judged point is worth: measured, docs/review.md
    luck_scale: float  # the same of a point that chance brings
    first: int  # games behind every line in the first heat of the race, at depth 1
    plays: int  # games behind each of the last lines at depth 1
    looks: int  # of the second judge, if there is one, at most, where a grade hangs on it, at depth 1
    glances: int  # games by which a position is valued at depth 1
    samples: int  # reveals that are dealt anew at depth 1

    def lines(self, view: Any, seat: int, rng: np.random.Generator, played: Sequence[int] = ()) -> Lines:
        """What the seat might do, by its view; the line that was played, if there is one, is among it."""

    def value(self, states: Records, seat: int, first: int, count: int) -> Floats:
        """Results of so many games from a position behind a reveal, as the seat sees it: games × (margin, win)."""


def judge_of(rules: Rules, seed: str) -> Judge:
    """The judge of a game."""
    judge: Judge = import_module(f"coatl.review.{rules.game}.judge").new_judge(rules, seed)
    return judge


def warm_up(rules: Rules) -> None:
    """Compiles, or loads, what a judge plays with: a line and a position of a game that is being laid out."""
    states = rules.blank()
    rules.seed(states, key_of("review"), 0)
    rules.set_up(states)
    judge, seat = judge_of(rules, ""), rules.seat(states)
    lines = judge.lines(rules.view(states, seat), seat, rng_of("review"))
    lines.play([0], 0, 1)
    lines.look([0], 0, 1)
    judge.value(states, seat, 0, 1)
