"""A state as plain Python values, to be looked at: reading a field of a NumPy record takes microseconds, and a view
reads hundreds.

>>> import coatl
>>> plain_of(coatl.new("board", players=3, seed=7).position().states).options.players
3
"""

from collections import namedtuple
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


@cache
def reader(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """What turns the value of a field, as NumPy's `tolist` leaves it, into plain Python."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        each = reader(base)
        if base.names is not None:
            return lambda array: [each(record) for record in array.tolist()]
        return (lambda array: Row(array.tolist())) if len(shape) == 1 else (lambda array: [*map(Row, array.tolist())])
    if dtype.names is None or dtype.fields is None:
        return lambda number: number
    kind: Any = namedtuple("Plain", dtype.names)  # type: ignore[misc]
    readers = [reader(dtype.fields[name][0]) for name in dtype.names]
    return lambda record: kind._make(read(value) for read, value in zip(readers, record, strict=True))


def plain_of(states: Records) -> Any:
    """The first state of an array; a change of it changes nothing."""
    return reader(states.dtype)(states.tolist()[0])
