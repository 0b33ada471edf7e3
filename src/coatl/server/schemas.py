"""Models of what the server sends, over HTTP and on sockets: the schemas of `/openapi.json` and `/api/schemas`."""

from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
)

from pydantic import BaseModel, Field, RootModel
from typing_extensions import TypedDict

from coatl import options
from coatl.board.view import View as BoardView
from coatl.bots.ratings import Rating, ratings_of
from coatl.bots.registry import BOTS, LEVELS
from coatl.card.view import View as CardView
from coatl.decks.loader import load
from coatl.decks.schema import BoardDeck, CardDeck
from coatl.describe.automata import Step
from coatl.describe.effects import EffectsData
from coatl.describe.moments import Moment
from coatl.describe.progress import Progress
from coatl.describe.reach import Preview
from coatl.describe.scores import SeatReport
from coatl.hints.facts import Facts
from coatl.registry import GAMES
from coatl.server.policies import NO_POLICIES, Policies
from coatl.server.requests import MessageId, TableId, Token
from coatl.server.tables.chat import ChatLine as ChatLine
from coatl.server.tables.commands import REACTIONS, BotName, Secret
from coatl.server.tables.events import Options
from coatl.version import RULES_VERSION, __version__

PROTOCOL = 1


class SeatInfo(TypedDict):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "invited", "person", "bot", "automaton"]
    name: str
    bot: str | None
    stand_in: str | None
    resigned: bool
    host: bool


class ClockInfo(TypedDict):
    """Seconds for a turn and in reserve, and what happens at time-out."""

    move: float
    reserve: float
    timeout: Literal["bot", "loss"]


class ClockLeft(TypedDict):
    """Until when a seat may think, if its clock runs, and its reserve; milliseconds."""

    until: int | None
    reserve: int


class BackInfo(TypedDict):
    """Somebody has asked to go back to the beginning of a turn."""

    seat: int
    turn: int
    agreed: list[int]


class Summary(TypedDict):
    """A table in the lobby."""

    id: TableId
    game: Literal["board", "card"]
    options: Options
    own_deck: bool
    status: Literal["waiting", "playing", "over", "closed"]
    created: int
    seats: list[SeatInfo]
    host: str
    hints: bool
    spectators: bool
    clock: ClockInfo | None


class ResultInfo(TypedDict):
    """How a game ended. `decided` is `points`, the tie-breaker that decided, `solo` if ADAM or CARL wins a tie,
    `shared`, or `resigned` like the `ending` if the winner is who has not; `details` has the numbers of the
    tie-breakers for each seat; `best` is the turn that brought most points.
    """

    points: list[int]
    winners: list[int]
    ending: str
    details: dict[str, list[int]]
    decided: str
    seats: list[SeatReport]
    best: Moment | None


class Info(Summary):
    """What everybody may know of a table apart from the game."""

    public: bool
    spectators_chat: bool
    commitment: str | None
    seed: Annotated[str | None, Field(description="secret until the game is over")]
    result: ResultInfo | None
    back: BackInfo | None
    rematch: list[str]
    successor: TableId | None
    predecessor: TableId | None
    rules: Annotated[int, Field(description="the version of the rules by which it is played")]
    stopped: Annotated[bool, Field(description="begun by other rules than the server's: to be looked at only")]
    reactions: list[str]
    silenced: list[int]


class EntryInfo(EffectsData):
    """An action of the record, `?` for what the viewer did not see, with what it did; a turn of ADAM or CARL with its
    steps.
    """

    seat: int
    action: str
    outcomes: list[str]
    steps: NotRequired[list[Step]]


class Presence(TypedDict):
    """Who is here; `kept` says until when (milliseconds since 1970) the seat of somebody who is away is kept."""

    online: list[int]
    spectators: int
    kept: dict[str, int]


View = BoardView | CardView


class DeckData(RootModel[BoardDeck | CardDeck]):
    """All cards of a game, in the sections of a deck file (`coatl deck`)."""


class TableCreated(BaseModel):
    """The new table, the host's token, and a secret for each invited seat."""

    table: TableId
    token: Token
    invites: dict[str, Secret]
    info: Info


class TableJoined(BaseModel):
    """A seat, and the token of the new person."""

    token: Token
    seat: int
    info: Info


class BotInfo(BaseModel):
    """A kind of bot that can be invited; a trained policy to tables of its game with so many players alone.

    The ratings of a level, by game, come with half of their interval of 95 % (docs/strength.md).
    """

    name: BotName
    title: str
    sentence: str
    ratings: dict[Literal["board", "card"], Rating] = {}
    game: Literal["board", "card"] | None = None
    players: int | None = None


class OptionInfo(BaseModel):
    """An option of a table: what may be chosen, at which tables; of a group at most one."""

    name: str
    kind: Literal["players", "seat", "flag", "choice", "numbers"]
    at: Literal["any", "solo", "together"]
    default: bool | int | str | list[int] | None
    choices: list[int | str]
    group: str | None


class ServerInfo(BaseModel):
    """What this server is and knows."""

    protocol: int
    version: str
    rules: int
    games: list[str]
    options: dict[Literal["board", "card"], list[OptionInfo]]
    levels: list[str]
    bots: list[BotInfo]
    reactions: list[str]


def as_lists(ratings: dict[str, Rating]) -> dict[str, list[int]]:
    """Ratings as they travel."""
    return {game: list(rating) for game, rating in ratings.items()}


def server_info(policies: Policies = NO_POLICIES) -> dict[str, Any]:
    """The same, filled in."""
    bots = [
        {"name": name, "title": kind.title, "sentence": kind.sentence, "ratings": as_lists(ratings_of(name))}
        for name, kind in BOTS.items()
    ]
    bots += [policy.about for policy in policies.offers.values()]
    versions = {"protocol": PROTOCOL, "version": __version__, "rules": RULES_VERSION}
    games = {"games": list(GAMES), "options": options.data()}
    return {**versions, **games, "levels": list(LEVELS), "bots": bots, "reactions": list(REACTIONS)}


class HintData(TypedDict):
    """Advice in English, and as facts for those who word it themselves; `steps` can be played as they stand, one after
    the other: they end with the next reveal or the end of the turn.
    """

    action: str | None
    headline: str
    steps: list[str]
    reasons: list[str]
    others: list[str]
    points: int
    facts: Facts


Answer = HintData | Preview | None


class CommandDone(BaseModel):
    """Done, and on disk: the number of the last event that the asker has seen, and the answer of a question."""

    id: MessageId
    number: int | None
    data: Answer


@cache
def printed_cards(game: Literal["board", "card"]) -> dict[str, Any]:
    """The same, of the printed game."""
    return load(game).model_dump(mode="json")


class RecordedResult(TypedDict):
    """How a recorded game ended; `details` has the numbers of the tie-breakers for each seat."""

    points: list[int]
    winners: list[int]
    ending: str
    details: dict[str, list[int]]


class RecordData(BaseModel):
    """The record of a game; `coatl verify` reads it once the seed is shown."""

    format: str
    game: str
    rules: int
    options: Options
    players: list[str]
    deck: DeckData | None
    commitment: str | None
    seed: str | None
    stream: int
    setup: list[str]
    actions: list[EntryInfo]
    result: RecordedResult | None


class Replay(BaseModel):
    """The table after so many steps of the record."""

    step: int
    steps: int
    entry: EntryInfo | None
    view: View
    progress: Progress


class Verification(BaseModel):
    """What was committed to before the first move; `seed`, `kept` and `text` are null until the game is over.

    `covers` names what the commitment covers: in games that version 0.1 began, the seed alone. `text` was hashed.
    If a name was erased since that the commitment covers (`erased`), it cannot be checked: `kept` is null.
    """

    commitment: str
    stream: int
    seed: str | None
    kept: bool | None
    erased: bool
    covers: list[str]
    text: str | None
    explanation: list[str]


class BlockInfo(BaseModel):
    """Somebody who is blocked: what they were called then, and when that was."""

    id: Annotated[str, Field(examples=["0123456789abcdef"])]
    name: str
    time: int


class Health(BaseModel):
    """The server is alive; whether its database can be read and written."""

    status: Literal["ok"]
    database: Literal["ok", "away"]
    version: str


class Readiness(BaseModel):
    """The server is ready: its database can be read, and was written so many seconds ago."""

    status: Literal["ok"]
    written: float


class MessageSchemas(BaseModel):
    """JSON schemas of the WebSocket: what a client sends, what the server sends."""

    protocol: int
    client: dict[str, Any]
    server: dict[str, Any]


class Fault(TypedDict):
    """What was wrong, and what would be allowed."""

    code: Annotated[str, Field(examples=["action.illegal"])]
    message: str
    allowed: list[str]
    retry_after: NotRequired[Annotated[int, Field(description="seconds until the same may be asked again")]]
