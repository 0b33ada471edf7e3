"""Compilation of the rules to machine code: one decorator, one cache.

Numba's cache does not notice that a function called from another file has changed, so the cache
folder of each package carries a hash of all sources that it is compiled from: the engine, the rules of its game and
the layers between. `NUMBA_DISABLE_JIT=1` runs the very same
functions as plain Python, `NUMBA_BOUNDSCHECK=1` compiles them with every index checked.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from coatl.folders import temporary_folder, user_folder

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")  # whether the rules run as plain Python
LAYERS = ("", "solver", "bots", "rl")  # the compiled code of a game: its rules, and what builds on them, layer by layer
COMPLETE = "complete"  # the note in the folder of a package that was compiled to the end


def sources(package: str) -> list[str]:
    """The folders that the compiled code of a package is made from.

    >>> sources("board"), sources("bots.board")
    (['engine', 'board'], ['engine', 'board', 'solver/board', 'bots/board'])
    """
    if package == "engine":
        return ["engine"]
    layer, _, game = package.rpartition(".")
    return ["engine", *(f"{below}/{game}".strip("/") for below in LAYERS[: LAYERS.index(layer) + 1])]


@cache
def sources_hash(package: str) -> str:
    """A short hash of everything that decides what the compiled code of a package does."""
    from coatl.engine.numba_internals import SETTINGS

    digest = hashlib.sha256(SETTINGS.encode())
    for folder in sources(package):
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_root() -> Path:
    """Where compiled code is kept between runs, whoever the user is."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(given) / "coatl" if given else user_folder("cache")
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:  # a read-only home
        return temporary_folder()


def code_folder(package: str) -> Path:
    """The folder of a package's compiled code, for exactly these sources."""
    return cache_root() / f"{package}-{sources_hash(package)}"


def is_compiled(package: str) -> bool:
    """Whether the whole package has been compiled on this machine before."""
    return DISABLED or (code_folder(package) / COMPLETE).exists()


def note_compiled(package: str) -> None:
    """Remembers, after a warm-up, that the whole package is compiled; a warm-up that is cut short leaves no note."""
    if code_folder(package).is_dir():
        (code_folder(package) / COMPLETE).touch()


def forget_old_code(package: str, keep: int = 3) -> None:
    """Deletes the compiled code of earlier sources, but for the newest few."""
    folders = sorted(cache_root().glob(f"{package}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


def jit(function: Function) -> Function:
    """Compiles a rule. It must be a plain function of records, arrays and numbers."""
    if DISABLED:  # without Numba, which takes longer to load than to answer one question
        return function
    from coatl.engine.numba_internals import cached, compile_once

    within = function.__module__.split(".")[1:-1] if function.__module__.startswith("coatl.") else ["engine"]
    package = ".".join(within)
    compiled = cached(function, code_folder(package))
    compile_once(compiled)
    return cast(Function, compiled)
