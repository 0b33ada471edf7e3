"""Sentences of `coatl.describe` on the screen, in the user's language; names, cards and pieces in their colours."""

import re
from collections.abc import Callable, Sequence

from rich.text import Text

from coatl.describe.sentences import Bit, Card, Name, Pieces, Sentence, colour_words, written
from coatl.messages import spoken
from coatl.terminal.theme import letters

MARK = re.compile("\ue000(\\d+)\ue001")  # private signs that no message holds


def text_of(sentence: Sentence, names: Sequence[str], card: Callable[[str], Text]) -> Text:
    """A sentence; `card` writes the name of a card."""
    drawn: list[Text] = []

    def bit(one: Bit) -> str:
        drawn.append(drawing(one, names, card))
        return f"\ue000{len(drawn) - 1}\ue001"

    text = Text()
    for i, piece in enumerate(MARK.split(written(sentence, spoken(), bit))):
        text.append_text(drawn[int(piece)] if i % 2 else Text(piece))
    if text.plain[:1].islower():
        text.plain = text.plain[:1].upper() + text.plain[1:]
    return text


def drawing(bit: Bit, names: Sequence[str], card: Callable[[str], Text]) -> Text:
    """A name, a card, or pieces by their letters; inside a reason by the words for their colours."""
    if isinstance(bit, Name):
        return Text(names[bit.seat - 1], "name")
    if isinstance(bit, Card):
        return card(bit.name)
    assert isinstance(bit, Pieces)
    shaped = bit.shaped and bit.piece in ("head", "tail")
    return Text(colour_words(bit, spoken())) if shaped or bit.spelled else letters(bit.colours)
