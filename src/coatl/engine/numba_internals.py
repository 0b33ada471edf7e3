"""The parts of Numba that it does not promise to keep, all in one place.

`pyproject.toml` holds Numba to the versions with which they were tested, and `tests/engine/test_numba_internals.py`
says which of them has changed in another one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from llvmlite.binding import get_host_cpu_name  # type: ignore[import-untyped]
from numba import config, types
from numba.core import event
from numba.core.caching import UserProvidedCacheLocator

SETTINGS = " ".join(  # what decides, besides the sources, how code is compiled
    map(str, (numba.__version__, *sys.version_info[:2], config.CPU_NAME or get_host_cpu_name(), config.BOUNDSCHECK))
)
COMPILE = "numba:compile"  # the event of one compiled function


class FolderLocator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Keeps machine code in one folder, wherever the sources lie: the folder's name tells what they say.

    By itself Numba makes a folder for each place of the sources, so that two copies of a program compile twice.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        """No folder below the one that was given."""
        return ""


def cached(function: Callable[..., Any], folder: Path) -> Any:
    """The function, to be compiled when it is first called; its machine code is kept in the folder."""
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.{FolderLocator.__name__}"
    try:  # both are read when the function is wrapped
        return numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


def compile_once(compiled: Any) -> None:
    """One version for all whole numbers: Numba would make one for every width and every constant in a call."""
    template = compiled.get_call_template

    def for_wide_numbers(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    compiled.get_call_template = for_wide_numbers


def widened(kind: Any) -> Any:
    """The type with its constant forgotten, whole numbers as the widest there are."""
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.bitwidth < 64 else plain


class Listener(event.Listener):  # type: ignore[misc]
    """Hears of every function that is compiled: `started` before, `finished` after it."""

    def __init__(self, started: Callable[[], None], finished: Callable[[], None]) -> None:
        self.started, self.finished = started, finished

    def on_start(self, event: Any) -> None:
        """A function is to be compiled."""
        self.started()

    def on_end(self, event: Any) -> None:
        """It is compiled."""
        self.finished()


@contextmanager
def compilations(started: Callable[[], None], finished: Callable[[], None]) -> Iterator[None]:
    """Calls these for every function that is compiled meanwhile."""
    listener = Listener(started, finished)
    event.register(COMPILE, listener)
    try:
        yield
    finally:
        event.unregister(COMPILE, listener)
