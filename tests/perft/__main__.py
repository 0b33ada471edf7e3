"""Prints the leaf counts of all files, or of these, as they are now: `python -m tests.perft early.perft`."""

import sys
from dataclasses import replace
from pathlib import Path

from tests.perft.counts import FOLDER, leaves, position_at, read


def main(names: list[str]) -> int:
    for path in [Path(name) for name in names] or sorted(FOLDER.glob("*.perft")):
        known = list(read(path if path.exists() else FOLDER / path.name))
        counted = []
        for entry in known:
            position = position_at(entry.line)
            counted.append(replace(entry, counts={depth: leaves(position, depth) for depth in entry.counts}))
        print("\n\n".join(map(str, counted)))
        changed = sum(one != other for one, other in zip(known, counted, strict=True))
        print(f"{path.name}: {changed} of {len(known)} positions have other counts", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
