"""Compiling before serving: nobody who plays waits for the compiler."""

from collections.abc import Iterator
from typing import Any

from coatl import score
from coatl.engine import jit
from coatl.game import GAMES, printed_rules


def load_rules() -> None:
    """The rules and the scoring of both games in this process."""
    for game in GAMES:
        rules: Any = printed_rules(game)
        rules.warm_up()
        temples = [rules.deck.temple[0].id] if game == "board" else []
        score(game, "RGB", [rules.deck.prophecy[0].id, *temples])


def compile_all() -> Iterator[str]:
    """Compiles, once on a machine, all that a table needs; says before each part what it is."""
    from coatl.bots.registry import make
    from coatl.solver import module_of

    for game in GAMES:
        rules = printed_rules(game)
        if not jit.is_compiled(game):
            yield f"the rules of the {game} game"
            rules.warm_up()
            jit.note_compiled(game)
        if not jit.is_compiled(f"solver.{game}"):
            yield f"the hints of the {game} game"
            module_of(rules).warm_up(rules)
            jit.note_compiled(f"solver.{game}")
        if not jit.is_compiled(f"bots.{game}"):
            yield f"the bots of the {game} game"
            for name in ("artisan", "priest"):
                make(name, rules).warm_up()
            jit.note_compiled(f"bots.{game}")
