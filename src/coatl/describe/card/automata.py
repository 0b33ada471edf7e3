"""CARL's turn step by step (RULES 5.5)."""

from collections.abc import Sequence
from typing import cast

from coatl.card import carl
from coatl.card.rules import CardRules
from coatl.card.state import CARL, EMPTY, PROTECTED
from coatl.card.tables import ACTION_NAMES, GODS
from coatl.describe.automata import CarlAction, CarlKind, StepFacts, lines_of
from coatl.engine.patterns import COLOURS
from coatl.engine.rules import lay_down_outcomes
from coatl.engine.structs import Records

KINDS: dict[int, CarlKind] = {
    carl.FAVOURITES: "favourites",
    carl.ACTION: "action",
    carl.RAISED: "raised",
    carl.STOLEN: "stolen",
    carl.FULFILLED: "fulfilled",
    carl.SKIPPED: "skipped",
}

ACTIONS = cast("tuple[CarlAction, ...]", ACTION_NAMES)


def steps(rules: CardRules, states: Records, outcomes: Sequence[int]) -> list[StepFacts]:
    """CARL's turn, played on these states with the outcomes of a record, if there are some. Empty if it is not its
    turn.
    """
    if states[0].pending != CARL:
        return []
    lay_down_outcomes(states[0].chance, outcomes)
    lines = lines_of(carl.carl_trace_at(states, rules.decks))
    colours = "".join(COLOURS[colour] for colour in states[0].carl.favourites.tolist() if colour != EMPTY)
    return [step(rules, line, colours) for line in lines]


def step(rules: CardRules, line: Sequence[int], colours: str) -> StepFacts:
    """One line of the trace; `colours` are the favourites."""
    kind, card, level, favourite = line
    step: StepFacts = {"kind": KINDS[kind]}
    if kind == carl.FAVOURITES:
        if card != EMPTY:
            step["feather"], step["colours"] = rules.names["<feather>"][card], colours
        return step
    if kind == carl.SKIPPED:
        return {**step, "action": ACTIONS[level]}
    step["card"] = rules.names["<prophecy>"][card]
    if kind == carl.ACTION:
        return {**step, "action": ACTIONS[level], "god": GODS[rules.decks[0].prophecies[card].god]}
    return {
        **step,
        "level": level,
        "protected": level == PROTECTED,
        "favourite": bool(favourite),
        "colours": colours,
        "points": gained(rules, kind, level),
    }


def gained(rules: CardRules, kind: int, level: int) -> int:
    """What CARL gains by a card that comes to this level (RULES 5.4)."""
    worth = rules.decks[0].level_points
    return int(worth[level]) - (int(worth[level - 1]) if kind == carl.RAISED else 0)
