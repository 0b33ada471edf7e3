"""ADAM's turn step by step (RULES 4.5)."""

from collections.abc import Sequence

from coatl.board import adam
from coatl.board.rules import BoardRules
from coatl.board.state import ADAM, EMPTY
from coatl.board.tables import CELLS
from coatl.describe.automata import AdamKind, StepFacts, lines_of
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Records

KINDS: dict[int, AdamKind] = {
    adam.FOUND: "found",
    adam.MISSED: "missed",
    adam.PLACED: "placed",
    adam.WASTED: "wasted",
    adam.DISCARDED: "discarded",
    adam.PLAYED: "played",
    adam.MOVED: "moved",
    adam.SPENT: "spent",
    adam.DREW: "drew",
}


def steps(rules: BoardRules, states: Records, outcomes: Sequence[int]) -> list[StepFacts]:
    """ADAM's turn, played on these states; it asks nothing of chance before its end. Empty if it is not its turn."""
    if states[0].pending != ADAM:
        return []
    return [step(rules, *line) for line in lines_of(adam.adam_trace_at(states, rules.decks))]


def step(rules: BoardRules, kind: int, card: int, cell: int, colour: int) -> StepFacts:
    """One line of the trace: kind, card, cell, colour, as far as it has them."""
    found: StepFacts = {"kind": KINDS[kind]}
    if card != EMPTY:
        found["card"] = rules.names["<prophecy>"][card]
    if cell != EMPTY:
        found["cell"] = CELLS[cell]
    if colour != EMPTY:
        found["colour"] = COLOURS[colour]
    return found
