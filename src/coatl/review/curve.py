"""The curve of a game in blocks: one column for each turn.

>>> blocks([-10.0, -2.0, 0.0, 3.0, 10.0])
'▁▄▅▆█'
"""

from collections.abc import Sequence

from coatl.review.report import Review

BLOCKS = "▁▂▃▄▅▆▇█"
FLAT = 4.0  # points: a curve that never leaves this is drawn as if it did
SIGNS = {"brilliant": "!", "inaccuracy": "·", "mistake": "?", "blunder": "✗"}


def blocks(values: Sequence[float]) -> str:
    """Values as blocks; the middle is 0."""
    most = max(FLAT, *(abs(value) for value in values))
    return "".join(BLOCKS[min(7, int((value / most + 1.0) * 4.0))] for value in values)


def marks(review: Review, seat: int, columns: int) -> str:
    """Below the curve: where a seat slipped, or shone."""
    signs = [" "] * columns
    for place, turn in enumerate(review.turns, 1):
        if turn.seat == seat and turn.grade in SIGNS and place < columns:
            signs[place] = SIGNS[turn.grade]
    return "".join(signs).rstrip()
