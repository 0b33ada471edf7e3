"""What a seat may expect of a game; `bots/GAME/judgement.py` judges the positions of each game."""

from typing import NamedTuple

from coatl.engine.rules import Result


class Judgement(NamedTuple):
    """How a position is judged for a seat: points ahead of the best rival at the end, and the chance of winning."""

    margin: float
    win: float


def outcome(result: Result, seat: int) -> Judgement:
    """How a finished game ended for a seat (from 1): its points ahead of the best rival, and its share of the win."""
    rivals = [points for other, points in enumerate(result.points, 1) if other != seat]
    won = (seat in result.winners) / len(result.winners)
    return Judgement(float(result.points[seat - 1] - max(rivals)), won)
