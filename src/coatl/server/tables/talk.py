"""Chat at a table: the last lines, who mutes whom, and who may not talk."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_LINES = 50
MOST_AT_ONCE, WHILE = 10, 10_000  # lines and signs of a person in so many milliseconds
SPECTATORS = 0  # in the place of a seat


@dataclass(slots=True)
class Talk:
    """What is remembered of the chat; older lines are in the events."""

    lines: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    mutes: set[tuple[int, int]] = field(default_factory=set)  # person, seat
    silenced: set[int] = field(default_factory=set)
    spoke: dict[int, deque[int]] = field(default_factory=dict)  # when each person talked lately; 0 are all spectators

    def note(self, person: int, time: int) -> None:
        """A person talks, in whatever way."""
        self.spoke.setdefault(person, deque(maxlen=MOST_AT_ONCE)).append(time)

    def is_too_fast(self, person: int, now: int) -> bool:
        """Whether a person has talked too much in a short time."""
        times = self.spoke.get(person)
        return times is not None and len(times) == MOST_AT_ONCE and now - times[0] < WHILE

    def say(self, data: Mapping[str, Any], time: int) -> None:
        """One more line."""
        self.lines.append({"time": time, "seat": data["seat"], "name": data["name"], "text": data["text"]})

    def mute(self, person: int, seat: int, on: bool) -> None:
        """A person hears a seat no longer, or again."""
        (self.mutes.add if on else self.mutes.discard)((person, seat))

    def silence(self, seat: int, on: bool) -> None:
        """Nobody hears a seat any longer, or again."""
        (self.silenced.add if on else self.silenced.discard)(seat)

    def is_muted(self, person: int | None, seat: int | None) -> bool:
        """Whether a person does not want to hear a seat."""
        return person is not None and (person, seat or SPECTATORS) in self.mutes

    def heard_by(self, person: int | None) -> list[dict[str, Any]]:
        """The last lines, without those of muted seats."""
        return [line for line in self.lines if not self.is_muted(person, line["seat"])]
