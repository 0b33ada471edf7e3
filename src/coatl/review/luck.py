"""Luck: what a reveal brought, against what it might have brought (the idea of AIVAT).

The reveal is dealt anew from the very same position, and a player's value is read after each by the same judge. What
really came is one deal like the others, so its value less their mean is 0 on the average, however good the judge is. It
counts as much as results were found to follow it, so that luck explains results and adds nothing to them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from coatl.bots.weights import Floats
from coatl.engine.rules import Rules
from coatl.engine.structs import Records
from coatl.review.judge import MARGIN, WIN, Judge
from coatl.review.outcome import final_value
from coatl.review.race import rounded
from coatl.review.report import Value

FEWEST = 4  # deals


@dataclass(frozen=True)
class Standing:
    """How players stand behind a reveal, each by its own view."""

    rules: Rules
    judge: Judge
    depth: float

    def mean(self, states: Records, seat: int) -> Floats:
        """Margin and win of a seat; those of the result if the game is over."""
        result = self.rules.result(states)
        if result is not None:
            final = final_value(result, seat)
            return np.array([final.margin, final.win])
        found: Floats = self.judge.value(states, seat, 0, max(1, round(self.judge.glances * self.depth))).mean(axis=0)
        return found

    def values(self, states: Records) -> tuple[Value, ...]:
        """All players."""
        return tuple(as_value(self.mean(states, seat)) for seat in range(1, self.players + 1))

    @property
    def players(self) -> int:
        """How many there are; an automaton is none."""
        return int(self.rules.options["players"])

    def luck(self, came: Records, again: Callable[[int], Records]) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """The luck of each player in a reveal, and its standard error, which comes from the number of deals alone."""
        deals = [again(number) for number in range(max(FEWEST, round(self.judge.samples * self.depth)))]
        views = np.array(
            [[self.mean(states, seat) for seat in range(1, self.players + 1)] for states in (came, *deals)]
        )
        views = self.judge.luck_scale * (both_views(views) if self.players == 2 else views)
        luck, errors = views[0] - views[1:].mean(axis=0), views[1:].std(axis=0, ddof=1) / np.sqrt(len(deals))
        return tuple(map(as_value, luck)), tuple(map(as_value, errors))


def both_views(views: Floats) -> Floats:
    """Values of two players after what came and after other deals, deals × players × (margin, win), made one.

    What one wins the other loses, so both views tell the same, and their mean is more exact; but what only one of them
    gets to see is told by that view alone. Which ones see it is read from the other deals, so luck stays 0 on the
    average.
    """
    turned = views[:, ::-1] * -1.0
    seen = np.ptp(views[1:, :, MARGIN], axis=0) > 0.0
    if seen.all() or not seen.any():
        return (views + turned) / 2.0
    return np.where(seen[None, :, None], views, turned)


def as_value(found: Floats) -> Value:
    """Margin and win as a value."""
    return Value(rounded(found[MARGIN]), rounded(found[WIN]))
