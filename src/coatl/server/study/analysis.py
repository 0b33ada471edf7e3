"""Positions that somebody lays out by hand, and what the solver says of them."""

from itertools import combinations_with_replacement

from coatl.board.rules import BoardRules
from coatl.describe.scores import Scored, scored
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS
from coatl.engine.rules import Rules
from coatl.registry import printed_rules
from coatl.server.study.models import (
    Assembly,
    BoardQuestion,
    CardQuestion,
    Help,
    PlannedCoatl,
    ScoreQuestion,
    SolverAnswer,
    Turn,
)
from coatl.solver.board.assembly import Finished, Solution
from coatl.solver.card.best_turn import TurnSolution

ENDS = {"head": "({}", "tail": "{})"}
MOST_TO_HELP = 8  # pieces on a player's board; more would take too long


def score_printed(game: str, asked: ScoreQuestion) -> Scored:
    """A coatl with cards of the printed deck."""
    return score(printed_rules(game), asked)


def score(rules: Rules, asked: ScoreQuestion) -> Scored:
    """The same with the cards of a table."""
    return scored(rules, asked.coatl, asked.cards, asked.levels)


def solve_board(asked: BoardQuestion) -> SolverAnswer:
    """In a thinker's process: the best way to assemble, the best single coatl, or what would help most."""
    from coatl.solver import best_assembly, best_coatl
    from coatl.solver.board.solver import rules_with

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
    return {"best": solution_data(rules, found), "helps": []}


def solution_data(rules: BoardRules, found: Solution) -> Assembly:
    """A solution with each of its coatls scored card by card."""
    return {
        "points": found.points,
        "steps": list(found.steps),
        "coatls": [coatl_data(rules, made) for made in found.coatls],
        "unique": found.unique,
        "alternatives": [
            {"points": other.points, "steps": list(other.steps), "coatls": [made.coatl for made in other.coatls]}
            for other in found.alternatives
        ],
    }


def coatl_data(rules: BoardRules, made: Finished) -> PlannedCoatl:
    """A coatl that a solution leads to."""
    return {
        "number": made.number,
        "was": made.was,
        "coatl": made.coatl,
        "laid": list(made.laid),
        "cards": list(made.cards),
        "temple": made.temple,
        "points": made.points,
        "reasons": dict(line.split(": ", 1) for line in made.reasons),
        "scored": scored(rules, made.coatl, [*made.laid, *made.cards, *([made.temple] if made.temple else [])]),
    }


def helps(rules: BoardRules, asked: BoardQuestion, coatls: list[str]) -> list[Help]:
    """What one more head or tail, or two more body segments, would bring: the most helpful first (RULES 4.2 A)."""
    from coatl.solver.board.improvements import helped
    from coatl.solver.board.positions import asked as question
    from coatl.solver.board.positions import read_pieces

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
    return [
        {
            "action": each.action,
            "what": each.what,
            "points": each.solution.points,
            "promise": each.promise.points,
            "steps": list(each.solution.steps),
        }
        for each in sorted(found, key=lambda each: each.rank, reverse=True)
    ]


def wishes() -> list[tuple[str, str]]:
    """All that a cell of the supply board can hold, as an action and in the notation of pieces."""
    ends = [(f"{kind} {colour}", sign.format(colour)) for kind, sign in ENDS.items() for colour in COLOURS]
    pairs = ["".join(pair) for pair in combinations_with_replacement(COLOURS, 2)]
    return [*ends, *((f"bodies {pair}", pair) for pair in pairs)]


def solve_card(asked: CardQuestion) -> SolverAnswer:
    """In a thinker's process: the best way to play the turn."""
    from coatl.solver import best_turn

    found = best_turn(asked.coatl, asked.hand, asked.own, asked.middle, asked.theirs, asked.temple, asked.second)
    return {"best": turn_with_changes(found), "helps": []}


def turn_with_changes(found: TurnSolution) -> Turn:
    """The same with what each step changes."""
    best = turn_data(found)
    for step, one in zip(best["steps"], found.steps, strict=True):
        step["changes"] = list(one.changes)
    return best


def turn_data(found: TurnSolution) -> Turn:
    """A way to play the rest of a turn, and others."""
    return {
        "points": round(found.points, 6),
        "before": found.before,
        "final": found.final,
        "steps": [{"action": step.action, "reasons": list(step.reasons)} for step in found.steps],
        "reveals": {each.feather: {"chance": each.chance, "points": each.points} for each in found.reveals},
        "alternatives": [turn_data(other) for other in found.alternatives],
    }
