"""What the quick player looks up and notes while it plays simulated games."""

from typing import Annotated

import numpy as np

from coatl.bots.card.habits import Habit
from coatl.bots.card.lure import Lure
from coatl.bots.card.marks import Marks
from coatl.bots.card.outlook import Floats
from coatl.card.state import Player
from coatl.engine.records import Int64, Ints

WAYS = 4
COLOURS = 5
MOST = 16
TIE = 0.01 / (1 << 10)  # equally good ones are equally likely


class Desk:
    """There is one for all games."""

    marks: Annotated[Marks, Marks]
    habit: Annotated[Habit, Habit]
    ending: Annotated[Habit, Habit]  # in the last round
    lure: Annotated[Lure, Lure]
    viewer: Int64  # the seat that plans its turn
    seed: Int64  # of the deals
    stream: Annotated[Ints, np.int64, 1]
    first: Annotated[Ints, np.int64, WAYS, 4]  # the coatl counted before the first card that is thought of
    second: Annotated[Ints, np.int64, WAYS, 4]
    values: Annotated[Floats, np.float64, MOST]
    moves: Annotated[Ints, np.int64, MOST]
    value: Annotated[Floats, np.float64, 1]
    move: Annotated[Ints, np.int64, 1]
    planned: Int64  # the second card of the turn, EMPTY if it was not looked for
    hoped: Annotated[Floats, np.float64, 1]  # what it is worth
    spare: Annotated[Player, Player]
