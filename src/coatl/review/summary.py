"""A review as a whole: what the parts add up to for each player."""

from collections import Counter
from collections.abc import Sequence
from math import hypot

from coatl.review.grades import accuracy
from coatl.review.lessons import lessons_of
from coatl.review.levels import level_costs, levels_like, table_of
from coatl.review.outcome import final_value
from coatl.review.race import around, rounded
from coatl.review.report import Cost, Estimate, Part, RevealLuck, Review, SeatReview, Settings, TurnReview, Value
from coatl.review.timeline import Timeline


def summary_of(timeline: Timeline, settings: Settings, count: int, parts: Sequence[Part]) -> Review:
    """The review, as far as these parts tell it."""
    turns = tuple(part.turn for part in parts if part.turn is not None)
    reveals = tuple(reveal for part in parts for reveal in part.reveals)
    done = len(parts) == count
    return Review(
        game=timeline.rules.game,
        settings=settings,
        finished=timeline.result is not None,
        parts=count,
        done=len(parts),
        seats=tuple(seat_review(timeline, seat, turns, reveals, done) for seat in range(1, timeline.players + 1)),
        turns=turns,
        reveals=reveals,
        curve=tuple(point for part in parts for point in part.curve),
        lessons=tuple(lessons_of(turns)),
    )


def seat_review(
    timeline: Timeline, seat: int, turns: Sequence[TurnReview], reveals: Sequence[RevealLuck], done: bool
) -> SeatReview:
    """One player over the game."""
    own = [turn for turn in turns if turn.seat == seat and turn.kind == "choice"]
    mean, costs = mean_cost(own), [turn.cost.margin.value for turn in own]
    luck = luck_of(reveals, seat)
    result = None if timeline.result is None else final_value(timeline.result, seat)
    adjusted = None
    if result is not None and done:
        adjusted = without(result.margin, luck.margin)
    return SeatReview(
        seat=seat,
        name=timeline.record.players[seat - 1],
        choices=len(own),
        mean_cost=mean,
        accuracy=accuracy(timeline.rules.game, mean),
        levels=levels_like(level_costs().get(table_of(timeline.rules), {}), costs) if done else (),
        grades=dict(Counter(turn.grade for turn in turns if turn.seat == seat)),
        luck=luck,
        margin=None if result is None else result.margin,
        won=None if result is None else result.win,
        adjusted=adjusted,
    )


def mean_cost(turns: Sequence[TurnReview]) -> Value:
    """What a turn with a choice cost on the average."""
    count = max(1, len(turns))
    margin, win = sum(turn.cost.margin.value for turn in turns), sum(turn.cost.win.value for turn in turns)
    return Value(rounded(margin / count), rounded(win / count))


def luck_of(reveals: Sequence[RevealLuck], seat: int) -> Cost:
    """All luck of a player: the sum, with the interval that comes from the number of deals."""
    lucks, errors = [reveal.luck[seat - 1] for reveal in reveals], [reveal.errors[seat - 1] for reveal in reveals]
    return Cost(
        around(sum(luck.margin for luck in lucks), hypot(*(error.margin for error in errors))),
        around(sum(luck.win for luck in lucks), hypot(*(error.win for error in errors))),
    )


def without(margin: float, luck: Estimate) -> Estimate:
    """The result without luck, as sure as that is."""
    return Estimate(rounded(margin - luck.value), rounded(margin - luck.high), rounded(margin - luck.low))
