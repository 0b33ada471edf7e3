"""A state as plain Python values, to be looked at: reading a field of a NumPy record takes microseconds, and a view
reads hundreds.

>>> import coatl
>>> plain_of(coatl.new("board", players=3, seed=7).position().states).options.players
3
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np

from coatl.engine.records import Records


class Row(list[int]):
    """Numbers in a row, with what views ask of an array besides."""

    def sum(self) -> int:
        """All together."""
        return sum(self)

    def any(self) -> bool:
        """Whether one of them is not 0."""
        return any(self)

    def copy(self) -> "Row":
        """A row of one's own."""
        return Row(self)

    def __add__(self, other: Any) -> "Row":  # type: ignore[override]
        """Number by number; a single number is added to each."""
        others: Iterable[int] = [other] * len(self) if isinstance(other, int) else other
        return Row(number + more for number, more in zip(self, others, strict=True))


class Field:
    """A field of a record, turned into plain Python when it is first asked for; then it is an ordinary attribute."""

    def __init__(self, name: str, place: int, read: Callable[[Any], Any]) -> None:
        self.name, self.place, self.read = name, place, read

    def __get__(self, record: Any, kind: type | None = None) -> Any:
        value = self.read(record.values[self.place])
        record.__dict__[self.name] = value
        return value


class Plain:
    """A record; its class, made by `reader`, has the fields."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self.values = values


def same(number: Any) -> Any:
    return number


@cache
def reader(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """What turns the value of a field, as NumPy's `tolist` leaves it, into plain Python."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        if base.names is not None:
            each = reader(base)
            return lambda array: [each(record) for record in array.tolist()]
        return (lambda array: Row(array.tolist())) if len(shape) == 1 else (lambda array: [*map(Row, array.tolist())])
    if dtype.names is None or dtype.fields is None:
        return same
    fields = dtype.fields
    named = {name: Field(name, place, reader(fields[name][0])) for place, name in enumerate(dtype.names)}
    return type("PlainRecord", (Plain,), named)


def plain_of(states: Records) -> Any:
    """The first state of an array, as it is now."""
    return reader(states.dtype)(states.tolist()[0])
