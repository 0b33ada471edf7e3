"""Compiling, once on a machine: before something else, or beside it."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any, cast

from coatl import score
from coatl.engine import jit
from coatl.engine.errors import CoatlError
from coatl.registry import GAMES, printed_rules
from coatl.server.child_process import settle

COMPILER = "_COATL_COMPILER"  # the environment variable with the process that compiles for the workers of a server
NICENESS = 5  # of compilers beside a server: pages go first


def load_rules(game: str) -> None:
    """The rules and the scoring of a game in this process."""
    rules: Any = printed_rules(game)
    rules.warm_up()
    temples = [rules.deck.temple[0].id] if game == "board" else []
    score(game, "RGB", [rules.deck.prophecy[0].id, *temples])


def compile_all() -> None:
    """Compiles, once on a machine, all that a table needs.

    :raises CoatlError: server.compiling, after what went wrong was printed.
    """
    compilers = start_compilers()
    for compiler in compilers:
        compiler.join()
    check(compilers)


@contextmanager
def compiling_beside() -> Iterator[None]:
    """Compiles what is missing while something else is done, which is asked to stop if that fails.

    :raises CoatlError: server.compiling, after what went wrong was printed.
    """
    compilers, ended = start_compilers(NICENESS), threading.Event()
    if compilers:
        os.environ[COMPILER] = str(os.getpid())  # for the workers, which are processes of their own
        threading.Thread(target=stop_if_failed, args=(compilers, ended), daemon=True).start()
    try:
        yield
    finally:
        ended.set()
        for compiler in compilers:
            if compiler.is_alive():
                compiler.kill()  # what it has compiled is kept
                compiler.join()
            else:
                check([compiler])


def stop_if_failed(compilers: Sequence[BaseProcess], ended: threading.Event) -> None:
    """Ends the server, as Control-C would, if a game cannot be compiled; not those that are killed at its end."""
    running = {compiler.sentinel: compiler for compiler in compilers}
    while running:
        for sentinel in wait(list(running)):
            if running.pop(cast(int, sentinel)).exitcode and not ended.is_set():
                signal.raise_signal(signal.SIGINT)
                return


def check(compilers: Sequence[BaseProcess]) -> None:
    if any(compiler.exitcode for compiler in compilers):
        raise CoatlError("server.compiling", "The games could not be compiled.")


def start_compilers(niceness: int = 0) -> list[BaseProcess]:
    """Processes that compile what is missing: both games side by side."""
    waiting = [game for game in GAMES if any(not jit.is_compiled(package) for package, _, _ in parts(game))]
    if waiting:
        say("compiling the games, once on this machine; this takes a few minutes …")
    start = multiprocessing.get_context("spawn")
    compilers: list[BaseProcess] = [
        start.Process(target=compile_game, args=(game, niceness), daemon=True) for game in waiting
    ]
    for compiler in compilers:
        compiler.start()
    return compilers


def compile_game(game: str, niceness: int = 0) -> None:
    """One game, in a process of its own, which ends with the server; says what is there and what is left."""
    settle(niceness)
    missing = [part for part in parts(game) if not jit.is_compiled(part[0])]
    for done, (package, name, compile_part) in enumerate(missing, 1):
        compile_part()
        jit.note_compiled(package)
        say(f"{name} of the {game} game: ready ({done} of {len(missing)})")


def parts(game: str) -> list[tuple[str, str, Callable[[], None]]]:
    """What is compiled for a game, each on top of the one before: its package, its name, and how."""
    rules: Any = printed_rules(game)

    def hints() -> None:
        from coatl.solver import module_of

        module_of(rules).warm_up(rules)

    def bots() -> None:
        from coatl.bots.registry import make

        for name in ("artisan", "priest"):
            make(name, rules).warm_up()

    return [
        (game, "the rules", rules.warm_up),
        (f"solver.{game}", "the hints", hints),
        (f"bots.{game}", "the bots", bots),
    ]


def say(text: str) -> None:
    print(f"coatl: {text}", file=sys.stderr, flush=True)
