"""How far long work has come."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]  # what is done, how much of it, of how much


def quiet(what: str, done: int, of: int) -> None:
    """Says nothing."""
