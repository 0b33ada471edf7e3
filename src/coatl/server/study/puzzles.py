"""Puzzles: made in a thinker's process, kept for all who ask, played step by step by the engine."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from typing import Any

from coatl.board.rules import BoardRules
from coatl.board.state import FINISH
from coatl.board.view import View
from coatl.describe.board.reach import reader
from coatl.describe.progress import progress
from coatl.describe.reach import Preview, later
from coatl.engine.errors import CoatlError
from coatl.engine.structs import Records
from coatl.position import Position
from coatl.server.study.analysis import solution_data
from coatl.server.study.models import PuzzleHint
from coatl.solver.board.puzzles import Puzzle, make

MOST_KEPT = 500
STEPS = ("start", "extend", "fulfil", "temple", "done")


class PuzzleCache:
    """The puzzles that were made lately; one that is asked for twice at once is made once."""

    def __init__(self, think: Callable[..., Awaitable[Any]]) -> None:
        self.think = think
        self.kept: OrderedDict[tuple[str, str], asyncio.Task[View]] = OrderedDict()

    def has(self, level: str, seed: str) -> bool:
        """Whether it is there already."""
        return (level, seed) in self.kept

    async def puzzle(self, level: str, seed: str, address: str) -> Puzzle:
        """The puzzle of a level and a seed, made for whoever asks first.

        :raises CoatlError: as `StudyQueue.think`.
        """
        task = self.kept.pop((level, seed), None) or asyncio.create_task(self.make(level, seed, address))
        self.kept[level, seed] = task
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return Puzzle(seed, level, puzzle_rules(), await asyncio.shield(task), 0)

    async def make(self, level: str, seed: str, address: str) -> View:
        """A new one; a failure is not kept."""
        try:
            view: View = await self.think(address, made, level, seed)
        except BaseException:
            self.kept.pop((level, seed), None)
            raise
        return view


@cache
def puzzle_rules() -> BoardRules:
    """The rules of all puzzles (`solver.puzzles.make`)."""
    return BoardRules(players=2, tokens=False)


def made(level: str, seed: str) -> View:
    """In a thinker's process."""
    return make(seed, level).view


# ---------------------------------------------------------------- playing


class Building:
    """A puzzle after some steps."""

    def __init__(self, puzzle: Puzzle, steps: list[str]) -> None:
        self.puzzle, self.rules = puzzle, puzzle.rules
        self.states: Records = puzzle.states()
        for number, step in enumerate(steps, 1):
            self.play(step, number)

    def play(self, step: str, number: int) -> None:
        """One step, if it is legal."""
        legal = self.legal()
        action = self.rules.text(self.rules.parse(step))
        if action not in legal or (action == "done" and not self.finishing):
            raise CoatlError("action.illegal", f"Step {number}, {action!r}, is not legal there.", legal)
        self.rules.play(self.states, self.rules.parse(action))

    @property
    def finishing(self) -> bool:
        """Whether a coatl waits for its last cards."""
        return bool(self.states[0].pending == FINISH)

    @property
    def points(self) -> int:
        """Points of the coatls that are finished by now."""
        return self.rules.view(self.states, 1).players[0].points

    def legal(self) -> list[str]:
        """The steps of assembling; `done` says that a coatl, or everything, is ready."""
        texts = [self.rules.text(number) for number in Position(self.rules, self.states).legal()]
        steps = dict.fromkeys(text for text in texts if text.split()[0] in STEPS)
        return [*steps] if self.finishing else [*(dict.fromkeys([*steps, "done"]))]

    def view(self) -> View:
        """What the player sees: nothing but assembling is asked for."""
        pending = "finish" if self.finishing else "assemble"
        return replace(self.rules.view(self.states, 1), pending=pending, legal=tuple(self.legal()))

    def data(self) -> dict[str, Any]:
        """The puzzle as it stands."""
        view = self.view()
        facts = {"progress": progress(self.rules, view), "preview": self.preview(view), "points": self.points}
        return {"seed": self.puzzle.seed, "level": self.puzzle.level, "view": view, **facts}

    def preview(self, view: View) -> Preview:
        """How the cards stand now, and after each step; from the states, since a puzzle is no whole table."""
        position, reading = Position(self.rules, self.states), reader(self.rules, view)
        steps = {self.rules.text(number): number for number in position.legal()}
        after = {
            step: later(self.rules, position, number, reading)
            for step, number in steps.items()
            if step in view.legal and step.split()[0] in reading.placements
        }
        return Preview(reading.reach(view, view.legal), after)


# ---------------------------------------------------------------- in a thinker's process


def judged(view: View, level: str, seed: str, steps: list[str], ask: str) -> dict[str, Any]:
    """How the steps compare with the best, what comes next, or the solution."""
    building = Building(Puzzle(seed, level, puzzle_rules(), view, 0), steps)
    best = building.puzzle.solution
    answer = building.data()
    if ask == "hint":
        return answer | {"hint": hint(building)}
    solved = building.points == best.points
    if ask == "solution" or solved:
        answer |= {"solution": solution_data(building.rules, best)}
    return answer | {"best": best.points, "solved": solved}


def hint(building: Building) -> PuzzleHint:
    """What the best way finishes, what can still be had, and the next step towards it."""
    from coatl.solver.board.assembly import solved
    from coatl.solver.board.positions import numbers, question_at

    best, rules, states = building.puzzle.solution, building.rules, building.states
    rest = solved(rules, question_at(rules, states, 1), *numbers(rules.view(states, 1), 1), 0)
    return {
        "best": best.points,
        "coatls": [made.number for made in best.coatls],
        "possible": building.points + rest.points,
        "next": rest.steps[0] if rest.steps else "done",
    }
