"""The words that an operator does not want to see in names and chat (COATL_WORDS)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from coatl.engine.errors import CoatlError

LETTERS = re.compile(r"[^\W_]+")
STRETCHED = re.compile(r"(.)\1{2,}")  # three or more of a letter: nobody writes so by mistake
LOOKALIKES = str.maketrans("013457@$", "oieastas")


def plain(text: str) -> str:
    """A text without capitals, accents, wide letters and figures in the place of letters.

    >>> plain("Ｃafé N0!")
    'cafe no!'
    """
    bare = (sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return "".join(bare).casefold().translate(LOOKALIKES)


def spellings(words: list[str], longest: int) -> Iterator[str]:
    """Every word, and what neighbours spell together: `b a d` and `ba-d` are `bad`, `grab ad` is not.

    >>> list(spellings(["b", "a", "d"], 3))
    ['b', 'ba', 'bad', 'a', 'ad', 'd']
    """
    for start in range(len(words)):
        spelt = ""
        for word in words[start:]:
            spelt += word
            yield spelt
            if len(spelt) >= longest:
                break


def spelt_out(words: list[str]) -> list[str]:
    """Single letters in a row, as one word."""
    return ["".join(run) for single, run in groupby(words, lambda word: len(word) == 1) if single]


class Words:
    """Words that are refused: whole words, or parts of words if they are written with a star (`bad*`, `*bad*`).

    >>> words = Words(["bad", "very bad", "*foul*", "# a remark"])
    >>> [words.has(text) for text in ("BÁD!", "b.a.d", "baaad", "badly", "grab ad", "b4d", "unfouled", "foal")]
    [True, True, True, False, False, True, True, False]
    """

    def __init__(self, lines: Iterable[str] = ()) -> None:
        words = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
        self.whole = {letters(word) for word in words if "*" not in word} - {""}
        self.longest = max(map(len, self.whole), default=0)
        parts = [part_pattern(word) for word in words if "*" in word and letters(word)]
        self.parts = re.compile("|".join(parts)) if parts else None

    def has(self, text: str) -> bool:
        """Whether one of the words stands in a text, however it is written."""
        if not self.longest and self.parts is None:
            return False
        return any(self.found_in(LETTERS.findall(variant)) for variant in unstretched(plain(text)))

    def found_in(self, words: list[str]) -> bool:
        if any(spelt in self.whole for spelt in spellings(words, self.longest)):
            return True
        return self.parts is not None and self.parts.search(" ".join([*words, *spelt_out(words)])) is not None

    def check(self, *texts: str | None) -> None:
        """:raises CoatlError: text.refused; it does not say which word, so that nobody learns the list."""
        if any(text is not None and self.has(text) for text in texts):
            raise CoatlError("text.refused", "This server does not want one of these words.")


def letters(word: str) -> str:
    """The letters of a word."""
    return "".join(LETTERS.findall(plain(word)))


def part_pattern(word: str) -> str:
    """A word with stars, each for any letters, as a regular expression."""
    first, *_, last = parts = [letters(part) for part in word.split("*")]
    return (r"\b" if first else "") + r"\w*".join(filter(None, parts)) + (r"\b" if last else "")


def unstretched(text: str) -> set[str]:
    """A text, and the same without letters that are drawn out: `baaad` is `bad`, `alllll` is `all`."""
    return {text, STRETCHED.sub(r"\1", text), STRETCHED.sub(r"\1\1", text)}


class WordFile:
    """The list of an operator, which is read again whenever its file has changed."""

    def __init__(self, path: Path | None) -> None:
        """:raises CoatlError: words.unreadable"""
        self.path = path
        self.words = Words()
        self.read: tuple[int, int] | None = None  # when it was changed, and how long it was
        if path is not None:
            try:
                self.refresh()
            except (OSError, UnicodeDecodeError) as fault:
                raise CoatlError("words.unreadable", f"COATL_WORDS: {path} cannot be read: {fault}.") from None

    def refresh(self) -> None:
        """Reads the file if it has changed.

        :raises OSError, UnicodeDecodeError: if it cannot be read; the words stay what they were.
        """
        if self.path is None:
            return
        about = self.path.stat()
        if (about.st_mtime_ns, about.st_size) != self.read:
            self.words = Words(self.path.read_text("utf-8").splitlines())
            self.read = about.st_mtime_ns, about.st_size
