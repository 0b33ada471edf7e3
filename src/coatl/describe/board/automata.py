"""ADAM's turn step by step (RULES 4.5)."""

from collections.abc import Iterable, Sequence

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
    return merged(step(rules, *line) for line in lines_of(adam.adam_trace_at(states, rules.decks)))


def step(rules: BoardRules, kind: int, card: int, cell: int, colour: int) -> StepFacts:
    """One line of the trace: kind, card, cell, colour, as far as it has them."""
    found: StepFacts = {"kind": KINDS[kind]}
    if card != EMPTY:
        found["card"] = rules.names["<prophecy>"][card]
    if cell != EMPTY:
        found["cell"] = CELLS[cell]
    if colour != EMPTY:
        found["colour"] = COLOURS[colour]
    if kind == adam.PLAYED:
        found["points"] = int(rules.decks[0].prophecies[card].highest)
    return found


REPEATED = ("missed", "placed", "discarded", "moved", "spent")


def merged(steps: Iterable[StepFacts]) -> list[StepFacts]:
    """Repeated steps as one: pieces that go the same way, cards that find nothing.

    >>> spent = [{"kind": "spent", "card": "R1", "colour": "R"}, {"kind": "spent", "card": "R1", "colour": "G"}]
    >>> merged([{"kind": "played", "card": "R1"}, *spent])[1:]
    [{'kind': 'spent', 'card': 'R1', 'colour': 'RG'}]
    """
    found: list[StepFacts] = []
    run: list[StepFacts] = []  # what the next step may repeat
    for step in steps:
        if step["kind"] not in REPEATED:
            run = []
        elif same := next((one for one in run if is_repeated(one, step)), None):
            add(same, step)
            continue
        found.append(step)
        run.append(step)
    return found


def is_repeated(first: StepFacts, then: StepFacts) -> bool:
    """Whether the second says the same of another card or piece."""
    alike = first["kind"] == then["kind"]
    return alike and (then["kind"] == "missed" or first.get("card") == then.get("card"))


def add(first: StepFacts, then: StepFacts) -> None:
    if then["kind"] == "missed":
        first["cards"] = [*first.get("cards", [first["card"]]), then["card"]]
    else:
        first["colour"] += then["colour"]
