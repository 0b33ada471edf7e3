"""What is compiled anew after an edit, and what is deleted (docs/design.md, D1)."""

import os
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from coatl.engine import code_cache
from coatl.engine.code_cache import DAY, compiled_modules, file_of, reachable

PARTS = ("solver", "bots", "rl", "review")
PACKAGES = ("engine", "board", "card", *(f"{part}.{game}" for part in PARTS for game in ("board", "card")))
COMPILED = [module for package in PACKAGES for module in compiled_modules(package)]
UNCOMPILED = (
    "view",
    "options",
    "rules",
    "determinise",
    "deck_reader",
    "record",
    "redaction",
    "oneline",
    "loader",
    "schema",
)


def test_an_edit_of_what_is_never_compiled_compiles_nothing() -> None:
    assert len(COMPILED) > 50
    for module in COMPILED:
        touched = {path.stem for path in reachable(file_of(module))} & {*UNCOMPILED}
        assert not touched, f"{module} is compiled anew after an edit of {touched}"


@pytest.mark.parametrize("package", PACKAGES)
def test_the_key_of_compiled_code_covers_all_that_it_is_made_of(package: str) -> None:
    from importlib import import_module

    for name in compiled_modules(package):
        module = import_module(name)
        covered = reachable(file_of(name))
        for function in compiled_in(module):
            for used in used_by(function):
                assert file_of(used) in covered, f"{name} calls {used}, and is not compiled anew after an edit of it"


def compiled_in(module: ModuleType) -> list[Any]:
    """The plain functions below the compiled ones of a module."""
    own = [getattr(value, "py_func", value) for value in vars(module).values()]
    return [
        value for value in own if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "__code__")
    ]


def used_by(function: Any) -> set[str]:
    """The modules whose functions it calls."""
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    return {value.__module__ for value in named if str(getattr(value, "__module__", "")).startswith("coatl.")}


SOURCE = """
from coatl.engine import (
    chance,
    oneline,
)
import coatl.board.state
from coatl.engine.jit import jit
if TYPE_CHECKING:
    from coatl.board.view import View
"""


def test_imports_are_followed_and_those_for_types_alone_are_not(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(SOURCE, encoding="utf-8")
    wanted = ("engine.chance", "engine.oneline", "board.state", "engine.numba_internals")
    assert code_cache.imports_of(own) == {file_of(f"coatl.{name}") for name in wanted}
    assert {own, file_of("coatl.board.limits")} < reachable(own)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(code_cache, "cache_root", lambda: tmp_path)
    return tmp_path


def test_each_compiled_function_counts(root: Path) -> None:
    code_cache.code_folder.cache_clear()
    for number, module in enumerate(compiled_modules("card")):
        code_cache.code_folder(module).mkdir()
        (code_cache.code_folder(module) / f"{number}.nbi").touch()
    code_cache.code_folder.cache_clear()
    assert code_cache.compiled_functions("card") == len(compiled_modules("card"))


def test_code_that_a_copy_of_the_program_uses_stays(root: Path) -> None:
    month = time.time() - 31 * DAY
    for name in ("board.setup-0", "board.setup-1", "card-2.complete"):
        folder = root / name
        folder.touch() if name.endswith("complete") else folder.mkdir()
        os.utime(folder, (month, month))
    code_cache.note_use(root / "board.setup-1")  # as whoever loads it does
    code_cache.note_use(root / "nowhere")
    code_cache.forget_unused_code()
    assert [path.name for path in root.iterdir()] == ["board.setup-1"]
