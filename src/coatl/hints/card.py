"""Hints of the card game: the rest of the turn, step by step."""

from collections.abc import Iterator, Sequence

from coatl.card.notation import DISCARD, RAISE
from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.engine.structs import Records, copy_of
from coatl.hints.facts import Facts, Other
from coatl.hints.judgement import MOST_OTHERS, Judgement, is_legal
from coatl.solver.card.best_turn import TurnSolution, changes_of, revealed, unknown
from coatl.solver.card.solver import DECISIONS, seat_of, solve
from coatl.solver.card.turn import points_at
from coatl.solver.facts import Change

__all__ = ["checked", "facts", "proposals", "seat_of", "solution"]
MORE = 1e-6  # points that differ by less are equal


def solution(rules: CardRules, view: View, seat: int) -> TurnSolution | None:
    """The turn with the most points when it is over."""
    return solve(rules, view, seat) if view.pending in DECISIONS and view.seat == seat else None


def proposals(rules: CardRules, states: Records, best: TurnSolution | None) -> list[list[int]]:
    """The lines that the solver enters into the race of the search."""
    line = [] if best is None else [rules.parse(step) for step in best.actions]
    return [line] if line and is_legal(rules, states, line) else []


def checked(found: Judgement) -> Sequence[str]:
    """The search has the last word in every decision."""
    return found.line


def facts(found: Judgement) -> Facts:
    """What the turn brings, and how."""
    best: TurnSolution | None = found.best
    if best is None or not found.thought.options:
        return Facts("forced")
    points, average = points_behind(found)
    return Facts(
        "turn",
        round(points, 6),
        best.before,
        best.final,
        average,
        changes=tuple(changes(found)),
        at_once=round(best.points, 6) if best.points > points + MORE else None,
        games=found.thought.simulations,
        others=tuple(others(found)),
    )


def discards(found: Judgement) -> bool:
    """Whether the line ends with a discard, behind which nobody knows what comes."""
    return bool(DISCARD <= found.rules.parse(found.line[-1]) < RAISE)


def points_behind(found: Judgement) -> tuple[float, bool]:
    """The points of the levels and the temple when the line is played, and whether they are a mean."""
    before = found.after(-1)  # the last step ends the turn, or reveals a feather
    if discards(found):
        reveals = revealed(found.rules, before, found.rules.parse(found.line[-1]))
        return sum(each.chance * each.points for each in reveals), True
    return float(points_at(before, found.rules.decks)), False


def changes(found: Judgement) -> Iterator[Change]:
    """What each step does."""
    rules, now, turn = found.rules, copy_of(found.states), found.rules.turns(found.states)
    for step in found.line:
        action, after = rules.parse(step), copy_of(now)
        if DISCARD <= action < RAISE:
            yield unknown(step)
            return
        rules.play(after, action)
        if rules.turns(after) != turn or rules.over(after):
            return
        yield from changes_of(rules, now, after, action)
        now = after


def others(found: Judgement) -> Iterator[Other]:
    """What else would bring many points by the end of the turn."""
    best: TurnSolution = found.best
    ways = [way for way in (best, *best.alternatives) if way.actions and way.actions[0] != found.line[0]]
    for way in ways[:MOST_OTHERS]:
        yield Other(way.actions[:1], points=round(way.points, 6))
