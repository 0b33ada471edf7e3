"""How far a game is: points so far, and what the end still allows (RULES 4.3, 5.3)."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from coatl.engine.rules import Rules


@dataclass(frozen=True)
class Progress:
    """By seat, the automaton's included."""

    points: tuple[int, ...]  # board game: of finished coatls and played cards; card game: of levels and temple
    turns: tuple[int, ...] = ()  # once the end has begun: how many each one still has, the present one included
    actions: tuple[int, ...] = ()  # then: how many actions the last turn of each one has at most
    remaining: int = 0  # then: the turns of all together


def progress(rules: Rules, view: Any) -> Progress:
    """From what any viewer sees; it is the same for all of them."""
    found: Progress = of_game(rules.game).progress(rules, view)
    return found


@cache
def of_game(game: str) -> Any:
    """What a game does its own way."""
    return import_module(f"coatl.describe.{game}.progress")
