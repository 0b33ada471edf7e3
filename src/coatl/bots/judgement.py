"""How good actions are, by the judgement that each game has: the door from the bots into their compiled code."""

from collections.abc import Callable, Sequence

import numpy as np

from coatl.bots.board import appraisal as board
from coatl.bots.card import appraisal as card
from coatl.engine.compiled import CompiledRules
from coatl.engine.records import Ints, Records
from coatl.engine.rules import Rules

Judge = Callable[[Records, Records, int, Ints, "np.ndarray[tuple[int], np.dtype[np.float64]]"], None]
JUDGES: dict[str, Judge] = {"board": board.appraise, "card": card.appraise}


def appraise(rules: Rules, states: Records, seat: int, actions: Sequence[int]) -> list[float]:
    """How well a seat can stand, in points, after the turn that each of these legal actions belongs to."""
    if not isinstance(rules, CompiledRules):
        raise TypeError("only the two games have a judgement")
    values = np.zeros(len(actions))
    JUDGES[rules.game](states, rules.decks, seat - 1, np.array(actions, np.int64), values)
    return values.tolist()
