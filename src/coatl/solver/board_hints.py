"""Hints of the board game: what can be finished now, or else what brings the cards nearer."""

from collections.abc import Sequence

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.solver.assembling import Finished, Solution
from coatl.solver.helping import Help, best_cards, best_cells, present_promise
from coatl.solver.hints import Hint

MOST_OTHERS = 3
TOGETHER = "Nothing lies on your board yet. Keep cards that ask for the same pieces: one coatl can serve four of them."
LATER = "Nothing that you could have now brings your cards nearer: take what you lack for your longest coatl."


def number_of_points(points: int) -> str:
    return f"{points} point{'s' * (points != 1)}"


def assembled(view: View, best: Solution, cells: Sequence[Help]) -> Hint:
    """Coatls can be finished at once."""
    made = " and ".join(f"coatl {each.number}" for each in best.coatls)
    doing = "Go on assembling" if view.pending in ("assemble", "finish") else "Assemble now"
    headline = f"{doing}: {number_of_points(best.points)} from {made}."
    reasons = [line for each in best.coatls for line in told(each)]
    better = [help for help in cells if help.solution.points > best.points][:MOST_OTHERS]
    others = [f"{doing_so(help)} first, it could be {number_of_points(help.solution.points)}." for help in better]
    for other in best.alternatives[:MOST_OTHERS] if not others else ():
        coatls = " and ".join(each.coatl for each in other.coatls)
        others.append(f"Next to it: {number_of_points(other.points)} with {coatls}.")
    return Hint(best.steps[0], headline, best.steps, tuple(reasons), tuple(others), best.points)


def told(made: Finished) -> list[str]:
    """A coatl, how it comes about, and what each card brings."""
    becomes = f"{made.was} becomes {made.coatl}" if made.was else f"A new one, {made.coatl}"
    return [f"{becomes}: {number_of_points(made.points)}.", f"Type: {', '.join(made.steps)}.", *made.reasons]


def doing_so(help: Help) -> str:
    """The help as words that a sentence begins with."""
    verb, place = help.action.split()
    return f"With {help.what} from {place}" if verb == "take" else f"With {help.what}"


def prepared(helps: Sequence[Help], now: int) -> Hint:
    """Nothing can be finished: what can be had that would help most."""
    best, *rest = helps
    others = [line(other) for other in rest[:MOST_OTHERS] if sum(other.rank) > now]
    if best.solution.points:
        made = best.solution.coatls
        reasons = [line for each in made for line in told(each)]
        headline = f"{best.action} ({best.what}): then you can finish {number_of_points(best.solution.points)}."
        return Hint(best.action, capital(headline), (best.action,), tuple(reasons), tuple(others))
    grown = best.promise
    reasons = [
        f"{each.was or 'a new coatl'} could become {each.coatl}: {'; '.join(each.reasons)}."
        for each in grown.coatls
        if each.score.cards
    ]
    headline = f"{best.action} ({best.what}): your cards could stand at {number_of_points(grown.points)}, now {now}."
    return Hint(
        best.action, capital(headline), (best.action,), tuple(capital(reason) for reason in reasons), tuple(others)
    )


def line(help: Help) -> str:
    """One of several things that would help."""
    finished = f"{number_of_points(help.solution.points)} could be finished"
    laid = f"cards could stand at {number_of_points(help.promise.points)}"
    return f"{capital(help.action)} ({help.what}): {finished if help.solution.points else laid}."


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def hint(rules: BoardRules, view: View, seat: int, best: Solution) -> Hint:
    """Advice for the decision that is pending."""
    if view.pending == "keep":
        return Hint(None, TOGETHER)
    cells = best_cells(rules, view, seat) if view.pending == "turn" else []
    if best.points and view.pending in ("turn", "assemble", "finish"):
        return assembled(view, best, cells)
    if view.pending in ("assemble", "finish"):
        done = "done" in view.legal
        return Hint("done" if done else None, "Nothing more can be finished with what you have.")
    now = present_promise(rules, view, seat)
    cards = best_cards(rules, view, seat)
    helps = [
        help for help in sorted([*cells, *cards], key=lambda help: help.rank, reverse=True) if sum(help.rank) > now
    ]
    return prepared(helps, now) if helps else Hint(None, LATER)
