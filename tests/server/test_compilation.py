"""Compiling before serving: what is missing, and nothing else."""

import os
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from coatl.engine import code_cache
from coatl.engine.errors import CoatlError
from coatl.server.boot import compilation


def test_only_what_is_missing_is_compiled_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {"board", "card"}
    done: list[str] = []

    def parts(game: str) -> Any:
        return {package: (package, partial(done.append, package)) for package in (game, f"solver.{game}")}

    monkeypatch.setattr(compilation, "settle", lambda _: None)  # else this process would not hear Control-C any more
    monkeypatch.setattr(compilation, "parts", lambda game: parts(game) if game == "card" else {})
    monkeypatch.setattr(code_cache, "is_compiled", there.__contains__)
    monkeypatch.setattr(code_cache, "note_compiled", there.add)
    for _ in range(2):
        for share in compilation.shared_out():
            compilation.compile_parts(share)
    assert done == ["solver.card"]
    assert capsys.readouterr().err == "coatl: solver.card of the card game: ready (1 of 1)\n"


@pytest.mark.parametrize(
    ("there", "shares"),
    [
        (
            set(),
            [
                ["board", "bots.board", "review.board"],
                ["card", "solver.card", "bots.card", "review.card", "solver.board"],
            ],
        ),
        (
            {"card", "solver.card", "bots.card", "review.card"},
            [["board", "solver.board", "bots.board", "review.board"], []],
        ),
        (
            {"board", "bots.board", "review.board"},
            [["solver.board"], ["card", "solver.card", "bots.card", "review.card"]],
        ),
    ],
)
def test_two_processes_share_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, there: set[str], shares: list[list[str]]
) -> None:
    """The solver of the board game is done by whoever compiles the smaller game, unless nothing else is missing."""
    monkeypatch.setattr(code_cache, "is_compiled", there.__contains__)
    assert compilation.shared_out() == shares


def test_a_compiler_that_fails_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "is_compiled", lambda _: False)
    monkeypatch.setattr(compilation, "compile_parts", os._exit)  # with names of packages, which are no status
    with pytest.raises(CoatlError) as fault:
        compilation.compile_all()
    assert fault.value.code == "server.compiling"


def test_the_command_says_when_nothing_is_left_to_do() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    asked = subprocess.run(
        [sys.executable, "-m", "coatl", "compile"], env=environment, capture_output=True, text=True, timeout=60
    )
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, "Everything is compiled.\n", "")
