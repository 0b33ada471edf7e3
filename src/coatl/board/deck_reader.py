"""Reading a deck file of the board game into the tables that the rules walk (`tables.py`)."""

from functools import cache

from coatl.board.state import COATL_LENGTH
from coatl.board.tables import (
    CELLS,
    EQUAL,
    GODS,
    KINDS,
    LENGTH,
    NO_CARD,
    SACRIFICES,
    TALLY_BITS,
    WITHOUT,
    Deck,
    Prophecy,
    Temple,
)
from coatl.decks.loader import load_board
from coatl.decks.schema import BoardDeck, BoardProphecy, BoardTemple
from coatl.engine.patterns import COLOURS, compile_pattern, parse
from coatl.engine.structs import Records, empties


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
