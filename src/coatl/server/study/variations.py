"""Lines of play that somebody tries from a moment of a record, and what the judge of reviews says of them.

Chance is dealt anew there, from the moment on, and the same for the same line: nobody learns what would have come.
"""

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from coatl.bots.base import rng_of
from coatl.describe.automata import AUTOMATA
from coatl.describe.progress import progress
from coatl.describe.reach import preview
from coatl.engine.errors import CoatlError
from coatl.engine.record import Record, parse_record
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.game import Game
from coatl.position import Position
from coatl.review.judge import judge_of
from coatl.review.race import raced, worth
from coatl.review.report import Decision, Line, adapter
from coatl.review.reviewer import Reviewer
from coatl.review.timeline import Step, ends_decision
from coatl.server.study.replays import MOST_ENTRIES
from coatl.server.study.review_models import VariationQuestion

SEED = "review"
MOST_CANDIDATES = 4


@lru_cache(maxsize=8)
def reviewer_of(text: str, depth: float) -> Reviewer:
    """The reviewer of a record; the records of before are kept for the next part.

    :raises CoatlError: for a record that is broken, hidden, empty or too long.
    """
    return Reviewer(record_of(text), depth, SEED)


def record_of(text: str) -> Record:
    """A record that was sent.

    :raises CoatlError: if it cannot be read, or is too long.
    """
    record = parse_record(text)
    if len(record.entries) > MOST_ENTRIES:
        raise CoatlError("record.long", f"The record has over {MOST_ENTRIES:,} actions: too many to review.")
    return record


class Variation:
    """A position of a record, and what is played from there."""

    def __init__(self, asked: VariationQuestion) -> None:
        self.asked = asked
        record = record_of(asked.record)
        game = next(islice(Game.steps(record), asked.step, None), None)
        if game is None:
            raise CoatlError("replay.step", f"The record has no step {asked.step}.", [f"0 to {len(record.entries)}"])
        self.rules: Rules = game.rules
        self.states: Records = copy_of(game.position().states)
        self.seat = asked.seat or self.rules.seat(self.states)
        if self.seat != self.rules.seat(self.states) and not self.rules.act_as(self.states, self.seat):
            raise CoatlError("action.turn", f"It is not the turn of seat {self.seat}.")
        self.rules.seed(self.states, key_of(f"variation {asked.step}"), 0)
        self.steps: list[Step] = []
        self.ended = self.rules.over(self.states)
        self.follow_automata()
        for number, action in enumerate(asked.actions, 1):
            self.play(action, number)

    def play(self, text: str, number: int) -> None:
        """One action, if it is legal there."""
        legal = self.legal()
        if text not in legal:
            raise CoatlError("action.illegal", f"Step {number}, {text!r}, is not legal there.", legal)
        self.follow(text)
        self.follow_automata()

    def follow_automata(self) -> None:
        """Whole turns of automata, which decide nothing; only where it goes on behind a decision."""
        while self.asked.free and (forced := [action for action in self.legal() if action in AUTOMATA]):
            self.follow(forced[0])

    def follow(self, text: str) -> None:
        before, rules = copy_of(self.states), self.rules
        seat = rules.seat(before)
        action = rules.number(text)
        rules.play(self.states, action)
        outcomes = tuple(rules.outcome_text(outcome) for outcome in rules.outcomes(self.states))
        self.steps.append(Step(self.asked.step + len(self.steps), seat, action, outcomes, before, copy_of(self.states)))
        self.ended = ends_decision(rules, self.steps[-1])

    def legal(self) -> list[str]:
        """What may be played now; nothing once the decision is over, unless it goes on."""
        if self.rules.over(self.states) or (self.ended and not self.asked.free):
            return []
        return [self.rules.text(number) for number in Position(self.rules, self.states).legal()]

    @property
    def viewer(self) -> int:
        """With whose eyes the table is seen: those of a player."""
        now = self.rules.seat(self.states)
        return now if self.asked.free and now <= int(self.rules.options["players"]) else self.seat

    def data(self) -> dict[str, Any]:
        """The table as it stands."""
        view = replace(self.rules.view(self.states, self.viewer), legal=tuple(self.legal()))
        return {
            "seat": self.viewer,
            "view": view,
            "progress": progress(self.rules, view),
            "preview": preview(self.rules, view),
            "ended": self.ended,
            "outcomes": list(self.steps[-1].outcomes) if self.steps else [],
        }

    def verdict(self) -> Any:
        """What the line is worth against the best, by what the seat saw at its beginning; None if it was forced.

        :raises CoatlError: variation.open, if the decision is not over.
        """
        if not self.steps or not self.ended or self.asked.free:
            raise CoatlError("variation.open", "Play on until the turn is over, or something is revealed.")
        found = reviewer_of(self.asked.record, self.asked.depth).decision(self.steps, self.seat)
        return None if found is None else adapter(Decision).dump_python(found, mode="json")

    def candidates(self) -> list[Any]:
        """Lines of play from here that the judge finds best; none if nothing is to choose."""
        seat = self.rules.seat(self.states)
        if len(self.legal()) < 2 or seat > int(self.rules.options["players"]):
            return []
        judge, key = judge_of(self.rules, SEED), f"review {SEED} {self.asked.step + len(self.steps)}"
        lines = judge.lines(self.rules.view(self.states, seat), seat, rng_of(key))
        verdict = raced(lines, 0, judge, self.asked.depth)
        values = worth(verdict.results.mean(axis=1))
        best = [verdict.finalists[place] for place in np.argsort(-values, kind="stable")][:MOST_CANDIDATES]
        found = [Line(tuple(map(self.rules.text, lines.lines[place])), verdict.value(place)) for place in best]
        return [adapter(Line).dump_python(line, mode="json") for line in found]


def key_of(text: str) -> Any:
    """A key for chance."""
    return np.frombuffer(rng_of(text).bytes(32), "<u4").astype(np.int64)


def vary(asked: VariationQuestion) -> dict[str, Any]:
    """In a thinker's process: the table after a line of play, with what is asked besides."""
    variation = Variation(asked)
    answer = variation.data()
    if asked.ask == "judge":
        answer["verdict"] = variation.verdict()
    elif asked.ask == "candidates":
        answer["candidates"] = variation.candidates()
    return answer
