"""Coatls of the card game: a part that lies on another one is raised, the newest card is embraced from below.

>>> print(serpent("(RG^B)").plain)
     ▄▄▄
<◢•R) G) B◣▂
>>> print(serpent("KG^R", newest=(2, 3)).plain)
     ▄▄▄
   K) G) R)
     ╰────╯
"""

from rich.text import Text

from coatl.card.notation import Row
from coatl.terminal.pieces import LONGEST_LINE, drawn, numbers_below

RIDGE = "▄▄▄"
TONGUE = "  "  # room where a head would have its tongue, so that bodies stand below each other


def serpent(coatl: str, newest: tuple[int, ...] = ()) -> Text:
    """A whole coatl; a very long one goes on below. `newest` are the places, from 1, of the card just played."""
    return Text("\n").join(lines(Row.parse(coatl), newest, numbers=False))


def ruled(coatl: str) -> Text:
    """A coatl with the number of every part below it.

    >>> print(ruled("(RG^B").plain)
         ▄▄▄
    <◢•R) G) B)
       1  2  3
    """
    return Text("\n").join(lines(Row.parse(coatl), (), numbers=True))


def lines(row: Row, newest: tuple[int, ...], numbers: bool) -> list[Text]:
    """For every row of parts: the ridges of the stacks, the parts, and what is written below."""
    pieces = drawn(row.colours, row.head, row.tail)
    found = []
    for first in range(0, len(pieces), LONGEST_LINE):
        part = pieces[first : first + LONGEST_LINE]
        above = Text().join(ridge(row, first + i, piece) for i, piece in enumerate(part))
        below = numbers_below(part, first + 1) if numbers else embrace(part, first, newest)
        rows = [above, Text().join(part), below]
        room = "" if row.head and first == 0 else TONGUE
        found += [Text(room).append_text(line) for line in rows if line.plain.strip()]
    for line in found:
        line.rstrip()
    return found


def ridge(row: Row, place: int, piece: Text) -> Text:
    """What makes a part that lies on another one higher than its neighbours."""
    if place in row.stacks:
        return Text(RIDGE, f"ridge.{row.colours[place]}")
    return Text(" " * piece.cell_len)


def embrace(pieces: list[Text], first: int, newest: tuple[int, ...]) -> Text:
    """A line below the newest card, from its first part to its last."""
    inside = [first < place <= first + len(pieces) for place in newest]
    if not any(inside):
        return Text()
    low, high = max(newest[0] - 1 - first, 0), min(newest[-1] - first, len(pieces))
    before = sum(piece.cell_len for piece in pieces[:low])
    width = sum(piece.cell_len for piece in pieces[low:high])
    return Text.assemble(" " * before, (f"╰{'─' * (width - 2)}╯", "points"))
