"""What happened at a table: events, numbered from 1. The state of a table is what they add up to.

The data of each kind of event is a class of its own. Its fields are those that 0.1 stored under the same names; what
0.1 stored besides, and what follows from the rules (the steps of an automaton, say), is not read. They have no slots:
orjson writes a dataclass with slots four times as slowly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypedDict, get_args

import orjson
from pydantic import TypeAdapter, ValidationError

from coatl.board.options import OptionsView as BoardOptions
from coatl.card.options import OptionsView as CardOptions
from coatl.describe.automata import Step
from coatl.describe.effects import EffectsData
from coatl.engine.commitment import SEED_ONLY
from coatl.engine.errors import CoatlError
from coatl.server.tables.people import Seat

Viewer = int | None  # a seat, or the spectators
FIRST_RULES = 1
Options = BoardOptions | CardOptions
By = Literal["person", "bot", "automaton", "clock"]  # who played an action


class Signature(TypedDict):
    """Who asked for something, and under which id."""

    person: int
    id: str | None


@dataclass(frozen=True, kw_only=True)
class Signed:
    """Data of an event that somebody asked for, so that a repeated command is known again; person 0 is a spectator."""

    person: int = 0
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class AtSeat(Signed):
    """Data of an event that somebody asked for at a seat; None for spectators."""

    seat: int | None


# ---------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is at a table from the beginning; the token is hashed."""

    name: str
    token: str
    identity: str | None = None  # 0.1 stored none


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """Seconds for a turn and in reserve, and what happens at time-out."""

    move: float
    reserve: float
    timeout: Literal["bot", "loss"]


@dataclass(frozen=True, kw_only=True)
class Created:
    """A table was made."""

    kind: ClassVar[Literal["created"]] = "created"
    game: Literal["board", "card"]
    options: Options
    deck: Mapping[str, Any] | None
    public: bool
    clock: ClockSetting | None
    hints: bool
    spectators: bool
    spectators_chat: bool
    people: Sequence[Newcomer]
    seats: Sequence[Seat]
    predecessor: str | None = None
    rules: int = FIRST_RULES  # the version by which it is played; 0.1 stored none


@dataclass(frozen=True, kw_only=True)
class Joined:
    """A new person came; the token is hashed."""

    kind: ClassVar[Literal["joined"]] = "joined"
    person: int
    name: str
    token: str
    identity: str | None = None  # 0.1 stored none


@dataclass(frozen=True, kw_only=True)
class Sat(AtSeat):
    """A person took a seat."""

    kind: ClassVar[Literal["sat"]] = "sat"
    seat: int
    name: str


@dataclass(frozen=True, kw_only=True)
class Left(AtSeat):
    """A person got up; once the game has begun, the bot stands in."""

    kind: ClassVar[Literal["left"]] = "left"
    seat: int
    bot: str


@dataclass(frozen=True, kw_only=True)
class Removed(AtSeat):
    """The host took a seat from somebody, before the game."""

    kind: ClassVar[Literal["removed"]] = "removed"
    seat: int


@dataclass(frozen=True, kw_only=True)
class SeatSet(AtSeat):
    """The host gave a seat to a bot, or opened it."""

    kind: ClassVar[Literal["seat"]] = "seat"
    seat: int
    to: Literal["open", "bot"]
    bot: str | None = None
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class Replaced(AtSeat):
    """A bot plays for somebody who is not there."""

    kind: ClassVar[Literal["replaced"]] = "replaced"
    seat: int
    bot: str


@dataclass(frozen=True, kw_only=True)
class Returned(AtSeat):
    """The person plays on."""

    kind: ClassVar[Literal["returned"]] = "returned"
    seat: int


@dataclass(frozen=True, kw_only=True)
class RematchAsked(Signed):
    """Somebody wants one more game; the last one who does brings the new table."""

    kind: ClassVar[Literal["rematch"]] = "rematch"
    table: str | None = None


@dataclass(frozen=True, kw_only=True)
class Forgotten:
    """The name and the lines of a person were erased from all events before this one; None for everybody's."""

    kind: ClassVar[Literal["forgotten"]] = "forgotten"
    person: int | None


@dataclass(frozen=True, kw_only=True)
class Closed(Signed):
    """Nothing more is played at this table."""

    kind: ClassVar[Literal["closed"]] = "closed"


# ---------------------------------------------------------------- the game


@dataclass(frozen=True, kw_only=True)
class Started:
    """The game began."""

    kind: ClassVar[Literal["started"]] = "started"
    seed: str
    names: Sequence[str]
    format: int = SEED_ONLY  # of its record, which says what the commitment covers; 0.1 stored none
    commitment: str | None = None  # that was shown, if names were erased since: it may cover them


@dataclass(frozen=True, kw_only=True)
class Played(AtSeat):
    """An action was played; `outcomes` is what chance made of it, None before it was asked."""

    kind: ClassVar[Literal["played"]] = "played"
    seat: int
    action: str
    by: By
    outcomes: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class Undone(AtSeat):
    """A step was taken back."""

    kind: ClassVar[Literal["undone"]] = "undone"
    seat: int


@dataclass(frozen=True, kw_only=True)
class AskedBack(AtSeat):
    """Somebody wants to go back to the beginning of a turn."""

    kind: ClassVar[Literal["asked_back"]] = "asked_back"
    seat: int
    turn: int


@dataclass(frozen=True, kw_only=True)
class AnsweredBack(AtSeat):
    """Somebody agrees to go back, or does not."""

    kind: ClassVar[Literal["answered_back"]] = "answered_back"
    seat: int
    yes: bool


@dataclass(frozen=True, kw_only=True)
class WentBack:
    """The game went back to the beginning of a turn."""

    kind: ClassVar[Literal["went_back"]] = "went_back"
    turn: int


@dataclass(frozen=True, kw_only=True)
class TimedOut:
    """The time of a seat was up."""

    kind: ClassVar[Literal["timed_out"]] = "timed_out"
    seat: int


@dataclass(frozen=True, kw_only=True)
class Resigned(AtSeat):
    """A seat gave the game up; if others play on, the bot stands in for good."""

    kind: ClassVar[Literal["resigned"]] = "resigned"
    seat: int
    bot: str


@dataclass(frozen=True, kw_only=True)
class Paused:
    """The server was not there, so no clock ran."""

    kind: ClassVar[Literal["paused"]] = "paused"
    since: int
    until: int


# ---------------------------------------------------------------- chat


@dataclass(frozen=True, kw_only=True)
class ChatSent(AtSeat):
    """Somebody said something."""

    kind: ClassVar[Literal["chat"]] = "chat"
    name: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Reacted(AtSeat):
    """Somebody gave a sign."""

    kind: ClassVar[Literal["reaction"]] = "reaction"
    name: str
    reaction: str


@dataclass(frozen=True, kw_only=True)
class Muted(Signed):
    """A person sees the chat of a seat no longer, or again."""

    kind: ClassVar[Literal["muted"]] = "muted"
    other: int
    on: bool


@dataclass(frozen=True, kw_only=True)
class Silenced(AtSeat):
    """Nobody sees the chat of a seat any longer, or again."""

    kind: ClassVar[Literal["silenced"]] = "silenced"
    seat: int
    on: bool


# ---------------------------------------------------------------- all of them

TableData = Created | Joined | Sat | Left | Removed | SeatSet | Replaced | Returned | RematchAsked | Forgotten | Closed
GameData = Started | Undone | AskedBack | AnsweredBack | WentBack | TimedOut | Resigned | Paused
ChatData = ChatSent | Reacted | Muted | Silenced
EventData = Played | TableData | GameData | ChatData
READERS: dict[str, TypeAdapter[EventData]] = {data.kind: TypeAdapter(data) for data in get_args(EventData)}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; `time` is in milliseconds since 1970."""

    number: int
    time: int
    data: EventData

    @property
    def kind(self) -> str:
        """The name of its kind, in the database and for clients."""
        return self.data.kind

    def data_text(self) -> str:
        """The data as JSON, for the database."""
        return orjson.dumps(self.data).decode()


def read_event(number: int, time: int, kind: str, text: str) -> Event:
    """An event from the database.

    :raises CoatlError: table.broken for what this version cannot read.
    """
    try:
        return Event(number, time, READERS[kind].validate_json(text))
    except (KeyError, ValidationError):
        raise CoatlError("table.broken", f"Event {number}, {kind!r}, cannot be read.") from None


@dataclass(frozen=True, slots=True)
class Move:
    """What follows from an action by the rules, for those who may know it."""

    outcomes: tuple[str, ...]
    effects: EffectsData  # what it did, for everybody
    steps: list[Step] | None = None  # of an automaton
    before: Any = None  # then: the table before them, a snapshot
    choices: int | None = None  # after the last secret choice: how many entries there are


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """An event that was applied to its table, and which number it has for each viewer who may know it.

    Every viewer counts alone: a gap would tell that somebody did something in secret.
    """

    event: Event
    numbers: Mapping[Viewer, int]
    move: Move | None = None  # if an action was played
