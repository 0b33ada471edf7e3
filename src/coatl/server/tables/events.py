"""What happened at a table: events, numbered from 1. The state of a table is what they add up to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Viewer = int | None  # a seat, or the spectators


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened; `time` is in milliseconds since 1970."""

    number: int
    time: int
    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, and which number it has for each viewer who hears of it.

    Every viewer counts alone: a gap would tell that somebody did something in secret.
    """

    event: Event
    numbers: Mapping[Viewer, int]
