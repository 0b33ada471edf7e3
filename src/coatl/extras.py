"""Libraries that only some commands need: whoever lacks one is told which extra brings it."""

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from coatl.engine.errors import CoatlError

LIBRARIES = {  # by extra, under the names by which they are imported; a test holds them to pyproject.toml
    "arena": ("matplotlib", "pyarrow"),
    "client": ("httpx", "websockets"),
    "postgres": ("psycopg",),
    "ray": ("ray",),
    "redis": ("redis",),
    "rl": ("PIL", "gymnasium", "pettingzoo", "resvg_py"),
    "server": (
        "alembic",
        "fastapi",
        "httptools",
        "markdown_it",
        "orjson",
        "prometheus_client",
        "pydantic_settings",
        "sqlalchemy",
        "starlette",
        "structlog",
        "uvicorn",
    ),
    "spiel": ("open_spiel", "pyspiel"),
}


class MissingExtra(CoatlError, ImportError):
    """A library is not installed; the message names the extra that brings it."""


def extra_of(module: str) -> str | None:
    """The extra that brings a module, or None if it comes with none.

    >>> extra_of("pyarrow.parquet"), extra_of("json")
    ('arena', None)
    """
    library = module.partition(".")[0]
    return next((extra for extra, libraries in LIBRARIES.items() if library in libraries), None)


def missing(module: str) -> MissingExtra:
    """The error for a module of an extra that is not installed."""
    library, extra = module.partition(".")[0], extra_of(module)
    return MissingExtra("extra.missing", f"This needs {library}, which is not installed: pip install 'coatl[{extra}]'")


def optional(module: str) -> Any:
    """A module of an extra.

    :raises MissingExtra: if it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise missing(module) from None


@contextmanager
def naming_extras() -> Iterator[None]:
    """What is imported meanwhile and belongs to an extra is told with the extra's name if it is not installed.

    :raises MissingExtra: instead of ModuleNotFoundError.
    """
    try:
        yield
    except ModuleNotFoundError as fault:
        if fault.name is None or extra_of(fault.name) is None:
            raise
        raise missing(fault.name) from None
