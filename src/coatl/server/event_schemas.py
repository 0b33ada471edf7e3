"""Events as viewers see them: a model for each kind, discriminated by `kind`."""

from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
)

from pydantic import Field
from typing_extensions import TypedDict

from coatl.describe.automata import Step
from coatl.describe.effects import EffectsData
from coatl.server.requests import TableId
from coatl.server.schemas import EntryInfo


class TableEvent(TypedDict):
    """A table was made, its game began, nothing more is played there, or names and lines of somebody were erased."""

    kind: Literal["created", "started", "closed", "forgotten"]


class JoinedEvent(TypedDict):
    """A new person came."""

    kind: Literal["joined"]
    name: str


class SatEvent(TypedDict):
    """A person took a seat."""

    kind: Literal["sat"]
    seat: int
    name: str


class BotEvent(TypedDict):
    """A person left or was replaced; once the game has begun, this bot stands in."""

    kind: Literal["left", "replaced"]
    seat: int
    bot: str


class SeatSetEvent(TypedDict):
    """The host gave a seat to a bot, or opened it."""

    kind: Literal["seat"]
    seat: int
    to: Literal["open", "bot"]
    bot: str | None
    name: str | None


class SeatEvent(TypedDict):
    """A step was taken back, a person plays on, the time of a seat was up, or the host removed who sat there."""

    kind: Literal["undone", "returned", "timed_out", "removed"]
    seat: int


class ResignedEvent(TypedDict):
    """A seat gave the game up; this bot stands in, unless that ended the game."""

    kind: Literal["resigned"]
    seat: int
    bot: str | None


class PlayedEvent(EffectsData):
    """An action was played; with the steps of an automaton, or what lay at the place that the action names."""

    kind: Literal["played"]
    entry: EntryInfo
    by: Literal["person", "bot", "automaton", "clock"]
    steps: NotRequired[list[Step]]


class ChosenEvent(TypedDict):
    """The last secret choice of the set-up was made: all of them, as they may be known."""

    kind: Literal["chosen"]
    entries: list[EntryInfo]


class AskedBackEvent(TypedDict):
    """Somebody wants to go back to the beginning of a turn."""

    kind: Literal["asked_back"]
    seat: int
    turn: int


class AnsweredBackEvent(TypedDict):
    """Somebody agrees to go back, or does not."""

    kind: Literal["answered_back"]
    seat: int
    yes: bool


class WentBackEvent(TypedDict):
    """The game went back to the beginning of a turn."""

    kind: Literal["went_back"]
    turn: int


class PausedEvent(TypedDict):
    """The server was not there, so no clock ran; milliseconds since 1970."""

    kind: Literal["paused"]
    since: int
    until: int


class ChatEvent(TypedDict):
    """Somebody said something; spectators have no seat."""

    kind: Literal["chat"]
    seat: int | None
    name: str
    text: str


class ReactionEvent(TypedDict):
    """Somebody gave a sign; spectators have no seat."""

    kind: Literal["reaction"]
    seat: int | None
    name: str
    reaction: str


class MutedEvent(TypedDict):
    """The viewer sees the chat of a seat no longer, or again; 0 are the spectators."""

    kind: Literal["muted"]
    other: int
    on: bool


class SilencedEvent(TypedDict):
    """Nobody sees the chat of a seat any longer, or again; 0 are the spectators."""

    kind: Literal["silenced"]
    seat: int
    on: bool


class RematchEvent(TypedDict):
    """Somebody wants one more game; with the new table once all have asked."""

    kind: Literal["rematch"]
    table: TableId | None


ViewerEvent = Annotated[
    PlayedEvent
    | ChosenEvent
    | TableEvent
    | JoinedEvent
    | SatEvent
    | BotEvent
    | SeatSetEvent
    | SeatEvent
    | ResignedEvent
    | AskedBackEvent
    | AnsweredBackEvent
    | WentBackEvent
    | PausedEvent
    | ChatEvent
    | ReactionEvent
    | MutedEvent
    | SilencedEvent
    | RematchEvent,
    Field(discriminator="kind"),
]
