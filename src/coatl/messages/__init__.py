"""The messages of the interface: every sentence for people, in every language, shared by the terminal and the pages.

A message `namespace.name` stands in `<language>/<namespace>.json`: a text with holes, or a text for each plural form,
of which the value `n` decides. `languages.json` lists the languages; a new one is a folder and a line there.
Namespaces that begin with `terminal` are the terminal's alone, the others belong to the pages or to both. The rules
page of a language, `rules.md`, lies in its folder too.

>>> german = Translator("de")
>>> german("terminal.simulated", n=1), german("terminal.simulated", n=1200)
('Nach 1 simuliertem Spiel.', 'Nach 1.200 simulierten Spielen.')
"""

import json
import os
import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.messages import plurals
from coatl.messages.locales import system_language

FOLDER = Path(__file__).parent
ENGLISH = "en"
CHOSEN = "COATL_LANG"  # the environment variable that chooses a language
HOLE = re.compile(r"\{(\w+)\}")
DECIMALS = 3  # at most

Message = str | dict[str, str]  # a text, or texts by plural form
Value = str | float


def read(path: str) -> Any:
    """A JSON file of this package."""
    return json.loads((FOLDER / path).read_bytes())


@cache
def languages() -> dict[str, dict[str, str]]:
    """The known languages by their two letters: name, plural rules, signs of numbers."""
    found: dict[str, dict[str, str]] = read("languages.json")
    return found


@cache
def namespace(language: str, name: str) -> dict[str, Message]:
    """The messages of one file, read when the first of them is needed; none if there is no such file."""
    try:
        found: dict[str, Message] = read(f"{language}/{name}.json")
    except FileNotFoundError:
        return {}
    return found


def rules_text(language: str) -> tuple[str, str]:
    """The rules page as it is written, in Markdown, after the language that it is in: English, if that one has none."""
    page = FOLDER / language / "rules.md"
    return (language, page.read_text(encoding="utf-8")) if page.is_file() else rules_text(ENGLISH)


class Translator:
    """Gives messages in one language; what that language lacks, in English.

    :raises CoatlError: language.unknown
    """

    def __init__(self, language: str = ENGLISH) -> None:
        self.language = known(language)

    def __call__(self, key: str, **values: Value) -> str:
        """The message `namespace.name` with its holes filled; the key itself if there is no such message."""
        text, shown = self.template(key, values)
        return HOLE.sub(lambda hole: shown(values.get(hole[1], hole[0])), text)

    def template(self, key: str, values: Mapping[str, Value]) -> tuple[str, Callable[[Value], str]]:
        """A message with its holes, in the form that `n` decides, and what writes a value as its language does."""
        language = self.language
        found = self.find(key)
        if found is None:
            language, found = ENGLISH, Translator().find(key) or key
        if not isinstance(found, str):
            found = found.get(plural_form(language, values["n"]), found["other"])
        return found, partial(shown, language=language)

    def find(self, key: str) -> Message | None:
        """A message of this very language."""
        return namespace(self.language, key.partition(".")[0]).get(key.partition(".")[2])

    def has(self, key: str) -> bool:
        """Whether there is such a message, at least in English."""
        return Translator().find(key) is not None

    def number(self, value: float, decimals: int | None = None) -> str:
        """A number as this language writes it; with so many decimals if they are given."""
        return in_figures(value, self.language, decimals)


def known(language: str) -> str:
    """The language, if it is a known one.

    :raises CoatlError: language.unknown
    """
    if language not in languages():
        raise CoatlError("language.unknown", f"There is no language {language[:20]!r} here.", list(languages()))
    return language


def plural_form(language: str, number: Value) -> str:
    """The plural form that a number takes: one, few, many or other."""
    rule, _ = plurals.RULES[languages()[language]["plurals"]]
    return rule(float(number))


def shown(value: Value, language: str) -> str:
    return value if isinstance(value, str) else in_figures(value, language)


def in_figures(value: float, language: str, decimals: int | None = None) -> str:
    """A number with the language's signs for thousands and decimals, at most three decimals unless said."""
    text = f"{value:,.{DECIMALS if decimals is None else decimals}f}"
    if decimals is None:
        text = text.rstrip("0").rstrip(".")
    signs = languages()[language]
    return text.translate(str.maketrans(",.", signs["group"] + signs["decimal"]))


# ---------------------------------------------------------------- the language of this process

_spoken = Translator()


def wanted() -> str:
    """The language that the user wants: COATL_LANG, else that of the system, else English.

    :raises CoatlError: language.unknown, if COATL_LANG names none.
    """
    chosen = os.environ.get(CHOSEN)
    if chosen:
        return known(chosen)
    system = system_language()
    return system if system in languages() else ENGLISH


def speak(language: str | None = None) -> None:
    """Sets the language in which this process talks to people; without one, what the user wants.

    :raises CoatlError: language.unknown
    """
    global _spoken
    _spoken = Translator(wanted() if language is None else language)


def spoken() -> Translator:
    """The language that this process speaks; English until `speak` is called."""
    return _spoken


def t(key: str, **values: Value) -> str:
    """The message `namespace.name` in the language that this process speaks."""
    return _spoken(key, **values)
