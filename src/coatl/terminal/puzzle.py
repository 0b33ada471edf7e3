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
from coatl.describe.reasons import reason
from coatl.engine.errors import CoatlError
from coatl.engine.structs import Records, copy_of
from coatl.messages import spoken, t
from coatl.position import Position
from coatl.solver.board.assembly import Solution, solved
from coatl.solver.board.positions import numbers, question_at
from coatl.solver.board.puzzles import Puzzle, level_called, make
from coatl.terminal.board.actions import listing, numbered
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.solve import solution_page, typed
from coatl.terminal.board.table import Drawing
from coatl.terminal.compilation import ready, ready_solver
from coatl.terminal.prompt import Prompt
from coatl.terminal.reports import as_json
from coatl.terminal.screen import Screen
from coatl.terminal.shorthand import resolve
from coatl.terminal.theme import console
from coatl.terminal.wording import error_text, listed, styled

STEPS = ("start", "extend", "fulfil", "temple", "done")
SHORT = {"h": "help", "u": "undo", "q": "quit", "exit": "quit", "?": "help", "view": "table", "solve": "solution"}
HELP = {"e 1 l G, f K5 1, …": "steps"} | {name: name for name in ("done", "hint", "undo", "table", "give up", "quit")}


def puzzle(level: str, seed: str | None, solution: bool, plain: bool) -> None:
    """Makes a puzzle; prints it, or plays it."""
    level_called(level)
    made = made_with_progress(secrets.token_hex(3) if seed is None else seed, level)
    if plain:
        as_json(made.data() | ({"solution": made.solution.data()} if solution else {}))
        return
    table = PuzzleTable(made, Prompt())
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
        TextColumn(t("terminal_solve.puzzle_looking")),
        TextColumn(t("terminal_solve.puzzle_tried", n="{task.completed}")),
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
        self.asked = False  # whether the player was asked about ending without a step
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
            self.screen.say(t("terminal_solve.puzzle_again", command=again))

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
            self.screen.show(Text(error_text(fault), "alarm"))
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
            return self.end()
        self.done.append((action, copy_of(self.states)))
        self.rules.play(self.states, self.rules.parse(action))
        return bool(self.draw())

    def end(self) -> bool:
        """Ends the puzzle; whoever has not taken a single step is asked first, since the solution is shown."""
        if self.done or self.asked:
            return self.compare()
        self.asked = True
        self.screen.show(Text(t("terminal_solve.puzzle_sure"), "name"))
        return False

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
        drawing = Drawing(self.cards, [t("terminal.you"), ""], width)
        title = t("terminal_solve.puzzle", seed=self.puzzle.seed, level=t(f"puzzle.{self.puzzle.level}").lower())
        self.screen.clear()
        self.screen.show(Text(title, "title"), Text(t("puzzle.task"), "quiet"), "")
        self.screen.show(drawing.temples(view), drawing.player(view, 1), drawing.hand(view, 1), "")
        self.screen.show(listing(view, self.cards, width))
        self.screen.show(Text(f"hint   undo   give up   ? {t('terminal.help')}", "quiet"))
        return False

    def help(self) -> bool:
        """What can be typed."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="typed", no_wrap=True)
        table.add_column()
        for steps, name in HELP.items():
            table.add_row(steps, t(f"terminal_solve.help_{name.replace(' ', '_')}"))
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
            possible = t("terminal_solve.puzzle_back", n=self.scored + rest.points, best=best.points)
            self.screen.show(Text(possible, "name"))
        elif self.hints == 1:
            made = listed([t("terminal_board.label_coatl", n=each.number) for each in best.coatls])
            self.screen.show(Text(t("terminal_solve.puzzle_first", n=best.points, coatls=made), "name"))
        else:
            step = (rest.steps[0] if rest.steps else "done", "typed")
            self.screen.show(styled("puzzle.hint_next", "name", step=step))
        return False

    def compare(self) -> bool:
        """The result beside the best."""
        best = self.puzzle.solution
        if self.scored == best.points:
            steps = typed([step for step, _ in self.done], self.screen.width)
            self.screen.show(Text(t("puzzle.solved", n=best.points), "points"))
            self.screen.show(steps, self.why(best))
        else:
            self.screen.show(Text(t("terminal_solve.puzzle_less", n=self.scored, best=best.points), "alarm"), "")
            self.reveal()
        return True

    def reveal(self) -> bool:
        """The solution and its reasons."""
        self.screen.show(solution_page(self.cards, self.puzzle.solution, self.screen.width))
        return True

    def why(self, best: Solution) -> RenderableType:
        """Card by card."""
        lines = (
            t("terminal_why.coatl_card", n=made.number, card=name, why=reason(card, spoken()))
            for made in best.coatls
            for name, card in made.score.cards.items()
        )
        return Group(*(Text(line, "quiet") for line in lines))
