"""Exact answers: the best coatl from these pieces and cards, the best turn.

>>> from coatl.solver import best_coatl
>>> found = best_coatl("(B B Y Y R)", cards=["Y4", "K5"])
>>> found.points, found.coatls[0].coatl, found.steps[-2:]
(6, '(BBYYR)', ('fulfil K5 1', 'done'))
>>> found.reasons[0]
'coatl 1, Y4: B B Y Y stands once (pieces 1–4); level 1: 4 points'

`solve` and `best_cells` take a game, or a view and the rules of its table; they see what a player sees.
"""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coatl.engine.rules import Rules
    from coatl.game import Game
    from coatl.solver.board.assembly import Solution
    from coatl.solver.board.improvements import Help
    from coatl.solver.card.best_turn import TurnSolution

__all__ = ["best_assembly", "best_cells", "best_coatl", "best_turn", "solve"]


def solve(asked: "Game | Any", rules: "Rules | None" = None, seat: int | None = None) -> Any:
    """The best that a seat can do now: the viewer's, or in a game the deciding seat's.

    >>> import coatl
    >>> game = coatl.new("board", players=2, seed=7)
    >>> solve(game).points
    0
    """
    table, view = seen(asked, rules, seat)
    return module_of(table).solve(table, view, seat)


def best_cells(asked: "Game | Any", rules: "Rules | None" = None, seat: int | None = None) -> "list[Help]":
    """Board game: what every cell of the supply board would bring, the most helpful first."""
    from coatl.solver.board import improvements, solver

    table, view = seen(asked, rules, seat)
    return improvements.best_cells(solver.board_rules(table), view, seat)


def best_coatl(
    pieces: str,
    cards: Sequence[str],
    temples: Sequence[str] = (),
    begin: str = "",
    deck: str | Path | None = None,
    difficulties: Sequence[int] = (),
    promo: bool = False,
) -> "Solution":
    """Board game: the one finished coatl with the most points; `begin` is an unfinished one with its cards.

    Pieces are letters, `(R` is a head and `R)` a tail; the beginning is written like `"(BBY K5 R5"`.
    """
    from coatl.solver.board import solver

    return solver.best_coatl(pieces, cards, temples, begin, deck, difficulties, promo)


def best_assembly(
    pieces: str,
    cards: Sequence[str],
    temples: Sequence[str] = (),
    coatls: Sequence[str] = (),
    deck: str | Path | None = None,
    difficulties: Sequence[int] = (),
    promo: bool = False,
) -> "Solution":
    """Board game: the best that these pieces and cards can finish in one Assemble, up to three coatls."""
    from coatl.solver.board import solver

    return solver.best_assembly(pieces, cards, temples, coatls, deck, difficulties, promo)


def best_turn(
    coatl: str = "",
    hand: Sequence[str] = (),
    own: Sequence[str] = (),
    middle: Sequence[str] = (),
    theirs: Sequence[str] = (),
    temple: str | None = None,
    second: bool = False,
    deck: str | Path | None = None,
) -> "TurnSolution":
    """Card game: the best turn at a table for two, of which only this is said; without feathers it is the last round.

    Prophecies are written with their levels, as in `B1:2`; `second` if one of the turn's two cards is played already.
    """
    from coatl.solver.card import solver

    return solver.best_turn(coatl, hand, own, middle, theirs, temple, second, deck)


def module_of(rules: "Rules") -> Any:
    """The solver of a game: `solve(rules, view, seat)` and `warm_up(rules)`."""
    return import_module(f"coatl.solver.{rules.game}.solver")


def seen(asked: Any, rules: "Rules | None", seat: int | None) -> "tuple[Rules, Any]":
    """The rules, and what the seat sees."""
    from coatl.game import Game
    from coatl.registry import rules_with

    if isinstance(asked, Game):
        return asked.rules, asked.view(asked.seat if seat is None else seat)
    if rules is not None:
        return rules, asked
    game = type(asked).__module__.split(".")[1]  # a view of either game; its deck is the printed one
    return rules_with(game, None, options_of(asked)), asked


def options_of(view: Any) -> dict[str, Any]:
    """The options of a table, as its rules are made with them."""
    given = {name: getattr(view.options, name) for name in view.options.__dataclass_fields__}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
