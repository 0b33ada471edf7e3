"""Where a prophecy stands in a coatl, and with which colours one more part would make another place."""

from coatl.card.scoring import count_of
from coatl.card.tables import Prophecy
from coatl.engine.jit import jit
from coatl.engine.patterns import COLOURS, NOTHING, STACKED, advance
from coatl.engine.records import Ints

LETTERS = len(COLOURS)
ALL_COLOURS = (1 << LETTERS) - 1
COUNT_BITS = 8  # a survey: the count, then the colours for each of the four ways to lay a part
RIGHT_BESIDE, RIGHT_OVER, LEFT_BESIDE, LEFT_OVER = (COUNT_BITS + LETTERS * way for way in range(4))


@jit
def survey(card: Prophecy, parts: Ints, length: int) -> int:
    """How many places there are, and the colours that would make one more: on both ends, beside and over."""
    if card.parts == 0 or length < 2:  # places of any size are only counted
        return abs(count_of(card, parts, length))
    pattern = card.pattern
    count, reading, before = 0, 0, 0
    previous = NOTHING
    for i in range(length):
        before = reading
        reading = advance(pattern, reading, pattern.starts[previous], parts[i])
        following = parts[i + 1] if i + 1 < length else NOTHING
        count += 1 if reading & pattern.ends[following] else 0
        previous = parts[i]
    lasts = pattern.ends[NOTHING]
    beside = (((reading & pattern.inner) << 1) | pattern.starts[previous]) & lasts
    over = (((before & pattern.inner) << 1) | pattern.starts[parts[length - 2]]) & lasts
    found = count | colours_of(card, beside, 0) << RIGHT_BESIDE | colours_of(card, over, STACKED) << RIGHT_OVER
    found |= colours_of(card, firsts_before(card, parts, length, 0), 0) << LEFT_BESIDE
    return found | colours_of(card, firsts_before(card, parts, length, 1), STACKED) << LEFT_OVER


@jit
def colours_of(card: Prophecy, tokens: int, stacked: int) -> int:
    """The colours that match one of these tokens, one bit each."""
    found = 0
    if tokens:
        for colour in range(LETTERS):
            if card.pattern.matches[colour + stacked] & tokens:
                found |= 1 << colour
    return found


@jit
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
