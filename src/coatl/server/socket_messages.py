"""What travels on a socket, as models with strict bounds (docs/server.md)."""

from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
)

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from coatl.describe.progress import Progress
from coatl.server.event_schemas import ViewerEvent
from coatl.server.requests import MessageId, TableId, Token
from coatl.server.schemas import (
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
from coatl.server.tables.commands import Command, Secret, Strict

# ---------------------------------------------------------------- WebSocket: from the client


class OpenTable(Strict):
    """Sits down at the screen: from now on this socket receives the events of a table."""

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
    """Looks at the lobby, or away; with an identity without tables of whom one does not want to meet."""

    type: Literal["lobby"]
    id: MessageId
    on: bool = True
    identity: Secret | None = None


class Ping(Strict):
    """Is anybody there?"""

    type: Literal["ping"]
    id: MessageId


ClientMessage = Annotated[
    OpenTable | ShutTable | Do | Resync | WatchLobby | Ping,
    Field(discriminator="type"),
]
CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)

# ---------------------------------------------------------------- WebSocket: from the server


class Welcome(TypedDict):
    """The first message."""

    type: Literal["welcome"]
    protocol: int
    version: str
    rules: int
    time: int


class Ack(TypedDict):
    """CommandResult, and on disk."""

    type: Literal["ack"]
    id: MessageId
    number: NotRequired[int | None]
    data: NotRequired[Answer]


class ErrorMessage(Fault):
    """Refused; nothing has changed. Without an id: what happened is that this table may no longer be looked at."""

    type: Literal["error"]
    id: str | None
    table: NotRequired[TableId]


class StateMessage(TypedDict):
    """Everything that a viewer may know."""

    type: Literal["state"]
    table: TableId
    seat: int | None
    own: list[int]
    number: int
    time: int
    info: Info
    view: View | None
    progress: Progress | None
    clocks: dict[str, ClockLeft] | None
    entries: list[EntryInfo]
    chat: list[ChatLine]
    presence: Presence


class EventMessage(TypedDict):
    """One thing that happened; `view`, `progress`, `clocks` and `info` come with what changes them."""

    type: Literal["event"]
    table: TableId
    seat: int | None
    number: int
    time: int
    event: ViewerEvent
    view: NotRequired[View | None]
    progress: NotRequired[Progress | None]
    clocks: NotRequired[dict[str, ClockLeft] | None]
    info: NotRequired[Info]


class PresenceMessage(Presence):
    """Somebody came or went."""

    type: Literal["presence"]
    table: TableId


class LobbyMessage(TypedDict):
    """The lobby."""

    type: Literal["lobby"]
    tables: list[Summary]


ServerMessage = Annotated[
    Welcome | Ack | ErrorMessage | StateMessage | EventMessage | PresenceMessage | LobbyMessage,
    Field(discriminator="type"),
]
SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
