"""A snapshot: a state read into plain Python values, for views. Reading a field of a NumPy record takes microseconds,
and a view reads hundreds.

>>> import coatl
>>> snapshot_of(coatl.new("board", players=3, seed=7).position().states).options.players
3
"""

from collections.abc import Callable, Iterable
from functools import cache
from math import prod
from struct import Struct
from typing import Any

import numpy as np

from coatl.engine.structs import Records


class Row(list[int]):
    """A list of numbers with the methods of an array that views use."""

    def sum(self) -> int:
        """Their sum."""
        return sum(self)

    def any(self) -> bool:
        """Whether one of them is not 0."""
        return any(self)

    def copy(self) -> "Row":
        """An independent copy."""
        return Row(self)

    def __add__(self, other: Any) -> "Row":  # type: ignore[override]
        """Number by number; a single number is added to each."""
        others: Iterable[int] = [other] * len(self) if isinstance(other, int) else other
        return Row(number + more for number, more in zip(self, others, strict=True))


class Field:
    """A field of a struct, turned into plain Python when it is first asked for; then it is an ordinary attribute."""

    def __init__(self, name: str, place: int, read: "Reader") -> None:
        self.name, self.place, self.read = name, place, read

    def __get__(self, record: Any, kind: type | None = None) -> Any:
        value = self.read(record.data, record.place + self.place)
        record.__dict__[self.name] = value
        return value


class Number:
    """A field that is a single number: with the first that is asked for, all those of its struct become attributes."""

    def __init__(self, name: str, names: tuple[str, ...], layout: Struct) -> None:
        self.name, self.names, self.layout = name, names, layout

    def __get__(self, record: Any, kind: type | None = None) -> Any:
        found = record.__dict__
        found.update(zip(self.names, self.layout.unpack_from(record.data, record.place), strict=True))
        return found[self.name]


class Snapshot:
    """A struct in plain Python; its class, made by `reader`, has the fields."""

    size: int

    def __init__(self, data: bytes, place: int) -> None:
        self.data, self.place = data, place

    def tobytes(self) -> bytes:
        """The bytes of the struct, as a record of NumPy gives them."""
        return self.data[self.place : self.place + self.size]


Reader = Callable[[bytes, int], Any]  # turns the bytes from a place on into plain Python
FORMATS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}


@cache
def reader(dtype: np.dtype[Any]) -> Reader:
    """The function that turns a value of this dtype into plain Python."""
    if dtype.subdtype is None:
        return struct_reader(dtype)
    base, shape = dtype.subdtype
    if base.names is not None:
        each, starts = reader(base), range(0, dtype.itemsize, base.itemsize)
        return lambda data, place: [each(data, place + start) for start in starts]
    unpack = Struct(f"={dtype.itemsize // base.itemsize}{FORMATS[base.str[1:]]}").unpack_from
    if len(shape) == 1:
        return lambda data, place: Row(unpack(data, place))
    return lambda data, place: rows(unpack(data, place), shape[1:])


def rows(numbers: tuple[int, ...], shape: tuple[int, ...]) -> list[Any]:
    """The rows of an array of several dimensions, each of this shape."""
    size = prod(shape)
    found = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    return [rows(part, shape[1:]) for part in found] if len(shape) > 1 else [*map(Row, found)]


def struct_reader(dtype: np.dtype[Any]) -> type[Snapshot]:
    """The class of a struct's snapshots."""
    assert dtype.fields is not None
    fields: dict[str, Any] = {"size": dtype.itemsize}
    numbers, layout, end = [], "=", 0
    for name, (kind, place, *_) in dtype.fields.items():
        if kind.kind == "V":
            fields[name] = Field(name, place, reader(kind))
        else:
            numbers.append(name)
            layout += f"{place - end}x{FORMATS[kind.str[1:]]}"
            end = place + kind.itemsize
    fields.update({name: Number(name, tuple(numbers), Struct(layout)) for name in numbers})
    return type("StructSnapshot", (Snapshot,), fields)


def snapshot_of(states: Records) -> Any:
    """The snapshot of the first state of an array."""
    return reader(states.dtype)(states.tobytes(), 0)
