"""Decks from files: the printed ones, and one's own.

An own file begins with `[game]` and `id = "board"` or `id = "card"`. Whatever else it leaves out is taken from the
printed deck: every missing section, every missing list of cards, and the other keys of `[game]`. A section or list
that is there replaces the printed one as a whole. To do without an option, write `adam = false` (or `carl`,
`golden_feathers`, `fewer_bodies`) before the first section; the deck's attribute is then None.

>>> deck = load_board()
>>> len(deck.prophecy), deck.prophecy[0].pattern, deck.prophecy[0].levels[6]
(55, 'Y', 5)
"""

from __future__ import annotations

import hashlib
import json
import re
import reprlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar, get_args, overload

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from coatl.decks.checks import Deck, read
from coatl.decks.schema import BoardDeck, CardDeck
from coatl.engine.errors import DeckError
from coatl.engine.patterns import COLOURS, colours_of

GameName: TypeAlias = Literal["board", "card"]
AnyDeck = TypeVar("AnyDeck", bound=Deck)
DECKS: dict[str, type[BoardDeck] | type[CardDeck]] = {"board": BoardDeck, "card": CardDeck}
LARGEST_FILE = 1_000_000  # bytes; the printed decks have some 15 thousand
LONGEST_LINE = 1_000  # the parser's time grows with the square of a dotted key's length
BRACKET = re.compile(rf"\[\^?[{COLOURS}]+\]")
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = 60


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a deck file, and where.

    >>> print(Fault("my.toml", "prophecy K5", "copies", "must be at most 20, not 50.", "number.large"))
    my.toml: prophecy K5: copies: must be at most 20, not 50. [number.large]
    """

    file: str
    card: str  # or the section; "" if the file as a whole is meant
    field: str  # entries of lists are counted from 1: goals.2
    message: str
    code: str

    def __str__(self) -> str:
        places = [place for place in (self.file, self.card, self.field) if place]
        return one_line(f"{': '.join(places)}: {self.message} [{self.code}]")


class Unreadable(Exception):
    """The file holds no deck at all."""

    def __init__(self, message: str, code: str) -> None:
        self.message, self.code = message, code
        super().__init__(message)


# ---------------------------------------------------------------- loading


def load_board(path: Path | None = None) -> BoardDeck:
    """The printed deck of the board game, or one's own.

    :raises DeckError: with every fault of the file.
    """
    return printed(BoardDeck) if path is None else from_file(BoardDeck, path)


def load_card(path: Path | None = None) -> CardDeck:
    """The printed deck of the card game, or one's own.

    :raises DeckError: with every fault of the file.
    """
    return printed(CardDeck) if path is None else from_file(CardDeck, path)


@overload
def load(game: Literal["board"], path: Path | None = None) -> BoardDeck: ...
@overload
def load(game: Literal["card"], path: Path | None = None) -> CardDeck: ...
def load(game: GameName, path: Path | None = None) -> BoardDeck | CardDeck:
    """The deck of this game, printed or one's own."""
    return load_board(path) if game == "board" else load_card(path)


@overload
def load_data(game: Literal["board"], data: Mapping[str, Any]) -> BoardDeck: ...
@overload
def load_data(game: Literal["card"], data: Mapping[str, Any]) -> CardDeck: ...
def load_data(game: GameName, data: Mapping[str, Any]) -> BoardDeck | CardDeck:
    """A deck from what `deck.model_dump(mode="json")` wrote, or from anything that says what a file may say.

    >>> load_data("card", load_card().model_dump(mode="json")) == load_card()
    True
    """
    return sound(BoardDeck, data, "the deck") if game == "board" else sound(CardDeck, data, "the deck")


def check(path: Path) -> list[Fault]:
    """Everything that is wrong with a deck file of either game; nothing if it can be played."""
    file = str(path)
    try:
        data = read_toml(path)
    except Unreadable as error:
        return [Fault(file, "", "", error.message, error.code)]
    game = read(data.get("game"), "id")
    if not isinstance(game, str) or game not in DECKS:
        return [game_fault(file, game, list(DECKS))]
    return examined(DECKS[game], data, file)[1]


def fingerprint(deck: Deck) -> str:
    """A short name for exactly this deck, for the records of its games.

    What a deck leaves at its default does not count, so that a later version with more options keeps the name.
    """
    data = deck.model_dump(mode="json", exclude_defaults=True)
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


@cache
def printed(model: type[AnyDeck]) -> AnyDeck:
    """The printed deck, read once."""
    return model.model_validate(printed_data(game_of(model)))


@cache
def printed_data(game: str) -> dict[str, Any]:
    """The printed file as it is written."""
    text = resources.files("coatl.decks").joinpath(f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def from_file(model: type[AnyDeck], path: Path) -> AnyDeck:
    try:
        data = read_toml(path)
    except Unreadable as error:
        raise broken(str(path), [Fault(str(path), "", "", error.message, error.code)]) from None
    return sound(model, data, str(path))


def sound(model: type[AnyDeck], data: Any, file: str) -> AnyDeck:
    deck, faults = examined(model, data, file)
    if deck is None:
        raise broken(file, faults)
    return deck


def broken(file: str, faults: list[Fault]) -> DeckError:
    number = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    return DeckError("deck.broken", one_line(f"{file} cannot be played: {number}."), [str(fault) for fault in faults])


# ---------------------------------------------------------------- reading


def read_toml(path: Path) -> dict[str, Any]:
    """What the file says, if it is TOML of a sensible size.

    :raises Unreadable: and says why.
    """
    text = decoded(read_bytes(path))
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST_LINE:
            raise Unreadable(f"line {number} has more than {LONGEST_LINE} characters.", "file.line")
    try:
        return tomllib.loads(text)
    except ValueError as error:  # with the line; or a number with thousands of digits
        raise Unreadable(f"is no TOML: {error}.", "file.toml") from None
    except RecursionError:
        raise Unreadable("is no TOML for a deck: its lists are nested too deeply.", "file.toml") from None


def read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise Unreadable("there is no such file.", "file.missing") from None
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"cannot be read: {reason}.", "file.unreadable") from None
    if len(content) > LARGEST_FILE:
        raise Unreadable("is larger than 1 MB; that is no deck.", "file.huge")
    return content


def decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")  # some editors put a mark before the text
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Unreadable(f"is not UTF-8 text (line {line}).", "file.encoding") from None


# ---------------------------------------------------------------- checking


def examined(model: type[AnyDeck], data: Any, file: str) -> tuple[AnyDeck | None, list[Fault]]:
    """The deck, or everything that is wrong with it."""
    if not isinstance(data, Mapping):
        return None, [Fault(file, "", "", f"must be a table, not {shown(data)}.", "section.type")]
    game = game_of(model)
    if read(data.get("game"), "id") != game:
        return None, [game_fault(file, read(data.get("game"), "id"), [game])]
    whole = completed(model, data)
    try:
        return model.model_validate(whole), []
    except ValidationError as error:
        return None, [fault_of(model, found, whole, data, file) for found in error.errors(include_url=False)]


def completed(model: type[Deck], own: Mapping[str, Any]) -> dict[str, Any]:
    """The own deck with what it leaves out taken from the printed one; `false` is an option given up."""
    base = printed_data(game_of(model))
    whole = {**base, **own, "game": {**base["game"], **own["game"]}}
    for name, field in model.model_fields.items():
        if field.default is None and whole.get(name) is False:
            whole[name] = None
    return whole


def game_of(model: type[Deck]) -> str:
    return next(game for game, deck in DECKS.items() if deck is model)


def game_fault(file: str, found: Any, allowed: list[str]) -> Fault:
    words = " or ".join(repr(game) for game in allowed)
    return Fault(file, "game", "id", f"must be {words}, not {shown(found)}.", "game.unknown")


def fault_of(model: type[Deck], found: ErrorDetails, whole: dict[str, Any], own: Mapping[str, Any], file: str) -> Fault:
    """A fault in our words, with the name of the card."""
    place = [step for step in found["loc"] if step != "[key]"]
    code, message = phrase(model, found)
    card = str(place[0]) if place else ""
    if card in model.model_fields and card not in own:
        instead = f", or {card} = false" if model.model_fields[card].default is None else ""
        message = f"{message} (This section comes from the printed deck: write your own{instead}.)"
    rest = place[1:]
    if rest and isinstance(rest[0], int):
        card = f"{card} {card_name(whole[card][rest[0]], rest[0])}"
        rest = rest[1:]
    field = ".".join(str(step + 1) if isinstance(step, int) else step for step in rest)
    return Fault(file, card, field, message, code)


def card_name(card: Any, place: int) -> str:
    """The card's own name, or its number in the list if it has none that fits in a line."""
    name = read(card, "id") or read(card, "pair")
    return name if isinstance(name, str) and name.isprintable() and len(name) <= 12 else f"#{place + 1}"


def phrase(model: type[Deck], found: ErrorDetails) -> tuple[str, str]:
    """The stable code and the sentence of a fault."""
    kind, limits, written = found["type"], found.get("ctx", {}), shown(found["input"])
    if "." in kind:  # one of our own
        return kind, found["msg"]
    if kind == "extra_forbidden":
        allowed = ", ".join(fields_at(model, found["loc"][:-1]))
        return "field.unknown", f"is unknown here. Allowed: {allowed}."
    code, sentence = PHRASES.get(kind, ("field.invalid", "is not allowed: {written}."))
    return code, sentence.format(written=written, **limits)


PHRASES = {
    "missing": ("field.missing", "is missing."),
    "greater_than_equal": ("number.small", "must be at least {ge}, not {written}."),
    "less_than_equal": ("number.large", "must be at most {le}, not {written}."),
    "int_type": ("number.whole", "must be a whole number, not {written}."),
    "bool_type": ("field.bool", "must be true or false, not {written}."),
    "string_type": ("text.type", "must be text in quotes, not {written}."),
    "string_too_short": ("text.short", "must not be empty."),
    "string_too_long": ("text.long", "must have at most {max_length} characters."),
    "literal_error": ("word.unknown", "must be {expected}, not {written}."),
    "tuple_type": ("list.type", "must be a list, not {written}."),
    "too_short": ("list.short", "must not be empty."),
    "too_long": ("list.long", "must have at most {max_length} entries, not {actual_length}."),
    "dict_type": ("section.type", "must be a table, not {written}."),
    "model_type": ("section.type", "must be a table, not {written}."),
}


def fields_at(model: type[BaseModel], place: tuple[int | str, ...]) -> list[str]:
    """The fields that may stand at this place of a deck."""
    for step in place:
        if isinstance(step, str) and step in model.model_fields:
            model = model_in(model.model_fields[step].annotation) or model
    return list(model.model_fields)


def model_in(annotation: Any) -> type[BaseModel] | None:
    """The model of a section or of the cards in a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for inner in get_args(annotation) if (model := model_in(inner))), None)


def shown(value: Any) -> str:
    """A value as a person would quote it, never longer than a line."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return SHORT.repr(value)
    except ValueError:  # a number with thousands of digits
        return "such a number"


def one_line(text: str) -> str:
    """The text without anything that could break or forge a line."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def without_one_colour_brackets(deck: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a board deck with `G` for `[G]` and `K` for `[^RGBY]`.

    They match the same pieces. In records of format 1 ADAM needed such a piece (RULES 4.5), so this is how they replay.
    """
    cards = deck.get("prophecy")
    if not isinstance(cards, list):
        return dict(deck)
    return {**deck, "prophecy": [plain_colours(card) for card in cards]}


def plain_colours(card: Any) -> Any:
    """A card with plain colours for brackets of one; what is broken is left to the checks."""
    pattern = read(card, "pattern")
    if not isinstance(pattern, str):
        return card
    return {**card, "pattern": BRACKET.sub(plain_colour, pattern)}


def plain_colour(bracket: re.Match[str]) -> str:
    colours = colours_of(bracket[0]) or ()
    return COLOURS[next(iter(colours))] if len(colours) == 1 else bracket[0]
