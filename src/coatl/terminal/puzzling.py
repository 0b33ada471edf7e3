"""`coatl puzzle`: a position, the player's steps, and how they compare with the best."""

import secrets
import sys
from collections.abc import Callable
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from coatl.board.rules import BoardRules
from coatl.board.state import FINISH
from coatl.board.view import View
from coatl.engine.errors import CoatlError
from coatl.engine.records import Records, copy_of
from coatl.position import Position
from coatl.solver.assembling import Solution, solved
from coatl.solver.positions import numbers, question_at
from coatl.solver.puzzles import Puzzle, level_called, make
from coatl.terminal.board.actions import listing, numbered
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.table import Drawing
from coatl.terminal.compiling import ready, ready_solver
from coatl.terminal.look import console
from coatl.terminal.reports import as_json
from coatl.terminal.screen import Screen
from coatl.terminal.shorthand import resolve
from coatl.terminal.solving import points, solution_page, typed

STEPS = ("start", "extend", "fulfil", "temple", "done")
NAMES = ("You", "nobody")
TASK = "Finish coatls for the most points you can, in one action. Exactly one way brings the most."
SHORT = {"h": "help", "u": "undo", "q": "quit", "exit": "quit", "?": "help", "view": "table", "solve": "solution"}
HELP = {
    "e 1 l G, f K5 1, …": "the steps of a game, their beginnings, or the number in the list",
    "done": "you are ready: see how it compares with the best",
    "hint": "what the best way finishes; then the next step",
    "undo": "take the last step back",
    "table": "draw the table again",
    "give up": "see the solution; also solution",
    "quit": "leave",
}


def puzzle(level: str, seed: str | None, solution: bool, plain: bool) -> None:
    """Makes a puzzle; prints it, or plays it."""
    level_called(level)
    made = made_with_progress(secrets.token_hex(3) if seed is None else seed, level)
    if plain:
        as_json(made.data() | ({"solution": made.solution.data()} if solution else {}))
        return
    table = PuzzleTable(made, Screen())
    if solution:
        table.draw()
        table.reveal()
    else:
        table.run()


def made_with_progress(seed: str, level: str) -> Puzzle:
    """The puzzle; a sign of life if it takes longer."""
    rules = BoardRules()
    ready(rules)
    ready_solver(rules)
    errors = console(sys.stderr)
    columns = (
        SpinnerColumn(),
        TextColumn("Looking for a puzzle"),
        TextColumn("{task.completed} tried"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=errors, disable=not errors.is_terminal, transient=True) as progress:
        task = progress.add_task("tries", total=None)
        return make(seed, level, lambda: progress.advance(task))


class Left(Exception):
    """The player leaves."""


class PuzzleTable:
    """A puzzle at the keyboard."""

    def __init__(self, made: Puzzle, screen: Screen) -> None:
        self.puzzle = made
        self.rules = made.rules
        self.screen = screen
        self.cards = Cards(made.rules)
        self.states = made.states()
        self.done: list[tuple[str, Records]] = []  # the steps, and the states before them
        self.hints = 0
        self.commands: dict[str, Callable[[], bool]] = {
            "help": self.help,
            "hint": self.hint,
            "undo": self.undo,
            "table": self.draw,
            "give up": self.reveal,
            "solution": self.reveal,
            "quit": self.leave,
        }

    def run(self) -> None:
        """Asks for steps until the player is ready, gives up or leaves."""
        self.draw()
        try:
            while not self.ask():
                pass
        except (Left, KeyboardInterrupt):
            again = f"coatl puzzle --level {self.puzzle.level} --seed {self.puzzle.seed}"
            self.screen.say(f"The same puzzle again: {again}")

    def ask(self) -> bool:
        """One line; true when the puzzle is over."""
        line = self.screen.ask()
        if line is None:
            raise Left
        words = " ".join(line.lower().split())
        try:
            if not words:
                return False
            command = self.commands.get(SHORT.get(words, words))
            return command() if command else self.step(words)
        except CoatlError as fault:
            self.screen.show(Text(str(fault), "alarm"))
            return False

    # ------------------------------------------------------------ steps

    @property
    def view(self) -> View:
        """What the player sees, with the steps that may be taken."""
        view = self.rules.view(self.states, 1)
        pending = "finish" if self.finishing else "assemble"  # nothing but assembling is asked for
        texts = [self.rules.text(number) for number in Position(self.rules, self.states).legal()]
        steps = [text for text in texts if text.split()[0] in STEPS]
        return replace(view, pending=pending, legal=tuple(dict.fromkeys(steps if self.finishing else [*steps, "done"])))

    @property
    def finishing(self) -> bool:
        return bool(self.states[0].pending == FINISH)

    @property
    def scored(self) -> int:
        """Points of the coatls that are finished by now."""
        return self.rules.view(self.states, 1).players[0].points

    def step(self, words: str) -> bool:
        """Plays a step; `done` that closes no coatl ends the puzzle."""
        view = self.view
        lying = {f"pile{number}": card or "" for number, card in enumerate(view.temples, 1)}
        action = resolve(words, numbered(view.legal), self.rules, lying)
        if action == "done" and not self.finishing:
            return self.compare()
        self.done.append((action, copy_of(self.states)))
        self.rules.play(self.states, self.rules.parse(action))
        return bool(self.draw())

    def undo(self) -> bool:
        """Takes the last step back."""
        if not self.done:
            raise CoatlError("undo.refused", "There is nothing to undo.")
        _, self.states = self.done.pop()
        return self.draw()

    def leave(self) -> bool:
        """Leaves the puzzle."""
        raise Left

    # ------------------------------------------------------------ what is shown

    def draw(self) -> bool:
        """The player's part of the table, and the steps."""
        view, width = self.view, self.screen.width
        drawing = Drawing(self.cards, NAMES, width)
        title = f"Puzzle {self.puzzle.seed} · {self.puzzle.level}"
        self.screen.clear()
        self.screen.show(Text(title, "title"), Text(TASK, "quiet"), "")
        self.screen.show(drawing.temples(view), drawing.player(view, 1), drawing.hand(view, 1), "")
        self.screen.show(listing(view, self.cards, width))
        self.screen.show(Text("hint   undo   give up   ? help", "quiet"))
        return False

    def help(self) -> bool:
        """What can be typed."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="typed", no_wrap=True)
        table.add_column()
        for name, meaning in HELP.items():
            table.add_row(name, meaning)
        self.screen.show(table)
        return False

    def from_here(self) -> Solution:
        """The best that is still possible."""
        view = self.rules.view(self.states, 1)
        return solved(self.rules, question_at(self.rules, self.states, 1), *numbers(view, 1), 0)

    def hint(self) -> bool:
        """First what the best way finishes, then step by step how."""
        best, rest = self.puzzle.solution, self.from_here()
        self.hints += 1
        if self.scored + rest.points < best.points:
            possible = f"From here at most {points(self.scored + rest.points)} of {best.points} can be had: undo."
            self.screen.show(Text(possible, "name"))
        elif self.hints == 1:
            made = " and ".join(f"coatl {each.number}" for each in best.coatls)
            self.screen.show(Text(f"The best way brings {points(best.points)}: it finishes {made}.", "name"))
        else:
            self.screen.show(Text.assemble(("Next: ", "name"), (rest.steps[0] if rest.steps else "done", "typed")))
        return False

    def compare(self) -> bool:
        """The result beside the best."""
        best = self.puzzle.solution
        if self.scored == best.points:
            steps = typed([step for step, _ in self.done], self.screen.width)
            self.screen.show(
                Text.assemble((f"Solved: {points(best.points)}. ", "points"), "Nothing else brings as much.")
            )
            self.screen.show(steps, self.why(best))
        else:
            self.screen.show(Text(f"{points(self.scored)} of {best.points}.", "alarm"), "")
            self.reveal()
        return True

    def reveal(self) -> bool:
        """The solution and its reasons."""
        self.screen.show(solution_page(self.cards, self.puzzle.solution, self.screen.width))
        return True

    def why(self, best: Solution) -> RenderableType:
        """Card by card."""
        return Group(*(Text(line, "quiet") for line in best.reasons))
