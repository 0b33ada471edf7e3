"""What is told, over HTTP and on sockets, as models: the schemas of `/openapi.json` and `/api/schemas`."""

from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
)

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from coatl.board.view import View as BoardView
from coatl.bots.registry import BOTS, LEVELS
from coatl.card.view import View as CardView
from coatl.cards.loader import load
from coatl.game import GAMES
from coatl.server.requests import MessageId, TableId, Token
from coatl.server.tables.commands import REACTIONS, BotName, Secret
from coatl.solver.facts import Facts
from coatl.telling.reach import Preview
from coatl.telling.scores import SeatReport
from coatl.telling.steps import ADAM_KINDS, CARL_KINDS
from coatl.version import RULES_VERSION, __version__

PROTOCOL = 1
AdamKind = Literal["found", "missed", "placed", "wasted", "discarded", "played", "moved", "spent", "drew"]
CarlKind = Literal["favourites", "action", "raised", "stolen", "fulfilled", "skipped"]
assert AdamKind.__args__ == tuple(ADAM_KINDS.values())  # type: ignore[attr-defined]
assert CarlKind.__args__ == tuple(CARL_KINDS.values())  # type: ignore[attr-defined]


class SeatInfo(BaseModel):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "invited", "person", "bot", "automaton"]
    name: str
    bot: str | None
    stand_in: str | None
    host: bool


class ClockInfo(BaseModel):
    """Seconds for a turn and in reserve, and what happens at time-out."""

    move: float
    reserve: float
    timeout: Literal["bot", "loss"]


class ClockLeft(BaseModel):
    """Until when a seat may think, if its clock runs, and its reserve; milliseconds."""

    until: int | None
    reserve: int


class BackInfo(BaseModel):
    """Somebody has asked to go back to the beginning of a turn."""

    seat: int
    turn: int
    agreed: list[int]


class Summary(BaseModel):
    """A table in the lobby."""

    id: TableId
    game: Literal["board", "card"]
    options: dict[str, Any]
    own_deck: bool
    status: Literal["waiting", "playing", "over", "closed"]
    created: int
    seats: list[SeatInfo]
    host: str
    hints: bool
    spectators: bool
    clock: ClockInfo | None


class ResultInfo(BaseModel):
    """How a game ended. `decided` is `points`, the tie-breaker that decided, `solo` if ADAM or CARL wins a tie, or
    `shared`; `details` has the numbers of the tie-breakers for each seat.
    """

    points: list[int]
    winners: list[int]
    ending: str
    details: dict[str, list[int]]
    decided: str
    seats: list[SeatReport]


class Info(Summary):
    """What everybody may know of a table apart from the game."""

    public: bool
    spectators_chat: bool
    commitment: str | None
    seed: str | None = Field(description="told when the game is over")
    result: ResultInfo | None
    back: BackInfo | None
    rematch: list[str]
    successor: TableId | None
    predecessor: TableId | None
    reactions: list[str]
    silenced: list[int]


class StepInfo(TypedDict):
    """One step of ADAM or CARL: what it did, with what, and the same in English; only what belongs to its kind."""

    kind: AdamKind | CarlKind
    words: str
    card: NotRequired[str]
    cell: NotRequired[Annotated[str, Field(description="ADAM: of the supply board")]]
    colour: NotRequired[Annotated[str, Field(description="ADAM: of the piece")]]
    feather: NotRequired[Annotated[str, Field(description="CARL: the one revealed")]]
    colours: NotRequired[Annotated[str, Field(description="CARL: the favourites of the turn")]]
    action: NotRequired[Annotated[Literal["raise", "steal", "fulfil"], Field(description="CARL: doubled, or skipped")]]
    god: NotRequired[Annotated[str, Field(description="CARL: of the action card")]]
    level: NotRequired[Annotated[int, Field(description="CARL: of the card now")]]
    protected: NotRequired[bool]
    favourite: NotRequired[Annotated[bool, Field(description="CARL: whether the card names a favourite colour")]]


class EntryInfo(TypedDict):
    """An action of the record, `?` for what the viewer did not see; a turn of ADAM or CARL with its steps."""

    seat: int
    action: str
    outcomes: list[str]
    steps: NotRequired[list[StepInfo]]
    what: NotRequired[Annotated[str, Field(description="board game: what lay at the place that the action names")]]


class ChatLine(BaseModel):
    """Something that was said."""

    time: int
    seat: int | None
    name: str
    text: str


class Presence(BaseModel):
    """Who is connected."""

    online: list[int]
    spectators: int


View = BoardView | CardView


class Made(BaseModel):
    """The new table, the host's token, and a secret for each invited seat."""

    table: TableId
    token: Token
    invites: dict[str, Secret]
    info: Info


class Joined(BaseModel):
    """A seat, and the token of the new person."""

    token: Token
    seat: int
    info: Info


class BotInfo(BaseModel):
    """A kind of bot that can be invited."""

    name: BotName
    title: str
    sentence: str


class ServerInfo(BaseModel):
    """What this server is and knows."""

    protocol: int
    version: str
    rules: int
    games: list[str]
    levels: list[str]
    bots: list[BotInfo]
    reactions: list[str]


def server_info() -> dict[str, Any]:
    """The same, filled in."""
    bots = [{"name": name, "title": kind.title, "sentence": kind.sentence} for name, kind in BOTS.items()]
    versions = {"protocol": PROTOCOL, "version": __version__, "rules": RULES_VERSION}
    return {**versions, "games": list(GAMES), "levels": list(LEVELS), "bots": bots, "reactions": list(REACTIONS)}


class HintData(BaseModel):
    """Advice in English, and as facts for those who word it themselves."""

    action: str | None
    headline: str
    steps: list[str]
    reasons: list[str]
    others: list[str]
    points: int
    facts: Facts | None


Answer = HintData | Preview | None


class CommandDone(BaseModel):
    """Done, and on disk: the number of the last event that the asker has heard, and the answer of a question."""

    id: MessageId
    number: int | None
    data: Answer


class CardsData(BaseModel):
    """All cards of a game, in the sections of a deck file (`coatl deck`); each game has more of them."""

    game: dict[str, Any]
    prophecy: list[dict[str, Any]]
    temple: list[dict[str, Any]]


@cache
def printed_cards(game: Literal["board", "card"]) -> dict[str, Any]:
    """The same, of the printed game."""
    return load(game).model_dump(mode="json")


class RecordData(BaseModel):
    """The record of a game; `coatl verify` reads it once the seed is told."""

    format: str
    game: str
    rules: int
    options: dict[str, Any]
    players: list[str]
    deck: dict[str, Any] | None
    commitment: str | None
    seed: str | None
    stream: int
    setup: list[str]
    actions: list[EntryInfo]
    result: dict[str, Any] | None


class Replay(BaseModel):
    """The table after so many steps of the record."""

    step: int
    steps: int
    entry: EntryInfo | None
    view: View


class Verification(BaseModel):
    """What is needed to check the shuffles; `seed` and `kept` are null until the game is over."""

    commitment: str
    stream: int
    seed: str | None
    kept: bool | None
    explanation: list[str]


class Health(BaseModel):
    """The server is up, and its database answers."""

    status: Literal["ok"]
    database: Literal["ok"]
    version: str


class MessageSchemas(BaseModel):
    """JSON schemas of the WebSocket: what a client sends, what the server sends."""

    protocol: int
    client: dict[str, Any]
    server: dict[str, Any]


class Fault(BaseModel):
    """What was wrong, and what would be allowed."""

    code: str = Field(examples=["action.illegal"])
    message: str
    allowed: list[str] = []
