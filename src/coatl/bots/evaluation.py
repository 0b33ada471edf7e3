"""How good positions and actions are for a seat: the door from the bots into the compiled evaluation of each game.

A game's evaluation is `bots/GAME/evaluation.py`, its weights are `bots/GAME/weights.toml`. Another file of weights with
the same names takes their place in any bot: `Evaluation(rules, Path("learned.toml"))`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coatl.bots.board.action_values import write_action_values as write_board_values
from coatl.bots.board.weights import WEIGHTS as BOARD_WEIGHTS
from coatl.bots.board.weights import Weights as BoardWeights
from coatl.bots.card.action_values import write_action_values as write_card_values
from coatl.bots.card.weights import WEIGHTS as CARD_WEIGHTS
from coatl.bots.card.weights import Weights as CardWeights
from coatl.bots.weights import Floats, read_weights
from coatl.engine.rules import Rules
from coatl.engine.structs import Ints, Records

WriteValues = Callable[[Records, Records, int, Ints, Records, Floats], None]


@dataclass(frozen=True)
class GameEvaluation:
    """What the evaluation of a game is made of: its weights, their declaration, and the compiled function."""

    declaration: type
    weights: Records
    write_action_values: WriteValues


GAMES = {
    "board": GameEvaluation(BoardWeights, BOARD_WEIGHTS, write_board_values),
    "card": GameEvaluation(CardWeights, CARD_WEIGHTS, write_card_values),
}


class Evaluation:
    """The evaluation of one game, with the weights of the package or those of a file."""

    def __init__(self, rules: Rules, weights: Path | None = None) -> None:
        game = GAMES[rules.game]
        self.rules = rules
        self.weights = game.weights if weights is None else read_weights(game.declaration, weights)
        self.write_action_values = game.write_action_values

    def action_values(self, states: Records, seat: int, actions: Sequence[int]) -> list[float]:
        """For each legal action of a seat (from 1): how good the position can be at the end of its turn, in points."""
        values, numbers = np.zeros(len(actions)), np.array(actions, np.int64)
        self.write_action_values(states, self.rules.decks, seat - 1, numbers, self.weights, values)
        return values.tolist()
