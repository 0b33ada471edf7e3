"""What the evaluation of the board game weighs: the declaration of `weights.toml`, and its values."""

from pathlib import Path
from typing import Annotated

import numpy as np

from coatl.board.state import NEEDS_FOUR
from coatl.bots.weights import Float64, Floats, read_weights
from coatl.engine.structs import Records, copy_of

FILE = Path(__file__).with_name("weights.toml")
AT_THE_END, BY_TIME = 0, 1  # of a pair: what holds at the end, and what the time that is left adds


class PositionWeights:
    """The weights of `position_value`."""

    unfinished: Float64
    unfinished_by_time: Annotated[Floats, np.float64, 2]
    missing_end: Float64
    found: Float64
    found_by_time: Annotated[Floats, np.float64, 2]
    placed: Float64
    slot: Float64
    hold: Float64
    kept: Float64
    token: Float64
    wanted_end: Float64
    spare_end: Float64
    early_end: Float64
    free_cell: Float64
    free_cells: Annotated[int, np.int64]
    robbed: Float64
    last: Float64
    step: Float64
    time_last_turns: Annotated[Floats, np.float64, 2]
    time_rival: Float64
    time_takes: Annotated[Floats, np.float64, 2]
    time_round: Float64
    time_least: Float64
    patience: Annotated[int, np.int64]


class DesignWeights:
    """The weights of designs, plans and rollouts."""

    tempo: Float64
    single: Float64
    unseen: Float64
    end_unseen: Float64
    from_row: Float64
    crowded: Float64
    full: Float64
    chance: Float64
    second: Float64
    future: Float64
    unknown: Float64
    unknown_last: Float64
    clutter: Float64
    token: Float64
    clog: Float64
    stuck: Float64
    row_sure: Float64
    last: Float64
    growth: Float64
    choice: Float64
    width: Annotated[int, np.int64]
    lacking: Float64
    unmet: Float64
    win: Float64
    lead: Float64
    full_time: Float64
    coatl_turns: Float64
    piece_turns: Float64
    solo_takes: Float64
    takes: Float64
    adam_rate: Float64
    adam_hope: Float64
    new_row: Float64
    robbed: Float64


class NeedsFourWeights:
    """What takes the place of some of them with difficulty 4 (RULES 4.5)."""

    future: Float64
    last: Float64
    lacking: Float64
    unmet: Float64
    crowded: Float64
    stuck: Float64


class Weights:
    """All weights of the board game."""

    position: Annotated[PositionWeights, PositionWeights]
    designs: Annotated[DesignWeights, DesignWeights]
    needs_four: Annotated[NeedsFourWeights, NeedsFourWeights]


WEIGHTS = read_weights(Weights, FILE)


def for_table(states: Records, weights: Records = WEIGHTS) -> Records:
    """The weights for a table: with difficulty 4 some have others in their place."""
    return for_difficulty_four(weights) if states[0].options.difficulties[NEEDS_FOUR] else weights


def for_difficulty_four(weights: Records) -> Records:
    """The weights with those of difficulty 4 in place."""
    changed = copy_of(weights)
    for name in changed[0].needs_four.dtype.names:
        changed[0].designs[name] = changed[0].needs_four[name]
    return changed
