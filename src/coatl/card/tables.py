"""The deck in play, compiled: the tables that the rules of the card game walk."""

from typing import Annotated

import numpy as np

from coatl.card.state import FEATHERS, MANNERS, PLAYERS, PROPHECIES, TEMPLES
from coatl.engine.patterns import Pattern
from coatl.engine.structs import Int8, Ints

GODS = ("blue", "yellow", "pink", "green")

# CARL's actions
RAISE, STEAL, FULFIL = 0, 1, 2
ACTION_NAMES = ("raise", "steal", "fulfil")

# goals of temples
GODS_GOAL, BELOW, TWINS, PARTS_AT_LEAST, PARTS_AT_MOST, RUN, SAME, EQUAL = 1, 2, 3, 4, 5, 6, 7, 8
GOALS = 2


class Prophecy:
    """One prophecy card."""

    pattern: Annotated[Pattern, Pattern]
    parts: Int8  # how many parts a place has; 0 if that varies
    god: Int8
    names: Int8  # the colours that it names as things to match, one bit each (RULES 5.5)


class Temple:
    """One temple card."""

    goals: Annotated[Ints, np.int8, GOALS, 3]  # which goal, and its one or two arguments
    goal_count: Int8


class Deck:
    """Cards and numbers of the deck file."""

    prophecies: Annotated[list[Prophecy], Prophecy, PROPHECIES]
    prophecy_count: Int8
    temples: Annotated[list[Temple], Temple, TEMPLES]
    temple_count: Int8
    pairs: Annotated[Ints, np.int8, FEATHERS, 2]  # the two colours of each feather
    copies: Annotated[Ints, np.int8, FEATHERS]
    feather_count: Int8
    rounds: Annotated[Ints, np.int8, 3]  # without CARL, against CARL, against CARL 2.0
    dealt_feathers: Int8
    dealt_prophecies: Int8
    dealt_temples: Int8
    plays: Int8  # a turn
    middle: Annotated[Ints, np.int8, PLAYERS + 1]  # by number of players; 1 is the solo game
    level_points: Annotated[Ints, np.int8, 4]
    temple_points: Annotated[Ints, np.int8, GOALS + 1]
    heads: Annotated[Ints, np.int8, 5]  # 1 for the colours of heads and tails
    carl_steals: Int8  # how often the human may steal from CARL in a turn
    start_level: Int8  # of both in the solo game
    carl_temple: Int8
    actions: Annotated[Ints, np.int8, len(GODS)]  # CARL's action by god
    manners: Annotated[Ints, np.int8, MANNERS, 2, len(GODS)]  # backs of each god, by manner and opponent
