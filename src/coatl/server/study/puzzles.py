"""Puzzles of both games: made in a thinker's process, kept for all who ask, played step by step by the engine."""

import asyncio
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from coatl.board.rules import BoardRules
from coatl.board.state import FINISH
from coatl.card.rules import CardRules
from coatl.card.state import GAIN
from coatl.describe.progress import progress
from coatl.describe.reach import Preview, later
from coatl.engine.errors import CoatlError
from coatl.engine.structs import Records
from coatl.position import Position
from coatl.server.study.analysis import solution_data, turn_with_changes
from coatl.server.study.models import Assembly, PuzzleHint, Turn
from coatl.solver.board import puzzles as board_puzzles
from coatl.solver.card import puzzles as card_puzzles

MOST_KEPT = 500
ASSEMBLING = ("start", "extend", "fulfil", "temple", "done")
Puzzle = board_puzzles.Puzzle | card_puzzles.Puzzle
Name = tuple[str, str, str]  # game, level, seed


class PuzzleCache:
    """The puzzles that were made lately; one that is asked for twice at once is made once."""

    def __init__(self, think: Callable[..., Awaitable[Any]]) -> None:
        self.think = think
        self.kept: OrderedDict[Name, asyncio.Task[Any]] = OrderedDict()

    def has(self, name: Name) -> bool:
        """Whether it is there already."""
        return name in self.kept

    async def puzzle(self, name: Name, address: str) -> Puzzle:
        """The puzzle of a game, a level and a seed, made for whoever asks first.

        :raises CoatlError: as `StudyQueue.think`.
        """
        task = self.kept.pop(name, None) or asyncio.create_task(self.make(name, address))
        self.kept[name] = task
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return puzzle_of(name, await asyncio.shield(task))

    async def make(self, name: Name, address: str) -> Any:
        """The view of a new one; a failure is not kept."""
        try:
            return await self.think(address, made, *name)
        except BaseException:
            self.kept.pop(name, None)
            raise


@cache
def puzzle_rules(game: str) -> Any:
    """The rules of all puzzles of a game (`make` in `solver.GAME.puzzles`)."""
    return BoardRules(players=2, tokens=False) if game == "board" else CardRules(players=2)


def puzzle_of(name: Name, view: Any) -> Puzzle:
    """The puzzle that a view is."""
    game, level, seed = name
    kind: Any = board_puzzles.Puzzle if game == "board" else card_puzzles.Puzzle
    made_of: Puzzle = kind(seed, level, puzzle_rules(game), view, 0)
    return made_of


def made(game: str, level: str, seed: str) -> Any:
    """In a thinker's process."""
    make: Any = board_puzzles.make if game == "board" else card_puzzles.make
    return make(seed, level).view


# ---------------------------------------------------------------- playing


class Attempt(ABC):
    """A puzzle after some steps."""

    def __init__(self, puzzle: Any, steps: list[str]) -> None:
        self.puzzle, self.rules = puzzle, puzzle.rules
        self.states: Records = puzzle.states()
        for number, step in enumerate(steps, 1):
            self.play(step, number)

    def play(self, step: str, number: int) -> None:
        """One step, if it is legal; `done` that ends the puzzle is no step."""
        legal = self.legal()
        action = self.rules.text(self.rules.parse(step))
        if action not in legal or (action == "done" and self.ending):
            raise CoatlError("action.illegal", f"Step {number}, {action!r}, is not legal there.", legal)
        self.rules.play(self.states, self.rules.parse(action))

    def texts(self) -> list[str]:
        """All legal actions in notation."""
        return [self.rules.text(number) for number in Position(self.rules, self.states).legal()]

    @property
    @abstractmethod
    def ending(self) -> bool:
        """Whether `done` would end the puzzle: then it can be compared with the best."""

    @property
    @abstractmethod
    def points(self) -> int:
        """What was reached by now."""

    @abstractmethod
    def legal(self) -> list[str]:
        """The steps that belong to the puzzle."""

    @abstractmethod
    def view(self) -> Any:
        """What the player sees."""

    @abstractmethod
    def hint(self) -> PuzzleHint:
        """What the best way brings, what can still be had, and the next step towards it."""

    @abstractmethod
    def solution(self) -> Assembly | Turn:
        """The best way as data."""

    def data(self) -> dict[str, Any]:
        """The puzzle as it stands."""
        view = self.view()
        facts = {"progress": progress(self.rules, view), "preview": self.preview(view), "points": self.points}
        name = {"game": self.rules.game, "seed": self.puzzle.seed, "level": self.puzzle.level}
        return name | facts | {"view": view, "ending": self.ending}

    def preview(self, view: Any) -> Preview:
        """How the cards stand now, and after each step; from the states, since a puzzle is no whole table."""
        reading = import_module(f"coatl.describe.{self.rules.game}.reach").reader(self.rules, view)
        position = Position(self.rules, self.states)
        steps = {self.rules.text(number): number for number in position.legal()}
        after = {
            step: later(self.rules, position, number, reading)
            for step, number in steps.items()
            if step in view.legal and step.split()[0] in reading.placements
        }
        return Preview(reading.reach(view, view.legal), after)


class Building(Attempt):
    """Board game: coatls are assembled."""

    @property
    def ending(self) -> bool:
        return bool(self.states[0].pending != FINISH)

    @property
    def points(self) -> int:
        return int(self.rules.view(self.states, 1).players[0].points)

    def legal(self) -> list[str]:
        steps = dict.fromkeys(text for text in self.texts() if text.split()[0] in ASSEMBLING)
        return [*dict.fromkeys([*steps, "done"])] if self.ending else [*steps]

    def view(self) -> Any:
        pending = "assemble" if self.ending else "finish"  # nothing but assembling is asked for
        return replace(self.rules.view(self.states, 1), pending=pending, legal=tuple(self.legal()))

    def hint(self) -> PuzzleHint:
        from coatl.solver.board.assembly import solved
        from coatl.solver.board.positions import numbers, question_at

        best, rules, states = self.puzzle.solution, self.rules, self.states
        rest = solved(rules, question_at(rules, states, 1), *numbers(rules.view(states, 1), 1), 0)
        return {
            "best": best.points,
            "coatls": [made.number for made in best.coatls],
            "possible": self.points + rest.points,
            "next": rest.steps[0] if rest.steps else "done",
        }

    def solution(self) -> Assembly:
        return solution_data(self.rules, self.puzzle.solution)


class Playing(Attempt):
    """Card game: a turn is played, without discards, since a puzzle has no chance."""

    @property
    def ending(self) -> bool:
        return bool(self.states[0].pending == GAIN) and card_puzzles.ends_turn(self.rules, self.states)

    @property
    def points(self) -> int:
        return card_puzzles.points_of(self.rules, self.states)

    def legal(self) -> list[str]:
        return [text for text in self.texts() if not text.startswith("discard")]

    def view(self) -> Any:
        return replace(self.rules.view(self.states, 1), legal=tuple(self.legal()))

    def hint(self) -> PuzzleHint:
        from coatl.solver.card.best_turn import solved

        best, rest = self.puzzle.solution, solved(self.rules, self.states, 0)
        return {"best": int(best.points), "coatls": [], "possible": int(rest.points), "next": rest.actions[0]}

    def solution(self) -> Turn:
        return turn_with_changes(self.puzzle.solution)


def attempt(puzzle: Puzzle, steps: list[str]) -> Attempt:
    """A puzzle of either game after some steps."""
    return (Building if isinstance(puzzle, board_puzzles.Puzzle) else Playing)(puzzle, steps)


# ---------------------------------------------------------------- in a thinker's process


def judged(view: Any, name: Name, steps: list[str], ask: str) -> dict[str, Any]:
    """How the steps compare with the best, what comes next, or the solution."""
    tried = attempt(puzzle_of(name, view), steps)
    best = int(tried.puzzle.solution.points)
    answer = tried.data()
    if ask == "hint":
        return answer | {"hint": tried.hint()}
    solved = tried.points == best
    if ask == "solution" or solved:
        answer |= {"solution": tried.solution()}
    return answer | {"best": best, "solved": solved}
