"""Hints of the board game: what can be finished now, or else what brings the cards nearer."""

from collections.abc import Sequence
from typing import Any

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.describe.board.scores import scored
from coatl.solver.board.assembly import Finished, Solution
from coatl.solver.board.improvements import Help, best_cards, best_cells, present_promise
from coatl.solver.board.shortfall import Nearer, nearest_cell
from coatl.solver.facts import CardFact, CoatlFact, Facts, Kind, Other
from coatl.solver.hints import Hint

MOST_OTHERS = 3
KEEP = "Nothing lies on your board yet. Keep cards that ask for the same pieces: one coatl can serve four of them."
LATER = "Nothing on the supply board or in the row brings your cards nearer now. See what comes next."
NO_CARDS = "You have no prophecy in hand: choose some that ask for the same pieces."
READY = "Nothing more can be finished, and no card can be laid with what you have."


def hint(rules: BoardRules, view: View, seat: int, best: Solution) -> Hint:
    """Advice for the decision that is pending; `best` is what the seat could finish now."""
    if view.pending == "keep":
        return Hint(None, KEEP, facts=Facts("keep"))
    assembling = view.pending in ("assemble", "finish")
    cells = best_cells(rules, view, seat) if view.pending == "turn" else []
    if view.pending == "finish" or (best.points and (assembling or view.pending == "turn")):
        return finishing(view, best, cells)
    promise = present_promise(rules, view, seat)
    helps = [] if assembling else [*cells, *best_cards(rules, view, seat)]
    helps = [help for help in helps if help.solution.points or help.promise.points > promise.points]
    if helps:
        return helpful(sorted(helps, key=lambda help: help.rank, reverse=True), promise.points)
    if promise.points > standing(rules, view, seat) and (assembling or view.pending == "turn"):
        return growing(promise, standing(rules, view, seat))
    if assembling:
        return Hint("done" if "done" in view.legal else None, READY, facts=Facts("ready"))
    if not view.players[seat - 1].hand:
        return Hint(None, NO_CARDS, facts=Facts("no-cards"))
    nearest = nearest_cell(rules, view, seat)
    return Hint(None, LATER, facts=Facts("later")) if nearest is None else nearing(nearest)


def standing(rules: BoardRules, view: View, seat: int) -> int:
    """What the cards at the unfinished coatls would score now."""
    unfinished = [coatl for coatl in view.players[seat - 1].coatls if not coatl.closed]
    return sum(scored(rules, coatl.pieces, coatl.cards).total for coatl in unfinished)


# ---------------------------------------------------------------- in facts


def made_by(kind: Kind, solution: Solution, **more: Any) -> Facts:
    """The coatls of a solution, and what each card brings there; those that stay as they are, are left out."""
    coatls = [each for each in solution.coatls if each.cards or each.temple or each.was != each.coatl]
    cards = tuple(
        CardFact(name, each.number, card.times, card.points, card.level, card.where)
        for each in coatls
        for name, card in each.score.cards.items()
    )
    made = tuple(CoatlFact(each.number, each.was, each.coatl, each.points) for each in coatls)
    return Facts(kind, solution.points, coatls=made, cards=cards, **more)


def other_than(help: Help) -> Other:
    """Something else that could be had."""
    return Other(help.solution.points or help.promise.points, (help.action,), help.what)


# ---------------------------------------------------------------- in words


def number_of_points(points: int) -> str:
    return f"{points} point{'s' * (points != 1)}"


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def sentences_of(made: Finished) -> list[str]:
    """The sentences about a coatl: how it comes about, and what each card brings."""
    becomes = f"{made.was} becomes {made.coatl}" if made.was else f"A new one, {made.coatl}"
    return [f"{becomes}: {number_of_points(made.points)}.", f"Type: {', '.join(made.steps)}.", *made.reasons]


def finishing(view: View, best: Solution, cells: Sequence[Help]) -> Hint:
    """Coatls can be finished at once."""
    made = " and ".join(f"coatl {each.number}" for each in best.coatls)
    doing = "Assemble now" if view.pending == "turn" else "Go on assembling"
    headline = f"{doing}: {number_of_points(best.points)} from {made}."
    reasons = [line for each in best.coatls for line in sentences_of(each)]
    better = [help for help in cells if help.solution.points > best.points][:MOST_OTHERS]
    others = [
        f"With {help.what} from {help.action.split()[1]} first, it could be {number_of_points(help.solution.points)}."
        for help in better
    ]
    for other in best.alternatives[: 0 if others else MOST_OTHERS]:
        coatls = " and ".join(each.coatl for each in other.coatls)
        others.append(f"Next to it: {number_of_points(other.points)} with {coatls}.")
    kind: Kind = "finish" if view.pending == "turn" else "finish-on"
    next_to = [other_than(help) for help in better] or [
        Other(other.points, other.steps) for other in best.alternatives[:MOST_OTHERS]
    ]
    facts = made_by(kind, best, others=tuple(next_to))
    return Hint(best.steps[0], headline, best.steps, tuple(reasons), tuple(others), best.points, facts)


def helpful(helps: Sequence[Help], now: int) -> Hint:
    """Nothing can be finished: what can be had that would help most."""
    best, *rest = helps
    others = tuple(capital(f"{help.action} ({help.what}): {brings(help)}.") for help in rest[:MOST_OTHERS])
    more = {"now": now, "what": best.what, "others": tuple(other_than(help) for help in rest[:MOST_OTHERS])}
    if best.solution.points:
        facts = made_by("score-with", best.solution, **more)
        reasons = [line for each in best.solution.coatls for line in sentences_of(each)]
        headline = f"{best.action} ({best.what}): then you can score {number_of_points(best.solution.points)}."
    else:
        facts = made_by("grow-with", best.promise, **more)
        reasons = prospects(best.promise)
        stand = f"your cards could stand at {number_of_points(best.promise.points)}, now at {now}"
        headline = f"{best.action} ({best.what}): {stand}."
    return Hint(best.action, capital(headline), (best.action,), tuple(reasons), others, best.solution.points, facts)


def brings(help: Help) -> str:
    if help.solution.points:
        return f"{number_of_points(help.solution.points)} could be scored"
    return f"cards could stand at {number_of_points(help.promise.points)}"


def growing(promise: Solution, now: int) -> Hint:
    """Nothing can be finished, but cards can be laid or brought to a higher level."""
    stand = f"Assemble without finishing: your cards could stand at {number_of_points(promise.points)}, now at {now}."
    steps = f"Type: {', '.join(promise.steps)}."
    facts = made_by("grow", promise, now=now)
    return Hint(promise.steps[0], stand, promise.steps, (steps, *prospects(promise)), facts=facts)


def nearing(nearest: Nearer) -> Hint:
    """No card can be reached soon, but some pieces are asked for."""
    headline = f"{nearest.action} ({nearest.what}): pieces that your cards ask for."
    reasons = [f"{card} still lacks {' '.join(lack)}." for card, lack in nearest.lacks.items()]
    facts = Facts("near", what=nearest.what, lacks=nearest.lacks)
    return Hint(nearest.action, capital(headline), (nearest.action,), tuple(reasons), facts=facts)


def prospects(promise: Solution) -> list[str]:
    """What unfinished coatls could become."""
    return [
        capital(f"{each.was or 'a new coatl'} could become {each.coatl}: {'; '.join(each.reasons)}.")
        for each in promise.coatls
        if each.cards or each.was != each.coatl
    ]
