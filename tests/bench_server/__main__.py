"""`python -m tests.bench_server`: the table of the server's load, and bench-server.json."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from coatl.server.boot.compilation import compile_all
from tests.bench.__main__ import shown, table
from tests.bench.starts import machine
from tests.bench_server.rows import FULL, QUICK, all_rows


def main() -> None:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_server", description="Measures the server under load.")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything, to see that it works")
    parser.add_argument("--output", type=Path, default=Path("bench-server.json"), help="where the figures go")
    given = parser.parse_args()
    console, facts, rows = Console(width=None if sys.stdout.isatty() else 150), machine(), []
    compile_all()
    for row in all_rows(QUICK if given.quick else FULL):
        rows.append(row)
        console.print(f"{row.what}: {shown(row.value, row.unit)}", highlight=False)
    facts["load after"] = round(os.getloadavg()[0], 2)
    console.print(table(rows, facts))
    data = {"machine": facts, "quick": given.quick, "rows": [asdict(row) | {"met": row.met} for row in rows]}
    given.output.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    missed = [row.what for row in rows if row.met is False]
    console.print(f"Written to {given.output}. Missed: {', '.join(missed) or 'nothing'}.")


if __name__ == "__main__":
    main()
