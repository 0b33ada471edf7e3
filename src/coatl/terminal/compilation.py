"""The one compilation on a fresh machine, shown as progress."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from coatl.bots.base import Bot
from coatl.engine import code_cache
from coatl.engine.numba_internals import compilations
from coatl.engine.rules import Rules
from coatl.messages import t
from coatl.solver import module_of
from coatl.terminal.theme import console

RULES_FUNCTIONS, GAMES_FUNCTIONS, BOT_FUNCTIONS, SOLVER_FUNCTIONS = 200, 10, 50, 50  # about so many are compiled


class Bar:
    """A progress bar that comes with the first function to compile and moves on with every one."""

    def __init__(self, functions: int) -> None:
        self.functions = functions
        self.console = console(sys.stderr)
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
        self.progress = Progress(*columns, console=self.console, disable=not self.console.is_terminal)
        self.task = self.progress.add_task(t("terminal.compiling"), total=functions)
        self.shown = False

    def on_start(self) -> None:
        """Something is to be compiled: the bar appears."""
        if self.shown:
            return
        self.shown = True
        if not self.console.is_terminal:
            self.console.print(t("terminal.compiling_minute", what=t("terminal.compiling")))
        self.progress.start()

    def on_end(self) -> None:
        """One function more."""
        self.progress.advance(self.task)

    def end(self) -> None:
        """Everything is there."""
        if self.shown:
            self.progress.update(self.task, completed=self.functions)
        self.progress.stop()


@contextmanager
def shown(functions: int) -> Iterator[None]:
    """Shows what is compiled meanwhile; nothing at all if everything only needs to be loaded."""
    bar = Bar(functions)
    try:
        with compilations(bar.on_start, bar.on_end):
            yield
        bar.end()
    finally:
        bar.progress.stop()


def ready(rules: Rules, bots: Iterable[Bot] = (), games: bool = False) -> None:
    """Compiles the rules, what the bots think with and whole random games, unless this machine has done so before."""
    compiled = code_cache.is_compiled(rules.game)
    players = list(bots)
    with shown(RULES_FUNCTIONS * (not compiled) + GAMES_FUNCTIONS * games + BOT_FUNCTIONS * bool(players)):
        if not compiled:
            code_cache.forget_unused_code()
            rules.warm_up()
            code_cache.note_compiled(rules.game)
        if games:
            rules.warm_up_games()
        for bot in players:
            bot.warm_up()
            bot.close()


def ready_solver(rules: Rules) -> None:
    """Compiles the solver of a game, unless this machine has done so before."""
    package = f"solver.{rules.game}"
    with shown(SOLVER_FUNCTIONS * (not code_cache.is_compiled(package))):
        module_of(rules).warm_up(rules)
        code_cache.note_compiled(package)
