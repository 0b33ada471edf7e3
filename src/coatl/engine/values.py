"""Frozen values, such as views: a copy with other fields."""

from typing import TypeVar

Value = TypeVar("Value")


def changed(value: Value, **fields: object) -> Value:
    """A copy of a dataclass with some other fields; `dataclasses.replace` takes ten times as long.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Point:
    ...     x: int
    ...     y: int
    >>> changed(Point(1, 2), y=3)
    Point(x=1, y=3)
    """
    copy = object.__new__(type(value))
    copy.__dict__.update(value.__dict__, **fields)
    return copy
