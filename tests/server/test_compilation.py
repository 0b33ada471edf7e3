"""Compiling before serving: what is missing, and nothing else."""

import os
import subprocess
import sys
from typing import Any

import pytest

from coatl.engine import code_cache
from coatl.engine.errors import CoatlError
from coatl.server.boot import compilation


def test_only_what_is_missing_is_compiled_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there, done = {"card"}, []

    def part(package: str, name: str) -> Any:
        return package, name, lambda: done.append(package)

    monkeypatch.setattr(compilation, "settle", lambda _: None)  # else this process would not hear Control-C any more
    monkeypatch.setattr(compilation, "parts", lambda _: [part("card", "the rules"), part("solver.card", "the hints")])
    monkeypatch.setattr(code_cache, "is_compiled", there.__contains__)
    monkeypatch.setattr(code_cache, "note_compiled", there.add)
    compilation.compile_game("card")
    compilation.compile_game("card")
    assert done == ["solver.card"]
    assert capsys.readouterr().err == "coatl: the hints of the card game: ready (1 of 1)\n"


def test_a_compiler_that_fails_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "is_compiled", lambda _: False)
    monkeypatch.setattr(compilation, "compile_game", os._exit)  # with the name of a game, which is no status
    with pytest.raises(CoatlError) as fault:
        compilation.compile_all()
    assert fault.value.code == "server.compiling"


def test_the_command_says_when_nothing_is_left_to_do() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    asked = subprocess.run(
        [sys.executable, "-m", "coatl", "compile"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "Everything is compiled.\n", "")
