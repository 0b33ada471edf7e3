"""The results of matches as files: statistics as JSON, every game and seat as CSV or Parquet."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from coatl.arena.matches import Match
from coatl.engine.errors import CoatlError
from coatl.extras import optional


def check_writable(path: Path) -> None:
    """Finds out before hours of play that a file cannot be written; leaves nothing behind."""
    there = path.exists()
    written(path, lambda place: place.open("ab").close())
    if not there:
        path.unlink()


def written(path: Path, write: Callable[[Path], object]) -> None:
    """Writes a file.

    :raises CoatlError: if it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path)
    except OSError as fault:
        raise CoatlError("file.write", f"{path} cannot be written: {fault.strerror or fault}.") from None


def as_json(matches: Sequence[Match]) -> str:
    """The plan and the statistics of every match."""
    return json.dumps([match.data() for match in matches], ensure_ascii=False, indent=2)


def rows(matches: Sequence[Match]) -> list[dict[str, Any]]:
    """One row for each game and seat of all matches."""
    return [row for match in matches for row in match.rows()]


def write_json(matches: Sequence[Match], path: Path) -> None:
    """The statistics as JSON."""
    written(path, lambda place: place.write_text(as_json(matches) + "\n", encoding="utf-8"))


def write_csv(matches: Sequence[Match], path: Path) -> None:
    """Every game and seat as CSV."""

    def write(place: Path) -> None:
        found = rows(matches)
        with place.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, list(found[0]))
            table.writeheader()
            table.writerows(found)

    written(path, write)


def write_parquet(matches: Sequence[Match], path: Path) -> None:
    """Every game and seat as Parquet, with the plans as metadata."""
    arrow, parquet = parquet_library()
    table = arrow.Table.from_pylist(rows(matches))
    plans = json.dumps([match.plan.data() for match in matches])
    written(path, lambda place: parquet.write_table(table.replace_schema_metadata({"coatl arena": plans}), place))


def parquet_library() -> tuple[Any, Any]:
    """The library for Parquet, which is no small one."""
    return optional("pyarrow"), optional("pyarrow.parquet")
