"""Chat at a table: the last lines, who mutes whom, and who may not talk."""

from collections import deque
from dataclasses import dataclass, field
from typing import assert_never

from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12

from coatl.server.tables.events import ChatData, ChatSent, Muted, Reacted, Silenced

MOST_LINES = 50
MOST_AT_ONCE, WHILE = 10, 10_000  # lines and signs of a person in so many milliseconds
SPECTATORS = 0  # in the place of a seat


class ChatLine(TypedDict):
    """Something that was said; spectators have no seat."""

    time: int
    seat: int | None
    name: str
    text: str


@dataclass(slots=True)
class ChatHistory:
    """What is remembered of the chat; older lines are in the events."""

    lines: deque[ChatLine] = field(default_factory=lambda: deque(maxlen=MOST_LINES))
    mutes: set[tuple[int, int]] = field(default_factory=set)  # person, seat
    silenced: set[int] = field(default_factory=set)
    spoke: dict[int, deque[int]] = field(default_factory=dict)  # when each person talked lately; 0 are all spectators

    def apply(self, data: ChatData, time: int) -> None:
        """An event of the chat."""
        match data:
            case ChatSent():
                self.note(data.person, time)
                if not data.text:  # it was erased
                    return
                self.lines.append({"time": time, "seat": data.seat, "name": data.name, "text": data.text})
            case Reacted():
                self.note(data.person, time)
            case Muted():
                self.note(data.person, time)
                self.mute(data.person, data.other, data.on)
            case Silenced():
                self.silence(data.seat, data.on)
            case _:
                assert_never(data)

    def note(self, person: int, time: int) -> None:
        """A person talks, in whatever way."""
        self.spoke.setdefault(person, deque(maxlen=MOST_AT_ONCE)).append(time)

    def is_too_fast(self, person: int, now: int) -> bool:
        """Whether a person has talked too much in a short time."""
        times = self.spoke.get(person)
        return times is not None and len(times) == MOST_AT_ONCE and now - times[0] < WHILE

    def mute(self, person: int, seat: int, on: bool) -> None:
        """A person sees the chat of a seat no longer, or again."""
        (self.mutes.add if on else self.mutes.discard)((person, seat))

    def silence(self, seat: int, on: bool) -> None:
        """Nobody sees the chat of a seat any longer, or again."""
        (self.silenced.add if on else self.silenced.discard)(seat)

    def forget(self, seat: int) -> None:
        """Somebody else will sit there."""
        self.mutes = {(person, other) for person, other in self.mutes if other != seat}
        self.silenced.discard(seat)

    def muting(self, seat: int) -> set[int]:
        """The people who do not want to see the chat of a seat."""
        return {person for person, other in self.mutes if other == seat}

    def is_muted(self, person: int | None, seat: int | None) -> bool:
        """Whether a person does not want to see the chat of a seat."""
        return person is not None and (person, seat or SPECTATORS) in self.mutes

    def lines_for(self, person: int | None) -> list[ChatLine]:
        """The last lines, without those of muted seats."""
        return [line for line in self.lines if not self.is_muted(person, line["seat"])]
