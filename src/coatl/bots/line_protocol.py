"""The line protocol between a game and a bot in another process (docs/bots.md): one JSON object a line.

Views are written field by field and read back exactly, so a bot in another process sees an equal view; its chance
begins where the generator of the decision stands, so it chooses alike.
"""

import json
import math
import types
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np

from coatl.board.view import View as BoardView
from coatl.board.view import as_data
from coatl.bots.base import Limit, Thought
from coatl.card.view import View as CardView
from coatl.describe.cards import cards_in_play
from coatl.describe.progress import progress
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.registry import rules_with

PROTOCOL = 1
LONGEST_LINE = 1_000_000  # bytes
VIEWS: dict[str, Any] = {"board": BoardView, "card": CardView}
HALF = 32  # hexadecimal digits of each half of a seed

Data = dict[str, Any]


def fault(message: str) -> CoatlError:
    return CoatlError("bot.protocol", message)


def to_line(data: Mapping[str, Any]) -> bytes:
    """A message as it travels."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def from_line(line: bytes) -> Data:
    """The message of a line."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise fault(f"This is no line of JSON: {shown(line)}.") from None
    if not isinstance(data, dict):
        raise fault(f"A message is a JSON object, not {shown(line)}.")
    return data


def shown(line: bytes) -> str:
    """The beginning of a line, for people."""
    text = line[:60].decode(errors="replace").strip()
    return repr(text + "…" if len(line) > 60 else text)


# ---------------------------------------------------------------- greeting


def greeting(rules: Rules) -> Data:
    """The first line: the version of the protocol, the game, its options, an own deck, and the cards in play."""
    deck = None if rules.deck_data is None else dict(rules.deck_data)
    cards = cards_in_play(rules)
    return {"coatl": PROTOCOL, "game": rules.game, "options": dict(rules.options), "deck": deck, "cards": cards}


def read_greeting(data: Data) -> Rules:
    """The rules of the table that a bot is greeted at."""
    check_version(data)
    if not isinstance(data.get("game"), str) or not isinstance(data.get("options"), dict):
        raise fault("A greeting has a game and its options.")
    return rules_with(data["game"], data.get("deck"), data["options"])


def check_version(data: Data) -> None:
    """Refuses a partner that speaks another version, or something else."""
    if data.get("coatl") != PROTOCOL or isinstance(data["coatl"], bool):
        raise fault(f'A greeting says {{"coatl": {PROTOCOL}}}, the version of the protocol.')


# ---------------------------------------------------------------- question and answer


@dataclass(frozen=True)
class Question:
    """What a bot is asked."""

    view: Any
    legal: tuple[str, ...]
    limit: Limit
    rng: np.random.Generator


def question(rules: Rules, view: Any, legal: Sequence[str], limit: Limit, rng: np.random.Generator) -> Data:
    """One decision as a message; the points so far travel beside the view, which holds nothing derived (design D14)."""
    bound = {name: value for name, value in asdict(limit).items() if value is not None}
    scores = list(progress(rules, view).points)
    return {"view": as_data(view), "scores": scores, "legal": list(legal), "limit": bound, "seed": seed_text(rng)}


def read_question(data: Data, game: str) -> Question:
    """The decision that a message asks for."""
    return Question(
        view=from_data(VIEWS[game], data.get("view"), "view"),
        legal=from_data(tuple[str, ...], data.get("legal"), "legal"),
        limit=from_data(Limit, data.get("limit", {}), "limit"),
        rng=seeded(data.get("seed")),
    )


def answer(thought: Thought) -> Data:
    """A choice and its reasons as a message."""
    reasons = as_data(thought)
    return {"action": reasons.pop("choice"), "thought": reasons}


def read_answer(data: Data, legal: Sequence[str]) -> Thought:
    """The choice of a bot, which must be legal, and its reasons if it gives some."""
    if "error" in data:
        raise CoatlError("bot.crashed", f"The bot failed: {str(data['error'])[:300]}")
    action = data.get("action")
    if not isinstance(action, str):
        raise fault(f'An answer is {{"action": "…"}}, not {shown(json.dumps(data).encode())}.')
    if action not in legal:
        raise CoatlError("bot.illegal", f"The bot answered {action[:60]!r}, which is not legal.", legal)
    reasons = data.get("thought") or {}
    if not isinstance(reasons, dict):
        raise fault("A thought is a JSON object.")
    return from_data(Thought, {**reasons, "choice": action}, "thought")  # type: ignore[no-any-return]


# ---------------------------------------------------------------- chance


def seed_text(rng: np.random.Generator) -> str:
    """Where a generator stands: 64 hexadecimal digits, to a bot in another language a seed like any other."""
    state: Any = rng.bit_generator.state["state"]
    return f"{state['state']:032x}{state['inc']:032x}"


def seeded(seed: Any) -> np.random.Generator:
    """The generator that stands there."""
    if not isinstance(seed, str) or len(seed) != 2 * HALF or not set(seed) <= set("0123456789abcdef"):
        raise fault(f"A seed has {2 * HALF} hexadecimal digits.")
    bits = np.random.PCG64(0)
    halves: Any = {"state": int(seed[:HALF], 16), "inc": int(seed[HALF:], 16) | 1}
    bits.state = {"bit_generator": "PCG64", "state": halves, "has_uint32": 0, "uinteger": 0}
    return np.random.Generator(bits)


# ---------------------------------------------------------------- plain data back to values


def from_data(hint: Any, data: Any, place: str) -> Any:
    """The inverse of `as_data`: a value of the hinted type; a fault names its place."""
    origin = get_origin(hint)
    if origin in (types.UnionType, Union):
        if data is None:
            return None
        hint = next(part for part in get_args(hint) if part is not types.NoneType)
        return from_data(hint, data, place)
    if is_dataclass(hint) and isinstance(data, dict):
        return from_fields(hint, data, place)
    if origin is tuple and isinstance(data, list):
        return tuple(from_data(get_args(hint)[0], part, f"{place}[{i}]") for i, part in enumerate(data))
    if origin is not None and origin is not tuple and isinstance(data, dict):
        return {key: from_data(get_args(hint)[1], part, f"{place}.{key}") for key, part in data.items()}
    if hint is float and type(data) in (int, float) and math.isfinite(data):
        return float(data)
    if hint in (str, int, bool) and type(data) is hint:
        return data
    raise fault(f"{place} is not what it should be: {shown(json.dumps(data).encode())}.")


def from_fields(kind: Any, data: Data, place: str) -> Any:
    hints = get_type_hints(kind)
    if unknown := set(data) - {field.name for field in fields(kind)}:
        raise fault(f"{place} has no field {sorted(unknown)[0][:40]!r}.")
    given = {name: from_data(hints[name], part, f"{place}.{name}") for name, part in data.items()}
    try:
        return kind(**given)
    except TypeError:
        missing = next(field.name for field in fields(kind) if field.name not in given)
        raise fault(f"{place} lacks the field {missing}.") from None
