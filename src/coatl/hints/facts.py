"""What a hint says, as data: pages and terminal word it in their language (`wording` chooses the messages)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from coatl.solver.facts import Change

Kind = Literal[
    "finish",  # assemble now; `points` from these coatls
    "finish-on",  # the same, while assembling
    "grow",  # assemble without finishing: cards stand at `points` then, now at `now`
    "aim",  # what brings the coatl of `aim` nearer
    "best",  # what did best in simulated games
    "forced",  # all that can be done
    "turn",  # card game: the rest of the turn, `changes` step by step
    "waiting",  # not one's turn
]


@dataclass(frozen=True)
class CardFact:
    """A card at a coatl that a line of play leads to, and what it scores there."""

    card: str
    coatl: int  # its number, as actions name it
    times: int
    points: int
    level: int
    where: tuple[tuple[int, int], ...]  # pieces from … to …, counted from 1


@dataclass(frozen=True)
class CoatlFact:
    """A coatl that a line of play leads to."""

    number: int
    was: str  # its pieces before; empty if it is new
    coatl: str
    points: int


@dataclass(frozen=True)
class Aim:
    """Board game: the finished coatl that the seat works towards."""

    number: int
    was: str  # its pieces now; empty if it is new
    coatl: str
    points: int
    lacks: str  # body segments that are still to be had, after what is advised: letters
    head: str = ""  # the same for its ends
    tail: str = ""


@dataclass(frozen=True)
class Other:
    """What comes next to the advice: `less` points by the search (board game), or `points` behind the turn."""

    steps: tuple[str, ...]
    what: str | None = None  # the pieces or the card that the first step takes
    points: float | None = None
    less: float | None = None


@dataclass(frozen=True)
class Outlook:
    """What the seat may expect when it plays on: points ahead of the best rival at the end, the chance of winning."""

    margin: float
    win: float


@dataclass(frozen=True)
class Facts:
    """All that a hint says."""

    kind: Kind
    points: float = 0
    now: float = 0
    final: bool = False  # card game: in the last round
    average: bool = False  # card game: behind a feather that is not known yet
    what: str | None = None  # the pieces or the card that the first step takes
    coatls: tuple[CoatlFact, ...] = ()
    cards: tuple[CardFact, ...] = ()
    aim: Aim | None = None
    changes: tuple[Change, ...] = ()
    at_once: float | None = None  # more points that could be had now, which the search advises against
    games: int = 0  # that were simulated
    others: tuple[Other, ...] = ()
    outlook: Outlook | None = None  # behind the line


@dataclass(frozen=True)
class Hint:
    """What to do, and why."""

    steps: tuple[str, ...]  # a line of play up to the next reveal or the end of the turn; empty if it is not one's turn
    facts: Facts

    @property
    def action(self) -> str | None:
        """The next step."""
        return self.steps[0] if self.steps else None

    def data(self) -> dict[str, Any]:
        """Plain data for JSON, with the same in English."""
        from coatl.hints.wording import english

        words = english(self.facts)
        return {"action": self.action, "steps": list(self.steps), **words, "facts": asdict(self.facts)}


def facts_from(data: Mapping[str, Any]) -> Facts:
    """The inverse of `asdict`: facts that came as JSON; what a newer version adds is left out."""
    known = {name: value for name, value in data.items() if name in Facts.__dataclass_fields__}
    parts: dict[str, Any] = {"coatls": CoatlFact, "cards": CardFact, "changes": Change, "others": Other}
    for name, kind in parts.items():
        known[name] = tuple(kind(**each) for each in known.get(name, ()))
    aim, outlook = known.get("aim"), known.get("outlook")
    return Facts(**{**known, "aim": aim and Aim(**aim), "outlook": outlook and Outlook(**outlook)})
