"""What people can ask of a table, with strict bounds; and what the server itself may ask."""

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from coatl.bots.registry import BOTS
from coatl.validation import LONGEST_NAME

MOST_SEATS = 4
LONGEST_TEXT = 300
REACTIONS = ("hello", "thanks", "well-played", "wow", "oops", "thinking", "good-game")
DEFAULT_BOT = "artisan"

if TYPE_CHECKING:
    RegistryBot = str
else:
    RegistryBot = Literal[*BOTS]
POLICY_NAME = r"^policy:[A-Za-z0-9][A-Za-z0-9_-]{0,31}$"
BotName = RegistryBot | Annotated[str, Field(pattern=POLICY_NAME)]  # never somebody's program, never a path


BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that show nothing
MOST_MARKS = 3  # upon one letter: more climb out of their line


def clean(text: str) -> str:
    """Text on one line that shows what it is: no control signs, none that turn the direction of reading,
    nothing invisible, no towers of accents.

    >>> clean("  Ann   <b>  ")
    'Ann <b>'
    """
    tidy = " ".join(text.split())
    if not tidy or not tidy.isprintable() or BLANK & set(tidy) or has_towers(tidy):
        raise ValueError("a text of printable characters")
    return tidy


def has_towers(text: str) -> bool:
    """Whether too many marks stand upon one letter, or one upon nothing."""
    marks = MOST_MARKS
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else MOST_MARKS if letter == " " else 0
        if marks > MOST_MARKS:
            return True
    return False


def unquoted(name: str) -> str:
    if '"' in name:
        raise ValueError("a name without quotes")
    return name


Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(clean), AfterValidator(unquoted)]
SeatNumber = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Secret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,128}$")]


class Strict(BaseModel):
    """A message that says exactly what it should."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Play(Strict):
    """Plays an action of `view.legal`."""

    kind: Literal["play"] = "play"
    seat: SeatNumber
    action: Annotated[str, Field(min_length=1, max_length=80)]
    at: Annotated[int, Field(ge=0)] | None = None  # the number of the last event seen


class Undo(Strict):
    """Takes back one's own last step, if `view.can_undo`."""

    kind: Literal["undo"] = "undo"
    seat: SeatNumber


class AskBack(Strict):
    """Asks all people to go back to the beginning of a turn."""

    kind: Literal["ask_back"] = "ask_back"
    seat: SeatNumber
    turn: Annotated[int, Field(ge=1, le=10_000)]


class AnswerBack(Strict):
    """Agrees to go back, or does not."""

    kind: Literal["answer_back"] = "answer_back"
    seat: SeatNumber
    yes: bool


class AskHint(Strict):
    """Asks for advice from the view of one's seat."""

    kind: Literal["hint"] = "hint"
    seat: SeatNumber


class AskPreview(Strict):
    """Asks how the cards in reach of one's seat stand, now and after each placement that could come next."""

    kind: Literal["preview"] = "preview"
    seat: SeatNumber


class Sit(Strict):
    """Takes one more seat, for somebody else at the same device."""

    kind: Literal["sit"] = "sit"
    seat: SeatNumber
    name: Name
    invite: Secret | None = None


class Leave(Strict):
    """Gets up from one seat, or from all."""

    kind: Literal["leave"] = "leave"
    seat: SeatNumber | None = None


class Remove(Strict):
    """The host lets somebody get up from a table that has not begun; with all their seats, and for good."""

    kind: Literal["remove"] = "remove"
    seat: SeatNumber


class Resign(Strict):
    """Gives the game up at one seat: who is left alone has won, at a larger table a bot plays on."""

    kind: Literal["resign"] = "resign"
    seat: SeatNumber


class SetSeat(Strict):
    """The host gives an empty seat to a bot, or opens it again."""

    kind: Literal["set_seat"] = "set_seat"
    seat: SeatNumber
    to: Literal["open", "bot"]
    bot: BotName = "artisan"


class Replace(Strict):
    """The host lets a bot play for somebody who is not there."""

    kind: Literal["replace"] = "replace"
    seat: SeatNumber
    bot: BotName = "artisan"


class GiveBack(Strict):
    """The person plays on."""

    kind: Literal["give_back"] = "give_back"
    seat: SeatNumber


class Chat(Strict):
    """Says something. A spectator gives a name."""

    kind: Literal["chat"] = "chat"
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT), AfterValidator(clean)]
    name: Name | None = None


class React(Strict):
    """One of a few signs."""

    kind: Literal["react"] = "react"
    reaction: Literal["hello", "thanks", "well-played", "wow", "oops", "thinking", "good-game"]
    name: Name | None = None


class Mute(Strict):
    """Hears a seat no longer, or again; 0 are the spectators."""

    kind: Literal["mute"] = "mute"
    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)]
    on: bool


class Silence(Strict):
    """The host lets a seat talk no longer, or again; 0 are the spectators."""

    kind: Literal["silence"] = "silence"
    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)]
    on: bool


class Block(Strict):
    """Meets the person at a seat no longer, at any table, or again."""

    kind: Literal["block"] = "block"
    seat: SeatNumber
    on: bool


class Report(Strict):
    """Tells the operator of the name at a seat, or of a line that was said there at a time; 0 are the spectators."""

    kind: Literal["report"] = "report"
    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)]
    line: Annotated[int, Field(ge=0)] | None = None


class Rematch(Strict):
    """Wants one more game with the seats rotated."""

    kind: Literal["rematch"] = "rematch"


class Close(Strict):
    """The host gives up a table that has not begun."""

    kind: Literal["close"] = "close"


Command = Annotated[
    Play
    | Undo
    | AskBack
    | AnswerBack
    | AskHint
    | AskPreview
    | Sit
    | Leave
    | Remove
    | Resign
    | SetSeat
    | Replace
    | GiveBack
    | Chat
    | React
    | Mute
    | Silence
    | Block
    | Report
    | Rematch
    | Close,
    Field(discriminator="kind"),
]

# ---------------------------------------------------------------- what the server asks


@dataclass(frozen=True, slots=True)
class Join:
    """A new person sits down; the secrets are hashes."""

    name: str
    token: str
    seat: int | None = None
    invite: str | None = None
    identity: str | None = None
    blocked_by: frozenset[str] = frozenset()  # who does not want to meet this person
    blocks: frozenset[str] = frozenset()  # whom this person does not want to meet


@dataclass(frozen=True, slots=True)
class BotMove:
    """What a bot has chosen after so many entries of the game."""

    seat: int
    action: str
    after: int


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


@dataclass(frozen=True, slots=True)
class Expire:
    """An open table has waited for too long, with nobody there."""


@dataclass(frozen=True, slots=True)
class Outages:
    """Nobody could play meanwhile, from one time to another; together, so that a kill leaves none of them out."""

    spans: tuple[tuple[int, int], ...]


AnyCommand = Command | Join | BotMove | Tick | Expire | Outages
