"""The pattern language of both games (RULES 3) and the automata that count with it.

A pattern is parsed into tokens and compiled into a bit-parallel automaton: bit *i* of a number is on while
the first *i + 1* tokens match the pieces read so far. One piece costs a shift and a few masks, and the tables
of a card are some hundred bytes, whatever its pattern. `=` (the same colour everywhere) is compiled as five
copies side by side, one a colour.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from coatl.engine.errors import CoatlError
from coatl.engine.jit import jit_in_place
from coatl.engine.structs import Int64, Ints

COLOURS = "RGBYK"
EVERY_COLOUR = frozenset(range(5))
STACKED = 5  # a stacked part's symbol is its colour + STACKED
NOTHING = 10  # the place beyond an end
SYMBOLS = 11
MOST_TOKENS = 12  # five copies of twelve tokens fit in 63 bits


class Pattern:
    """A compiled pattern; every table is indexed by a symbol: colour, stacked colour, or NOTHING."""

    starts: Annotated[Ints, np.int64, SYMBOLS]  # bits a match may begin with behind this symbol
    matches: Annotated[Ints, np.int64, SYMBOLS]  # tokens that this symbol matches
    repeats: Annotated[Ints, np.int64, SYMBOLS]  # tokens with + that this symbol matches
    ends: Annotated[Ints, np.int64, SYMBOLS]  # last tokens, where this symbol may follow
    inner: Int64  # every bit but the last of each copy


@dataclass(frozen=True)
class Token:
    """One word of a pattern."""

    text: str
    colours: frozenset[int]
    many: bool = False  # R+
    same: bool = False  # =
    stacked: bool = False  # R^
    absent: bool = False  # !R

    def accepts(self, symbol: int) -> bool:
        """Whether a piece with this symbol matches."""
        return symbol % STACKED in self.colours and (symbol >= STACKED or not self.stacked)


def parse(pattern: str) -> tuple[Token, ...]:
    """The tokens of a pattern.

    >>> [token.text for token in parse("!B B B !B")]
    ['!B', 'B', 'B', '!B']
    >>> parse("B X")
    Traceback (most recent call last):
    ...
    coatl.engine.errors.CoatlError: 'X' in the pattern 'B X' is no token. \
Allowed: R, G, B, Y, K, ., =, R+, !R, [GY], [^B], R^. [pattern.token]
    """
    words = pattern.split()
    if not words:
        raise CoatlError("pattern.empty", "The pattern is empty.")
    tokens = tuple(parse_token(word, pattern) for word in words)
    consuming = [i for i, token in enumerate(tokens) if not token.absent]
    if not consuming:
        raise CoatlError("pattern.empty", f"The pattern {pattern!r} matches no piece.")
    if len(consuming) > MOST_TOKENS:
        raise CoatlError("pattern.long", f"The pattern {pattern!r} has more than {MOST_TOKENS} pieces.")
    if any(token.absent for token in tokens[consuming[0] : consuming[-1]]):
        raise CoatlError("pattern.inner", f"In {pattern!r}, '!' stands inside; it belongs at an end.")
    return tokens


def parse_token(word: str, pattern: str) -> Token:
    absent, stacked, many = word.startswith("!"), word.endswith("^"), word.endswith("+")
    core = word[1:] if absent else word[:-1] if stacked or many else word
    colours = colours_of(core)
    if not colours or (core == "=" and (many or absent)) or (absent and core == "."):
        allowed = [*COLOURS, ".", "=", "R+", "!R", "[GY]", "[^B]", "R^"]
        raise CoatlError("pattern.token", f"{word!r} in the pattern {pattern!r} is no token.", allowed)
    return Token(word, colours, many, core == "=", stacked, absent)


def colours_of(core: str) -> frozenset[int] | None:
    """The colours that a token without its signs names; None if it is none."""
    if core in (".", "="):
        return EVERY_COLOUR
    if len(core) == 1 and core in COLOURS:
        return frozenset({COLOURS.index(core)})
    inside = core[1:-1].removeprefix("^")
    if not (core.startswith("[") and core.endswith("]")) or not inside or set(inside) - set(COLOURS):
        return None
    named = frozenset(COLOURS.index(letter) for letter in inside)
    return EVERY_COLOUR - named if core.startswith("[^") else named


def compile_pattern(tokens: tuple[Token, ...], into: Pattern) -> None:
    """Fills the tables of the automaton."""
    body = [token for token in tokens if not token.absent]
    first_body = tokens.index(body[0])
    before = {colour for token in tokens[:first_body] for colour in token.colours}
    after = {colour for token in tokens[first_body:] if token.absent for colour in token.colours}
    copies = range(5) if any(token.same for token in body) else range(1)
    firsts = sum(1 << copy * len(body) for copy in copies)
    lasts = firsts << (len(body) - 1)
    into.inner = ((1 << len(body) * len(copies)) - 1) & ~lasts
    for symbol in range(SYMBOLS):
        colour = None if symbol == NOTHING else symbol % STACKED
        into.starts[symbol] = 0 if colour in before else firsts
        into.ends[symbol] = 0 if colour in after else lasts
        into.matches[symbol] = into.repeats[symbol] = 0
        if symbol == NOTHING:
            continue
        for copy in copies:
            for place, token in enumerate(body):
                if token.accepts(symbol) and (not token.same or symbol % STACKED == copy):
                    bit = 1 << (copy * len(body) + place)
                    into.matches[symbol] |= bit
                    into.repeats[symbol] |= bit if token.many else 0


@jit_in_place
def advance(pattern: Pattern, reading: int, starts: int, symbol: int) -> int:
    """The automaton after one more piece; `starts` are the bits a new match may begin with here."""
    onwards = ((reading & pattern.inner) << 1) | starts
    return int((onwards & pattern.matches[symbol]) | (reading & pattern.repeats[symbol]))


@jit_in_place
def times(pattern: Pattern, symbols: Ints, length: int) -> int:
    """How often a sequence stands in a coatl of the board game (RULES 3): matches that share no piece.

    Taking the match that ends first and going on behind it gives the largest number.
    """
    count = 0
    reading = 0
    previous = NOTHING
    for i in range(length):
        symbol = symbols[i]
        reading = advance(pattern, reading, pattern.starts[previous], symbol)
        following = symbols[i + 1] if i + 1 < length else NOTHING
        if reading & pattern.ends[following]:
            count += 1
            reading = 0
        previous = symbol
    return count


@jit_in_place
def stands(pattern: Pattern, symbols: Ints, length: int, start: int, end: int) -> bool:
    """Whether the pattern matches exactly the pieces from `start` up to, not including, `end`."""
    previous = symbols[start - 1] if start > 0 else NOTHING
    starts = pattern.starts[previous]
    reading = 0
    for i in range(start, end):
        reading = advance(pattern, reading, starts, symbols[i])
        starts = 0
    following = symbols[end] if end < length else NOTHING
    return bool(reading & pattern.ends[following])


def spans(pattern: Pattern, symbols: Ints, length: int) -> list[tuple[int, int]]:
    """The matches that `times` counts, each as (start, end), for people who ask why."""
    found: list[tuple[int, int]] = []
    behind = 0
    for end in range(1, length + 1):
        starts = [s for s in range(behind, end) if stands(pattern, symbols, length, s, end)]
        if starts:
            found.append((starts[-1], end))
            behind = end
    return found
