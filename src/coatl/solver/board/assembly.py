"""The best ways to assemble in the board game: what is finished, for how many points, step by step, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from coatl.board.notation import Row
from coatl.board.rules import BoardRules
from coatl.board.state import COATLS, TEMPLES_IN_HAND
from coatl.describe.board.scores import scored
from coatl.describe.scores import Scored
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Ints, Records
from coatl.solver.board.build_order import Plan, steps_of
from coatl.solver.board.combination import NOT_FINISHED
from coatl.solver.board.question import NO_TEMPLE, WAY, Question, Way
from coatl.solver.board.search import solve as compiled_solve

ALTERNATIVES = 3


@dataclass(frozen=True)
class Finished:
    """A coatl at the end of a way: its pieces, the cards beside it, and what they score."""

    number: int  # of the coatl, as actions name it
    was: str  # its pieces before; empty if it was started
    coatl: str
    laid: tuple[str, ...]  # prophecies that lay there before
    cards: tuple[str, ...]  # prophecies from hand
    temple: str | None
    score: Scored
    steps: tuple[str, ...]

    @property
    def points(self) -> int:
        """What the coatl scores."""
        return self.score.total

    @property
    def reasons(self) -> list[str]:
        """Card by card: how often it stands, on which pieces, and what it brings."""
        return [f"{name}: {card.why}" for name, card in self.score.cards.items()]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "number": self.number,
            "was": self.was,
            "coatl": self.coatl,
            "laid": list(self.laid),
            "cards": list(self.cards),
            "temple": self.temple,
            "points": self.points,
            "reasons": dict(line.split(": ", 1) for line in self.reasons),
        }


@dataclass(frozen=True)
class Solution:
    """A sequence of Assemble steps with the most points, and the best others that end with different coatls.

    With equal points those that use fewer pieces come first, then those that use fewer cards.
    """

    points: int
    steps: tuple[str, ...]  # as the engine plays them, but for the last `done`
    coatls: tuple[Finished, ...]
    alternatives: tuple["Solution", ...] = ()
    unique: bool = True  # every other end brings fewer points

    @property
    def reasons(self) -> list[str]:
        """Why it brings so many points, a line for each card."""
        return [f"coatl {made.number}, {line}" for made in self.coatls for line in made.reasons]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "points": self.points,
            "steps": list(self.steps),
            "coatls": [made.data() for made in self.coatls],
            "unique": self.unique,
            "alternatives": [
                {"points": other.points, "steps": list(other.steps), "coatls": [made.coatl for made in other.coatls]}
                for other in self.alternatives
            ],
        }


@dataclass(frozen=True)
class Answer:
    """What the compiled solver found: rows of ways, the best first."""

    ways: Records
    alone: Ints
    count: int

    def points(self, row: int) -> int:
        return int(self.ways[row]["points"].sum())


def answer(rules: BoardRules, questions: Records, most: int = ALTERNATIVES + 1) -> Answer:
    """Asks the compiled solver."""
    ways, values = np.zeros((most, COATLS), WAY), np.zeros(most, np.int64)
    alone = np.zeros(most, np.int8)
    return Answer(ways, alone, int(compiled_solve(questions, rules.decks, ways, values, alone)))


def solved(
    rules: BoardRules, questions: Records, numbers: Sequence[int], first_new: int, alternatives: int = ALTERNATIVES
) -> Solution:
    """The best solution of a question; `numbers` are those of its coatls, new ones count from `first_new`."""
    found = answer(rules, questions, alternatives + 1)
    teller = WayReader(rules, questions[0], numbers, first_new)
    solutions = [teller.solution(found.ways[row]) for row in range(found.count)]
    best, *others = solutions or [Solution(0, (), ())]
    others = [other for other in others if other.coatls and (other.points or not best.points)]
    unique = bool(best.coatls and found.alone[0]) and all(other.points < best.points for other in others)
    return replace(best, alternatives=tuple(others), unique=unique)


class WayReader:
    """Turns the ways of the compiled solver into coatls, cards and steps in notation."""

    def __init__(self, rules: BoardRules, question: Question, numbers: Sequence[int], first_new: int) -> None:
        self.rules = rules
        self.question = question
        self.numbers = numbers
        self.first_new = first_new

    @cached_property
    def prophecies(self) -> tuple[str, ...]:
        """Names by number."""
        return self.rules.names["<prophecy>"]

    def solution(self, ways: Sequence[Way]) -> Solution:
        """What one row of ways means."""
        made = tuple(self.finished(ways))
        steps = tuple(step for each in made for step in each.steps)
        return Solution(sum(each.points for each in made), steps, made)

    def finished(self, ways: Sequence[Way]) -> Iterator[Finished]:
        """The coatls that are finished, in the order in which they must be: those that are there before new ones."""
        number = self.first_new
        for place, way in enumerate(ways):
            if way.place == NOT_FINISHED:
                continue
            if place < len(self.numbers):
                yield self.read(way, place, self.numbers[place])
            else:
                yield self.read(way, place, number)
                number += 1

    def read(self, way: Way, place: int, number: int) -> Finished:
        """One coatl with its cards and its steps."""
        was, laid = self.before(place)
        plan = self.plan(way, was)
        cards = tuple(self.prophecies[card] for card in plan.cards)
        temple = self.temple(int(way.temple))
        final = Row(plan.letters, was.head or plan.gets_head, was.tail or plan.gets_tail)
        beside = [*laid, *cards, *([temple] if temple else [])]
        steps = (*steps_of(self.rules, plan, number), *self.closing(way, final))
        found = scored(self.rules, str(final), beside)
        score = found if final.finished else replace(found, notes=())
        return Finished(number, str(was) if was.colours else "", str(final), laid, cards, temple, score, steps)

    def before(self, place: int) -> tuple[Row, tuple[str, ...]]:
        """The coatl as it is, and the prophecies that lie there."""
        if place >= int(self.question.coatl_count):
            return Row(""), ()
        coatl = self.question.coatls[place]
        colours = "".join(COLOURS[piece] for piece in coatl.pieces[: coatl.length])
        laid = tuple(self.prophecies[card] for card in coatl.cards[: coatl.card_count])
        return Row(colours, bool(coatl.head), bool(coatl.tail)), laid

    def plan(self, way: Way, was: Row) -> Plan:
        """The added pieces and cards of a way (`valuation.word`)."""
        word = int(way.word)
        left, right = word & 31, (word >> 5) & 31
        added = [(word >> (10 + 3 * i)) & 7 for i in range(left + right)]
        cards = [int(self.question.hand[i]) for i in range(self.question.hand_size) if (int(way.cards) >> i) & 1]
        middle = [COLOURS.index(letter) for letter in was.colours]
        finishes = not self.question.growing
        return Plan(
            pieces=(*added[:left], *middle, *added[left:]),
            first=left,
            last=left + len(middle),
            gets_head=finishes and not was.head,
            gets_tail=finishes and not was.tail,
            cards=tuple(cards),
        )

    def temple(self, place: int) -> str | None:
        return None if place == NO_TEMPLE else self.rules.names["<temple>"][self.question.temples[place]]

    def closing(self, way: Way, final: Row) -> tuple[str, ...]:
        """How the coatl is closed: with a temple from hand or from a pile, or without (R29)."""
        if not final.finished:
            return ()
        place = int(way.temple)
        if place == NO_TEMPLE:
            return ("done",)
        if place >= TEMPLES_IN_HAND:
            return (f"temple pile{place - TEMPLES_IN_HAND + 1}",)
        return (f"temple {self.temple(place)}",)
