"""What an action did, besides what its notation says: what lay there, what was gained and lost, what began.

Everybody may know it: it speaks of what lies open (RULES 6).

>>> import coatl
>>> game = coatl.new("board", players=2, seed=7)
>>> for _ in range(2):
...     game.play("done")
>>> before = game.snapshot
>>> game.play("take body1")
>>> effects_data(effects(game.rules, game.entries[-1], before, game.snapshot))
{'what': 'GR'}
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import (
    Annotated,
    Any,
    NotRequired,  # pydantic asks for these before Python 3.12
    cast,
)

from pydantic import Field
from typing_extensions import TypedDict

from coatl.engine.record import Entry
from coatl.engine.rules import Rules


@dataclass(frozen=True)
class Closed:
    """A coatl that was finished, and what it scores, card by card."""

    coatl: int
    points: int
    cards: dict[str, int] = field(default_factory=dict)  # prophecies, then the temple, if there is one


@dataclass(frozen=True)
class Loss:
    """A prophecy that fell from a level to a lower one; to None if it was discarded."""

    card: str
    was: int
    now: int | None


@dataclass(frozen=True)
class Final:
    """A seat whose result is final now."""

    seat: int
    points: int


@dataclass(frozen=True)
class Effects:
    """What came of an action; what does not apply is left at its default."""

    what: str | None = None  # the pieces or the card that lay at the place that it names
    pending: str | None = None  # board game: the decision that `done` ended, or in which a step was taken back
    coatl: int | None = None  # the one that it started or closed
    closed: Closed | None = None
    refilled: bool = False  # the supply board
    new: tuple[str, ...] = ()  # cards that came into the row, or into the middle
    ending: str | None = None  # how the end has begun
    level: int | None = None  # of the prophecy that was raised, fulfilled or stolen
    victim: int | None = None  # the seat that it was stolen from
    falls: tuple[Loss, ...] = ()
    final: tuple[Final, ...] = ()
    round: int | None = None  # the one that has begun
    rounds: int | None = None  # of so many
    revealed: str | None = None  # the feather from the top of the deck


class EffectsData(TypedDict):
    """What an action did, besides what its notation says, as plain data; only what applies to it."""

    what: NotRequired[Annotated[str, Field(description="board game: what lay at the place that the action names")]]
    pending: NotRequired[Annotated[str, Field(description="board game: the decision that `done` ended")]]
    coatl: NotRequired[Annotated[int, Field(description="board game: the one that was started or closed")]]
    closed: NotRequired[Closed]
    refilled: NotRequired[Annotated[bool, Field(description="board game: the supply board")]]
    new: NotRequired[Annotated[list[str], Field(description="cards that came into the row, or into the middle")]]
    ending: NotRequired[Annotated[str, Field(description="how the end has begun")]]
    level: NotRequired[Annotated[int, Field(description="of what was raised, fulfilled or stolen")]]
    victim: NotRequired[Annotated[int, Field(description="the seat that it was stolen from")]]
    falls: NotRequired[list[Loss]]
    final: NotRequired[list[Final]]
    round: NotRequired[Annotated[int, Field(description="the one that has begun")]]
    rounds: NotRequired[Annotated[int, Field(description="of so many")]]
    revealed: NotRequired[Annotated[str, Field(description="the feather from the top of the deck")]]


def effects(rules: Rules, entry: Entry, before: Any, after: Any) -> Effects:
    """The effects of an action; `before` and `after` are the states, or snapshots of them."""
    found: Effects = of_game(rules.game).effects(rules, entry, before, after)
    return found


@cache
def of_game(game: str) -> Any:
    """What a game does its own way."""
    return import_module(f"coatl.describe.{game}.effects")


NOTHING = (None, False, ())


def effects_data(effects: Effects) -> EffectsData:
    """Only what applies, for JSON."""
    return cast(EffectsData, {name: value for name, value in effects.__dict__.items() if value not in NOTHING})


def read_effects(data: Mapping[str, Any]) -> Effects:
    """The effects among the data of an event or an entry; the inverse of `effects_data`."""
    found = {name: data[name] for name in Effects.__dataclass_fields__ if data.get(name) is not None}
    if "closed" in found:
        found["closed"] = Closed(**found["closed"])
    for name, kind in (("falls", Loss), ("final", Final)):
        found[name] = tuple(kind(**one) for one in found.get(name, ()))
    return Effects(**found | {"new": tuple(found.get("new", ()))})
