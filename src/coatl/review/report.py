"""What a review says, as plain data: facts first; `wording` puts them into words.

Every value is for one seat: its expected **margin** in points over the best other seat when the game is over, and its
**win**, the chance of winning (a shared win counts in parts). A cost is what a decision lost of them.

>>> Review.from_json(EXAMPLE.to_json()) == EXAMPLE
True
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from coatl.hints.facts import Facts
from coatl.version import __version__

FORMAT = 3
Grade = Literal["forced", "brilliant", "fine", "inaccuracy", "mistake", "blunder"]
TurnKind = Literal["choice", "forced", "automaton"]
LessonKind = Literal[
    "useless",  # took what no card needs
    "closed-early",  # finished a coatl too soon
    "waited",  # waited too long with what could be finished or had
    "left-points",  # left points on the table that the solver proves
    "conflict",  # prophecies that fight each other
    "token-unused",  # the best turn used a token
    "token-early",  # a token was used where something else was better
    "ignored-end",  # played for later when there was hardly any later
    "theft",  # stole what was not worth it, or left a theft lying
    "exposed",  # gave a rival a theft: card game
    "discard",  # card game: a feather from the deck for one from hand, or the other way round
    "cards",  # chose other prophecies, or pieces instead of prophecies
    "pieces",  # took other pieces
    "building",  # built something else
]


@dataclass(frozen=True)
class Value:
    """How a seat stands: the margin to expect at the end, and the chance of winning, from 0 to 1."""

    margin: float
    win: float


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval; one that is proven, or simply known, has none to speak of."""

    value: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Whether there is no doubt about it."""
        return self.low == self.value == self.high


NOTHING = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Cost:
    """What was lost against the best that was found: in points of margin, and in chance of winning."""

    margin: Estimate = NOTHING
    win: Estimate = NOTHING


@dataclass(frozen=True)
class Line:
    """A line of play up to the next reveal or the end of the turn, what it is worth, and what it brings."""

    steps: tuple[str, ...]
    value: Value
    facts: Facts | None = None


@dataclass(frozen=True)
class StepCost:
    """One step of what was played, and what it alone gave away: the best that was still open before and after it."""

    step: int  # place among the entries of the record, from 0
    action: str
    cost: Value


@dataclass(frozen=True)
class Decision:
    """A part of a turn between two reveals, judged by what the seat saw at its beginning."""

    first: int  # entries of the record, from 0: the position before entry `first` is the one to look at
    last: int
    played: Line
    best: Line  # the same as `played` if nothing better was found
    cost: Cost
    grade: Grade
    proven: bool = False  # the solver proves the difference: no interval
    others: tuple[Line, ...] = ()  # what else was looked at closely, the best first
    steps: tuple[StepCost, ...] = ()
    games: int = 0  # that were simulated
    kind: LessonKind | None = None  # what kind of slip it was, if it was one


@dataclass(frozen=True)
class TurnReview:
    """A turn of a seat: its decisions, what they cost together, and how it is graded."""

    number: int  # turns of the game, from 0: the secret choices at the start
    seat: int  # from 1; an automaton sits behind the players
    kind: TurnKind
    first: int
    last: int
    cost: Cost
    grade: Grade
    decisions: tuple[Decision, ...] = ()
    proven: bool = False


@dataclass(frozen=True)
class RevealLuck:
    """What chance brought at one step: for each player the value after it, less the value expected before it."""

    step: int  # the entry that revealed something; -1 is the lay-out of the table
    seat: int  # who acted; 0 for the lay-out
    outcomes: tuple[str, ...]
    luck: tuple[Value, ...]  # by player
    errors: tuple[Value, ...]  # standard errors of these


@dataclass(frozen=True)
class CurvePoint:
    """How the players stand after so many entries of the record."""

    step: int  # entries played so far
    turn: int
    values: tuple[Value, ...]  # by player


@dataclass(frozen=True)
class Lesson:
    """Something to learn: what kind of mistake, where, and what it cost."""

    kind: LessonKind
    seat: int
    turn: int  # place among the turns of the review
    decision: int  # place in the turn
    step: int  # the entry before which one should have thought again
    cost: Cost
    facts: Mapping[str, Any] = field(default_factory=dict)  # what the sentence needs


@dataclass(frozen=True)
class SeatReview:
    """A player over the whole game."""

    seat: int
    name: str
    choices: int  # turns with a choice
    mean_cost: Value  # per turn with a choice
    accuracy: float  # from 0 to 100; see `grades.accuracy`
    levels: tuple[str, ...]  # of bots that lose about as much per turn, the weakest first; none: nobody can tell
    grades: Mapping[str, int]
    luck: Cost  # what chance brought, with its interval
    margin: float | None = None  # the result; None while the game is not finished
    won: float | None = None
    adjusted: Estimate | None = None  # the margin without luck


@dataclass(frozen=True)
class Settings:
    """What decides the numbers of a review: the same settings, the same numbers."""

    depth: float = 1.0
    seed: str = "review"
    version: str = __version__
    judge: str = ""


@dataclass(frozen=True)
class Part:
    """What is found out about one turn; parts depend on nothing but the record and the settings."""

    number: int  # part 0 is the lay-out of the table; part n is turn n - 1
    turn: TurnReview | None
    reveals: tuple[RevealLuck, ...]
    curve: tuple[CurvePoint, ...]


@dataclass(frozen=True)
class Review:
    """Everything about a game, or about as much of it as is worked out."""

    game: str
    settings: Settings
    finished: bool  # whether the game was
    parts: int  # of which the whole review is made
    done: int  # of these, so far
    seats: tuple[SeatReview, ...]
    turns: tuple[TurnReview, ...]
    reveals: tuple[RevealLuck, ...]
    curve: tuple[CurvePoint, ...]
    lessons: tuple[Lesson, ...]  # three for each player, the dearest first
    format: int = FORMAT

    @property
    def complete(self) -> bool:
        """Whether everything is worked out."""
        return self.done == self.parts

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        found: dict[str, Any] = adapter(Review).dump_python(self, mode="json")
        return found

    def to_json(self) -> str:
        """The review as JSON."""
        return adapter(Review).dump_json(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> "Review":
        """The review that was written as JSON."""
        found: Review = adapter(Review).validate_json(text)
        return found


@cache
def adapter(kind: type) -> TypeAdapter[Any]:
    """Writes and reads values of one kind."""
    return TypeAdapter(kind)


def part_json(part: Part) -> str:
    """A part as JSON, to be kept."""
    return adapter(Part).dump_json(part).decode()


def part_from_json(text: str | bytes) -> Part:
    """The part that was kept."""
    found: Part = adapter(Part).validate_json(text)
    return found


EXAMPLE = Review(
    game="card",
    settings=Settings(),
    finished=False,
    parts=2,
    done=2,
    seats=(
        SeatReview(1, "Ada", 1, Value(1.5, 0.1), 80.0, ("artisan",), {"mistake": 1}, Cost(Estimate(0.5, 0.1, 0.9))),
        SeatReview(2, "Bo", 0, Value(0.0, 0.0), 100.0, (), {}, Cost()),
    ),
    turns=(
        TurnReview(
            1,
            1,
            "choice",
            0,
            0,
            Cost(Estimate(1.5, 1.0, 2.0), Estimate(0.1, 0.05, 0.15)),
            "mistake",
            (
                Decision(
                    0,
                    0,
                    Line(("beside RG right", "done"), Value(-1.0, 0.4)),
                    Line(("beside RB right", "done"), Value(0.5, 0.5), Facts("turn", 2.0)),
                    Cost(Estimate(1.5, 1.0, 2.0), Estimate(0.1, 0.05, 0.15)),
                    "mistake",
                ),
            ),
        ),
    ),
    reveals=(RevealLuck(0, 1, ("B2",), (Value(0.5, 0.02), Value(-0.5, -0.02)), (Value(0.1, 0.01), Value(0.1, 0.01))),),
    curve=(CurvePoint(0, 1, (Value(0.0, 0.5), Value(0.0, 0.5))),),
    lessons=(Lesson("building", 1, 0, 0, 0, Cost(Estimate(1.5, 1.0, 2.0), Estimate(0.1, 0.05, 0.15)), {"card": "RB"}),),
)
