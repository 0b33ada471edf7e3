"""What a hint says, as data: for pages that word it in another language."""

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal[
    "keep",  # choose cards that go together
    "finish",  # assemble now; `points` from these coatls
    "finish-on",  # the same, while assembling
    "grow",  # assemble without finishing: cards could stand at `points`, now at `now`
    "score-with",  # take `what`: then `points` can be scored
    "grow-with",  # take `what`: cards could stand at `points`, now at `now`
    "near",  # take `what`: cards lack it
    "ready",  # nothing more can be done while assembling
    "later",  # nothing brings the cards nearer
    "no-cards",  # choose some
    "turn",  # card game: the rest of the turn, `changes` step by step
    "waiting",  # not one's turn
]
ChangeKind = Literal["coatl", "level", "fall", "temple", "reveal"]


@dataclass(frozen=True)
class CardFact:
    """A card at a coatl that a plan leads to, and what it scores there."""

    card: str
    coatl: int  # its number, as actions name it
    times: int
    points: int
    level: int
    where: tuple[tuple[int, int], ...]  # pieces from … to …, counted from 1


@dataclass(frozen=True)
class CoatlFact:
    """A coatl that a plan leads to."""

    number: int
    was: str  # its pieces before; empty if it is new
    coatl: str
    points: int


@dataclass(frozen=True)
class Change:
    """Card game: what one step of a turn does.

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


@dataclass(frozen=True)
class Other:
    """What comes next to the advice."""

    points: float
    steps: tuple[str, ...]
    what: str | None = None  # the pieces or the card that the first step takes


@dataclass(frozen=True)
class Facts:
    """All that a hint says."""

    kind: Kind
    points: float = 0
    now: float = 0
    final: bool = False  # card game: in the last round
    average: bool = False  # card game: behind a feather that is not known yet
    what: str | None = None
    coatls: tuple[CoatlFact, ...] = ()
    cards: tuple[CardFact, ...] = ()
    changes: tuple[Change, ...] = ()
    lacks: dict[str, str] = field(default_factory=dict)  # for each card the pieces that it still asks for
    others: tuple[Other, ...] = ()
