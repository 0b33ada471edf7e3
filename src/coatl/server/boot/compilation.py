"""Compiling before serving: nobody who plays waits for the compiler."""

import multiprocessing
import sys
from collections.abc import Callable
from typing import Any

from coatl import score
from coatl.engine import jit
from coatl.engine.errors import CoatlError
from coatl.registry import GAMES, printed_rules
from coatl.server.child_process import settle


def load_rules() -> None:
    """The rules and the scoring of both games in this process."""
    for game in GAMES:
        rules: Any = printed_rules(game)
        rules.warm_up()
        temples = [rules.deck.temple[0].id] if game == "board" else []
        score(game, "RGB", [rules.deck.prophecy[0].id, *temples])


def compile_all() -> None:
    """Compiles, once on a machine, all that a table needs: both games side by side.

    :raises CoatlError: server.compiling, after what went wrong was printed.
    """
    waiting = [game for game in GAMES if any(not jit.is_compiled(package) for package, _, _ in parts(game))]
    if waiting:
        say("compiling the games, once on this machine; this takes a few minutes …")
    start = multiprocessing.get_context("spawn")
    compilers = [start.Process(target=compile_game, args=(game,), daemon=True) for game in waiting]
    for compiler in compilers:
        compiler.start()
    for compiler in compilers:
        compiler.join()
    if any(compiler.exitcode for compiler in compilers):
        raise CoatlError("server.compiling", "The games could not be compiled.")


def compile_game(game: str) -> None:
    """One game, in a process of its own, which ends with the server; says what is there and what is left."""
    settle()
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
