"""Signs for terminals that know only letters: an arrow becomes `>`, an accent is left out, and tables stay in line."""

import codecs
import unicodedata

HANDLER = "coatl.ascii"
SIGNS = {  # by what each looks like, one sign for one, so that columns stay where they are
    "→": ">",
    "▸": ">",
    "«": "<",
    "↑": "^",
    "↓": "v",
    "×": "x",
    "·": ".",
    "•": "o",
    "◢": "/",
    "◣": "\\",
    "▂": "_",
    "▄": "=",
    "─": "-",
    "━": "-",
    "│": "|",
    "╰": "\\",
    "╯": "/",
    "–": "-",
    "—": "-",
    "−": "-",
    "✓": "+",
    "’": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "»": ">",
    "ß": "ss",
}


def in_ascii(sign: str) -> str:
    """A sign as it can be written in ASCII; a question mark if there is no way.

    >>> "".join(map(in_ascii, "Cóatl 1→2 …"))
    'Coatl 1>2 ...'
    """
    if sign.isascii():
        return sign
    plain = "".join(part for part in unicodedata.normalize("NFKD", sign) if part.isascii())
    return SIGNS.get(sign) or plain or "?"


def replaced(fault: UnicodeError) -> tuple[str, int]:
    """What a codec writes for signs that it does not know."""
    assert isinstance(fault, UnicodeEncodeError)
    return "".join(map(in_ascii, fault.object[fault.start : fault.end])), fault.end


codecs.register_error(HANDLER, replaced)
