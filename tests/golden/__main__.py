"""Plays the golden games anew and writes their files: `make golden`, or `python -m tests.golden NAME …`."""

import sys
from pathlib import Path

from tests.golden.games import FOLDER, GAMES, files_of


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in GAMES]
    if unknown:
        print(f"There is no golden game {unknown[0]!r}. Allowed: {', '.join(GAMES)}.")
        return 2
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        changed = [path.name for path, content in files_of(name).items() if write(path, content)]
        print(f"{name}: {', '.join(changed) + ' changed' if changed else 'as before'}")
    return 0


def write(path: Path, content: str) -> bool:
    """Writes a file; true if that changes it."""
    if path.exists() and path.read_text(encoding="utf-8") == content:
        return False
    path.write_text(content, encoding="utf-8")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
