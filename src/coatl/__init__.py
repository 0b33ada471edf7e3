"""Cóatl, the board game, and Cóatl: The Card Game: an exact, fast engine.

>>> import coatl
>>> game = coatl.new("board", players=2, seed=7)
>>> game.play("done")
>>> coatl.score("board", "(BBRBBKYBBYY)", ["Y4", "K5", "R5", "T3"]).total
17
"""

from typing import TYPE_CHECKING, Any

from coatl.engine.errors import CoatlError
from coatl.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from coatl.describe.scores import Scored
    from coatl.game import Game

__all__ = ["CoatlError", "__version__", "load", "new", "score"]


def new(
    game: str,
    *,
    seed: str | int | None = None,
    deck: "str | Path | None" = None,
    names: "Sequence[str] | None" = None,
    stream: int = 0,
    **options: Any,
) -> "Game":
    """Starts a game: `coatl.new("board", players=3, seed=7)`, or `coatl.new("board", solo=True, difficulties=[1, 4])`.

    The options of each game stand in `docs/options.md`.
    """
    from coatl.game import Game
    from coatl.registry import rules_of

    return Game(rules_of(game, deck=deck, **options), seed, names, stream)


def load(path: "str | Path") -> "Game":
    """The game that was saved in a file, ready to go on."""
    from coatl import game

    return game.load(path)


def score(game: str, coatl: str, cards: "Sequence[str]", deck: "str | Path | None" = None) -> "Scored":
    """What a coatl scores with these cards, card by card."""
    from coatl.describe.scores import scored
    from coatl.registry import printed_rules, rules_of

    return scored(printed_rules(game) if deck is None else rules_of(game, deck=deck), coatl, cards)
