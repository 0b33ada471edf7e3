"""Reviews of many games as rows, and as a Parquet file; and what costs a player most."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from coatl.arena.exports import parquet_library, written
from coatl.review.report import LessonKind, Review


def rows(names: Sequence[str], reviews: Iterable[Review]) -> list[dict[str, Any]]:
    """One row for each turn of a player."""
    return [row for name, review in zip(names, reviews, strict=True) for row in rows_of(name, review)]


def rows_of(name: str, review: Review) -> Iterable[dict[str, Any]]:
    """The turns of one game."""
    for turn in review.turns:
        if turn.kind == "automaton":
            continue
        margin, win = turn.cost.margin, turn.cost.win
        yield {
            "record": name,
            "game": review.game,
            "player": review.seats[turn.seat - 1].name,
            "seat": turn.seat,
            "turn": turn.number,
            "first": turn.first,
            "last": turn.last,
            "grade": turn.grade,
            "cost": margin.value,
            "cost_low": margin.low,
            "cost_high": margin.high,
            "win_cost": win.value,
            "proven": turn.proven,
            "kinds": [decision.kind for decision in turn.decisions if decision.kind is not None],
        }


def write_parquet(found: list[dict[str, Any]], path: Path) -> None:
    """The rows as Parquet."""
    arrow, parquet = parquet_library()
    written(path, lambda place: parquet.write_table(arrow.Table.from_pylist(found), place))


def costs_by_kind(reviews: Iterable[Review], player: str) -> list[tuple[LessonKind, float, int]]:
    """What costs a player most over many games: each kind of slip, the points that it cost, how often."""
    found: dict[LessonKind, list[float]] = defaultdict(list)
    for review in reviews:
        seats = {seat.seat for seat in review.seats if seat.name == player}
        for turn in review.turns:
            for decision in turn.decisions:
                if turn.seat in seats and decision.kind is not None:
                    found[decision.kind].append(decision.cost.margin.value)
    totals = [(kind, round(sum(costs), 4), len(costs)) for kind, costs in found.items()]
    return sorted(totals, key=lambda total: (-total[1], total[0]))
