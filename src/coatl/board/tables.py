"""The deck in play, compiled: the tables that the rules of the board game walk."""

from typing import Annotated

import numpy as np

from coatl.board.state import COATL_LENGTH, PLAYERS, PROPHECIES, TEMPLES
from coatl.engine.patterns import Pattern
from coatl.engine.structs import Int8, Int64, Ints

GODS = ("red", "black", "blue", "yellow", "green")
CELLS = ("body1", "body2", "body3", "body4", "body5", "body6", "head1", "head2", "tail1", "tail2")
SACRIFICES = ("perfect_pick", "see_the_future", "priests_commitment")

# how a prophecy counts
SEQUENCE, COUNT, MULTISET = 0, 1, 2
KINDS = ("sequence", "count", "multiset")
TALLY_BITS = 8  # a tally packs the number of pieces of each colour into one number

# goals of temples
WITHOUT, LENGTH, EQUAL, NO_CARD = 1, 2, 3, 4
GOALS = 4


class Prophecy:
    """One prophecy card."""

    pattern: Annotated[Pattern, Pattern]
    kind: Int8
    least: Int64  # the tally below which the lowest level is out of reach
    needs: Annotated[Ints, np.int8, 5]  # what ADAM collects for the highest level (RULES 4.5, 1)
    points: Annotated[Ints, np.int8, COATL_LENGTH + 1]  # by how many times
    lowest: Int8  # times of the lowest level
    highest: Int8  # points of the highest
    god: Int8
    twin: Int8  # the first card with the same pattern and points: never two at one coatl (RULES 4.2 C)
    copies: Int8
    promo: Int8


class Temple:
    """One temple card."""

    goals: Annotated[Ints, np.int8, GOALS, 3]  # which goal, and its one or two arguments
    goal_count: Int8
    points: Annotated[Ints, np.int8, GOALS + 1]  # by how many goals are met
    promo: Int8


class Deck:
    """Cards and numbers of the deck file."""

    prophecies: Annotated[list[Prophecy], Prophecy, PROPHECIES]
    prophecy_count: Int8
    temples: Annotated[list[Temple], Temple, TEMPLES]
    temple_count: Int8
    heads: Int8  # per colour
    tails: Int8
    bodies: Int8
    solo: Annotated[Ints, np.int8, 3]  # per colour: bodies, heads, tails
    fewer_bodies: Annotated[Ints, np.int8, PLAYERS + 1]  # per colour, by number of players
    golden_bodies: Annotated[Ints, np.int8, PLAYERS + 1]
    gold: Annotated[Ints, np.int8, PLAYERS + 1]
    robbed_points: Int8
    steal_up_to: Int8
    body_cells: Int8
    head_cells: Int8
    tail_cells: Int8
    row: Int8
    piles: Int8
    board_cells: Int8
    hand_limit: Int8
    dealt: Annotated[Ints, np.int8, PLAYERS]
    kept: Int8
    dealt_temples: Int8
    unfinished: Int8
    coatls: Int8
    least_cards: Int8
    most_cards: Int8
    sacrifices: Annotated[Ints, np.int8, 3]
    adam_cards: Int8
    adam_dealt: Int8
    adam_kept: Int8
    search: Annotated[Ints, np.int8, len(CELLS)]  # ADAM's way through the cells; -1 ends it
