"""Works a review out, part by part: a part is a turn, and depends on nothing but the record and the settings.

So parts may be worked out in any order, in any process, and kept; the numbers are the same.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from coatl.bots.base import rng_of
from coatl.engine.record import Record
from coatl.engine.structs import Records, copy_of
from coatl.hints.facts import Facts
from coatl.position import Position
from coatl.review.exact import exact_cost
from coatl.review.grades import INACCURACY, NAMES, POINTS, grade, summed
from coatl.review.judge import Judge, Lines, judge_of
from coatl.review.luck import Standing
from coatl.review.moment import Moment
from coatl.review.race import Verdict, raced, rounded
from coatl.review.report import (
    Cost,
    CurvePoint,
    Decision,
    Grade,
    Line,
    Part,
    RevealLuck,
    Review,
    Settings,
    StepCost,
    TurnReview,
    Value,
)
from coatl.review.summary import summary_of
from coatl.review.timeline import Step, Timeline, Turn, timeline_of

SLIPS = NAMES  # what a lesson can come of
OTHERS = 2  # lines that are named beside the best one and what was played


class Reviewer:
    """A record that is reviewed.

    :raises CoatlError: if the record cannot be replayed, or nobody has played yet.
    """

    def __init__(self, record: Record, depth: float = 1.0, seed: str = "review") -> None:
        self.timeline: Timeline = timeline_of(record)
        self.rules = self.timeline.rules
        self.judge: Judge = judge_of(self.rules, seed)
        self.settings = Settings(depth=depth, seed=seed, judge=self.judge.name)
        self.parts = len(self.timeline.turns) + 1
        self.standing = Standing(self.rules, self.judge, depth)

    def part(self, number: int) -> Part:
        """Works one part out: 0 is the lay-out of the table, n the n-th turn."""
        if number == 0:
            return Part(0, None, self.lay_out_luck(), (self.point(-1, self.timeline.begin),))
        turn = self.timeline.turns[number - 1]
        reveals = [self.luck(step) for step in turn.steps if step.outcomes]
        last = turn.steps[-1]
        return Part(number, self.turn_review(turn), tuple(reveals), (self.point(last.entry, last.after),))

    def point(self, entry: int, states: Records) -> CurvePoint:
        """How the players stand after an entry of the record."""
        return CurvePoint(entry + 1, self.rules.turns(states), self.standing.values(states))

    def whole(self, parts: Iterable[Part]) -> Review:
        """The review, as far as these parts tell it."""
        found = sorted(parts, key=lambda part: part.number)
        return summary_of(self.timeline, self.settings, self.parts, found)

    # ------------------------------------------------------------ decisions

    def turn_review(self, turn: Turn) -> TurnReview:
        """A turn: what its decisions cost together."""
        first, last = turn.steps[0].entry, turn.steps[-1].entry
        if turn.seat > self.timeline.players:
            return TurnReview(turn.number, turn.seat, "automaton", first, last, Cost(), "forced")
        found = [self.decision(part, turn.seat) for part in turn.decisions(self.rules.game)]
        decisions = tuple(decision for decision in found if decision is not None)
        if not decisions:
            return TurnReview(turn.number, turn.seat, "forced", first, last, Cost(), "forced")
        cost = summed(decision.cost for decision in decisions)
        proven = all(decision.proven for decision in decisions)
        graded = self.turn_grade(cost, decisions)
        return TurnReview(turn.number, turn.seat, "choice", first, last, cost, graded, decisions, proven)

    def turn_grade(self, cost: Cost, decisions: Sequence[Decision]) -> Grade:
        """The grade of a whole turn: brilliant if a decision was, and the rest was fine."""
        found = grade(cost)
        brilliant = any(decision.grade == "brilliant" for decision in decisions)
        return "brilliant" if brilliant and found == "fine" else found

    def decision(self, steps: Sequence[Step], seat: int) -> Decision | None:
        """A part of a turn, judged from what the seat saw at its beginning; None if nothing was to choose."""
        if all(len(self.legal(step.before)) < 2 for step in steps):
            return None
        before, played = steps[0].before, [step.action for step in steps]
        view = self.rules.view(before, seat)
        rng = rng_of(f"review {self.settings.seed} {steps[0].entry}")
        lines = self.judge.lines(view, seat, rng, played)
        verdict = raced(lines, lines.place(played), self.judge, self.settings.depth)
        moment = self.moment(view, seat, lines, verdict)
        proof = exact_cost(moment, verdict)
        cost = verdict.cost() if proof is None else proof
        best = verdict.played if cost == Cost() else verdict.best
        graded = self.grade(cost, verdict, moment)
        slip = graded in SLIPS
        others = [place for place in verdict.finalists if place not in (best, verdict.played)][:OTHERS]
        return Decision(
            first=steps[0].entry,
            last=steps[-1].entry,
            played=self.line(lines, verdict, verdict.played, moment.played_facts if slip else None),
            best=self.line(lines, verdict, best, moment.best_facts if slip else None),
            cost=cost,
            grade=graded,
            proven=proof is not None,
            others=tuple(self.line(lines, verdict, place) for place in others),
            steps=tuple(self.step_costs(steps, lines.lines, verdict)),
            games=verdict.games,
            kind=moment.kind() if slip else None,
        )

    def moment(self, view: Any, seat: int, lines: Lines, verdict: Verdict) -> Moment:
        """The decision, with what was played and the best."""
        states = self.rules.determinise(view, rng_of(f"review {self.settings.seed} moment"))
        played, best = (self.texts(lines.lines[place]) for place in (verdict.played, verdict.best))
        return Moment(self.rules, view, seat, states, played, best, lines.solution)

    def grade(self, cost: Cost, verdict: Verdict, moment: Moment) -> Grade:
        """The grade of a decision: brilliant if nothing else comes near, and greedy would not find it."""
        found = grade(cost)
        if found == "fine" and verdict.sole(POINTS[INACCURACY]) and not moment.greedy_finds():
            return "brilliant"
        return found

    def texts(self, actions: Sequence[int]) -> tuple[str, ...]:
        """Actions in notation."""
        return tuple(self.rules.text(action) for action in actions)

    def line(self, lines: Lines, verdict: Verdict, place: int, facts: Facts | None = None) -> Line:
        """A line of play in notation, and what it is worth."""
        return Line(self.texts(lines.lines[place]), verdict.value(place), facts)

    def step_costs(
        self, steps: Sequence[Step], lines: Sequence[tuple[int, ...]], verdict: Verdict
    ) -> Iterable[StepCost]:
        """What each step gave away: the best line that was open before it, less the best that was open after it."""
        values = [verdict.value(place) for place in range(len(lines))]
        played = lines[verdict.played]

        def open_at(size: int) -> Value:
            same = [place for place, line in enumerate(lines) if line[:size] == played[:size]]
            return values[verdict.best if verdict.best in same else max(same, key=lambda place: values[place].margin)]

        before = open_at(0)
        for number, step in enumerate(steps, 1):
            after = values[verdict.played] if number == len(steps) else open_at(number)
            lost = Value(rounded(before.margin - after.margin), rounded(before.win - after.win))
            yield StepCost(step.entry, self.rules.text(step.action), lost)
            before = after

    def legal(self, states: Records) -> list[int]:
        """What was legal."""
        return Position(self.rules, states).legal()

    # ------------------------------------------------------------ luck

    def luck(self, step: Step) -> RevealLuck:
        """What chance brought at a step, against what it might have brought there."""

        def again(number: int) -> Records:
            states = copy_of(step.before)
            self.reseed(states, f"luck {step.entry}", number)
            self.rules.play(states, step.action)
            return states

        luck, errors = self.standing.luck(step.after, again)
        return RevealLuck(step.entry, step.seat, step.outcomes, luck, errors)

    def lay_out_luck(self) -> tuple[RevealLuck, ...]:
        """The same for the lay-out of the table."""

        def again(number: int) -> Records:
            states = self.rules.blank()
            self.reseed(states, "lay-out", number)
            self.rules.set_up(states)
            return states

        luck, errors = self.standing.luck(self.timeline.begin, again)
        return (RevealLuck(-1, 0, self.timeline.record.setup, luck, errors),)

    def reseed(self, states: Records, what: str, number: int) -> None:
        """Other chance than the game's."""
        dealt = " ".join(self.timeline.record.setup)  # or many games would be compared with the same few deals
        words = np.frombuffer(rng_of(f"review {self.settings.seed} {what} {dealt}").bytes(32), "<u4")
        self.rules.seed(states, words.astype(np.int64), number)
