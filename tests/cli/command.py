"""Runs the command `coatl` as a user does."""

import os
import subprocess
import sys
from pathlib import Path

PLAIN = {"COLUMNS": "80", "TERM": "xterm-256color"}
UNSET = ("NO_COLOR", "FORCE_COLOR", "LINES")


def surroundings(state: Path, **more: str) -> dict[str, str]:
    """The environment of a user whose games are kept in `state`."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return {**kept, **PLAIN, "XDG_STATE_HOME": str(state), "PYTHONUTF8": "1", **more}


def coatl(*words: str, state: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """What the command prints; `typed` comes through a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "coatl", *words],
        input=typed,
        env=surroundings(state, **more),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def refused(result: subprocess.CompletedProcess[str], code: str) -> None:
    """Checks that a mistake was answered with one message, its code and exit status 2."""
    assert result.returncode == 2, result.stdout + result.stderr
    assert f"[{code}]" in result.stderr, result.stderr
    assert "Traceback" not in result.stderr
