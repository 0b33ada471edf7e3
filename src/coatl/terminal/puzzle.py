"""`coatl puzzle`: a position of either game, the player's steps, and how they compare with the best."""

import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Group, RenderableType
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from coatl.board.state import FINISH
from coatl.card.state import GAIN
from coatl.describe.reasons import reason
from coatl.engine.errors import CoatlError
from coatl.engine.structs import Records, copy_of
from coatl.messages import spoken, t
from coatl.position import Position
from coatl.registry import printed_rules
from coatl.solver.board import puzzles as board_puzzles
from coatl.solver.board.assembly import Solution, solved
from coatl.solver.board.positions import numbers, question_at
from coatl.solver.card import best_turn
from coatl.solver.card import puzzles as card_puzzles
from coatl.terminal.board import actions as board_actions
from coatl.terminal.board.cards import Cards as BoardCards
from coatl.terminal.board.solve import solution_page, typed
from coatl.terminal.board.table import Drawing as BoardDrawing
from coatl.terminal.card import actions as card_actions
from coatl.terminal.card.cards import Cards as CardCards
from coatl.terminal.card.solve import solution_page as turn_page
from coatl.terminal.card.table import Drawing as CardDrawing
from coatl.terminal.compilation import ready, ready_solver
from coatl.terminal.prompt import Prompt
from coatl.terminal.reports import as_json
from coatl.terminal.screen import Screen
from coatl.terminal.shorthand import resolve
from coatl.terminal.theme import console
from coatl.terminal.wording import error_text, listed, styled

STEPS = ("start", "extend", "fulfil", "temple", "done")
SHORT = {"h": "help", "u": "undo", "q": "quit", "exit": "quit", "?": "help", "view": "table", "solve": "solution"}
HELP = {name: name for name in ("done", "hint", "undo", "table", "give up", "quit")}
NEXT = ("next", "n")
GAMES: dict[str, Any] = {"board": board_puzzles, "card": card_puzzles}


def puzzle(game: str, level: str, seed: str | None, solution: bool, plain: bool) -> None:
    """Makes puzzles; prints one, or plays them until the player has had enough."""
    if game not in GAMES:
        raise CoatlError("game.unknown", f"There are no puzzles of {game[:20]!r}.", list(GAMES))
    GAMES[game].level_called(level)
    made = made_with_progress(game, secrets.token_hex(3) if seed is None else seed, level)
    if plain:
        as_json(made.data() | ({"solution": made.solution.data()} if solution else {}))
        return
    table = table_of(made, Prompt())
    if solution:
        table.draw()
        table.reveal()
    else:
        play_on(table, lambda: made_with_progress(game, secrets.token_hex(3), level))


def play_on(table: "PuzzleTable", make: Callable[[], Any]) -> None:
    """One puzzle after another, with how many were solved in a row."""
    streak = 0
    while (is_solved := table.run()) is not None:
        streak = streak + 1 if is_solved else 0
        if streak > 1:
            table.screen.show(Text(t("puzzle.streak", n=streak), "points"))
        table.screen.show(Text(t("terminal_solve.puzzle_next"), "quiet"))
        if (table.screen.ask() or "").strip().lower() not in NEXT:
            return
        table = table_of(make(), table.screen)


def made_with_progress(game: str, seed: str, level: str) -> Any:
    """The puzzle; a sign of life if it takes longer."""
    rules = printed_rules(game)
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
        return GAMES[game].make(seed, level, lambda: progress.advance(task))


class Left(Exception):
    """The player leaves."""


class PuzzleTable(ABC):
    """A puzzle at the keyboard."""

    task: str  # what is to be done
    examples: str  # of steps that can be typed

    def __init__(self, made: Any, screen: Screen) -> None:
        self.puzzle, self.rules, self.screen = made, made.rules, screen
        self.states: Records = made.states()
        self.done: list[tuple[str, Records]] = []  # the steps, and the states before them
        self.hints = 0
        self.asked: set[str] = set()  # what the player was asked about before
        self.is_solved = False
        self.commands: dict[str, Callable[[], bool]] = {
            "help": self.help,
            "hint": self.hint,
            "undo": self.undo,
            "table": self.draw,
            "give up": self.give_up,
            "solution": self.give_up,
            "quit": self.leave,
        }

    # ------------------------------------------------------------ what a game does its own way

    @property
    @abstractmethod
    def view(self) -> Any:
        """What the player sees, with the steps that may be taken."""

    @property
    @abstractmethod
    def ending(self) -> bool:
        """Whether `done` ends the puzzle."""

    @property
    @abstractmethod
    def scored(self) -> int:
        """The points by now."""

    @abstractmethod
    def parts(self, view: Any) -> Sequence[RenderableType]:
        """The table and the steps."""

    @abstractmethod
    def order(self, view: Any) -> list[str]:
        """The steps as they are numbered."""

    @abstractmethod
    def from_here(self) -> tuple[int, str]:
        """The most points that are still possible, and the next step towards them."""

    @abstractmethod
    def first_hint(self) -> str:
        """How much the best way brings."""

    @abstractmethod
    def why(self) -> RenderableType:
        """The reasons of the solution."""

    @abstractmethod
    def reveal(self) -> bool:
        """The solution and its reasons."""

    # ------------------------------------------------------------ playing

    def run(self) -> bool | None:
        """Asks for steps until the player is ready, gives up or leaves; whether it was solved, None for who leaves."""
        self.draw()
        try:
            while not self.ask():
                pass
        except (Left, KeyboardInterrupt):
            game = "" if self.rules.game == "board" else f" --game {self.rules.game}"
            again = f"coatl puzzle{game} --level {self.puzzle.level} --seed {self.puzzle.seed}"
            self.screen.say(t("terminal_solve.puzzle_again", command=again))
            return None
        return self.is_solved

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

    def legal(self) -> list[str]:
        """All legal actions in notation."""
        return [self.rules.text(number) for number in Position(self.rules, self.states).legal()]

    def step(self, words: str) -> bool:
        """Plays a step; `done` may end the puzzle."""
        view = self.view
        temples = view.temples if self.rules.game == "board" else ()
        lying = {f"pile{number}": card or "" for number, card in enumerate(temples, 1)}
        action = resolve(words, self.order(view), self.rules, lying)
        if action == "done" and self.ending:
            return self.end()
        self.done.append((action, copy_of(self.states)))
        self.rules.play(self.states, self.rules.parse(action))
        return bool(self.draw())

    def sure(self, about: str) -> bool:
        """Whether the player was asked about this before; else asks."""
        if about in self.asked:
            return True
        self.asked.add(about)
        self.screen.show(Text(t(f"terminal_solve.puzzle_{about}"), "name"))
        return False

    def end(self) -> bool:
        """Ends the puzzle; whoever has not taken a single step is asked first, since the solution is shown."""
        return self.compare() if self.done or self.sure("sure") else False

    def give_up(self) -> bool:
        """Shows the solution, if the player is sure."""
        return self.reveal() if self.sure("give_up") else False

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
        title = t("terminal_solve.puzzle", seed=self.puzzle.seed, level=t(f"puzzle.{self.puzzle.level}").lower())
        self.screen.clear()
        self.screen.show(Text(title, "title"), Text(t(self.task), "quiet"), "")
        self.screen.show(*self.parts(self.view))
        self.screen.show(Text(f"hint   undo   give up   ? {t('terminal.help')}", "quiet"))
        return False

    def help(self) -> bool:
        """What can be typed."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="typed", no_wrap=True)
        table.add_column()
        for steps, name in {self.examples: "steps", **HELP}.items():
            table.add_row(steps, t(f"terminal_solve.help_{name.replace(' ', '_')}"))
        self.screen.show(table)
        return False

    @property
    def best(self) -> int:
        """The points of the solution."""
        return int(self.puzzle.solution.points)

    def hint(self) -> bool:
        """First what the best way brings, then step by step how."""
        possible, step = self.from_here()
        self.hints += 1
        if possible < self.best:
            self.screen.show(Text(t("terminal_solve.puzzle_back", n=possible, best=self.best), "name"))
        elif self.hints == 1:
            self.screen.show(Text(self.first_hint(), "name"))
        else:
            self.screen.show(styled("puzzle.hint_next", "name", step=(step, "typed")))
        return False

    def compare(self) -> bool:
        """The result beside the best."""
        self.is_solved = self.scored == self.best
        if self.is_solved:
            self.screen.show(Text(t("puzzle.solved", n=self.best), "points"))
            self.screen.show(typed([step for step, _ in self.done], self.screen.width), self.why())
        else:
            self.screen.show(Text(t("terminal_solve.puzzle_less", n=self.scored, best=self.best), "alarm"), "")
            self.reveal()
        return True


class BoardTable(PuzzleTable):
    """Board game: coatls are assembled."""

    task = "puzzle.task"
    examples = "e 1 l G, f K5 1, …"

    def __init__(self, made: board_puzzles.Puzzle, screen: Screen) -> None:
        super().__init__(made, screen)
        self.cards = BoardCards(made.rules)

    @property
    def view(self) -> Any:
        pending = "assemble" if self.ending else "finish"  # nothing but assembling is asked for
        steps = [text for text in self.legal() if text.split()[0] in STEPS]
        legal = tuple(dict.fromkeys([*steps, "done"] if self.ending else steps))
        return replace(self.rules.view(self.states, 1), pending=pending, legal=legal)

    @property
    def ending(self) -> bool:
        return bool(self.states[0].pending != FINISH)

    @property
    def scored(self) -> int:
        return int(self.rules.view(self.states, 1).players[0].points)

    def parts(self, view: Any) -> Sequence[RenderableType]:
        drawing = BoardDrawing(self.cards, [t("terminal.you"), ""], self.screen.width)
        steps = board_actions.listing(view, self.cards, self.screen.width)
        return [drawing.temples(view), drawing.player(view, 1), drawing.hand(view, 1), "", steps]

    def order(self, view: Any) -> list[str]:
        return board_actions.numbered(view.legal)

    def from_here(self) -> tuple[int, str]:
        view = self.rules.view(self.states, 1)
        rest: Solution = solved(self.rules, question_at(self.rules, self.states, 1), *numbers(view, 1), 0)
        return self.scored + rest.points, rest.steps[0] if rest.steps else "done"

    def first_hint(self) -> str:
        made = listed([t("terminal_board.label_coatl", n=each.number) for each in self.puzzle.solution.coatls])
        return t("terminal_solve.puzzle_first", n=self.best, coatls=made)

    def why(self) -> RenderableType:
        """Card by card."""
        lines = (
            t("terminal_why.coatl_card", n=made.number, card=name, why=reason(card, spoken()))
            for made in self.puzzle.solution.coatls
            for name, card in made.score.cards.items()
        )
        return Group(*(Text(line, "quiet") for line in lines))

    def reveal(self) -> bool:
        self.screen.show(solution_page(self.cards, self.puzzle.solution, self.screen.width))
        return True


class CardTable(PuzzleTable):
    """Card game: a turn is played, without discards, since a puzzle has no chance."""

    task = "puzzle.task_card"
    examples = "beside RG left, over RG right, raise B1, …"

    def __init__(self, made: card_puzzles.Puzzle, screen: Screen) -> None:
        super().__init__(made, screen)
        self.cards = CardCards(made.rules)

    @property
    def view(self) -> Any:
        steps = tuple(text for text in self.legal() if not text.startswith("discard"))
        return replace(self.rules.view(self.states, 1), legal=steps)

    @property
    def ending(self) -> bool:
        return bool(self.states[0].pending == GAIN) and card_puzzles.ends_turn(self.rules, self.states)

    @property
    def scored(self) -> int:
        return card_puzzles.points_of(self.rules, self.states)

    def parts(self, view: Any) -> Sequence[RenderableType]:
        drawing = CardDrawing(self.cards, [t("terminal.you"), t("learn.opponent")], self.screen.width)
        steps = card_actions.listing(view, self.cards, self.screen.width)
        return [*drawing.middle(view), *drawing.rivals(view), *drawing.own(view), steps]

    def order(self, view: Any) -> list[str]:
        return card_actions.numbered(view.legal)

    def from_here(self) -> tuple[int, str]:
        rest = best_turn.solved(self.rules, self.states, 0)
        return int(rest.points), rest.actions[0]

    def first_hint(self) -> str:
        return t("terminal_solve.puzzle_first_card", n=self.best)

    def why(self) -> RenderableType:
        return turn_page(self.puzzle.solution)

    def reveal(self) -> bool:
        self.screen.show(turn_page(self.puzzle.solution))
        return True


def table_of(made: Any, screen: Screen) -> PuzzleTable:
    """A puzzle of either game at the keyboard."""
    return CardTable(made, screen) if isinstance(made, card_puzzles.Puzzle) else BoardTable(made, screen)
