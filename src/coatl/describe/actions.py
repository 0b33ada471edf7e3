"""Actions as data: the verb of an action and what it speaks of, read from its notation (RULES 2).

>>> read("board", "extend 1 head G")
Action(verb='extend', card=None, colours='G', piece='head', side='left', place=None, number=None, coatl=1, seat=None)
>>> read("card", "over RG left").side
'left'
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

Piece = Literal["body", "head", "tail", "feather"]
Side = Literal["left", "right"]
Place = Literal["body", "head", "tail", "row", "deck", "pile"]

PLACE = re.compile(r"(body|head|tail|row|pile)(\d)")


@dataclass(frozen=True)
class Action:
    """An action: fields that its verb does not speak of are None."""

    verb: str
    card: str | None = None  # `?` if the reader did not see which
    colours: str | None = None  # of the pieces, or of a feather as it lies
    piece: Piece | None = None  # what kind of piece these are
    side: Side | None = None  # of a coatl
    place: Place | None = None  # an open place of the board game: of the supply board, the row, the piles
    number: int | None = None  # of that place
    coatl: int | None = None
    seat: int | None = None  # of another player


# ---------------------------------------------------------------- what stands behind a verb


def card(name: str) -> dict[str, Any]:
    return {"card": name}


def place(word: str) -> dict[str, Any]:
    """`body3`, `row4`, `pile1`, `deck`; anything else is a card."""
    if word == "deck":
        return {"place": "deck"}
    found = PLACE.fullmatch(word)
    return card(word) if found is None else {"place": found[1], "number": int(found[2])}


def cell(word: str) -> dict[str, Any]:
    """A cell of the supply board, and the kind of its pieces."""
    found = place(word)
    return found | {"piece": found["place"]}


def pieces(*words: str) -> dict[str, Any]:
    """`head B`, or `BR` for body segments."""
    return {"piece": words[0] if len(words) == 2 else "body", "colours": words[-1]}


def extension(coatl: str, end: str, colour: str) -> dict[str, Any]:
    """A head goes to the left end, a tail to the right one."""
    ends = {"left": ("body", "left"), "right": ("body", "right"), "head": ("head", "left"), "tail": ("tail", "right")}
    piece, side = ends[end]
    return {"coatl": int(coatl), "piece": piece, "side": side, "colours": colour}


def at_coatl(name: str, coatl: str) -> dict[str, Any]:
    return {"card": name, "coatl": int(coatl)}


def robbery(seat: str, colours: str) -> dict[str, Any]:
    return {"seat": int(seat), "piece": "body", "colours": colours}


def feather(colours: str, side: str | None = None) -> dict[str, Any]:
    return {"piece": "feather", "colours": colours, "side": side}


def head(colour: str) -> dict[str, Any]:
    return {"piece": "head", "colours": colour, "side": "left"}


def tail(colour: str) -> dict[str, Any]:
    return {"piece": "tail", "colours": colour, "side": "right"}


def nothing() -> dict[str, Any]:
    return {}


Reader = Callable[..., dict[str, Any]]
READERS: dict[str, dict[str, Reader]] = {
    "board": {
        "keep": card,
        "take": cell,
        "choose": place,
        "start": pieces,
        "extend": extension,
        "fulfil": at_coatl,
        "temple": place,
        "pick": pieces,
        "future": nothing,
        "discard": card,
        "priest": place,
        "steal": robbery,
        "adam": nothing,
        "pass": nothing,
        "done": nothing,
        "undo": nothing,
    },
    "card": {
        "start": feather,
        "beside": feather,
        "over": feather,
        "discard": feather,
        "raise": card,
        "fulfil": card,
        "steal": card,
        "head": head,
        "tail": tail,
        "carl": nothing,
        "pass": nothing,
        "done": nothing,
        "undo": nothing,
    },
}


@lru_cache(maxsize=4096)
def read(game: str, text: str) -> Action:
    """The parts of an action in its one notation, as records and views write it."""
    verb, *words = text.split()
    return Action(verb, **READERS[game][verb](*words))


def names_place(game: str, text: str) -> bool:
    """Whether an action names an open place instead of what lies there."""
    return read(game, text).number is not None
