"""The record of a game (design D5): headers and the list of actions with their chance outcomes.

Text for people and JSON for programs, each the inverse of the other. In the text every action is a line,
`seat action > outcomes`; the table's first lay-out is the line `setup`:

    [Format "coatl-record/2"]
    [Game "board"]
    [Rules "1"]
    [Players "["Ann", "Ben"]"]

    setup > b r g g …
    1 keep R5
    1 take body3 > y k

An `undo` is an action like any other: it takes back the one before it.

Format 1 was written by version 0.1. It differs in what its commitment covers (`engine.commitment`), and in own decks a
bracket of one colour was a need of ADAM (RULES 4.5): `game.rules_of_record` reads it so.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from coatl.engine.commitment import SEED_ONLY, WHOLE
from coatl.engine.errors import RecordError

FORMATS = {"coatl-record/1": SEED_ONLY, "coatl-record/2": WHOLE}  # what their commitment covers
FORMAT = WHOLE  # of new games
UNDO = "undo"
MOST_ACTIONS = 20_000
LONGEST = 4_000_000
HEADERS = ("Format", "Game", "Rules", "Options", "Players", "Deck", "Commitment", "Seed", "Result")
HEADER = re.compile(r'\[(\w+) "(.*)"\]')


@dataclass(frozen=True)
class Entry:
    """One action: who, what, and what chance made of it."""

    seat: int
    action: str
    outcomes: tuple[str, ...] = ()

    def __str__(self) -> str:
        outcomes = f" > {' '.join(self.outcomes)}" if self.outcomes else ""
        return f"{self.seat} {self.action}{outcomes}"


@dataclass(frozen=True)
class Record:
    """A whole game, as far as it has come."""

    game: str
    rules: int
    options: Mapping[str, Any]
    players: tuple[str, ...]
    setup: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    commitment: str | None = None
    seed: str | None = None  # None while it is secret
    stream: int = 0
    deck: Mapping[str, Any] | None = None  # an own deck, whole
    result: Mapping[str, Any] | None = None
    format: int = FORMAT  # a game keeps the format that it was begun with: its commitment was shown

    def public(self) -> "Record":
        """The record without its seed. It still tells every card that was drawn: players are shown `Game.seen_by`."""
        return replace(self, seed=None)

    # ------------------------------------------------------------ JSON

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "format": format_name(self.format),
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "players": list(self.players),
            "deck": self.deck,
            "commitment": self.commitment,
            "seed": self.seed,
            "stream": self.stream,
            "setup": list(self.setup),
            "actions": [
                {"seat": entry.seat, "action": entry.action, "outcomes": list(entry.outcomes)} for entry in self.entries
            ],
            "result": self.result,
        }

    def to_json(self) -> str:
        return json.dumps(self.data(), ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> "Record":
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as fault:
            raise RecordError("record.json", f"The record is no JSON: {fault}.") from None
        if not isinstance(data, dict):
            raise RecordError("record.json", "The record is no JSON object.")
        return from_data(data)

    # ------------------------------------------------------------ text

    def to_text(self) -> str:
        headers = {
            "Format": format_name(self.format),
            "Game": self.game,
            "Rules": str(self.rules),
            "Options": compact(dict(self.options)),
            "Players": compact(list(self.players)),
            "Deck": compact(self.deck) if self.deck is not None else None,
            "Commitment": self.commitment,
            "Seed": compact([self.seed, self.stream]) if self.seed is not None or self.stream else None,
            "Result": compact(self.result) if self.result is not None else None,
        }
        lines = [f'[{name} "{value}"]' for name, value in headers.items() if value is not None]
        setup = " ".join(["setup >", *self.setup]) if self.setup else "setup"
        return "\n".join([*lines, "", setup, *(str(entry) for entry in self.entries)]) + "\n"

    @classmethod
    def from_text(cls, text: str) -> "Record":
        headers, body = split_text(text)
        data: dict[str, Any] = {
            "format": headers.get("Format"),
            "game": headers.get("Game"),
            "rules": whole_number(headers.get("Rules"), "Rules"),
            "options": json_header(headers, "Options", {}),
            "players": json_header(headers, "Players", []),
            "deck": json_header(headers, "Deck", None),
            "commitment": headers.get("Commitment"),
            "result": json_header(headers, "Result", None),
        }
        data["seed"], data["stream"] = seed_header(headers)
        before, outcomes = outcomes_of(body[0][1]) if body else ("", [])
        if before != "setup":
            raise RecordError("record.truncated", "The record has no line 'setup > …': it is cut off before the game.")
        data["setup"] = outcomes
        data["actions"] = [entry_data(line, number) for number, line in body[1:]]
        return from_data(data)


def parse_record(text: str) -> Record:
    """A record from its text or its JSON."""
    if len(text) > LONGEST:
        raise RecordError("record.long", f"The record has over {LONGEST:,} characters.")
    return Record.from_json(text) if text.lstrip().startswith("{") else Record.from_text(text)


def format_name(format: int) -> str:
    """How a format is called in a record."""
    return next(name for name, number in FORMATS.items() if number == format)


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def split_text(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Headers, and the other lines with their numbers."""
    headers: dict[str, str] = {}
    body: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):  # names may hold other signs that end lines
        if not line.strip():
            continue
        header = HEADER.fullmatch(line.strip())
        if header and not body:
            if header[1] not in HEADERS or header[1] in headers:
                raise RecordError("record.header", f"Line {number}: the header {header[1]!r} is unknown or doubled.")
            headers[header[1]] = header[2]
        else:
            body.append((number, line.strip()))
    return headers, body


def json_header(headers: Mapping[str, str], name: str, default: Any) -> Any:
    if name not in headers:
        return default
    try:
        return json.loads(headers[name])
    except (ValueError, RecursionError):
        raise RecordError("record.header", f"The header {name} cannot be read: {headers[name][:60]!r}.") from None


def seed_header(headers: Mapping[str, str]) -> tuple[Any, Any]:
    given = json_header(headers, "Seed", [None, 0])
    if not isinstance(given, list) or len(given) != 2:
        raise RecordError("record.header", "The header Seed should hold the seed and its stream.")
    return given[0], given[1]


def whole_number(text: str | None, name: str) -> int:
    if text is None or not re.fullmatch(r"\d{1,6}", text):
        raise RecordError("record.header", f"The header {name} should be a number, not {text!r}.")
    return int(text)


def outcomes_of(line: str) -> tuple[str, list[str]]:
    """What stands before and behind the sign >."""
    before, _, behind = line.partition(">")
    return before.strip(), behind.split()


def entry_data(line: str, number: int) -> dict[str, Any]:
    before, outcomes = outcomes_of(line)
    seat, _, action = before.partition(" ")
    if not re.fullmatch(r"\d{1,2}", seat) or not action.strip():
        raise RecordError("record.line", f"Line {number} should be 'seat action > outcomes', not {line[:60]!r}.")
    return {"seat": int(seat), "action": " ".join(action.split()), "outcomes": outcomes}


# ---------------------------------------------------------------- the shape of a record

SHAPE: Mapping[str, Any] = {
    "game": str,
    "rules": int,
    "options": dict,
    "players": list,
    "setup": list,
    "actions": list,
    "commitment": (str, type(None)),
    "seed": (str, type(None)),
    "stream": int,
    "deck": (dict, type(None)),
    "result": (dict, type(None)),
}


def from_data(data: Mapping[str, Any]) -> Record:
    """A record from plain data; every missing or wrong field is an error of its own name."""
    written = data.get("format")
    if not isinstance(written, str) or written not in FORMATS:
        raise RecordError("record.format", f"The record's format is {written!r}.", list(FORMATS))
    for name, kind in SHAPE.items():
        if name not in data:
            raise RecordError("record.truncated", f"The record has no field {name!r}.")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise RecordError("record.field", f"The record's field {name!r} cannot be read.")
    unknown = set(data) - set(SHAPE) - {"format"}
    if unknown:
        raise RecordError("record.field", f"The record has unknown fields: {', '.join(sorted(map(str, unknown)))}.")
    if len(data["actions"]) > MOST_ACTIONS:
        raise RecordError("record.long", f"The record has over {MOST_ACTIONS:,} actions.")
    return Record(
        game=data["game"],
        rules=data["rules"],
        options=data["options"],
        players=words(data["players"], "players"),
        setup=words(data["setup"], "setup"),
        entries=tuple(entry(item, number) for number, item in enumerate(data["actions"], 1)),
        commitment=data["commitment"],
        seed=data["seed"],
        stream=data["stream"],
        deck=data["deck"],
        result=data["result"],
        format=FORMATS[written],
    )


def entry(item: Any, number: int) -> Entry:
    if (
        not isinstance(item, dict)
        or set(item) != {"seat", "action", "outcomes"}
        or type(item["seat"]) is not int
        or not isinstance(item["action"], str)
        or not isinstance(item["outcomes"], list)
    ):
        raise RecordError("record.action", f"Action {number} should have seat, action and outcomes.")
    return Entry(item["seat"], item["action"], words(item["outcomes"], f"outcomes of action {number}"))


def words(items: Any, name: str) -> tuple[str, ...]:
    if not all(isinstance(item, str) for item in items):
        raise RecordError("record.field", f"The record's {name} should all be words.")
    return tuple(items)
