"""Many games side by side, as arrays that compiled code steps through: one row a game (docs/rl.md)."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from coatl.engine.structs import Int8, Int64, Ints, Records

Floats = npt.NDArray[np.floating]

# who decides for a seat
LEARNER, RANDOM, GREEDY = 0, 1, 2

# when a game that is over begins anew
NEVER, NEXT_STEP, SAME_STEP = 0, 1, 2

# what a game is worth in the end
MARGIN, WIN = 0, 1


class Settings:
    """What all games of a batch have in common."""

    compact: Int8
    autoreset: Int8
    reward: Int8  # MARGIN or WIN
    skip_forced: Int8  # whether a decision without a choice is made at once
    stride: Int64  # from the number of a game to that of the next one in its row


class Games(NamedTuple):
    """The arrays of a batch."""

    settings: Records
    scales: Floats  # points for a reward of 1, and the reward of an illegal action
    decks: Records
    blank: Records
    weights: Records  # of the greedy bot
    key: Ints  # of all chance
    kinds: Ints  # by game and seat: LEARNER, RANDOM or GREEDY
    states: Records
    numbers: Ints  # which game of the seed is next in this row
    streams: Ints  # the chance of random players
    seats: Ints  # whose observation it is, from 0
    observations: Ints
    masks: npt.NDArray[np.bool_]
    final_observations: Ints  # with SAME_STEP: how the game that has just ended looked
    rewards: npt.NDArray[np.float32]  # by game and seat
    over: npt.NDArray[np.bool_]  # whether the game has ended with this step
    illegal: npt.NDArray[np.bool_]  # whether it ended with an illegal action
    lengths: Ints  # decisions of learners in this game so far
