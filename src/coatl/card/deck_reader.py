"""Reading a deck file of the card game into the tables that the rules walk (`tables.py`)."""

from functools import cache

from coatl.card.options import MANNER_NAMES, OPPONENTS
from coatl.card.tables import (
    ACTION_NAMES,
    BELOW,
    EQUAL,
    GODS,
    GODS_GOAL,
    PARTS_AT_LEAST,
    PARTS_AT_MOST,
    RUN,
    SAME,
    TWINS,
    Deck,
    Prophecy,
    Temple,
)
from coatl.decks.loader import load_card
from coatl.decks.schema import CardDeck, CardProphecy, CardTemple, split_goal
from coatl.engine.patterns import COLOURS, Token, compile_pattern, parse
from coatl.engine.structs import Records, empties


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
