"""The small words of a deck file (ids, patterns, goals, numbers), and how all faults of a deck are told at once.

Checks between the fields of one section are field checks: they run although other fields are broken. Checks between
sections (`Deck.mismatches`) run on whatever sections are sound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    Strict,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS, Token, parse

Item = TypeVar("Item")
LONGEST_COATL = 60  # R28
LONGEST_GOAL = 40  # letters; matching time grows fast with them
COLOUR = f"[{COLOURS}]"
PAIR = rf"({COLOUR})(?!\1){COLOUR}"  # two different colours
UP_TO_60 = r"([1-9]|[1-5][0-9]|60)"
BOARD_GOD = r"(red|black|blue|yellow|green)"
CARD_GOD = r"(blue|yellow|pink|green)"
BOARD_GOALS = {
    "without:C": f"without:{COLOUR}",
    "length:N (3 to 60)": r"length:([3-9]|[1-5][0-9]|60)",  # a finished coatl has head, body segment and tail
    "equal:CD": f"equal:{PAIR}",
    "no_card:god": f"no_card:{BOARD_GOD}",
}
CARD_GOALS = {
    "gods:a,b,c": rf"gods:(?!.*\b(\w+)\b.*\b\1\b){CARD_GOD}(,{CARD_GOD})*",  # no god twice
    "below:a<b": f"below:{CARD_GOD}<{CARD_GOD}",
    "twins": "twins",
    "parts>=N": f"parts>={UP_TO_60}",
    "parts<=N": f"parts<={UP_TO_60}",
    "run:N": f"run:{UP_TO_60}",
    "same:N": f"same:{UP_TO_60}",
    "equal:CD": f"equal:{PAIR}",
}
# Words of the action notation: a card with such a name could not be told from a place, a colour or a verb.
RESERVED = re.compile(
    r"(row|deck|pile|body|head|tail|hand|cell|coatl|middle|seat|player|temple|prophecy|feather|level)[0-9]*"
    rf"|{COLOUR}{{1,2}}|left|right|beside|over|done|pass|none|all|gold|take|choose|keep|draw|discard|start|extend"
    r"|fulfil|finish|close|play|reveal|turn|raise|steal|perfect|pick|see|future|priest|perfect_pick"
    r"|adam|carl|undo|daring|domineering|greedy",
    re.IGNORECASE,
)


def fault(code: str, message: str) -> PydanticCustomError:
    """A fault with a code of our own; the message is taken as it is, braces included."""
    return PydanticCustomError(code, "{message}", {"message": message})


def checked_id(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{0,11}", name):
        message = "must be a letter and up to 11 letters, digits, '_' or '-'"
        raise fault("id.form", f"{message}, not {name[:40]!r}.")
    if RESERVED.fullmatch(name):
        raise fault("id.reserved", f"{name!r} is a word of the notation; choose another name.")
    return name


def tokens_of(pattern: str) -> tuple[Token, ...]:
    """The tokens of a pattern (RULES 3); what is wrong with it becomes a fault of the deck."""
    try:
        return parse(pattern)
    except CoatlError as error:
        raise fault(error.code, str(error).removesuffix(f" [{error.code}]")) from None


def checked_pattern(pattern: str) -> str:
    tokens_of(pattern)
    return pattern


def checked_goal(goal: str, grammar: Mapping[str, str]) -> str:
    if len(goal) > LONGEST_GOAL or not any(re.fullmatch(form, goal) for form in grammar.values()):
        raise fault("goal.form", f"{goal[:40]!r} is no goal. Allowed: {', '.join(grammar)}.")
    return goal


def split_goal(goal: str) -> tuple[str, str]:
    """A goal's word and what it asks for.

    >>> split_goal("length:7"), split_goal("parts>=16"), split_goal("twins")
    (('length', '7'), ('parts>=', '16'), ('twins', ''))
    """
    word, sign, asked = re.split(r"(:|>=|<=|$)", goal, maxsplit=1)
    return word + sign.removeprefix(":"), asked


def distinct(items: tuple[Item, ...]) -> tuple[Item, ...]:
    twice = [item for item, times in Counter(items).items() if times > 1]
    if twice:
        raise fault("list.twice", f"{twice[0]!r} stands there twice.")
    return items


def some(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Said of the written list; pydantic's own least length counts only its sound entries."""
    if not items:
        raise fault("list.short", "must not be empty.")
    return items


def not_falling(points: tuple[int, ...]) -> tuple[int, ...]:
    if list(points) != sorted(points):
        raise fault("points.falling", f"must not fall from one to the next: {list(points)}.")
    return points


def rising(levels: dict[int, int]) -> dict[int, int]:
    """The levels in their order; a higher one is worth more, or nobody would care to reach it."""
    if not levels:
        raise fault("list.short", "must not be empty.")
    ordered = dict(sorted(levels.items()))
    points = list(ordered.values())
    if any(low >= high for low, high in pairwise(points)):
        listed = ", ".join(f"{level} = {worth}" for level, worth in ordered.items())
        raise fault("levels.rising", f"the points must rise with the level: {listed}.")
    return ordered


def key_number(key: object) -> object:
    """TOML and JSON have text keys; only the plain spelling counts, so that `3` and `03` are not one level."""
    return int(key) if isinstance(key, str) and re.fullmatch("[1-9][0-9]{0,8}", key) else key


def printable(text: str) -> str:
    if not text.isprintable():
        raise fault("text.control", f"has a control character: {text[:40]!r}.")
    return text


def span(pair: tuple[int, int]) -> tuple[int, int]:
    if pair[0] > pair[1]:
        raise fault("span.order", f"must be [least, most], not {list(pair)}.")
    return pair


def at_most(value: int, limit: int | None, name: str) -> int:
    """The value, if the field that limits it (None: is broken itself) allows it."""
    if limit is not None and value > limit:
        raise fault("number.large", f"must be at most {limit} ({name}), not {value}.")
    return value


Whole = Annotated[int, Strict()]
Name = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(printable)]
Id = Annotated[str, AfterValidator(checked_id)]
PatternText = Annotated[str, Field(max_length=80), AfterValidator(checked_pattern)]
Key = Annotated[int, Strict(), BeforeValidator(key_number)]
Copies = Annotated[int, Strict(), Field(ge=1, le=20)]
Points = Annotated[int, Strict(), Field(ge=0, le=100)]
Levels = Annotated[dict[Annotated[Key, Field(ge=1, le=LONGEST_COATL)], Points], AfterValidator(rising)]


class Part(BaseModel):
    """A section or a card: its keys and no others, and never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Mismatch(NamedTuple):
    """A fault between sections."""

    place: tuple[str | int, ...]
    code: str
    message: str

    def details(self) -> InitErrorDetails:
        return InitErrorDetails(type=fault(self.code, self.message), loc=self.place, input=None)


class Deck(Part):
    """A whole deck; the checks between its sections."""

    MOST: ClassVar[dict[str, int]]  # different cards that the engine has room for, by list

    @model_validator(mode="wrap")
    @classmethod
    def tell_everything(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Faults inside a section do not hide those between the others."""
        details: list[InitErrorDetails] = []
        try:
            deck = sound = handler(data)
        except ValidationError as error:
            details = details_of(error)
            sound = cls.sound_parts(data)
        details += [mismatch.details() for mismatch in sound.mismatches()]
        if details:
            raise ValidationError.from_exception_data(cls.__name__, details)
        return deck

    @classmethod
    def sound_parts(cls, data: Any) -> Self:
        """The deck with None for every broken section, and its lists of cards as they were written."""
        parts: dict[str, Any] = {}
        for name, field in cls.model_fields.items():
            written = read(data, name)
            if name in cls.MOST:
                parts[name] = written if isinstance(written, list | tuple) else ()
                continue
            try:
                parts[name] = TypeAdapter[Any](field.annotation or Any).validate_python(written)
            except ValidationError:
                parts[name] = None
        return cls.model_construct(**parts)

    def mismatches(self) -> Iterator[Mismatch]:
        """Every fault between sections."""
        for kind, most in self.MOST.items():
            if len(read(self, kind)) > most:
                yield Mismatch((kind,), "list.long", f"must be at most {most} cards, not {len(read(self, kind))}.")
        yield from same_ids(read(self, "prophecy"), read(self, "temple"))


def details_of(error: ValidationError) -> list[InitErrorDetails]:
    """The faults found so far, in the form in which more can be added."""
    return [
        InitErrorDetails(
            type=fault(found["type"], found["msg"]) if "." in found["type"] else found["type"],
            loc=found["loc"],
            input=found["input"],
            ctx=found.get("ctx", {}),
        )
        for found in error.errors(include_url=False)
    ]


def read(section: Any, field: str) -> Any:
    """A field of a section that may still be as it was written."""
    return section.get(field) if isinstance(section, Mapping) else getattr(section, field, None)


def cards_of(cards: Sequence[Any], **wanted: str) -> int:
    """How many cards there are, copies counted; a broken number of copies counts as one."""
    fitting = [card for card in cards if all(read(card, field) == value for field, value in wanted.items())]
    copies = [read(card, "copies") for card in fitting]
    return sum(number if type(number) is int and number > 1 else 1 for number in copies)


def too_few(kind: str, cards: Sequence[Any], needed: int, purpose: str) -> Iterator[Mismatch]:
    """Promo cards are an option, so a set-up cannot count on them. (A list that is empty or none has its own fault.)"""
    there = cards_of(cards) - cards_of(cards, set="promo")
    if cards and there < needed:
        yield Mismatch((kind,), "deck.small", f"{purpose} needs {needed} cards; there are {there}.")


def same_ids(prophecies: Sequence[Any], temples: Sequence[Any]) -> Iterator[Mismatch]:
    """Actions name cards by their id, in any case of letters, prophecies and temples alike."""
    seen: dict[str, str] = {}
    for kind, cards in (("prophecy", prophecies), ("temple", temples)):
        for place, card in enumerate(cards):
            name = read(card, "id")
            if not isinstance(name, str):
                continue
            if name.lower() in seen:
                yield Mismatch((kind, place, "id"), "id.twice", f"{name[:40]!r} also names {seen[name.lower()]}.")
            seen.setdefault(name.lower(), f"{kind} #{place + 1} of the deck")
