"""`coatl review --practise`: mistakes of reviewed games, one after the other, and what another idea is worth there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.text import Text

from coatl.bots.base import rng_of
from coatl.engine.errors import CoatlError
from coatl.engine.record import Record
from coatl.engine.structs import Records, copy_of
from coatl.messages import spoken, t
from coatl.position import Position
from coatl.review.grades import NAMES
from coatl.review.report import Decision, Review
from coatl.review.reviewer import Reviewer
from coatl.review.timeline import Step, ends_decision
from coatl.terminal.presenter import presenter_for
from coatl.terminal.scene import head_line
from coatl.terminal.screen import Screen
from coatl.terminal.seats import shown_name
from coatl.terminal.shorthand import resolve
from coatl.terminal.wording import error_text

COMMANDS = {"u": "undo", "n": "next", "s": "solution", "q": "quit", "exit": "quit"}
HELP = "undo   solution   next   quit"


@dataclass(frozen=True)
class Mistake:
    """A decision of a game that cost something."""

    record: Record
    depth: float
    seat: int
    decision: Decision

    @property
    def cost(self) -> float:
        """In points."""
        return self.decision.cost.margin.value


def mistakes_of(records: Sequence[Record], reviews: Sequence[Review], seat: int | None) -> list[Mistake]:
    """All mistakes of these games, or those of one seat, the dearest first."""

    def found() -> Iterator[Mistake]:
        for record, review in zip(records, reviews, strict=True):
            for turn in review.turns:
                if seat in (None, turn.seat):
                    slips = (decision for decision in turn.decisions if decision.kind is not None)
                    yield from (Mistake(record, review.settings.depth, turn.seat, slip) for slip in slips)

    return sorted(found(), key=lambda mistake: -mistake.cost)


def practise(screen: Screen, mistakes: Sequence[Mistake]) -> None:
    """One mistake after the other, until the player leaves."""
    if not mistakes:
        screen.show(t("review.lessons_none"))
    for number, mistake in enumerate(mistakes, 1):
        if not Attempt(screen, mistake, f"{number}/{len(mistakes)}").run():
            return


class Attempt:
    """A mistake at the keyboard: the player plays the decision anew, and the judge of the review compares."""

    def __init__(self, screen: Screen, mistake: Mistake, place: str) -> None:
        self.screen, self.mistake, self.place = screen, mistake, place
        self.reviewer = Reviewer(mistake.record, mistake.depth)
        self.rules = self.reviewer.rules
        self.presenter = presenter_for(self.rules, mistake.record.players)
        first = mistake.decision.first
        steps = (step for turn in self.reviewer.timeline.turns for step in turn.steps)
        self.states: Records = copy_of(next(step.before for step in steps if step.entry == first))
        self.steps: list[Step] = []

    @property
    def view(self) -> Any:
        """What the player saw, with what may be played."""
        legal = tuple(self.rules.text(number) for number in Position(self.rules, self.states).legal())
        return replace(self.rules.view(self.states, self.mistake.seat), legal=legal)

    def run(self) -> bool:
        """Asks until the decision is over; whether the player goes on."""
        self.draw()
        while True:
            line = self.screen.ask()
            words = " ".join((line or "").lower().split())
            command = COMMANDS.get(words, words)
            if line is None or command == "quit":
                return False
            if command == "next":
                return True
            try:
                if command:
                    self.follow(command)
            except CoatlError as fault:
                self.screen.show(Text(error_text(fault), "alarm"))

    def follow(self, command: str) -> None:
        """A command, or a step."""
        if command == "solution":
            self.reveal()
        elif command == "undo":
            if not self.steps:
                raise CoatlError("undo.refused", "There is nothing to undo.")
            self.states = copy_of(self.steps.pop().before)
            self.draw()
        elif self.steps and ends_decision(self.rules, self.steps[-1]):
            self.screen.show(Text(HELP, "quiet"))
        else:
            self.play(command)

    def play(self, words: str) -> None:
        """A step; the one that ends the decision is judged."""
        view = self.view
        action = self.rules.parse(
            resolve(words, self.presenter.numbered(view.legal), self.rules, self.presenter.lying(view))
        )
        before = copy_of(self.states)
        self.rules.seed(
            self.states, rng_of("practice").integers(1 << 32, size=8), len(self.steps)
        )  # nobody learns what came
        self.rules.play(self.states, action)
        outcomes = tuple(self.rules.outcome_text(outcome) for outcome in self.rules.outcomes(self.states))
        entry = self.mistake.decision.first + len(self.steps)
        self.steps.append(Step(entry, self.mistake.seat, action, outcomes, before, copy_of(self.states)))
        if ends_decision(self.rules, self.steps[-1]):
            self.judge()
        else:
            self.draw()

    def judge(self) -> None:
        """What was tried, against the best that is known."""
        with self.screen.thinking(t("review.title")):
            found = self.reviewer.decision(self.steps, self.mistake.seat)
        if found is None or found.grade not in NAMES:
            self.screen.show(Text(t("review.try_best"), "points"))
        else:
            cost = found.cost.margin
            low, high = (spoken().number(end, 1) for end in (cost.low, cost.high))
            words = t("review.try_less", n=round(cost.value, 1), low=low, high=high)
            self.screen.show(Text(f"{t(f'review.grade_{found.grade}')}: {words}", "alarm"))
        self.reveal()

    def reveal(self) -> None:
        """What was played, what was better, and why."""
        from coatl.terminal.review import compared

        self.screen.show(*(Text(line, "quiet") for line in compared(self.mistake.decision)), Text(HELP, "quiet"))

    def draw(self) -> None:
        """The table, the question, and what may be played."""
        view, name = self.view, shown_name(self.mistake.record.players[self.mistake.seat - 1])
        self.screen.clear()
        self.screen.show(
            head_line(self.presenter, view, self.screen.width), self.presenter.table(view, self.screen.width)
        )
        self.screen.show(Text(f"{t('review.way_try', name=name)} ({self.place})", "name"))
        self.screen.show(self.presenter.actions(view, self.screen.width), Text(HELP, "quiet"))
