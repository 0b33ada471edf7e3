"""The solver of the board game: three questions about pieces, cards and temples, each answered exactly."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.registry import rules_of
from coatl.solver.board.assembly import ALTERNATIVES, Solution, solved
from coatl.solver.board.positions import asked, numbers, question_of, seat_of
from coatl.solver.board.question import QUESTION, ask


def solve(rules: BoardRules, view: View, seat: int | None = None, alternatives: int = ALTERNATIVES) -> Solution:
    """The best sequence of Assemble steps for the viewer, were it to assemble now."""
    chosen = seat_of(view, seat)
    return solved(rules, question_of(rules, view, chosen), *numbers(view, chosen), alternatives)


def warm_up(rules: BoardRules) -> None:
    """Compiles, or loads, what the solver needs: once a machine some half a minute, then a moment."""
    solved(rules, asked(rules, "", []), [], 1)
    states = rules.blank()
    ask(states, rules.decks, 0, np.zeros(1, QUESTION))


# ---------------------------------------------------------------- pieces and cards in notation


def rules_with(deck: str | Path | None, difficulties: Sequence[int], promo: bool) -> BoardRules:
    """The rules in force; difficulties mean the solo game."""
    options: dict[str, Any] = {"solo": True, "difficulties": list(difficulties)} if difficulties else {}
    rules = rules_of("board", deck=deck, promo=promo, **options)
    assert isinstance(rules, BoardRules)
    return rules


def best_assembly(
    pieces: str,
    cards: Sequence[str],
    temples: Sequence[str] = (),
    coatls: Sequence[str] = (),
    deck: str | Path | None = None,
    difficulties: Sequence[int] = (),
    promo: bool = False,
) -> Solution:
    """The best that these pieces and cards can finish, from no coatl or from unfinished ones: `"(BBY K5 R5"`."""
    rules = rules_with(deck, difficulties, promo)
    numbers = [*range(1, len(coatls) + 1)]
    return solved(rules, asked(rules, pieces, cards, temples, coatls), numbers, len(coatls) + 1)


def best_coatl(
    pieces: str,
    cards: Sequence[str],
    temples: Sequence[str] = (),
    begin: str = "",
    deck: str | Path | None = None,
    difficulties: Sequence[int] = (),
    promo: bool = False,
) -> Solution:
    """The one finished coatl with the most points; `begin` is an unfinished one and the cards beside it.

    >>> best_coatl("(B B Y Y R)", ["Y4", "K5"]).coatls[0].coatl
    '(BBYYR)'
    """
    rules = rules_with(deck, difficulties, promo)
    begun = [begin] if begin else []
    questions = asked(rules, pieces, cards, temples, begun, fresh=1 - len(begun))
    return solved(rules, questions, [1] * len(begun), 1)


def board_rules(rules: Rules) -> BoardRules:
    """The rules of the board game, or an error for those of another game."""
    if not isinstance(rules, BoardRules):
        raise CoatlError("game.unknown", f"This is asked of the board game, not of {rules.game!r}.", ["board"])
    return rules
