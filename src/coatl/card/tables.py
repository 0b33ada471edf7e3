"""The deck in play, compiled: the tables that the rules of the card game walk."""

from functools import cache
from typing import Annotated

import numpy as np

from coatl.card.options import MANNER_NAMES, OPPONENTS
from coatl.card.state import FEATHERS, MANNERS, PLAYERS, PROPHECIES, TEMPLES
from coatl.decks.loader import load_card
from coatl.decks.schema import CardDeck, CardProphecy, CardTemple, split_goal
from coatl.engine.patterns import COLOURS, Pattern, Token, compile_pattern, parse
from coatl.engine.structs import Int8, Ints, Records, empties

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


@cache
def printed_tables() -> Records:
    """The tables of the printed deck, compiled once: nothing writes into them."""
    return compile_deck(load_card())


def compile_deck(source: CardDeck) -> Records:
    """The tables of a deck, as an array of one record."""
    tables = empties(Deck, 1)
    deck: Deck = tables[0]
    for i, prophecy in enumerate(source.prophecy):
        compile_prophecy(deck.prophecies[i], prophecy)
    deck.prophecy_count = len(source.prophecy)
    for i, temple in enumerate(source.temple):
        compile_temple(deck.temples[i], temple)
    deck.temple_count = len(source.temple)
    for i, feather in enumerate(source.feather):
        deck.pairs[i] = sorted(COLOURS.index(letter) for letter in feather.pair)
        deck.copies[i] = feather.copies
    deck.feather_count = len(source.feather)
    compile_numbers(deck, source)
    compile_carl(deck, source)
    return tables


def compile_prophecy(card: Prophecy, source: CardProphecy) -> None:
    tokens = parse(source.pattern)
    compile_pattern(tokens, card.pattern)
    body = [token for token in tokens if not token.absent]
    card.parts = 0 if any(token.many for token in body) else len(body)
    card.god = GODS.index(source.colour)
    for token in body:
        for colour in named(token):
            card.names |= 1 << colour


def named(token: Token) -> frozenset[int]:
    """The colours that a token names as things to match: `=`, `.` and `[^B]` name none (RULES 5.5)."""
    unnamed = token.same or token.text.startswith((".", "[^"))
    return frozenset() if unnamed else token.colours


def compile_temple(card: Temple, source: CardTemple) -> None:
    for i, goal in enumerate(source.goals):
        card.goals[i] = compile_goal(*split_goal(goal))
    card.goal_count = len(source.goals)


def compile_goal(name: str, argument: str) -> tuple[int, int, int]:
    """RULES 5.4."""
    if name.startswith("gods"):
        return GODS_GOAL, sum(1 << GODS.index(god) for god in argument.split(",")), 0
    if name.startswith("below"):
        lower, higher = argument.split("<")
        return BELOW, GODS.index(lower), GODS.index(higher)
    if name.startswith("equal"):
        return EQUAL, COLOURS.index(argument[0]), COLOURS.index(argument[1])
    kinds = {"twins": TWINS, "parts>=": PARTS_AT_LEAST, "parts<=": PARTS_AT_MOST, "run": RUN, "same": SAME}
    return kinds[name], int(argument or 0), 0


def compile_numbers(deck: Deck, source: CardDeck) -> None:
    deck.rounds[0] = source.game.rounds
    deck.dealt_feathers, deck.dealt_prophecies = source.deal.feathers, source.deal.prophecies
    deck.dealt_temples, deck.plays = source.deal.temples, source.deal.plays_per_turn
    for players, cards in source.deal.supply.items():
        deck.middle[players] = cards
    deck.level_points[:] = source.levels.points
    deck.temple_points[1:] = source.temple_points.points
    for letter in source.heads_and_tails.colours:
        deck.heads[COLOURS.index(letter)] = 1


def compile_carl(deck: Deck, source: CardDeck) -> None:
    carl = source.carl
    deck.actions[:] = -1
    if carl is None:
        return
    deck.rounds[1:] = carl.rounds.carl, carl.rounds.carl2
    deck.middle[1], deck.carl_steals = carl.supply, carl.human_steals_per_turn
    deck.start_level, deck.carl_temple = carl.start_level, carl.temple
    for god, action in carl.actions.items():
        deck.actions[GODS.index(god)] = ACTION_NAMES.index(action)
    for manner, opponent, backs in carl.manner.decks():
        for god, number in backs.items():
            deck.manners[MANNER_NAMES.index(manner), OPPONENTS.index(opponent), GODS.index(god)] = number
