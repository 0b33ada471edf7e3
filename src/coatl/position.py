"""The lean way to step through a game: a state, its legal actions as numbers, nothing written down.

For searches, environments and benchmarks; people and tables use `coatl.game.Game`, which keeps the record.
"""

import operator
from typing import Any

import numpy as np

from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.rules import Result, Rules
from coatl.engine.structs import Records, copy_of
from coatl.validation import check_seed, check_stream


class Position:
    """One game at one moment.

    >>> from coatl.registry import rules_of
    >>> position = Position.new(rules_of("board", players=2), seed=7)
    >>> action = position.legal()[0]
    >>> position.text(action)
    'done'
    >>> other = position.copy()
    >>> other.play(action)
    >>> position == other
    False
    """

    __slots__ = ("_count", "_numbers", "_out", "_step", "rules", "states")

    def __init__(self, rules: Rules, states: Records) -> None:
        self.rules = rules
        self.states = states
        self._step = rules.step
        self._out = np.empty(rules.most_legal, np.int16)
        self._count = rules.legal(states, self._out)
        self._numbers: list[int] | None = None

    @classmethod
    def new(cls, rules: Rules, seed: str | int | None = None, stream: int = 0) -> "Position":
        """The beginning of a game; a seed has many, one for each stream."""
        states = rules.blank()
        rules.seed(states, key_of(check_seed(seed)), check_stream(stream))
        rules.set_up(states)
        return cls(rules, states)

    def legal(self) -> list[int]:
        """The numbers of the legal actions; empty when the game is over."""
        legal: list[int] = self._out[: self._count].tolist()
        self._numbers = legal
        return legal.copy()

    def mask(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """The legal actions as one flag for every action of the game."""
        mask = np.zeros(self.rules.actions, np.bool_)
        mask[self._out[: self._count]] = True
        return mask

    def play(self, action: int, trust: bool = False) -> None:
        """Plays an action by its number; one that comes from `legal()` may be trusted, and is then not checked.

        :raises IllegalAction: action.illegal, if the rules do not allow it now; nothing has changed.
        """
        if not trust:
            action = self.checked(action)
        self._count = self._step(self.states, action, self._out)
        self._numbers = None

    def checked(self, action: Any) -> int:
        """The number of a legal action.

        :raises CoatlError: action.number or action.illegal.
        """
        if isinstance(action, str):
            message = f"An action is played by its number here: position.play(position.parse({action[:40]!r}))."
            raise CoatlError("action.number", message)
        try:
            number = operator.index(action)
        except TypeError:
            raise CoatlError("action.number", f"{str(action)[:40]!r} is no number of an action.") from None
        if number not in (self._numbers or self.legal()):
            raise IllegalAction("action.illegal", self.why_not(number), [self.text(legal) for legal in self.legal()])
        return number

    def why_not(self, action: int) -> str:
        """A sentence about a number that cannot be played."""
        if self.over:
            return "The game is over."
        if not 0 <= action < self.rules.actions:
            return f"{action} is no action; they run from 0 to {self.rules.actions - 1}."
        named = f" ({self.rules.texts[action]})" if action in self.rules.texts else ""
        return f"Action {action}{named} is not legal now."

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self.rules.text(action)

    def parse(self, text: str) -> int:
        """The number of the action that a text names, whether it is legal now or not.

        :raises UnknownAction: action.unknown.
        """
        return self.rules.parse(text, self.states)

    def copy(self) -> "Position":
        """An independent copy."""
        other = object.__new__(Position)  # what is legal is copied, not found again
        other.rules, other._step = self.rules, self._step
        other.states, other._out = copy_of(self.states), self._out.copy()
        other._count, other._numbers = self._count, self._numbers
        return other

    @property
    def seat(self) -> int:
        """Who decides, from 1."""
        return self.rules.seat(self.states)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.over(self.states)

    @property
    def result(self) -> Result | None:
        """Points, winners and what broke a tie; None while the game is on."""
        return self.rules.result(self.states)

    @property
    def scores(self) -> tuple[int, ...]:
        """Points so far by seat, the automaton's included; in the card game those of the levels, until the end."""
        return self.rules.scores(self.states)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]
