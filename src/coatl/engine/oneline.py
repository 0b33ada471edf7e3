"""One-line text of a value made of dataclasses, tuples, mappings and plain words, and back.

Fields are written `name:value`; those at their default are left out. Brackets group.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Pair:
...     left: str
...     right: str | None = None
...     rest: tuple[int, ...] = ()
>>> write(Pair("(BB", rest=(1, 2)))
'left:(BB rest:[1 2]'
>>> read(Pair, "left:(BB rest:[1 2]") == Pair("(BB", rest=(1, 2))
True
"""

import dataclasses
import re
import types
from collections.abc import Mapping
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from coatl.engine.errors import CoatlError

Type = TypeVar("Type")
NONE, NO_TEXT = "-", "_"
TOKEN = re.compile(r"\[|\]|[^\s\[\]]+:(?=\[)|[^\s\[\]]+")
LONGEST = 20_000


def write(value: Any) -> str:
    """The line of a dataclass."""
    fields = []
    for field in dataclasses.fields(value):
        content = getattr(value, field.name)
        default = field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
        if content != default:
            fields.append(f"{field.name}:{write_value(content)}")
    return " ".join(fields)


def write_value(value: Any) -> str:
    if value is None:
        return NONE
    if dataclasses.is_dataclass(value):
        return f"[{write(value)}]"
    if isinstance(value, Mapping):
        return f"[{' '.join(f'{key}:{write_value(content)}' for key, content in sorted(value.items()))}]"
    if isinstance(value, tuple):
        return f"[{' '.join(write_value(content) for content in value)}]"
    return str(int(value) if isinstance(value, bool) else value) or NO_TEXT


def read(kind: type[Type], line: str) -> Type:
    """The dataclass that the line tells; every fault names its place."""
    if len(line) > LONGEST:
        raise CoatlError("position.long", f"The position has over {LONGEST} characters.")
    reader = Reader(line)
    value: Type = reader.fields(kind, inner=False)
    return value


class Reader:
    """Walks the tokens of a line."""

    def __init__(self, line: str) -> None:
        self.tokens = TOKEN.findall(line)
        self.place = 0

    def fault(self, wanted: str) -> CoatlError:
        shown = self.tokens[self.place] if self.place < len(self.tokens) else "the end"
        return CoatlError("position.text", f"Word {self.place + 1} of the position, {shown!r}, should be {wanted}.")

    def next(self, wanted: str) -> str:
        if self.place == len(self.tokens):
            raise self.fault(wanted)
        self.place += 1
        return str(self.tokens[self.place - 1])

    def group_ends(self) -> bool:
        return self.place < len(self.tokens) and self.tokens[self.place] == "]"

    def fields(self, kind: Any, inner: bool) -> Any:
        hints = get_type_hints(kind)
        given: dict[str, Any] = {}
        while self.place < len(self.tokens) and not (inner and self.group_ends()):
            name, content = self.name()
            if name not in hints or name in given:
                self.place -= 1
                raise self.fault(f"one of the fields {', '.join(sorted(set(hints) - set(given)))}")
            given[name] = self.value(hints[name], content)
        missing = [
            field.name
            for field in dataclasses.fields(kind)
            if field.name not in given
            and field.default is dataclasses.MISSING
            and field.default_factory is dataclasses.MISSING
        ]
        if missing:
            raise self.fault(f"the field {missing[0]}")
        return kind(**given)

    def name(self) -> tuple[str, str | None]:
        """The name before a colon, and the word behind it unless a group follows."""
        token = self.next("a field")
        name, colon, content = token.partition(":")
        if not colon:
            self.place -= 1
            raise self.fault("a field, name:value")
        return name, content or None

    def value(self, hint: Any, content: str | None) -> Any:
        if content is not None:
            return self.word(hint, content)
        if get_origin(hint) in (types.UnionType, Union):
            hint = next(part for part in get_args(hint) if part is not types.NoneType)
        if self.next("[") != "[":
            self.place -= 1
            raise self.fault("[")
        value = self.group(hint)
        if self.next("]") != "]":
            self.place -= 1
            raise self.fault("]")
        return value

    def group(self, hint: Any) -> Any:
        origin = get_origin(hint)
        if dataclasses.is_dataclass(hint):
            return self.fields(hint, inner=True)
        if origin is tuple:
            return tuple(self.items(get_args(hint)[0]))
        if origin is not None and issubclass(origin, Mapping):
            return dict(self.entries(get_args(hint)[1]))
        raise self.fault("no group")

    def items(self, hint: Any) -> Any:
        while not self.group_ends():
            token = self.next("]")
            if token == "[":
                self.place -= 1
                yield self.value(hint, None)
            else:
                yield self.word(hint, token)

    def entries(self, hint: Any) -> Any:
        while not self.group_ends():
            name, content = self.name()
            yield name, self.value(hint, content)

    def word(self, hint: Any, content: str) -> Any:
        options = get_args(hint) if get_origin(hint) in (types.UnionType, Union) else (hint,)
        if content == NONE and types.NoneType in options:
            return None
        plain = next(option for option in options if option is not types.NoneType)
        if plain is str:
            return "" if content == NO_TEXT else content
        if plain in (int, bool) and re.fullmatch(r"-?\d{1,6}", content):
            return plain(int(content))
        self.place -= 1
        raise self.fault("a group in brackets" if plain not in (int, bool) else "a number")
