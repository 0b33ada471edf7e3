"""What the evaluation of the card game weighs: the declaration of `weights.toml`, and its values."""

from pathlib import Path
from typing import Annotated

import numpy as np

from coatl.bots.weights import Float64, Floats, read_weights
from coatl.card.state import PROTECTED

FILE = Path(__file__).with_name("weights.toml")
TWO_PLAYERS, MORE_PLAYERS, SOLO = 0, 1, 2  # the tables that `ExpectedWeights` tells apart
TABLES = 3
MOST_TURNS = 5  # turns left that are told apart
# what the expected points of a seat are weighed from
FEATURES = 14
ONE, LEVEL_1, LEVEL_2, LEVEL_3, TEMPLE, RAISE, RAISE_NEAR, RAISE_HAND = 0, 1, 2, 3, 4, 5, 6, 7
MIDDLE_NEAR, MIDDLE_HAND, THREAT, RICH_1, RICH_2, RICH_3 = 8, 9, 10, 11, 12, 13


class PositionWeights:
    """The weights of `position_value`."""

    reach: Float64
    safe: Float64
    envy: Float64


class ExpectedWeights:
    """The weights of `expected_points`."""

    features: Annotated[Floats, np.float64, TABLES, MOST_TURNS + 1, FEATURES]


class PolicyShares:
    """The weights of the rollout policy, as shares of the deck's points."""

    points: Annotated[Floats, np.float64, PROTECTED + 1]
    hurt: Annotated[Floats, np.float64, PROTECTED + 1]
    last_hurt: Float64
    ahead: Float64
    early: Float64
    content: Float64
    rich: Float64


class RichnessWeights:
    """What it is worth that prophecies stand in a coatl before they come."""

    points: Annotated[Floats, np.float64, MOST_TURNS + 1, PROTECTED]


class TempleWeights:
    """What the goals of the temple are worth while cards are played."""

    goal: Float64
    lost: Annotated[Floats, np.float64, 2]
    god_rest: Float64
    uneven: Float64


class DiscardWeights:
    """The weights of `turn_policy`, by which discards are judged."""

    hurt: Float64
    content: Float64


class ResultWeights:
    """The weights of `result_value`."""

    win: Float64
    spread: Float64


class Weights:
    """All weights of the card game."""

    position: Annotated[PositionWeights, PositionWeights]
    expected: Annotated[ExpectedWeights, ExpectedWeights]
    policy: Annotated[PolicyShares, PolicyShares]
    policy_solo: Annotated[PolicyShares, PolicyShares]
    richness: Annotated[RichnessWeights, RichnessWeights]
    temple: Annotated[TempleWeights, TempleWeights]
    discard: Annotated[DiscardWeights, DiscardWeights]
    result: Annotated[ResultWeights, ResultWeights]


WEIGHTS = read_weights(Weights, FILE)
