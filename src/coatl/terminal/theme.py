"""How things look: the colours of pieces and cards, and consoles that keep to what the terminal can show.

A colour never stands alone: every piece carries its letter, so nothing is lost without colours.
"""

import os
import sys
from typing import TextIO

from rich.console import Console, ConsoleDimensions
from rich.text import Text
from rich.theme import Theme

WIDEST = 100  # longer lines are hard to read
GOLD = "*"
PAINT = {"R": "#a9453c", "G": "#47824b", "B": "#3a6aa6", "Y": "#d3ab3a", "K": "#4b4b52", GOLD: "#f2dc7e"}
SHADE = {"R": "#7a2f28", "G": "#2f5c33", "B": "#264a78", "Y": "#98781f", "K": "#2d2d33", GOLD: "#b39a3c"}
INK = {"R": "#e0776b", "G": "#79b87d", "B": "#7fa9e0", "Y": "#dcb84e", "K": "#a0a0aa", GOLD: "#f2dc7e"}
PINK = "#e08ab8"  # a god of the card game; no piece is pink
LIGHT = "Y*"  # these pieces take dark letters
GODS = {"red": "R", "green": "G", "blue": "B", "yellow": "Y", "black": "K", "pink": "P"}


def piece_styles() -> dict[str, str]:
    """For each colour: a painted piece, its shaded scales, its outline, its raised back, its letter in texts."""
    styles = {}
    for letter, paint in PAINT.items():
        styles[f"piece.{letter}"] = f"bold {'#221c08' if letter in LIGHT else '#ffffff'} on {paint}"
        styles[f"scale.{letter}"] = f"{SHADE[letter]} on {paint}"
        styles[f"edge.{letter}"] = INK[letter] if letter == "K" else paint  # dark on dark would not be seen
        styles[f"ridge.{letter}"] = paint
        styles[f"ink.{letter}"] = INK[letter]
    return styles


THEME = Theme(
    {
        "title": "bold #d8a657",
        "heading": "bold #d8a657",
        "quiet": "#8c8c8c",
        "typed": "bold #8ec07c",
        "points": "bold #d8a657",
        "alarm": "bold #ea6962",
        "name": "bold",
        "markdown.code": "#d8a657",
        "markdown.h1": "bold #d8a657",
        "markdown.h2": "bold #d8a657",
        "markdown.h3": "bold",
        "markdown.h4": "bold",
        "markdown.table.header": "bold",
        "markdown.table.border": "#8c8c8c",
        "repr.number": "none",
        "ink.P": PINK,
        **piece_styles(),
    }
)


class FollowingConsole(Console):
    """A console whose width follows the terminal's, up to what can be read well."""

    @property
    def size(self) -> ConsoleDimensions:
        """Columns and rows, as they are now."""
        found = super().size
        return ConsoleDimensions(min(found.width, WIDEST), found.height)

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self._width, self._height = size


def console(stream: TextIO | None = None) -> Console:
    """A console for standard output or another stream; without escape codes if NO_COLOR is set or it is no terminal."""
    file = stream or sys.stdout
    plain = bool(os.environ.get("NO_COLOR"))
    return FollowingConsole(file=file, theme=THEME, highlight=False, color_system=None if plain else "auto")


def coloured_console(stream: TextIO, width: int) -> Console:
    """A console that writes its colours to any stream; none if NO_COLOR is set."""
    return Console(
        file=stream, theme=THEME, highlight=False, width=width, force_terminal=True, color_system="truecolor"
    )


def letters(colours: str, style: str = "ink", between: str = " ") -> Text:
    """Colours as their letters, each in its colour."""
    return Text(between).join(Text(letter, f"{style}.{letter}" if letter in PAINT else "") for letter in colours)


def card_name(card: str, god: str) -> Text:
    """The name of a prophecy in the colour of its god; the god's letter is added where the name does not tell it."""
    text = Text(card, f"ink.{god}")
    return text if card.startswith(god) else text.append(f"·{god}")
