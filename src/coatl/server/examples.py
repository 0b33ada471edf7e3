"""Examples for `/openapi.json` and `/api/schemas`. They are not written down but played: a short game at a table with
a fixed seed goes through the code that serves everybody, so no example can say what the server would not.
"""

from functools import cache
from typing import Any

import orjson

from coatl.engine.errors import CoatlError
from coatl.server import records
from coatl.server.requests import NewTable
from coatl.server.schemas import PROTOCOL, Presence, printed_cards, server_info
from coatl.server.security import error_data
from coatl.server.socket_messages import CLIENT, SERVER
from coatl.server.study.examples import study_models
from coatl.server.table_creation import prepare_table
from coatl.server.tables import views
from coatl.server.tables.commands import Chat, Join, Play
from coatl.server.tables.decisions import do, new_table
from coatl.server.tables.people import hashed
from coatl.server.tables.table import Table, token_for
from coatl.version import RULES_VERSION, __version__

Schema = dict[str, Any]
TIME = 1_794_797_000_000
SEED = hashed("the seed of the example")
KEY = hashed("the key of the example")

NEW_TABLES: list[Schema] = [
    {"game": "board", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}], "public": True},
    {"game": "card", "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "bot": "priest"}], "hints": False},
    {"game": "board", "options": {"solo": True, "difficulties": [2]}, "name": "Ann"},
    {
        "game": "card",
        "seats": [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}, {"kind": "invited"}],
        "clock": {"move": 86_400, "reserve": 259_200, "timeout": "bot"},
    },
]
JOINING: Schema = {"name": "Ben"}
COMMANDS: dict[str, Schema] = {
    "Play": {"kind": "play", "seat": 1, "action": "done"},
    "Undo": {"kind": "undo", "seat": 1},
    "AskBack": {"kind": "ask_back", "seat": 1, "turn": 3},
    "AnswerBack": {"kind": "answer_back", "seat": 2, "yes": True},
    "AskHint": {"kind": "hint", "seat": 1},
    "AskPreview": {"kind": "preview", "seat": 1},
    "Sit": {"kind": "sit", "seat": 2, "name": "Eve"},
    "Leave": {"kind": "leave"},
    "Remove": {"kind": "remove", "seat": 2},
    "Resign": {"kind": "resign", "seat": 1},
    "SetSeat": {"kind": "set_seat", "seat": 2, "to": "bot", "bot": "artisan"},
    "Replace": {"kind": "replace", "seat": 2, "bot": "novice"},
    "GiveBack": {"kind": "give_back", "seat": 2},
    "Chat": {"kind": "chat", "text": "Have fun!"},
    "React": {"kind": "react", "reaction": "hello"},
    "Mute": {"kind": "mute", "seat": 2, "on": True},
    "Silence": {"kind": "silence", "seat": 0, "on": True},
    "Block": {"kind": "block", "seat": 2, "on": True},
    "Report": {"kind": "report", "seat": 2, "line": TIME},
    "Rematch": {"kind": "rematch"},
    "Close": {"kind": "close"},
}
COMMANDING: Schema = {"id": "17", "command": COMMANDS["Play"]}
REFUSED = error_data(CoatlError("action.illegal", "'keep R3' is not legal now.", ["done", "keep G11"]))


OWN_DATA: Schema = {
    "table": "0123456789abcdef01234567",
    "game": "board",
    "status": "playing",
    "created": TIME,
    "updated": TIME + 60_000,
    "person": 1,
    "host": True,
    "names": ["Ann"],
    "seats": [1],
    "chat": [{"time": TIME + 30_000, "text": "Have fun!"}],
    "reports": [],
}


class Sample:
    """Ann's table with Ben, a few moves into the game."""

    def __init__(self) -> None:
        self.presence: Presence = {"online": [1, 2], "spectators": 3, "kept": {}}
        made = prepare_table(NewTable(**orjson.loads(orjson.dumps(NEW_TABLES[0])), key=KEY))
        self.table, _ = new_table(made.table, made.data, TIME, lambda: SEED)
        self.made = as_json(table=made.table, token=made.token, invites=made.invites, info=views.info(self.table))
        self.lobby = as_json(tables=[views.summary(self.table)])["tables"]
        self.token = token_for(made.table, "joining")
        self.ask(Join("Ben", hashed(self.token)), None)
        self.joined = as_json(token=self.token, seat=2, info=views.info(self.table))
        self.ask(Chat(text="Have fun!"), 1)
        for seat, which in ((1, 0), (2, 0), (1, -1)):  # nobody keeps a card, then somebody takes something
            self.event = self.played(seat, which)
        self.state = as_json(**views.state(self.table, 1, TIME, self.presence))

    def ask(self, command: Any, person: int | None) -> Any:
        """One command, a second after the last."""
        who = None if person is None else self.table.people[person - 1]
        return do(self.table, command, self.table.time + 1000, who, fresh=lambda: SEED)

    def played(self, seat: int, which: int) -> Schema:
        """A legal action of a seat, and the message of it to the same seat."""
        assert self.table.game is not None
        done = self.ask(Play(seat=seat, action=self.table.game.legal(seat)[which]), seat)
        return as_json(**views.messages(self.table, done.applied, seat)[-1])


def as_json(**data: Any) -> Schema:
    """Data as it looks after a journey as JSON."""
    read: Schema = orjson.loads(orjson.dumps(data))
    return read


@cache
def sample() -> Sample:
    """The one sample."""
    return Sample()


def client_messages() -> dict[str, Schema]:
    """What a client may send, by the name of the model."""
    table, token = sample().made["table"], sample().made["token"]
    return {
        "OpenTable": {"type": "open", "id": "1", "table": table, "token": token},
        "ShutTable": {"type": "shut", "id": "2", "table": table},
        "Do": {"type": "do", "id": "17", "table": table, "command": COMMANDS["Play"]},
        "Resync": {"type": "resync", "id": "3", "table": table},
        "WatchLobby": {"type": "lobby", "id": "4", "on": True},
        "Ping": {"type": "ping", "id": "5"},
        **COMMANDS,
    }


def server_messages() -> dict[str, Schema]:
    """What the server sends, by the name of the model."""
    now = sample()
    versions = {"protocol": PROTOCOL, "version": __version__, "rules": RULES_VERSION}
    return {
        "Welcome": {"type": "welcome", **versions, "time": TIME},
        "Ack": {"type": "ack", "id": "17", "number": now.event["number"], "data": None},
        "ErrorMessage": {"type": "error", "id": "17", **REFUSED},
        "StateMessage": now.state,
        "EventMessage": now.event,
        "PresenceMessage": {"type": "presence", "table": now.made["table"], **now.presence},
        "LobbyMessage": {"type": "lobby", "tables": now.lobby},
    }


def http_models() -> dict[str, Any]:
    """Bodies of requests and answers, by the name of the model."""
    now = sample()
    table: Table = now.table
    seen = orjson.loads(records.record_for(table, 1).to_json())
    return {
        "NewTable": NEW_TABLES,
        "JoinRequest": JOINING,
        "CommandRequest": COMMANDING,
        "TableCreated": now.made,
        "TableJoined": now.joined,
        "Fault": REFUSED,
        "KeepDays": {"finished": 365, "abandoned": 90, "empty": 7, "records": False, "addresses": 7},
        "PersonData": OWN_DATA,
        "PersonErased": {"table": "0123456789abcdef01234567", "erased": True},
        "Summary": now.lobby[0],
        "CommandDone": {"id": "17", "number": now.event["number"], "data": None},
        "DeckData": [printed_cards("board"), printed_cards("card")],
        "RecordData": seen,
        "Replay": as_json(**records.view_after(records.seen(table, 1), 2)),
        "Verification": as_json(**records.verification(table)),
        "ServerInfo": server_info(),
        "MessageSchemas": {"protocol": PROTOCOL, "client": {"$ref": "#/$defs/Ping"}, "server": {"$ref": "#/$defs/Ack"}},
        **study_models(),
        "BlockInfo": {"id": "0123456789abcdef", "name": "Eve", "time": TIME},
        "Health": {"status": "ok", "database": "ok", "version": __version__},
        "PartData": {"game": "card", "part": "bots", "progress": 0.4, "seconds": 21},
        "Readiness": {"status": "ok", "written": 0.4},
    }


def message_schemas() -> Schema:
    """The JSON schemas of the WebSocket in both directions, each message with an example."""
    client, server = CLIENT.json_schema(), SERVER.json_schema(mode="serialization")
    with_examples(client["$defs"], client_messages())
    with_examples(server["$defs"], server_messages())
    return {"protocol": PROTOCOL, "client": client, "server": server}


def with_examples(schemas: dict[str, Schema], examples: dict[str, Any]) -> None:
    """Puts the examples into the schemas of their models."""
    for name, example in examples.items():
        if name in schemas:
            schemas[name]["examples"] = example if isinstance(example, list) else [example]
