"""Coatls drawn as serpents: a head with a tongue, scaly body segments, a pointed tail, a letter on every piece.

>>> print(serpent("(BRY)").plain)
<◢•B) R) Y◣▂
>>> print(serpent("KG").plain)
 K) G)
"""

from rich.text import Text

from coatl.board.notation import Row

LONGEST_LINE = 22  # pieces
EMPTY_CELL = "·"


def body(letter: str) -> Text:
    """A body segment."""
    return Text.assemble((f" {letter}", f"piece.{letter}"), (")", f"scale.{letter}"))


def head(letter: str) -> Text:
    """A head, which looks to the left."""
    return Text.assemble(("<◢", f"edge.{letter}"), (f"•{letter}", f"piece.{letter}"), (")", f"scale.{letter}"))


def tail(letter: str) -> Text:
    """A tail."""
    return Text.assemble((f" {letter}", f"piece.{letter}"), ("◣▂", f"edge.{letter}"))


def drawn(coatl: str) -> list[Text]:
    """The pieces of a coatl, one by one."""
    row = Row.parse(coatl)
    pieces = [body(letter) for letter in row.colours]
    if row.head:
        pieces[0] = head(row.colours[0])
    if row.tail:
        pieces[-1] = tail(row.colours[-1])
    return pieces


def serpent(coatl: str) -> Text:
    """A whole coatl; a very long one goes on in further lines."""
    pieces = drawn(coatl)
    lines = [pieces[i : i + LONGEST_LINE] for i in range(0, len(pieces), LONGEST_LINE)]
    return Text("\n").join(Text().join(line) for line in lines)


def ruled(coatl: str) -> Text:
    """A coatl with the number of every piece below it.

    >>> print(ruled("(BRY").plain)
    <◢•B) R) Y)
       1  2  3
    """
    lines = []
    pieces = drawn(coatl)
    for i in range(0, len(pieces), LONGEST_LINE):
        line = pieces[i : i + LONGEST_LINE]
        rule = Text(style="quiet")
        for number, piece in enumerate(line, i + 1):
            before = max(place for place, letter in enumerate(piece.plain) if letter.isalpha())
            rule.append(str(number).rjust(before + 1).ljust(piece.cell_len))
        rule.rstrip()
        lines += [Text().join(line), rule]
    return Text("\n").join(lines)
