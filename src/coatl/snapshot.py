"""A snapshot: a state read into plain Python values, for views. Reading a field of a NumPy record takes microseconds,
and a view reads hundreds.

>>> import coatl
>>> snapshot_of(coatl.new("board", players=3, seed=7).position().states).options.players
3
"""

from collections.abc import Callable, Iterable
from functools import cache
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

    def __init__(self, name: str, place: int, read: Callable[[Any], Any]) -> None:
        self.name, self.place, self.read = name, place, read

    def __get__(self, record: Any, kind: type | None = None) -> Any:
        value = self.read(record.values[self.place])
        record.__dict__[self.name] = value
        return value


class Number:
    """A field that is a single number: with the first that is asked for, all those of its struct become attributes."""

    def __init__(self, name: str, places: dict[str, int]) -> None:
        self.name, self.places = name, places

    def __get__(self, record: Any, kind: type | None = None) -> Any:
        values = record.values
        record.__dict__.update({name: values[place] for name, place in self.places.items()})
        return record.__dict__[self.name]


class Snapshot:
    """A struct in plain Python; its class, made by `reader`, has the fields."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values


@cache
def reader(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """The function that turns a value of this dtype, as NumPy's `tolist` leaves it, into plain Python."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if base.names is not None:
            each = reader(base)
            return lambda array: [each(record) for record in array.tolist()]
        return (lambda array: Row(array.tolist())) if len(shape) == 1 else (lambda array: [*map(Row, array.tolist())])
    assert dtype.names is not None
    assert dtype.fields is not None
    kinds = {name: dtype.fields[name][0] for name in dtype.names}
    numbers = {name: place for place, name in enumerate(kinds) if kinds[name].kind != "V"}
    fields: dict[str, Any] = {name: Number(name, numbers) for name in numbers}
    for place, (name, kind) in enumerate(kinds.items()):
        if name not in numbers:
            fields[name] = Field(name, place, reader(kind))
    return type("StructSnapshot", (Snapshot,), fields)


def snapshot_of(states: Records) -> Any:
    """The snapshot of the first state of an array."""
    return reader(states.dtype)(states.tolist()[0])
