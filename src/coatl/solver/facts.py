"""What the solver says of a turn of the card game, as data: for pages that word it in another language."""

from dataclasses import dataclass
from typing import Literal

ChangeKind = Literal["coatl", "level", "fall", "temple", "reveal"]


@dataclass(frozen=True)
class Change:
    """What one step of a turn does.

    `coatl`: it becomes `now`; `level`: a prophecy that is raised, fulfilled or stolen; `fall`: one that loses its
    level; `temple`: its goals; `reveal`: the top feather of the deck is played instead.
    """

    action: str
    kind: ChangeKind
    words: str
    card: str | None = None
    was: str | int | None = None
    now: str | int | None = None
    points: int = 0  # more or fewer
    times: int = 0
    where: tuple[tuple[int, int], ...] = ()
