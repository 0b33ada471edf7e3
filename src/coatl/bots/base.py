"""What a bot is."""

from collections.abc import Sequence
from typing import Any, Protocol

from coatl.engine.rules import Rules


class Bot(Protocol):
    """A player. It sees the view of its seat and the legal actions, never a state, and has chance of its own."""

    title: str  # its name at the table
    level: int  # the higher, the stronger

    def __init__(self, seed: str) -> None: ...

    def warm_up(self, rules: Rules) -> None:
        """Compiles, or loads, what it thinks with."""

    def choose(self, view: Any, legal: Sequence[str], rules: Rules) -> str:
        """One of the legal actions."""
