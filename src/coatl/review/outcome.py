"""How a game ended for a seat, in the terms of a review."""

from coatl.engine.rules import Result, Rules
from coatl.engine.structs import Records
from coatl.review.report import Value


def final_value(result: Result, seat: int) -> Value:
    """By how many points a seat (from 1) is ahead of the best other one, and its share of the win."""
    others = [points for place, points in enumerate(result.points, 1) if place != seat]
    won = 1.0 / len(result.winners) if seat in result.winners else 0.0
    return Value(float(result.points[seat - 1] - max(others)), won)


def end_value(rules: Rules, states: Records, seat: int) -> Value | None:
    """The same of a table; None while the game is on."""
    result = rules.result(states)
    return None if result is None else final_value(result, seat)
