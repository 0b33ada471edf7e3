"""What is asked over HTTP, as models with strict bounds."""

from typing import (
    Annotated,
    Any,
    Literal,  # pydantic asks for these before Python 3.12
)

from pydantic import Field

from coatl.server.tables.commands import BotName, Command, Name, SeatNumber, Secret, Strict

TableId = Annotated[str, Field(pattern=r"^[0-9a-f]{24}$", examples=["0123456789abcdef01234567"])]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,128}$")]
MessageId = Annotated[str, Field(min_length=1, max_length=64, examples=["17"])]
OptionValue = bool | Annotated[int, Field(ge=0, le=100)] | Annotated[str, Field(max_length=20)] | None
Options = dict[
    Annotated[str, Field(max_length=20)],
    OptionValue | Annotated[list[Annotated[int, Field(ge=0, le=100)]], Field(max_length=10)],
]
WEEKS = 14 * 24 * 3600


class SeatRequest(Strict):
    """Who shall sit there."""

    kind: Literal["me", "open", "invited", "bot", "automaton"]
    name: Name | None = None
    bot: BotName = "artisan"


class ClockRequest(Strict):
    """Seconds for a turn and in reserve, and what happens at time-out."""

    move: Annotated[float, Field(ge=1, le=WEEKS)]
    reserve: Annotated[float, Field(ge=0, le=WEEKS)] = 0.0
    timeout: Literal["bot", "loss"] = "bot"


class NewTable(Strict):
    """A table to be made."""

    game: Literal["board", "card"]
    options: Options = Field(default_factory=dict, max_length=12, examples=[{"players": 2}])
    deck: dict[str, Any] | None = None
    seats: (
        Annotated[
            list[SeatRequest],
            Field(max_length=5, examples=[[{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "priest"}]]),
        ]
        | None
    ) = None
    public: bool = False
    clock: ClockRequest | None = None
    hints: bool = True
    spectators: bool = True
    spectators_chat: bool = False
    name: Name = "Host"
    key: Secret | None = None
    identity: Secret | None = None


class JoinRequest(Strict):
    """Somebody who wants to sit down."""

    name: Annotated[Name, Field(examples=["Ben"])]
    seat: SeatNumber | None = None
    invite: Secret | None = None
    key: Secret | None = None
    identity: Secret | None = None


class CommandRequest(Strict):
    """A command without a socket."""

    id: MessageId
    command: Annotated[Command, Field(examples=[{"kind": "play", "seat": 1, "action": "take body3"}])]
