"""Reviews of many games as rows, a turn each, and as a Parquet file."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from coatl.arena.exports import parquet_library, written
from coatl.review.report import Review

COLUMNS = {
    "record": "text",
    "game": "text",
    "player": "text",
    "seat": "count",
    "turn": "count",
    "first": "count",
    "last": "count",
    "grade": "text",
    "cost": "points",
    "cost_low": "points",
    "cost_high": "points",
    "win_cost": "points",
    "proven": "flag",
    "kinds": "texts",
}
KINDS: dict[str, Callable[[Any], Any]] = {
    "text": lambda arrow: arrow.string(),
    "texts": lambda arrow: arrow.list_(arrow.string()),
    "count": lambda arrow: arrow.int32(),
    "points": lambda arrow: arrow.float64(),
    "flag": lambda arrow: arrow.bool_(),
}


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


def write_parquet(reviews: Iterable[tuple[str, Review]], path: Path) -> Iterator[Review]:
    """Writes the turns of named reviews as they come, a group of rows for each game, and hands the reviews on."""
    arrow, parquet = parquet_library()
    schema = arrow.schema([(name, KINDS[kind](arrow)) for name, kind in COLUMNS.items()])
    writer: Any = None

    def open_up(place: Path) -> None:
        nonlocal writer
        writer = parquet.ParquetWriter(place, schema, compression="zstd")

    written(path, open_up)
    with writer:
        for name, review in reviews:
            if found := list(rows_of(name, review)):
                writer.write_table(arrow.Table.from_pylist(found, schema=schema))
            yield review
