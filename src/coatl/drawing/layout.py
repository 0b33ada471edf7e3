"""Boxes that are laid beside and below each other, and the SVG document around them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

FONT = "'Alegreya Sans', 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
LETTER, CAPITAL, BOLD = 0.56, 0.7, 1.12  # how wide letters are, in their size; fonts of the system are rarely wider
INK, PAPER, QUIET = "#2b1a0f", "#f6ead0", "#7a6144"


@dataclass(frozen=True)
class Box:
    """A part of a picture and the room that it takes; its content begins at 0, 0."""

    width: float
    height: float
    content: str
    symbols: frozenset[str] = frozenset()  # that the content uses (art.py)


NOTHING = Box(0, 0, "")


def number(value: float) -> str:
    """A coordinate without needless digits.

    >>> number(3.0), number(2.25)
    ('3', '2.2')
    """
    return f"{value:.1f}".removesuffix(".0")


def placed(box: Box, x: float, y: float) -> str:
    """The content of a box at a place of the box around it."""
    return f'<g transform="translate({number(x)} {number(y)})">{box.content}</g>' if x or y else box.content


def gathered(boxes: Iterable[Box]) -> frozenset[str]:
    """The symbols that any of these boxes uses."""
    return frozenset[str]().union(*(box.symbols for box in boxes))


def scaled(box: Box, scale: float) -> Box:
    """A box in another size."""
    content = f'<g transform="scale({scale:g})">{box.content}</g>'
    return Box(box.width * scale, box.height * scale, content, box.symbols)


def text(words: str, size: float = 13, colour: str = INK, bold: bool = False) -> Box:
    """A line of text; its width is an estimate."""
    weight = ' font-weight="bold"' if bold else ""
    line = f'<text y="{number(size)}" font-size="{number(size)}" fill="{colour}"{weight}>{escape(words)}</text>'
    letters = sum(CAPITAL if letter.isupper() or letter.isdigit() else LETTER for letter in words)
    return Box(letters * size * (BOLD if bold else 1), size * 1.3, line)


def beside(boxes: Sequence[Box], gap: float = 8) -> Box:
    """Boxes in a line, centred on it."""
    shown = [box for box in boxes if box.width]
    height, x, parts = max((box.height for box in shown), default=0), 0.0, []
    for box in shown:
        parts.append(placed(box, x, (height - box.height) / 2))
        x += box.width + gap
    return Box(max(0, x - gap), height, "".join(parts), gathered(shown))


def below(boxes: Sequence[Box], gap: float = 6) -> Box:
    """Boxes below each other."""
    shown = [box for box in boxes if box.width]
    y, parts = 0.0, []
    for box in shown:
        parts.append(placed(box, 0, y))
        y += box.height + gap
    return Box(max((box.width for box in shown), default=0), max(0, y - gap), "".join(parts), gathered(shown))


def flow(boxes: Sequence[Box], width: float, gap: float = 8) -> Box:
    """Boxes in as many lines as this width makes necessary."""
    lines: list[list[Box]] = [[]]
    used = 0.0
    for box in boxes:
        if lines[-1] and used + box.width > width:
            lines.append([])
            used = 0.0
        lines[-1].append(box)
        used += box.width + gap
    return below([beside(line, gap) for line in lines], gap)


def framed(box: Box, fill: str, edge: str = INK, pad: float = 8, width: float = 0, radius: float = 6) -> Box:
    """A box on a plate of its own, at least this wide."""
    wide, high = max(box.width + 2 * pad, width), box.height + 2 * pad
    plate = (
        f'<rect width="{number(wide)}" height="{number(high)}" rx="{number(radius)}" fill="{fill}" stroke="{edge}"/>'
    )
    return Box(wide, high, plate + placed(box, pad, pad), box.symbols)


def document(box: Box, title: str, symbols: str) -> str:
    """A whole SVG file; the title is what is read aloud."""
    whole = framed(box, PAPER, "#c9ad7c", pad=16, radius=10)
    size = f'width="{number(whole.width)}" height="{number(whole.height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {number(whole.width)} {number(whole.height)}" '
        f'font-family="{FONT}" role="img"><title>{escape(title)}</title><defs>{symbols}</defs>{whole.content}</svg>\n'
    )
