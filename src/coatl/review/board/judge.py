"""The judge of the board game: rollouts of the search compare lines of play, a network values positions."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from coatl.board.rules import BoardRules
from coatl.bots.board.judgement import judge
from coatl.bots.weights import Floats
from coatl.engine.rules import Rules
from coatl.engine.structs import Records
from coatl.review.board.lines import BoardLines

LUCK_SCALE, ADAM_LUCK_SCALE = 0.4, 0.2  # the network sees in a draw more than players make of it


class BoardJudge:
    """Judges positions by what the seat may know of them, so that no deal of the unseen is needed."""

    name = "board-rollouts-2"
    scale = 1.0
    first = 48
    plays = 1024
    looks = 16
    glances = 1
    samples = 24

    def __init__(self, rules: BoardRules, seed: str) -> None:
        self.rules, self.seed = rules, seed
        self.luck_scale = ADAM_LUCK_SCALE if rules.options["players"] == 1 else LUCK_SCALE

    def lines(self, view: Any, seat: int, rng: np.random.Generator, played: Sequence[int] = ()) -> BoardLines:
        """What the seat might do, by its view."""
        return BoardLines(self.rules, view, seat, rng, played)

    def value(self, states: Records, seat: int, first: int, count: int) -> Floats:
        """What the seat may expect at a position; every look at it says the same."""
        return np.array([judge(self.rules, states, seat)])


def new_judge(rules: Rules, seed: str) -> BoardJudge:
    """The judge for these rules."""
    assert isinstance(rules, BoardRules)
    return BoardJudge(rules, seed)
