"""Lessons: the dearest mistakes of a game that differ in kind."""

from collections.abc import Iterator, Sequence

from coatl.review.report import Lesson, LessonKind, TurnReview

MOST = 3  # lessons for each player


def lessons_of(turns: Sequence[TurnReview]) -> Iterator[Lesson]:
    """For each player the dearest slips that differ in kind."""
    for seat in sorted({turn.seat for turn in turns}):
        found: dict[LessonKind, Lesson] = {}
        for place, turn in enumerate(turns):
            if turn.seat == seat:
                for number, decision in enumerate(turn.decisions):
                    if (kind := decision.kind) is not None:
                        lesson = Lesson(kind, seat, place, number, decision.first, decision.cost)
                        dearest = found.get(kind)
                        if dearest is None or dearest.cost.margin.value < decision.cost.margin.value:
                            found[kind] = lesson
        yield from sorted(found.values(), key=lambda lesson: -lesson.cost.margin.value)[:MOST]
