"""What travels when somebody studies, with strict bounds."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from coatl.server.requests import TableId
from coatl.server.tables.commands import SeatNumber, Strict
from coatl.server.told import EntryInfo, View

MOST_STEPS = 60  # views in one answer

CardName = Annotated[str, Field(pattern=r"^[A-Za-z]{1,3}[0-9]{1,3}$", examples=["K5"])]
HeldCard = Annotated[str, Field(pattern=r"^[A-Za-z]{1,3}[0-9]{1,3}(:[0-3])?$", examples=["B1:2"])]
Feather = Annotated[str, Field(pattern=r"^[RGBYKrgbyk]{2}$", examples=["RG"])]
CardId = Annotated[str, Field(max_length=20, examples=["K5"])]  # of any deck
MOST_CARDS = 64  # prophecies of a deck
Row = Annotated[str, Field(max_length=130, pattern=r"^\(?[RGBYKrgbyk^]*\)?$", examples=["(BBY"])]
Pieces = Annotated[str, Field(max_length=80, pattern=r"^[RGBYKrgbyk() ]*$", examples=["(B BYY R)"])]
Level = Literal["easy", "medium", "hard"]
Game = Literal["board", "card"]
Action = Annotated[str, Field(min_length=1, max_length=30, pattern=r"^[A-Za-z0-9 ]+$", examples=["start B"])]

# ---------------------------------------------------------------- records


class SentRecord(Strict):
    """A record to look at, as text or JSON, and which steps of it."""

    record: Annotated[str, Field(min_length=1, max_length=250_000)]
    seat: SeatNumber | Literal["all"] | None = Field(default="all", description="with whose eyes; null: a spectator")
    first: Annotated[int, Field(ge=0, le=20_000)] = 0
    last: Annotated[int, Field(ge=0, le=20_000)] = MOST_STEPS - 1


class ToldRecord(BaseModel):
    """The game that a record tells, and its table after some of the steps."""

    game: Game
    players: list[str]
    options: dict[str, Any]
    deck: dict[str, Any] | None
    result: dict[str, Any] | None
    entries: list[EntryInfo]
    first: int
    views: list[View]


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
    difficulties: list[Annotated[int, Field(ge=1, le=5)]] = Field(default_factory=list, max_length=5)
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


class Solved(BaseModel):
    """The solver's answer: the best way, others, or what would help."""

    best: dict[str, Any] | None
    helps: list[dict[str, Any]]


# ---------------------------------------------------------------- puzzles


class PuzzleSteps(Strict):
    """What was built so far, and what is asked."""

    ask: Literal["view", "check", "hint", "solution"] = "view"
    steps: list[Action] = Field(default_factory=list, max_length=60)


class PuzzleTold(BaseModel):
    """A puzzle as it stands: `best` and what follows come with an answer that tells them."""

    seed: str
    level: Level
    view: View
    preview: dict[str, Any] = Field(description="as the command `preview` tells it")
    points: int = Field(description="of the coatls that are finished by now")
    best: int | None = None
    solved: bool | None = None
    hint: dict[str, Any] | None = None
    solution: dict[str, Any] | None = None


# ---------------------------------------------------------------- lessons and rules


class LessonStep(BaseModel):
    """The table before a move of the lesson; `view.legal` holds what the learner may do now."""

    number: int
    seat: int
    action: str
    outcomes: list[str]
    free: bool = Field(description="any legal action will do, and ends the lesson")
    view: View
    preview: dict[str, Any] = Field(description="as the command `preview` tells it; for the learner's own moves")


class Lesson(BaseModel):
    """A real game, from its first move to the end of the lesson."""

    game: Game
    players: list[str]
    steps: list[LessonStep]
    end: View


class Section(BaseModel):
    """A section of the rules: its number or name for links, and its blocks."""

    id: str
    depth: int
    title: str
    blocks: list[dict[str, Any]]


class RulesPage(BaseModel):
    """All rules, rulings and reconstructions."""

    rules: int
    language: str
    sections: list[Section]
