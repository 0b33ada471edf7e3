"""A record as a review reads it: turns, the decisions in them, and the steps at which chance revealed something."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from coatl.board.state import TURN
from coatl.engine.errors import CoatlError
from coatl.engine.record import UNDO, Record
from coatl.engine.rules import Result, Rules
from coatl.engine.structs import Records
from coatl.game import Game


@dataclass(frozen=True)
class Step:
    """One action that stood: what was undone is not in the timeline."""

    entry: int  # its place in the record, from 0
    seat: int
    action: int
    outcomes: tuple[str, ...]
    before: Records  # turned to the seat
    after: Records


@dataclass(frozen=True)
class Turn:
    """The steps of one seat in one turn."""

    number: int
    seat: int
    steps: tuple[Step, ...]

    def decisions(self, game: str) -> list[tuple[Step, ...]]:
        """The parts between two reveals; in the board game each action of a last turn with two is one (RULES 4.3)."""
        parts: list[list[Step]] = [[]]
        for step in self.steps:
            parts[-1].append(step)
            if step.outcomes or (game == "board" and step.after[0].pending == TURN):
                parts.append([])
        return [tuple(part) for part in parts if part]


@dataclass(frozen=True)
class Timeline:
    """A recorded game."""

    rules: Rules
    record: Record
    begin: Records  # the table as it was laid out
    turns: tuple[Turn, ...]
    end: Records
    result: Result | None

    @property
    def players(self) -> int:
        """How many people or bots play; an automaton is none."""
        return int(self.rules.options["players"])


def timeline_of(record: Record) -> Timeline:
    """Reads a whole record, or as much as was played of one that is not finished.

    :raises RecordError: if the record is damaged, hides something, or does not replay.
    """
    steps: list[Step] = []
    begin: Records | None = None
    game: Game | None = None
    for number, game in enumerate(Game.steps(record), -1):
        states = game.position().states
        if begin is None:
            begin = before = states
            continue
        entry = record.entries[number]
        if entry.action == UNDO:
            forget(steps, entry.seat)
        else:
            game.rules.act_as(before, entry.seat)
            action = game.rules.number(entry.action)
            steps.append(Step(number, entry.seat, action, entry.outcomes, before, states))
        before = game.position().states
    if game is None or begin is None:
        raise CoatlError("review.empty", "There is nothing to review in this record.")
    if not steps:
        raise CoatlError("review.empty", "There is nothing to review: nobody has played yet.")
    return Timeline(game.rules, record, begin, tuple(turns_of(game.rules, steps)), before, game.result)


def ends_decision(rules: Rules, step: Step) -> bool:
    """Whether a decision is over behind a step: by a reveal, with the turn, an action of the last turn, or the game."""
    before, after = step.before, step.after
    return bool(
        step.outcomes
        or rules.over(after)
        or rules.turns(after) != rules.turns(before)
        or rules.seat(after) != step.seat
        or (rules.game == "board" and after[0].pending == TURN)
    )


def forget(steps: list[Step], seat: int) -> None:
    """Takes the newest step of a seat out: it was undone."""
    places = [place for place, step in enumerate(steps) if step.seat == seat]
    del steps[places[-1]]


def turns_of(rules: Rules, steps: Sequence[Step]) -> list[Turn]:
    """The turns in their order; the secret choices at the start are one turn for each seat."""
    first = [step for step in steps if rules.turns(step.before) == 0]
    later = steps[len(first) :]
    chosen = [Turn(0, seat, tuple(found)) for seat, found in grouped(first, sort=True)]
    rest = []
    for number, found in groupby(later, key=lambda step: rules.turns(step.before)):
        rest += [Turn(number, seat, tuple(part)) for seat, part in grouped(list(found))]
    return [*chosen, *rest]


def grouped(steps: Sequence[Step], sort: bool = False) -> list[tuple[int, list[Step]]]:
    """Steps by their seat."""
    ordered = sorted(steps, key=lambda step: step.seat) if sort else steps
    return [(seat, list(found)) for seat, found in groupby(ordered, key=lambda step: step.seat)]
