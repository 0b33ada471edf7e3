"""Scratch: what rollouts of the card game look up, and the arrays that they use again and again."""

from typing import Annotated

import numpy as np

from coatl.bots.card.occurrence_sets import OccurrenceSets
from coatl.bots.card.policy_weights import PolicyWeights
from coatl.bots.card.temple_value import TempleValue
from coatl.bots.card.weights import ResultWeights
from coatl.bots.weights import Floats
from coatl.card.state import Player
from coatl.engine.structs import Int64, Ints

WAYS = 4
COLOURS = 5
MOST_MOVES = 16
TIE = 0.01 / (1 << 10)  # equally good ones are equally likely


class Scratch:
    """One for all rollouts of a search."""

    occurrences: Annotated[OccurrenceSets, OccurrenceSets]
    policy: Annotated[PolicyWeights, PolicyWeights]
    last_policy: Annotated[PolicyWeights, PolicyWeights]  # in the last round
    temple_value: Annotated[TempleValue, TempleValue]
    result: Annotated[ResultWeights, ResultWeights]
    viewer: Int64  # the seat that plans its turn
    seed: Int64  # of the deals
    stream: Annotated[Ints, np.int64, 1]
    first: Annotated[Ints, np.int64, WAYS, 4]  # the counts of the coatl before the first card that is thought of
    second: Annotated[Ints, np.int64, WAYS, 4]
    values: Annotated[Floats, np.float64, MOST_MOVES]
    moves: Annotated[Ints, np.int64, MOST_MOVES]
    value: Annotated[Floats, np.float64, 1]
    move: Annotated[Ints, np.int64, 1]
    planned: Int64  # the second card of the turn, EMPTY if it was not looked for
    hoped: Annotated[Floats, np.float64, 1]  # its value
    spare: Annotated[Player, Player]
