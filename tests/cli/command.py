"""Runs the command `coatl` as a user does."""

import io
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from coatl.cli import main
from coatl.engine import jit  # noqa: F401  # the rules of this process are compiled, whatever command comes first

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


def answered(*words: str, state: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The same from within this process: no start of Python, where a test asks for an answer and nothing else."""
    keys = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    out, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    pipe = signal.getsignal(signal.SIGPIPE)
    with (
        patch.dict(os.environ, surroundings(state, **more), clear=True),
        patch.multiple(sys, argv=["coatl", *words], stdin=keys, stdout=out, stderr=errors),
    ):
        try:
            main()
        except SystemExit as leaving:
            status = leaving.code
        finally:
            signal.signal(signal.SIGPIPE, pipe)
    assert isinstance(status, int)
    return subprocess.CompletedProcess(words, status, text_of(out), text_of(errors))


def text_of(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def refused(result: subprocess.CompletedProcess[str], code: str) -> None:
    """Checks that a mistake was answered with one message of whole sentences, its code and exit status 2."""
    assert result.returncode == 2, result.stdout + result.stderr
    assert f"[{code}]" in result.stderr, result.stderr
    assert "Traceback" not in result.stderr
    assert not re.search(r"\.\. |[^.?] See coatl --help", result.stderr), result.stderr
