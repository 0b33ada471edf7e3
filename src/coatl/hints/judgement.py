"""What is known when a hint is put into facts: the table, what the search thought, and what the solver found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from coatl.bots.base import Option, Thought
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

MOST_OTHERS = 3


@dataclass(frozen=True)
class Judgement:
    """A line of play for a seat, and where it came from."""

    rules: Any  # of the game
    view: Any
    seat: int
    states: Records  # what the seat sees, the rest dealt at random
    line: Sequence[str]  # up to the next reveal
    thought: Thought  # of the search
    best: Any  # of the solver; None if it was not asked

    def after(self, steps: int | None = None) -> Records:
        """The table after so many steps of the line, or all."""
        states = copy_of(self.states)
        for step in self.line[:steps]:
            self.rules.play(states, self.rules.parse(step))
        return states

    def next_best(self) -> Iterator[Option]:
        """What else the search weighed seriously: other first steps, the best first."""
        others = [option for option in self.thought.options if option.action != self.line[0]]
        yield from others[:MOST_OTHERS]


def is_legal(rules: Rules, states: Records, line: Sequence[int]) -> bool:
    """Whether a line can be played from a state on."""
    from coatl.position import Position

    trial = Position(rules, copy_of(states))
    for action in line:
        if action not in trial.legal():
            return False
        trial.play(action)
    return True
