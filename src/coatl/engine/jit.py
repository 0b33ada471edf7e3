"""Compilation of the rules to machine code: one decorator, one cache.

Numba's cache does not notice that a function called from another file has changed, so the cache
directory carries a hash of all sources that are compiled. `NUMBA_DISABLE_JIT=1` runs the very same
functions as plain Python, `NUMBA_BOUNDSCHECK=1` compiles them with every index checked.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import config

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED_PACKAGES = ("engine", "board", "card", "arena")
PACKAGE = Path(__file__).resolve().parent.parent
DISABLED = bool(config.DISABLE_JIT)


def sources_hash() -> str:
    """A short hash of everything that decides what the compiled code does."""
    digest = hashlib.sha256(f"{numba.__version__} bounds={config.BOUNDSCHECK}".encode())
    for package in COMPILED_PACKAGES:
        for path in sorted((PACKAGE / package).glob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled code is kept between runs, whoever the user is."""
    given = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    root = Path(given) / "coatl" if given else Path.home() / ".cache" / "coatl"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:  # a read-only home: compiled code then lives as long as the temporary folder
        return Path(tempfile.gettempdir()) / f"coatl-{os.getuid()}"


CACHE = cache_root() / sources_hash()
config.CACHE_DIR = str(CACHE)


def forget_old_code(keep: int = 4) -> None:
    """Deletes the compiled code of earlier sources, but for the newest few."""
    folders = sorted(CACHE.parent.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        shutil.rmtree(folder, ignore_errors=True)


def jit(function: Function) -> Function:
    """Compiles a rule. It must be a plain function of records, arrays and numbers."""
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled
