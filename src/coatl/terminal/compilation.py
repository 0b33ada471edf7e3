"""The one compilation on a fresh machine, shown as progress."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn
from rich.text import Text

from coatl.bots.base import Bot, Limit
from coatl.compile_parts import ALL, Estimate, Part, PartName
from coatl.engine import code_cache
from coatl.engine.numba_internals import compilations
from coatl.engine.rules import Rules
from coatl.messages import t
from coatl.solver import module_of
from coatl.terminal.theme import console

SMALL_BOTS = {"board": 0.25, "card": 0.1}  # of the bots' code: what those need who do not search


class SecondsLeft(ProgressColumn):
    """The seconds that compiling takes yet; they move on while a large function is compiled."""

    max_refresh = 1.0

    def __init__(self, estimate: Estimate) -> None:
        super().__init__()
        self.estimate = estimate

    def render(self, task: Task | None = None) -> Text:
        """In words."""
        return Text(t("home.preparing_left", n=self.estimate.seconds_left()))


class Bar:
    """A progress bar that comes with the first function to compile and moves on with every one."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self.estimate = Estimate(parts)
        self.left = SecondsLeft(self.estimate)
        self.console = console(sys.stderr)
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), self.left)
        self.progress = Progress(*columns, console=self.console, disable=not self.console.is_terminal)
        self.task = self.progress.add_task(t("terminal.compiling"), total=1.0)
        self.shown = False

    def on_start(self) -> None:
        """Something is to be compiled: the bar appears."""
        if self.shown:
            return
        self.shown = True
        if not self.console.is_terminal:
            self.console.print(f"{t('terminal.compiling')} ({self.left.render()}) …")
        self.progress.start()

    def on_end(self) -> None:
        """One function more."""
        self.progress.update(self.task, completed=self.estimate.share)

    def end(self) -> None:
        """Everything is there."""
        if self.shown:
            self.progress.update(self.task, completed=1.0)
        self.progress.stop()


@contextmanager
def shown(parts: Iterable[Part]) -> Iterator[None]:
    """Shows how these parts are compiled meanwhile; nothing at all if everything only needs to be loaded."""
    bar = Bar(part for part in parts if part.progress() < 1)
    try:
        with compilations(bar.on_start, bar.on_end):
            yield
        bar.end()
    finally:
        bar.progress.stop()


def part_of(rules: Rules, name: PartName) -> Part:
    """A part of what a game needs."""
    return next(part for part in ALL if (part.game, part.name) == (rules.game, name))


def parts_of(rules: Rules, bots: Sequence[Bot]) -> Iterator[Part]:
    """What is compiled for the rules and for what these bots think with; one without a limit does not search."""
    yield part_of(rules, "rules")
    whole = part_of(rules, "bots")
    if any(bot.limit != Limit() for bot in bots):
        yield whole
    elif bots:
        share = SMALL_BOTS[whole.game]
        yield replace(whole, functions=round(share * whole.functions), seconds=share * whole.seconds)


def ready(rules: Rules, bots: Iterable[Bot] = (), games: bool = False) -> None:
    """Compiles the rules, what the bots think with and whole random games, unless this machine has done so before."""
    players = list(bots)
    with shown(parts_of(rules, players)):
        if not code_cache.is_compiled(rules.game):
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
    solver = part_of(rules, "hints")
    with shown([solver]):
        module_of(rules).warm_up(rules)
        code_cache.note_compiled(solver.package)
