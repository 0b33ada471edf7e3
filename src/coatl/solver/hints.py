"""Advice during a game, with reasons in words. Each game says itself what it advises (`board_game.hint`)."""

from dataclasses import asdict, dataclass
from typing import Any

from coatl.solver.facts import Facts


@dataclass(frozen=True)
class Hint:
    """What to do, and why."""

    action: str | None  # the next step, as the engine plays it; None if there is nothing to say
    headline: str
    steps: tuple[str, ...] = ()  # the whole plan, if it can be carried out at once
    reasons: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # what comes next to it, a line each
    points: int = 0
    facts: Facts | None = None  # the same for those who word it themselves

    @property
    def words(self) -> list[str]:
        """Everything in lines."""
        return [self.headline, *self.reasons, *self.others]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "action": self.action,
            "headline": self.headline,
            "steps": list(self.steps),
            "reasons": list(self.reasons),
            "others": list(self.others),
            "points": self.points,
            "facts": None if self.facts is None else asdict(self.facts),
        }
