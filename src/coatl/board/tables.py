"""The deck in play, compiled: the tables that the rules of the board game walk."""

from functools import cache
from typing import Annotated

import numpy as np

from coatl.board.state import (
    COATL_LENGTH,
    PLAYERS,
    PROPHECIES,
    TEMPLES,
)
from coatl.decks.loader import load_board
from coatl.decks.schema import BoardDeck, BoardProphecy, BoardTemple
from coatl.engine.patterns import COLOURS, Pattern, compile_pattern, parse
from coatl.engine.structs import Int8, Int64, Ints, Records, empties

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


@cache
def printed_tables() -> Records:
    """The tables of the printed deck, compiled once: nothing writes into them."""
    return compile_deck(load_board())


def compile_deck(source: BoardDeck) -> Records:
    """The tables of a deck, as an array of one record."""
    tables = empties(Deck, 1)
    deck: Deck = tables[0]
    for i, prophecy in enumerate(source.prophecy):
        compile_prophecy(deck.prophecies[i], prophecy)
        deck.prophecies[i].twin = twin_of(source.prophecy, i)
    deck.prophecy_count = len(source.prophecy)
    for i, temple in enumerate(source.temple):
        compile_temple(deck.temples[i], temple)
    deck.temple_count = len(source.temple)
    compile_pieces(deck, source)
    compile_limits(deck, source)
    return tables


def compile_prophecy(card: Prophecy, source: BoardProphecy) -> None:
    tokens = parse(source.pattern)
    compile_pattern(tokens, card.pattern)
    card.kind = KINDS.index(source.kind)
    lowest, top = min(source.levels), max(source.levels)
    for token in tokens:
        if token.absent or token.same or len(token.colours) > 1:
            continue
        (colour,) = token.colours
        card.least += lowest << (TALLY_BITS * colour)
        if token.text[0] in COLOURS:  # RULES 4.5, 1: `R` and `R+` need a piece, brackets of one colour need nothing
            card.needs[colour] += top
    for count in range(COATL_LENGTH + 1):
        reached = [points for level, points in source.levels.items() if level <= count]
        card.points[count] = max(reached, default=0)
    card.lowest = lowest
    card.highest = source.levels[top]
    card.god = GODS.index(source.colour)
    card.copies = source.copies
    card.promo = source.set == "promo"


def twin_of(cards: tuple[BoardProphecy, ...], number: int) -> int:
    """The first card with the same kind, pattern and points."""

    def face(card: BoardProphecy) -> tuple[object, ...]:
        return card.kind, card.pattern.split(), sorted(card.levels.items())

    return next(i for i, card in enumerate(cards) if face(card) == face(cards[number]))


def compile_temple(card: Temple, source: BoardTemple) -> None:
    for i, goal in enumerate(source.goals):
        name, _, argument = goal.partition(":")
        if name == "without":
            card.goals[i] = WITHOUT, COLOURS.index(argument), 0
        elif name == "length":
            card.goals[i] = LENGTH, int(argument), 0
        elif name == "equal":
            card.goals[i] = EQUAL, COLOURS.index(argument[0]), COLOURS.index(argument[1])
        else:
            card.goals[i] = NO_CARD, GODS.index(argument), 0
        card.points[i + 1] = source.points[i]
    card.goal_count = len(source.goals)
    card.promo = source.set == "promo"


def compile_pieces(deck: Deck, source: BoardDeck) -> None:
    deck.bodies, deck.heads, deck.tails = source.pieces.body, source.pieces.head, source.pieces.tail
    deck.solo[:] = source.pieces.solo.body, source.pieces.solo.head, source.pieces.solo.tail
    for i, players in enumerate((2, 3, 4)):
        if source.fewer_bodies:
            deck.fewer_bodies[players] = source.fewer_bodies.bodies_per_colour[i]
        if source.golden_feathers:
            deck.golden_bodies[players] = source.golden_feathers.bodies_per_colour[i]
            deck.gold[players] = source.golden_feathers.gold_bodies[i]
    if source.golden_feathers:
        deck.robbed_points = source.golden_feathers.points_for_victim
        deck.steal_up_to = source.golden_feathers.steal_up_to


def compile_limits(deck: Deck, source: BoardDeck) -> None:
    supply, player, adam = source.supply, source.player, source.adam
    deck.body_cells, deck.head_cells, deck.tail_cells = supply.body_cells, supply.head_cells, supply.tail_cells
    deck.row, deck.piles = supply.prophecies, supply.temple_piles
    deck.board_cells, deck.hand_limit = player.board_cells, player.hand_limit
    deck.dealt[:] = player.dealt_prophecies
    deck.kept, deck.dealt_temples = player.kept_prophecies, player.dealt_temples
    deck.unfinished, deck.coatls = player.unfinished_coatls, player.coatls
    deck.least_cards, deck.most_cards = player.prophecies_per_coatl
    deck.sacrifices[:] = [name in player.sacrifices for name in SACRIFICES]
    deck.search[:] = -1
    if adam:
        deck.adam_cards, deck.adam_dealt, deck.adam_kept = adam.prophecies, adam.human_dealt, adam.human_kept
        order = [CELLS.index(cell) for cell in adam.search_order]
        deck.search[: len(order)] = order
