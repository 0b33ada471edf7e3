"""Positions that somebody lays out by hand, and what the solver says of them."""

from itertools import combinations_with_replacement
from typing import Any

from coatl.board.rules import BoardRules
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS
from coatl.server.study.models import BoardQuestion, CardQuestion
from coatl.solver.assembling import Solution
from coatl.telling.scores import scored

ENDS = {"head": "({}", "tail": "{})"}
MOST_TO_HELP = 8  # pieces on a player's board; more would take too long


def solve_board(asked: BoardQuestion) -> dict[str, Any]:
    """In a thinker's process: the best way to assemble, the best single coatl, or what would help most."""
    from coatl.solver import best_assembly, best_coatl
    from coatl.solver.board_game import rules_with

    coatls = [" ".join([each.pieces, *each.cards]) for each in asked.coatls]
    more = {"difficulties": asked.difficulties, "promo": asked.promo}
    rules = rules_with(None, asked.difficulties, asked.promo)
    if asked.ask == "help":
        return {"best": None, "helps": helps(rules, asked, coatls)}
    if asked.ask == "coatl":
        if len(coatls) > 1:
            raise CoatlError("solve.single", "One coatl is planned at a time: lay out one, or none.")
        found = best_coatl(asked.pieces, asked.cards, asked.temples, "".join(coatls), **more)  # type: ignore[arg-type]
    else:
        found = best_assembly(asked.pieces, asked.cards, asked.temples, coatls, **more)  # type: ignore[arg-type]
    return {"best": solution_told(rules, found), "helps": []}


def solution_told(rules: BoardRules, found: Solution) -> dict[str, Any]:
    """A solution with each of its coatls scored card by card."""
    told = found.data()
    for coatl, made in zip(told["coatls"], found.coatls, strict=True):
        beside = [*made.laid, *made.cards, *([made.temple] if made.temple else [])]
        coatl["scored"] = scored(rules, made.coatl, beside)
    return told


def helps(rules: BoardRules, asked: BoardQuestion, coatls: list[str]) -> list[dict[str, Any]]:
    """What one more head or tail, or two more body segments, would bring: the most helpful first (RULES 4.2 A)."""
    from coatl.solver.helping import helped
    from coatl.solver.positions import asked as question
    from coatl.solver.positions import read_pieces

    if len(read_pieces(asked.pieces)) > MOST_TO_HELP:
        raise CoatlError("pieces.many", "What helps is asked with a board as in a game.", [f"0 to {MOST_TO_HELP}"])
    question(rules, asked.pieces, asked.cards, asked.temples, coatls)  # says what is wrong with the position itself
    numbers, found = [*range(1, len(coatls) + 1)], []
    for action, pieces in wishes():
        try:
            questions = question(rules, f"{asked.pieces} {pieces}", asked.cards, asked.temples, coatls)
        except CoatlError as fault:
            if fault.code != "position.impossible":
                raise
            continue  # the bags hold no more of this
        found.append(helped(rules, questions, numbers, len(coatls) + 1, action, pieces))
    return [each.data() for each in sorted(found, key=lambda each: each.rank, reverse=True)]


def wishes() -> list[tuple[str, str]]:
    """All that a cell of the supply board can hold, as an action and in the notation of pieces."""
    ends = [(f"{kind} {colour}", sign.format(colour)) for kind, sign in ENDS.items() for colour in COLOURS]
    pairs = ["".join(pair) for pair in combinations_with_replacement(COLOURS, 2)]
    return [*ends, *((f"bodies {pair}", pair) for pair in pairs)]


def solve_card(asked: CardQuestion) -> dict[str, Any]:
    """In a thinker's process: the best way to play the turn."""
    from coatl.solver import best_turn

    found = best_turn(asked.coatl, asked.hand, asked.own, asked.middle, asked.theirs, asked.temple, asked.second)
    told = found.data()
    for step, one in zip(told["steps"], found.steps, strict=True):
        step["changes"] = one.changes
    return {"best": told, "helps": []}
