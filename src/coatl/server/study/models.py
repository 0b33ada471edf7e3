"""What travels when somebody studies, with strict bounds."""

from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
)

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from coatl.board.limits import DIFFICULTIES
from coatl.describe.progress import Progress
from coatl.describe.reach import Preview
from coatl.describe.scores import Scored
from coatl.server.requests import TableId
from coatl.server.schemas import DeckData, EntryInfo, RecordedResult, View
from coatl.server.tables.commands import SeatNumber, Strict
from coatl.server.tables.events import Options
from coatl.solver.facts import Change

MOST_STEPS = 60  # views in one answer

Difficulty = Annotated[int, Field(ge=1, le=DIFFICULTIES)]
CardName = Annotated[str, Field(pattern=r"^[A-Za-z]{1,3}[0-9]{1,3}$", examples=["K5"])]
HeldCard = Annotated[str, Field(pattern=r"^[A-Za-z]{1,3}[0-9]{1,3}(:[0-3])?$", examples=["B1:2"])]
Feather = Annotated[str, Field(pattern=r"^[RGBYKrgbyk]{2}$", examples=["RG"])]
CardId = Annotated[str, Field(max_length=20, examples=["K5"])]  # of any deck
MOST_CARDS = 64  # prophecies of a deck
Row = Annotated[str, Field(max_length=130, pattern=r"^\(?[RGBYKrgbyk^]*\)?$", examples=["(BBY"])]
Pieces = Annotated[str, Field(max_length=80, pattern=r"^[RGBYKrgbyk() ]*$", examples=["(B BYY R)"])]
Level = Literal["easy", "medium", "hard"]
Game = Literal["board", "card"]
Chapter = Literal["board", "board2", "card", "card2"]
MOST_CHOICES = 40  # in a lesson
Action = Annotated[str, Field(min_length=1, max_length=30, pattern=r"^[A-Za-z0-9 ]+$", examples=["start B"])]

# ---------------------------------------------------------------- records


class SentRecord(Strict):
    """A record to look at, as text or JSON, and which steps of it."""

    record: Annotated[str, Field(min_length=1, max_length=250_000)]
    seat: SeatNumber | Literal["all"] | None = Field(default="all", description="with whose eyes; null: a spectator")
    first: Annotated[int, Field(ge=0, le=20_000)] = 0
    last: Annotated[int, Field(ge=0, le=20_000)] = MOST_STEPS - 1


class RecordReplay(BaseModel):
    """The game that a record tells, and its table after some of the steps."""

    game: Game
    players: list[str]
    options: Options
    deck: DeckData | None
    result: RecordedResult | None
    entries: list[EntryInfo]
    first: int
    views: list[View]
    progress: list[Progress] = Field(description="points, and what the end still allows, at each of the views")


# ---------------------------------------------------------------- positions


class BegunCoatl(Strict):
    """An unfinished coatl and the cards beside it."""

    pieces: Row
    cards: list[CardName] = Field(default_factory=list, max_length=4)


class BoardQuestion(Strict):
    """A position of the board game, as far as assembling needs it."""

    ask: Literal["assemble", "coatl", "help"] = "assemble"
    pieces: Pieces = ""
    cards: list[CardName] = Field(default_factory=list, max_length=5)
    temples: list[CardName] = Field(default_factory=list, max_length=8)
    coatls: list[BegunCoatl] = Field(default_factory=list, max_length=2)
    difficulties: list[Difficulty] = Field(default_factory=list, max_length=DIFFICULTIES)
    promo: bool = False


class CardQuestion(Strict):
    """A table of the card game for two, as the one who is to play sees it; without feathers it is the last round."""

    coatl: Row = ""
    hand: list[Feather] = Field(default_factory=list, max_length=4)
    own: list[HeldCard] = Field(default_factory=list, max_length=12)
    middle: list[CardName] = Field(default_factory=list, max_length=3)
    theirs: list[HeldCard] = Field(default_factory=list, max_length=12)
    temple: CardName | None = None
    second: bool = False


class ScoreQuestion(Strict):
    """A coatl of either game and the cards that it is asked about."""

    coatl: Row
    cards: list[CardId] = Field(default_factory=list, max_length=MOST_CARDS)
    levels: (
        Annotated[
            dict[CardId, Annotated[int, Field(ge=0, le=3)]],
            Field(max_length=MOST_CARDS, description="card game: where prophecies lie; else their count says it"),
        ]
        | None
    ) = None
    deck: Annotated[TableId, Field(description="the table whose cards they are; else the printed ones")] | None = None


class PlannedCoatl(TypedDict):
    """A coatl that a solution leads to, and what it scores with which cards."""

    number: int
    was: Annotated[str, Field(description="its pieces before; empty if it is new")]
    coatl: str
    laid: Annotated[list[str], Field(description="cards that lie there already")]
    cards: list[str]
    temple: str | None
    points: int
    reasons: Annotated[dict[str, str], Field(description="in English, by card")]
    scored: Scored


class OtherAssembly(TypedDict):
    """Another way to assemble, in short."""

    points: int
    steps: list[str]
    coatls: list[str]


class Assembly(TypedDict):
    """Board game: the best way to assemble, step by step."""

    points: int
    steps: list[str]
    coatls: list[PlannedCoatl]
    unique: Annotated[bool, Field(description="whether no other way scores as much")]
    alternatives: list[OtherAssembly]


class TurnStep(TypedDict):
    """One action of a turn and why; what it changes, in the best turn."""

    action: str
    reasons: list[str]
    changes: NotRequired[list[Change]]


class RevealChance(TypedDict):
    """A feather that a discard may bring: how likely it is, and the most points with it."""

    chance: float
    points: float


class Turn(TypedDict):
    """Card game: a way to play the rest of a turn."""

    points: float
    before: int
    final: bool
    steps: list[TurnStep]
    reveals: dict[str, RevealChance]
    alternatives: list["Turn"]


class Help(TypedDict):
    """Board game: pieces that could be had, and what could be done with them."""

    action: str
    what: str
    points: int
    promise: int
    steps: list[str]


class SolverAnswer(TypedDict):
    """The solver's answer: the best way, others, or what would help."""

    best: Assembly | Turn | None
    helps: list[Help]


# ---------------------------------------------------------------- puzzles


class PuzzleSteps(Strict):
    """What was built so far, and what is asked."""

    ask: Literal["view", "check", "hint", "solution"] = "view"
    steps: list[Action] = Field(default_factory=list, max_length=60)


class PuzzleHint(TypedDict):
    """What the best way scores and which coatls it finishes, what can still be had, and the next step towards it."""

    best: int
    coatls: list[int]
    possible: int
    next: str


class PuzzleState(BaseModel):
    """A puzzle as it stands: `best` and what follows come with an answer that holds them."""

    game: Game
    seed: str
    level: Level
    view: View
    progress: Progress
    preview: Preview = Field(description="as the command `preview` answers")
    points: int = Field(description="of the coatls that are finished by now, or of levels and temple")
    ending: bool = Field(description="whether `done` ends the puzzle: then it can be checked")
    best: int | None = None
    solved: bool | None = None
    hint: PuzzleHint | None = None
    solution: Assembly | Turn | None = None


# ---------------------------------------------------------------- lessons and rules


class NoPreview(TypedDict):
    """Nothing: somebody else moves."""


class LessonMoment(BaseModel):
    """The table at one moment of a lesson."""

    view: View
    progress: Progress


class LessonStep(BaseModel):
    """A stop of a lesson: the table before a move of the learner, or after one of another player."""

    scene: str
    number: int = Field(description="of the move in its record; `SCENE_NUMBER` names the message that is said here")
    seat: int
    action: str
    free: bool = Field(description="whatever is chosen of `view.legal` happens: it is sent as the next `choice`")
    played: int = Field(description="how many entries of the scene have been played")
    view: View = Field(description="`legal` holds what the learner may do now")
    progress: Progress
    before: LessonMoment | None = Field(
        default=None, description="the table before the turn of an automaton, which is acted out from there"
    )
    preview: Preview | NoPreview = Field(description="as the command `preview` answers; for the learner's own moves")


class LessonScene(BaseModel):
    """A game that a chapter shows: who plays, and what was played."""

    name: str
    players: list[str]
    entries: list[EntryInfo]


class LessonChapter(BaseModel):
    """A chapter, as far as the choices lead: to the next move in which the learner is free, or to its end."""

    chapter: Chapter
    game: Game
    scenes: list[LessonScene]
    stops: int = Field(description="of the whole chapter")
    steps: list[LessonStep]
    end: View | None = Field(default=None, description="the last table, once nothing is left to be chosen")
    end_progress: Progress | None = None
