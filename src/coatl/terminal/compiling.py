"""The one compilation of the rules on a fresh machine, shown as progress."""

import sys
from typing import Any

from numba.core import event
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from coatl.engine import jit
from coatl.engine.rules import Rules
from coatl.terminal.look import console

FUNCTIONS = 265  # about so many are compiled
COMPILE = "numba:compile"
WORDS = "Compiling the rules, once on this machine"


class Bar(event.Listener):  # type: ignore[misc]
    """Moves a progress bar on with every function that has been compiled."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.task = progress.add_task(WORDS, total=FUNCTIONS)

    def on_start(self, event: Any) -> None:
        """Nothing has been compiled yet."""

    def on_end(self, event: Any) -> None:
        """One function more."""
        self.progress.advance(self.task)

    def full(self) -> None:
        """Everything is there."""
        self.progress.update(self.task, completed=FUNCTIONS)


def ready(rules: Rules) -> None:
    """Compiles the rules if this machine has not done so before; later starts only load them."""
    if jit.is_compiled(rules.game):
        return
    for package in ("engine", rules.game):
        jit.forget_old_code(package)
    errors = console(sys.stderr)
    if not errors.is_terminal:
        errors.print(f"{WORDS} (about a minute) …")
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as progress:
        bar = Bar(progress)
        event.register(COMPILE, bar)
        try:
            rules.warm_up()
        finally:
            event.unregister(COMPILE, bar)
        bar.full()
    jit.note_compiled(rules.game)
