"""Leaf counts: how many sequences of so many actions the rules allow from a known position.

A file `*.perft` holds positions, each a line `position …` that shows all cards, and under it lines `depth count`. A
position with a middle belongs to the card game. A sequence counts if it has exactly so many actions; one that ends the
game earlier does not. Chance is fixed: once the position is read, its chance is seeded with the word `perft`, and every
draw follows from there. Lines with # are remarks. A count that changes is a change of the rules: explain it in the same
change.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from coatl.board.rules import BoardRules
from coatl.board.view import View as BoardView
from coatl.card.rules import CardRules
from coatl.card.view import View as CardView
from coatl.engine import oneline
from coatl.engine.chance import key_of
from coatl.position import Position

FOLDER = Path(__file__).parent
SEED = "perft"


@dataclass(frozen=True)
class Known:
    """A position and its counts by depth."""

    remark: str
    line: str
    counts: dict[int, int]

    def __str__(self) -> str:
        counts = [f"{depth} {count}" for depth, count in sorted(self.counts.items())]
        return "\n".join([f"# {self.remark}", f"position {self.line}", *counts])


def read(path: Path) -> Iterator[Known]:
    """The positions of a file."""
    for part in path.read_text(encoding="utf-8").split("\n\n"):
        remark, line, *counts = part.strip().splitlines()
        pairs = (count.split() for count in counts)
        yield Known(
            remark.removeprefix("# "),
            line.removeprefix("position "),
            {int(depth): int(count) for depth, count in pairs},
        )


def position_at(line: str) -> Position:
    """The position of a line, with the chance of all leaf counts."""
    rules = rules_for(line)
    states = rules.read_position(line, np.random.default_rng(0))
    rules.seed(states, key_of(SEED), 0)
    return Position(rules, states)


def rules_for(line: str) -> BoardRules | CardRules:
    """The rules of the game that the line tells."""
    if " middle:" in line:
        return CardRules(**asdict(oneline.read(CardView, line).options))
    return BoardRules(**asdict(oneline.read(BoardView, line).options))


def leaves(position: Position, depth: int) -> int:
    """How many sequences of `depth` actions there are from here."""
    legal = position.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = position.copy()
        after.play(action)
        total += leaves(after, depth - 1)
    return total
