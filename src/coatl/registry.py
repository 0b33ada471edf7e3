"""The games by name: the rules of a game with a deck and options."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from coatl.engine.commitment import SEED_ONLY
from coatl.engine.errors import CoatlError, RecordError
from coatl.engine.record import Record
from coatl.engine.rules import Rules
from coatl.version import RULES_VERSION

GAMES = ("board", "card")
MOST_KEPT = 64
KEPT: dict[tuple[str, str], Rules] = {}  # with the printed decks, by game and options


def rules_of(game: str, deck: Any = None, **options: Any) -> Rules:
    """The rules of a game with a deck (a file, or the data of a record) and options."""
    return rules_with(game, deck, options)


@cache
def printed_rules(game: str) -> Rules:
    """The rules with the printed deck and no options: made once, for questions that need no table."""
    return rules_of(game)


def rules_with(game: str, deck: Any, options: Mapping[str, Any]) -> Rules:
    """The same, with the options in a mapping, whatever their names are.

    Rules never change, so those with the printed deck are kept: the next game of the same kind starts at once.
    """
    if deck is not None or game not in GAMES:
        return made_rules(game, deck, options)
    key = game, repr(sorted(options.items()))
    if key not in KEPT:
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        KEPT[key] = made_rules(game, None, options)
    return KEPT[key]


def made_rules(game: str, deck: Any, options: Mapping[str, Any]) -> Rules:
    """New rules."""
    if game not in GAMES:
        raise CoatlError("game.unknown", f"There is no game {game!r}.", GAMES)
    from coatl.decks import loader

    name: Any = game
    source: Any = None
    if isinstance(deck, (str, Path)):
        source = loader.load(name, Path(deck))
    elif deck is not None:
        source = loader.load_data(name, deck)
    if game == "board":
        from coatl.board.rules import BoardRules

        return BoardRules(source, **options)
    from coatl.card.rules import CardRules

    return CardRules(source, **options)


def rules_of_record(record: Record) -> Rules:
    """The rules by which a recorded game was played, with its deck and its options."""
    if record.rules != RULES_VERSION:
        message = f"The record was played under rules version {record.rules}."
        raise RecordError("record.rules", message, [str(RULES_VERSION)])
    deck = record.deck
    if record.format == SEED_ONLY and deck is not None and record.game == "board":
        from coatl.decks.loader import without_one_colour_brackets

        deck = without_one_colour_brackets(deck)
    return rules_with(record.game, deck, record.options)
