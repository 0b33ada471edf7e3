"""Messages as the terminal needs them: with styles in their holes, and errors by their code."""

from collections.abc import Sequence

from rich.text import Text

from coatl.engine.errors import CoatlError, DeckError
from coatl.messages import ENGLISH, HOLE, Value, spoken, t

MOST_WORDS = 12  # of what is allowed
SPECIFIC = ("bot", "deck", "extra", "file", "options", "record", "server")  # their errors say what no code can


def styled(key: str, style: str = "", **values: Value | Text | tuple[str, str]) -> Text:
    """A message as rich text; a value may be a text with styles, or a string and its style."""
    plain = {name: value for name, value in values.items() if isinstance(value, str | int | float)}
    template, shown = spoken().template(key, plain)
    text = Text(style=style)
    place = 0
    for hole in HOLE.finditer(template):
        value = values.get(hole[1], hole[0])
        text.append(template[place : hole.start()])
        if isinstance(value, Text):
            text.append_text(value)
        elif isinstance(value, tuple):
            text.append(*value)
        else:
            text.append(shown(value))
        place = hole.end()
    return text.append(template[place:])


def points(number: float) -> str:
    """So many points."""
    return t("common.points", n=number)


def listed(names: Sequence[str]) -> str:
    """Names in a row, the last two joined by `and`."""
    return t("terminal.and").join(names)


# ---------------------------------------------------------------- errors


def error_text(fault: CoatlError) -> str:
    """An error in the language that is spoken: what went wrong, what is allowed, and the code.

    Errors are raised in English. In another language the code has a sentence; what only the error itself can tell,
    such as the line of a record, follows in English.
    """
    if spoken().language == ENGLISH:
        return str(fault)
    sentence = error_sentence(fault)
    allowed = f" {t('terminal.allowed', words=shortened(fault.allowed))}" if fault.allowed else ""
    faults = [f"  {each}" for each in fault.faults] if isinstance(fault, DeckError) else []
    return "\n".join([f"{sentence}{allowed} [{fault.code}]", *faults])


def error_sentence(fault: CoatlError) -> str:
    """What went wrong, by the code, else as it was raised."""
    name = fault.code.replace(".", "_").replace("-", "_")
    family = fault.code.split(".")[0]
    for key in (f"errors.{name}", f"terminal_errors.{name}", f"errors.{family}"):
        found = spoken().find(key)
        if isinstance(found, str):
            return f"{found} ({fault.message})" if family in SPECIFIC else found
    return fault.message


def shortened(words: Sequence[str]) -> str:
    """Words in one line, the rest counted when there are too many to read."""
    shown = ", ".join(words[:MOST_WORDS])
    return shown if len(words) <= MOST_WORDS else t("terminal.in_all", words=shown, n=len(words))
