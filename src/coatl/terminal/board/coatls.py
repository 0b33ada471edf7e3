"""Coatls drawn as serpents: a head with a tongue, scaly body segments, a pointed tail, a letter on every piece.

>>> print(serpent("(BRY)").plain)
<◢•B) R) Y◣▂
>>> print(serpent("KG").plain)
 K) G)
"""

from rich.text import Text

from coatl.board.notation import Row
from coatl.terminal.pieces import LONGEST_LINE, drawn, numbers_below


def pieces_of(coatl: str) -> list[Text]:
    """The pieces of a coatl, one by one."""
    row = Row.parse(coatl)
    return drawn(row.colours, row.head, row.tail)


def serpent(coatl: str) -> Text:
    """A whole coatl; a very long one goes on in further lines."""
    pieces = pieces_of(coatl)
    lines = [pieces[i : i + LONGEST_LINE] for i in range(0, len(pieces), LONGEST_LINE)]
    return Text("\n").join(Text().join(line) for line in lines)


def ruled(coatl: str) -> Text:
    """A coatl with the number of every piece below it.

    >>> print(ruled("(BRY").plain)
    <◢•B) R) Y)
       1  2  3
    """
    lines = []
    pieces = pieces_of(coatl)
    for i in range(0, len(pieces), LONGEST_LINE):
        line = pieces[i : i + LONGEST_LINE]
        lines += [Text().join(line), numbers_below(line, i + 1)]
    return Text("\n").join(lines)
