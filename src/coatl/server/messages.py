"""What travels on a socket, as models with strict bounds (docs/server.md)."""

from typing import (
    Annotated,
    Any,
    Literal,  # pydantic asks for these before Python 3.12
)

from pydantic import BaseModel, Field, TypeAdapter

from coatl.server.requests import MessageId, TableId, Token
from coatl.server.tables.commands import Command, Strict
from coatl.server.told import (
    Answer,
    ChatLine,
    ClockLeft,
    EntryInfo,
    Fault,
    Info,
    Presence,
    Summary,
    View,
)

# ---------------------------------------------------------------- WebSocket: from the client


class OpenTable(Strict):
    """Sits down at the screen: from now on this socket hears what happens at a table."""

    type: Literal["open"]
    id: MessageId
    table: TableId
    token: Token | None = None


class ShutTable(Strict):
    """Hears no more of a table."""

    type: Literal["shut"]
    id: MessageId
    table: TableId


class Do(Strict):
    """A command."""

    type: Literal["do"]
    id: MessageId
    table: TableId
    command: Command


class Resync(Strict):
    """Asks for everything once more."""

    type: Literal["resync"]
    id: MessageId
    table: TableId


class WatchLobby(Strict):
    """Looks at the lobby, or away."""

    type: Literal["lobby"]
    id: MessageId
    on: bool = True


class Ping(Strict):
    """Is anybody there?"""

    type: Literal["ping"]
    id: MessageId


ClientMessage = Annotated[
    OpenTable | ShutTable | Do | Resync | WatchLobby | Ping,
    Field(discriminator="type"),
]
CLIENT: TypeAdapter[Any] = TypeAdapter(ClientMessage)

# ---------------------------------------------------------------- WebSocket: from the server


class Welcome(BaseModel):
    """The first message."""

    type: Literal["welcome"]
    protocol: int
    version: str
    rules: int
    time: int


class Ack(BaseModel):
    """Done, and on disk."""

    type: Literal["ack"]
    id: MessageId
    number: int | None = None
    data: Answer = None


class ErrorMessage(Fault):
    """Refused; nothing has changed. Without an id: what happened is that this table may no longer be looked at."""

    type: Literal["error"]
    id: str | None
    table: TableId | None = None


class StateMessage(BaseModel):
    """Everything that a viewer may know."""

    type: Literal["state"]
    table: TableId
    seat: int | None
    own: list[int]
    number: int
    time: int
    info: Info
    view: View | None
    clocks: dict[str, ClockLeft] | None
    entries: list[EntryInfo]
    chat: list[ChatLine]
    presence: Presence


class EventMessage(BaseModel):
    """One thing that happened; `view`, `clocks` and `info` come with what changes them."""

    type: Literal["event"]
    table: TableId
    seat: int | None
    number: int
    time: int
    event: dict[str, Any]
    view: View | None = None
    clocks: dict[str, ClockLeft] | None = None
    info: Info | None = None


class PresenceMessage(Presence):
    """Somebody came or went."""

    type: Literal["presence"]
    table: TableId


class LobbyMessage(BaseModel):
    """The lobby."""

    type: Literal["lobby"]
    tables: list[Summary]


ServerMessage = Annotated[
    Welcome | Ack | ErrorMessage | StateMessage | EventMessage | PresenceMessage | LobbyMessage,
    Field(discriminator="type"),
]
SERVER: TypeAdapter[Any] = TypeAdapter(ServerMessage)
