"""`python -m tests.bench`: the table of speeds, and bench.json."""

import argparse
import json
import sys
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from coatl.engine.jit import DISABLED
from tests.bench.learners import learner_rows
from tests.bench.rows import FULL, QUICK, Plan, Row, all_rows
from tests.bench.starts import machine

VERDICTS = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}


def shown(value: float | None, unit: str) -> str:
    """A figure as people read it."""
    if value is None:
        return "not measured"
    digits = 0 if value >= 1000 or value == int(value) else 1 if value >= 100 else 2
    return f"{value:,.{digits}f} {unit}"


def target(row: Row) -> str:
    """What was hoped for."""
    return "" if row.target is None else f"{'≥' if row.more_is_better else '≤'} {shown(row.target, row.unit)}"


def measure(plan: Plan, console: Console) -> list[Row]:
    """All rows, with a line on what has been measured so far."""
    rows = []
    with console.status("Measuring …") as status:
        for row in chain(all_rows(plan), learner_rows(plan)):
            rows.append(row)
            status.update(f"{row.what}: {shown(row.value, row.unit)}; measuring on …")
    return rows


def table(rows: list[Row], facts: dict[str, Any]) -> Table:
    """The rows for people."""
    title = f"{facts['processor']}, {facts['cores']} cores, Python {facts['python']}, Numba {facts['numba']}"
    drawn = Table("what", "measured", "target", "", "note", title=title, title_justify="left")
    drawn.columns[1].justify = drawn.columns[2].justify = "right"
    for row in rows:
        drawn.add_row(row.what, shown(row.value, row.unit), target(row), VERDICTS[row.met], row.note)
    return drawn


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures the speed of the engine.")
    parser.add_argument("--quick", action="store_true", help="short runs, and no compilation from an empty cache")
    parser.add_argument("--output", type=Path, default=Path("bench.json"), help="where the figures go")
    given = parser.parse_args()
    if DISABLED:
        parser.error("NUMBA_DISABLE_JIT is set: plain Python says nothing about the speed of compiled rules")
    console, facts = Console(width=None if sys.stdout.isatty() else 150), machine()
    rows = measure(QUICK if given.quick else FULL, console)
    console.print(table(rows, facts))
    data = {"machine": facts, "quick": given.quick, "rows": [asdict(row) | {"met": row.met} for row in rows]}
    given.output.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    missed = [row.what for row in rows if row.met is False]
    unmeasured = [row.what for row in rows if row.value is None]
    console.print(f"Written to {given.output}. Missed: {', '.join(missed) or 'nothing'}.")
    if unmeasured:
        console.print(f"Not measured: {', '.join(unmeasured)}.")


if __name__ == "__main__":
    main()
