"""Review of a game: what each decision cost, what luck did, and what to learn.

`review` works a whole record out; a `Reviewer` does so part by part, for whoever shows progress or shares the work.
"""

from collections.abc import Callable

from coatl.engine.record import Record
from coatl.engine.rules import Rules
from coatl.review.report import Part, Review
from coatl.review.reviewer import Reviewer

__all__ = ["Part", "Review", "Reviewer", "review", "warm_up"]


def review(
    record: Record, depth: float = 1.0, seed: str = "review", progress: Callable[[Review], None] | None = None
) -> Review:
    """Reviews a recorded game; `progress` hears of it after every turn.

    Twice the depth means twice the simulated games. The same record, depth and seed give the same numbers.
    """
    reviewer = Reviewer(record, depth, seed)
    parts: list[Part] = []
    for number in range(reviewer.parts):
        parts.append(reviewer.part(number))
        if progress is not None:
            progress(reviewer.whole(parts))
    return reviewer.whole(parts)


def warm_up(rules: Rules) -> None:
    """Compiles, or loads, what a review needs."""
    from coatl.hints import warm_up as warm_up_hints
    from coatl.review.judge import warm_up as warm_up_judge

    warm_up_hints(rules)
    warm_up_judge(rules)
