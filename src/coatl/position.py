"""The lean way to step through a game: a state, its legal actions as numbers, nothing written down.

For searches, environments and benchmarks; people and tables use `coatl.game.Game`, which keeps the record.
"""

import numpy as np

from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of


class Position:
    """One game at one moment.

    >>> import coatl
    >>> position = coatl.new("board", players=2, seed=7).position()
    >>> action = position.legal()[0]
    >>> other = position.copy()
    >>> other.play(action)
    >>> position == other
    False
    """

    __slots__ = ("_count", "_out", "_step", "rules", "states")

    def __init__(self, rules: Rules, states: Records) -> None:
        self.rules = rules
        self.states = states
        self._step = rules.step
        self._out = np.empty(rules.most_legal, np.int16)
        self._count = rules.legal(states, self._out)

    def legal(self) -> list[int]:
        """The numbers of the legal actions; empty when the game is over."""
        legal: list[int] = self._out[: self._count].tolist()
        return legal

    def mask(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """The legal actions as one flag for every action of the game."""
        mask = np.zeros(self.rules.actions, np.bool_)
        mask[self._out[: self._count]] = True
        return mask

    def play(self, action: int) -> None:
        """Plays an action of `legal()`; it is not checked again."""
        self._count = self._step(self.states, action, self._out)

    def copy(self) -> "Position":
        """An independent copy."""
        return Position(self.rules, copy_of(self.states))

    @property
    def seat(self) -> int:
        """Who decides."""
        return self.rules.seat(self.states)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.over(self.states)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]
