"""Where a prophecy stands in a coatl, and with which colours one more part would make another place."""

from coatl.card.tables import Prophecy
from coatl.engine.jit import jit_in_place
from coatl.engine.patterns import COLOURS, NOTHING, STACKED, advance
from coatl.engine.structs import Ints

LETTERS = len(COLOURS)


@jit_in_place
def is_plain(card: Prophecy) -> bool:
    """Whether all places have one size and do not look at what lies beside them, so that a change is near its cause."""
    pattern = card.pattern
    for symbol in range(NOTHING):
        if pattern.starts[symbol] != pattern.starts[NOTHING] or pattern.ends[symbol] != pattern.ends[NOTHING]:
            return False
    return bool(card.parts > 0)


@jit_in_place
def touching(card: Prophecy, parts: Ints, length: int, low: int, high: int) -> int:
    """How many places of a plain prophecy use one of the parts from low to high; only these parts are read."""
    pattern = card.pattern
    starts, lasts = pattern.starts[NOTHING], pattern.ends[NOTHING]
    size = int(card.parts)
    count = 0
    reading = 0
    for i in range(max(0, low - size + 1), min(length, high + size)):
        reading = advance(pattern, reading, starts, parts[i])
        if i >= low and reading & lasts:
            count += 1
    return count


@jit_in_place
def openings(card: Prophecy, parts: Ints, length: int) -> int:
    """The colours with which one more part would make a place: on both ends, beside and over, five bits each."""
    if card.parts == 0 or length < 2:
        return 0
    found = colours_of(card, lasts_behind(card, parts, length), 0)
    found |= colours_of(card, lasts_behind(card, parts, length - 1), STACKED) << LETTERS
    found |= colours_of(card, firsts_before(card, parts, length, 0), 0) << 2 * LETTERS
    return found | colours_of(card, firsts_before(card, parts, length, 1), STACKED) << 3 * LETTERS


@jit_in_place
def lasts_behind(card: Prophecy, parts: Ints, length: int) -> int:
    """The last tokens of the pattern whose beginning stands just before `length`."""
    pattern = card.pattern
    rest = int(card.parts) - 1
    if rest > length:
        return 0
    reading = 0
    for i in range(length - rest, length):
        previous = parts[i - 1] if i > 0 else NOTHING
        reading = advance(pattern, reading, pattern.starts[previous], parts[i])
    previous = parts[length - 1] if length > 0 else NOTHING
    return int((((reading & pattern.inner) << 1) | pattern.starts[previous]) & pattern.ends[NOTHING])


@jit_in_place
def colours_of(card: Prophecy, tokens: int, stacked: int) -> int:
    """The colours that match one of these tokens, one bit each."""
    found = 0
    if tokens:
        for colour in range(LETTERS):
            if card.pattern.matches[colour + stacked] & tokens:
                found |= 1 << colour
    return found


@jit_in_place
def firsts_before(card: Prophecy, parts: Ints, length: int, start: int) -> int:
    """The first tokens of the pattern whose rest stands from `start` on."""
    pattern = card.pattern
    rest = int(card.parts) - 1
    if start + rest > length:
        return 0
    reading = pattern.starts[NOTHING]
    for i in range(start, start + rest):
        reading = advance(pattern, reading, 0, parts[i])
    following = parts[start + rest] if start + rest < length else NOTHING
    return int((reading & pattern.ends[following]) >> rest)


@jit_in_place
def bit_count(mask: int) -> int:
    """How many bits are on."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit_in_place
def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is on."""
    return bit_count((mask & -mask) - 1)
