"""Compilation of the rules to machine code: two decorators.

`NUMBA_DISABLE_JIT=1` runs the very same functions as plain Python, `NUMBA_BOUNDSCHECK=1` compiles them with every index
checked. `code_cache.py` says where the code is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from coatl.engine.code_cache import DISABLED, code_folder, note_use, shipped_folder

Function = TypeVar("Function", bound=Callable[..., Any])

__all__ = ["DISABLED", "jit", "jit_in_place"]


def jit(function: Function) -> Function:
    """Compiles a rule. It must be a plain function of records, arrays and numbers."""
    return compiled(function, counting=True)


def jit_in_place(function: Function) -> Function:
    """Compiles a function that neither makes arrays nor returns any: it writes into those that it is given.

    Whoever calls it holds them, so it need not count who else does; counting is most of the time of a small function.
    """
    return compiled(function, counting=False)


def compiled(function: Function, counting: bool) -> Function:
    """The function as machine code, kept in the folder of its module."""
    if DISABLED:  # without Numba, which takes longer to load than to answer one question
        return function
    from coatl.engine.numba_internals import cached

    path = Path(function.__code__.co_filename)
    folder = code_folder(function.__module__, path)
    note_use(folder)
    return cast(Function, cached(function, folder, counting, shipped_folder(function.__module__, path)))
