"""What the quick player strives for: the weights of its choices.

Against CARL they were found by ten thousands of its games: many prophecies are worth more than high ones, for CARL
steals the highest, and what CARL holds at level 2 is soon protected. It wins three points more a game with them.
"""

from typing import Annotated

import numpy as np

from coatl.bots.card.outlook import Floats
from coatl.card.state import PROTECTED
from coatl.engine.records import Int64, Records

Float64 = Annotated[float, np.float64]

TURNS = 6
BEAM = (0, 8, 4, 4, 4)  # by players
OTHERS = (0, 0, 4, 1, 1)  # at larger tables it would take most of the time
# by the turns left: what it is worth that a prophecy to come stands in the coatl once, twice, three times
RICH = np.array([[0, 0, 0], [0.02, 0.02, 0.01], [0.11, 0.1, 0], [0.2, 0.16, 0], [0.26, 0.1, 0], [0.26, 0.1, 0]])


class Habit:
    """The weights for one table."""

    points: Annotated[Floats, np.float64, PROTECTED + 1]  # what a level is worth
    hurt: Annotated[Floats, np.float64, PROTECTED + 1]  # what it is worth that a victim loses it
    ahead: Float64  # what a point is worth that one more part would bring
    early: Float64  # the same before the second card is known
    rich: Annotated[Floats, np.float64, TURNS, 3]
    content: Float64  # a hand that brings less is worth a discard
    beam: Int64  # first cards behind which the second one is looked for
    others: Int64  # the same for those who do not plan the turn


def write_habits(desks: Records, decks: Records, tables: Records) -> None:
    """The weights for a table, and those of its last round, in which only points count."""
    habit, ending, points = desks[0].habit, desks[0].ending, decks[0].level_points
    ending.points[:] = points
    ending.hurt[:] = 0.0 if tables[0].solo else 0.5 * points  # CARL's result stands by then
    habit.beam, habit.others = BEAM[tables[0].players], OTHERS[tables[0].players]
    if tables[0].solo:
        habit.points[:] = points * [1, 1.5, 0.82, 1.02]
        habit.hurt[:] = points * [0, 0.15, 0.78, 0]
        habit.ahead, habit.early, habit.content = 0.27, 0.0, 5.5
        habit.rich[:] = 1.4 * RICH
    else:
        habit.points[:] = points
        habit.hurt[:] = 0.5 * points
        habit.ahead, habit.early, habit.content = 0.2, 0.05, 2.5
        habit.rich[:] = RICH
