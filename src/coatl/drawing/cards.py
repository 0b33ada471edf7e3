"""Cards as they lie on the table: prophecies, temples, feathers, and small tags for those beside a coatl."""

from collections.abc import Iterable, Sequence
from typing import Any

from coatl.drawing.art import GODS, HIGH, LIGHT, STEP, back, scale, serpent, tokens
from coatl.drawing.layout import INK, QUIET, Box, below, beside, flow, framed, scaled, text

WIDE = 138  # of a card
CARD, TEMPLE = "#fdf6e3", "#e9dcc0"
HIDDEN = "?"
ARROW = "→"


def name_tag(name: str, god: str | None = None, size: float = 13) -> Box:
    """The name of a card on the colour of its god."""
    fill = GODS.get(god or "", "#8f6c40")
    dark = god == "yellow"
    return framed(text(name, size, INK if dark else LIGHT, bold=True), fill, pad=3, radius=4)


def pattern(card: Any, size: float = 0.62) -> Box:
    """What a prophecy asks for, place by place."""
    found = [scaled(scale(token), size) for token in tokens(card.pattern)]
    return beside(found, gap=-3 * size)


def prophecy(card: Any, foot: str = "", place: str = "", note: str = "") -> Box:
    """A prophecy: its name, its pattern with a note, and a line below."""
    head = beside([name_tag(card.id, card.colour), text(place, 11, QUIET)])
    lines = [head, beside([pattern(card), text(note, 11, QUIET)]), text(foot, 12, QUIET)]
    return framed(below([line for line in lines if line.width], 5), CARD, pad=7, width=WIDE)


def temple(name: str, goals: Sequence[str], foot: str) -> Box:
    """A temple: its name, its goals, its points."""
    lines = [name_tag(name), *(text(goal, 11) for goal in goals), text(foot, 12, QUIET)]
    return framed(below([line for line in lines if line.width], 3), TEMPLE, pad=7, width=WIDE)


def empty_place(place: str) -> Box:
    """A place without a card."""
    return framed(text(f"{place} ·", 11, QUIET), "#efe0bf", "#c9ad7c", pad=7, width=46)


def feather(pair: str) -> Box:
    """A feather card of the card game, or its back."""
    if pair == HIDDEN:
        return back(46, 36)
    return framed(scaled(serpent(pair), 0.5), CARD, pad=3, radius=5)


def hidden(number: int) -> Box:
    """Cards that the viewer does not see."""
    return beside([back(26, 34)] * number, gap=3)


def levels(card: Any) -> str:
    """How many times bring how many points."""
    return "  ".join(f"{times}{ARROW}{points}" for times, points in sorted(card.levels.items()))


def tags(names: Iterable[str], cards: dict[str, Any], width: float) -> Box:
    """Cards by their names alone."""
    return flow([name_tag(name, getattr(cards.get(name), "colour", None), 12) for name in names], width, gap=4)


def coatl_size(colours: str, room: float) -> float:
    """How large a coatl is drawn so that it fits.

    >>> coatl_size("RGB", 800), coatl_size("R" * 60, 800) < 0.4
    (0.72, True)
    """
    return min(0.72, room / (STEP * len(colours) + HIGH))
