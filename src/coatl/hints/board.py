"""Hints of the board game: what is finished or grown by a line of play, or which coatl it works towards."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import inf

from coatl.board.rules import BoardRules
from coatl.board.view import CoatlView, View
from coatl.describe.board.scores import scored
from coatl.describe.scores import Scored
from coatl.engine.structs import Records
from coatl.hints.aims import aim_of, best_reading
from coatl.hints.facts import CardFact, CoatlFact, Facts, Kind, Other
from coatl.hints.judgement import Judgement, is_legal
from coatl.solver.board.assembly import Solution
from coatl.solver.board.positions import seat_of
from coatl.solver.board.solver import solve

__all__ = ["checked", "facts", "proposals", "seat_of", "solution"]
ASSEMBLING = ("turn", "assemble", "finish")
Changed = tuple[int, CoatlView | None, CoatlView]  # a coatl: its number, before, after
CELLS = {"body": "bodies", "head": "heads", "tail": "tails"}


def solution(rules: BoardRules, view: View, seat: int) -> Solution | None:
    """The most points that the seat could finish now."""
    return solve(rules, view, seat) if view.pending in ASSEMBLING and view.seat == seat else None


def proposals(rules: BoardRules, states: Records, best: Solution | None) -> list[list[int]]:
    """The lines that the solver enters into the race of the search: what can be finished now, and then the turn ends.

    A coatl that is being finished is finished anyway: there is nothing to race for (`checked`).
    """
    if best is None or not best.points or states[0].coatl >= 0:
        return []
    line = [rules.parse(step) for step in best.steps]
    ended = [*line, rules.parse("done")]
    return [each for each in (ended, line) if is_legal(rules, states, each)][:1]


def checked(found: Judgement) -> Sequence[str]:
    """Once a coatl is being finished the solver knows exactly how; before, the search has the last word.

    But for the cards that are kept at the start: no rollout judges them, and to the search they are all but worth
    nothing yet. A person keeps those with the best aim.
    """
    if found.view.pending == "keep":
        return keeping(found)
    best: Solution | None = found.best
    return best.steps if found.view.pending == "finish" and best is not None and best.steps else found.line


def keeping(found: Judgement) -> list[str]:
    """The cards to keep, as many as may be (RULES 4.1, 5; 4.5): those with which the seat has the best aim."""
    deck, me = found.rules.decks[0], found.view.players[found.seat - 1]
    left = int(deck.adam_kept if found.view.options.solo else deck.kept) - me.kept
    cards = me.hand[me.kept :]
    ways = [[*(f"keep {card}" for card in kept), "done"] for kept in combinations(cards, min(left, len(cards)))]

    def value(way: list[str]) -> float:
        aim = best_reading(replace(found, line=way))
        return -inf if aim is None else aim.value

    return max(ways, key=value)


def facts(found: Judgement) -> Facts:
    """What a line of play brings."""
    games, others = found.thought.simulations, tuple(others_of(found))
    what = taken_by(found.view, found.line[0])
    best: Solution | None = found.best
    possible = best.points if best is not None else 0
    changed = list(changed_coatls(found))
    if changed:
        return built(found, changed, possible, games, others)
    at_once = possible or None
    if (aim := aim_of(found)) is None:
        alone = not found.thought.options
        return Facts("forced" if alone else "best", what=what, at_once=at_once, games=games, others=others)
    goal, cards = aim
    laid = card_facts(goal.number, scored(found.rules, goal.coatl, cards))
    return Facts("aim", goal.points, what=what, cards=laid, aim=goal, at_once=at_once, games=games, others=others)


def built(
    found: Judgement,
    changed: Sequence[tuple[int, CoatlView | None, CoatlView]],
    possible: int,
    games: int,
    others: tuple[Other, ...],
) -> Facts:
    """The coatls that a line finishes or grows, and what each card brings there."""
    scores = {number: score_of(found.rules, now) for number, _, now in changed}
    coatls = tuple(
        CoatlFact(number, was.pieces if was else "", now.pieces, scores[number].total) for number, was, now in changed
    )
    cards = tuple(fact for number, score in scores.items() for fact in card_facts(number, score))
    points = sum(now.points for _, _, now in changed if now.closed)
    if any(now.closed for _, _, now in changed):
        at_once = possible if possible > points else None
        kind: Kind = "finish" if found.view.pending == "turn" else "finish-on"
        return Facts(kind, points, coatls=coatls, cards=cards, at_once=at_once, games=games, others=others)
    now_at = sum(score_of(found.rules, was).total for _, was, _ in changed if was)
    stand = sum(score.total for score in scores.values())
    aim = aim_of(found)
    return Facts(
        "grow",
        stand,
        now_at,
        coatls=coatls,
        cards=cards,
        aim=None if aim is None else aim[0],
        at_once=possible or None,
        games=games,
        others=others,
    )


def changed_coatls(found: Judgement) -> Iterator[Changed]:
    """The coatls that a line starts, extends or lays cards beside."""
    before = found.view.players[found.seat - 1].coatls
    after = found.rules.view(found.after(), found.seat).players[found.seat - 1].coatls
    for number, now in enumerate(after, 1):
        was = before[number - 1] if number <= len(before) else None
        if was != now:
            yield number, was, now


def score_of(rules: BoardRules, coatl: CoatlView) -> Scored:
    """What the cards beside a coatl score."""
    return scored(rules, coatl.pieces, [*coatl.cards, *([coatl.temple] if coatl.temple else [])])


def card_facts(number: int, score: Scored) -> tuple[CardFact, ...]:
    return tuple(
        CardFact(name, number, card.times, card.points, card.level, card.where) for name, card in score.cards.items()
    )


def others_of(found: Judgement) -> Iterator[Other]:
    """Other first steps, and how far behind the search thinks they are; none if it did not choose the line."""
    best = {option.action: option.value for option in found.thought.options}.get(found.line[0])
    if best is None:
        return
    for option in found.next_best():
        less = round(max(0.0, best - option.value), 2)
        yield Other((option.action,), taken_by(found.view, option.action), less=less)


def taken_by(view: View, action: str) -> str | None:
    """The pieces or the card that an action takes from the middle."""
    verb, _, place = action.partition(" ")
    name, number = place.rstrip("0123456789"), place[len(place.rstrip("0123456789")) :]
    if verb == "take":
        return str(getattr(view.supply, CELLS[name])[int(number) - 1])
    if verb == "choose" and name == "row":
        return view.row[int(number) - 1]
    if verb == "priest":
        return view.temples[int(number) - 1] if name == "pile" else None
    return None
