"""The pieces of a serpent: a head with a tongue, scaly body segments, a pointed tail, a letter on every piece."""

from rich.text import Text

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


def drawn(colours: str, has_head: bool, has_tail: bool) -> list[Text]:
    """The pieces of a coatl, one by one."""
    pieces = [body(letter) for letter in colours]
    if has_head:
        pieces[0] = head(colours[0])
    if has_tail:
        pieces[-1] = tail(colours[-1])
    return pieces


def numbers_below(pieces: list[Text], first: int) -> Text:
    """The number of every piece below its letter."""
    rule = Text(style="quiet")
    for number, piece in enumerate(pieces, first):
        before = max(place for place, letter in enumerate(piece.plain) if letter.isalpha())
        rule.append(str(number).rjust(before + 1).ljust(piece.cell_len))
    rule.rstrip()
    return rule
