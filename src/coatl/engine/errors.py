"""Every error a user can meet: a sentence, a stable code, and what would be allowed instead."""

from __future__ import annotations

from collections.abc import Sequence


class CoatlError(Exception):
    """Something the caller asked for cannot be done; nothing has changed.

    >>> raise CoatlError("players.number", "Cóatl is for 2 to 4 players, not 7.", allowed=["2", "3", "4"])
    Traceback (most recent call last):
    ...
    coatl.engine.errors.CoatlError: Cóatl is for 2 to 4 players, not 7. Allowed: 2, 3, 4. [players.number]
    """

    def __init__(self, code: str, message: str, allowed: Sequence[str] = ()) -> None:
        self.code = code
        self.message = message
        self.allowed = tuple(allowed)
        super().__init__(code, message, self.allowed)

    def __str__(self) -> str:
        allowed = f" Allowed: {shortened(self.allowed)}." if self.allowed else ""
        return f"{self.message}{allowed} [{self.code}]"


class IllegalAction(CoatlError):
    """The action is well-formed, but the rules do not allow it now."""


class UnknownAction(CoatlError):
    """The text is no action of this game."""


class DeckError(CoatlError):
    """A deck file is broken; `faults` names every place."""

    def __init__(self, code: str, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(code, message)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join([super().__str__(), *(f"  {fault}" for fault in self.faults)])


class RecordError(CoatlError):
    """A record cannot be read or does not replay."""


def shortened(words: Sequence[str], most: int = 12) -> str:
    """The words in one line, the tail counted when there are too many to read; the sentence has its own full stop."""
    shown = ", ".join(words[:most])
    return shown.removesuffix(".") if len(words) <= most else f"{shown} … ({len(words)} in all)"
