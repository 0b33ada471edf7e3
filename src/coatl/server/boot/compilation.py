"""Compiling, once on a machine: before something else, or beside it."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any

from coatl import score
from coatl.engine import code_cache
from coatl.engine.errors import CoatlError
from coatl.registry import GAMES, printed_rules
from coatl.server.child_process import settle

COMPILER = "_COATL_COMPILER"  # the environment variable with the process that compiles for the workers of a server
LENT = "solver.board"  # what the process of the card game does for the other
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
    if any(compiler.exitcode for compiler in compilers):
        raise could_not_compile()


@contextmanager
def compiling_beside() -> Iterator[None]:
    """Compiles what is missing while something else is done, which is asked to stop if that fails.

    :raises CoatlError: server.compiling, after what went wrong was printed.
    """
    compilers, ended, failed = start_compilers(NICENESS), threading.Event(), threading.Event()
    if compilers:
        os.environ[COMPILER] = str(os.getpid())  # for the workers, which are processes of their own

    def stop_if_failed() -> None:
        """Ends what is done beside, as Control-C would, if a game cannot be compiled."""
        for compiler in compilers:
            compiler.join()
            if compiler.exitcode and not ended.is_set():
                failed.set()
                signal.raise_signal(signal.SIGINT)

    watcher = threading.Thread(target=stop_if_failed, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        for compiler in compilers:
            compiler.kill()  # what it has compiled is kept
        watcher.join()  # which alone takes note of how they end
        if failed.is_set():
            raise could_not_compile()


def could_not_compile() -> CoatlError:
    return CoatlError("server.compiling", "The games could not be compiled.")


def start_compilers(niceness: int = 0) -> list[BaseProcess]:
    """Processes that compile what is missing: both games side by side."""
    shares = [share for share in shared_out() if share]
    if shares:
        say("compiling the games, once on this machine; this takes a minute or two …")
    start = multiprocessing.get_context("spawn")
    compilers: list[BaseProcess] = [
        start.Process(target=compile_parts, args=(share, niceness), daemon=True) for share in shares
    ]
    for compiler in compilers:
        compiler.start()
    return compilers


def shared_out() -> list[list[str]]:
    """The packages that are missing, for two processes: a game each. Where both games are, the solver of the board game
    goes to the other process, which would be done long before; its bots do not need it.
    """
    board, card = ([package for package in parts(game) if not code_cache.is_compiled(package)] for game in GAMES)
    if card and board[1:] and LENT in board:
        board.remove(LENT)
        card.append(LENT)
    return [board, card]


def compile_parts(packages: Sequence[str], niceness: int = 0) -> None:
    """Some packages, in a process of its own, which ends with the server; says what is there and what is left."""
    settle(niceness)
    for done, package in enumerate(packages, 1):
        game = package.rpartition(".")[2]
        name, compile_part = parts(game)[package]
        compile_part()
        code_cache.note_compiled(package)
        say(f"{name} of the {game} game: ready ({done} of {len(packages)})")


def parts(game: str) -> dict[str, tuple[str, Callable[[], None]]]:
    """What is compiled for a game, by its package, each on top of the one before: its name, and how."""
    rules: Any = printed_rules(game)

    def solver() -> None:
        from coatl.solver import module_of

        module_of(rules).warm_up(rules)

    def bots() -> None:
        from coatl.bots.registry import make

        for name in ("artisan", "priest"):
            make(name, rules).warm_up()

    def reviews() -> None:
        from coatl.review import warm_up

        warm_up(rules)

    return {
        game: ("the rules", rules.warm_up),
        f"solver.{game}": ("the solver", solver),
        f"bots.{game}": ("the bots", bots),
        f"review.{game}": ("the review", reviews),
    }


def say(text: str) -> None:
    print(f"coatl: {text}", file=sys.stderr, flush=True)
