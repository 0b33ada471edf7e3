"""People, known by the hashes of their tokens, and seats: a person's, a bot's, an automaton's or empty."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

MOST_ANSWERS = 64  # commands of a person that are known again


def hashed(secret: str) -> str:
    """What is kept of a secret: secrets are long and random, so a plain hash cannot be turned back."""
    return sha256(secret.encode()).hexdigest()


@dataclass(slots=True)
class Person:
    """Somebody at the table; the one with number 1 made it."""

    number: int
    name: str
    token: str  # its hash
    answers: dict[str, int] = field(default_factory=dict)  # the ids of commands that were done, and their numbers

    def note(self, command: str, number: int) -> None:
        """A command was done."""
        self.answers[command] = number
        while len(self.answers) > MOST_ANSWERS:
            del self.answers[next(iter(self.answers))]


@dataclass(slots=True)
class Seat:
    """Who sits there: `open` and `invited` seats wait for a person."""

    kind: str  # open, invited, person, bot or automaton
    name: str = ""
    person: int | None = None
    bot: str | None = None
    invite: str | None = None  # the hash of the invitation
    stand_in: str | None = None  # the bot that plays for an absent person
    timed_out: int | None = None  # the turn in which a bot plays on for a person whose time was up

    @property
    def empty(self) -> bool:
        """Whether it waits for somebody."""
        return self.kind in ("open", "invited")

    @property
    def human(self) -> bool:
        """Whether a person plays here now."""
        return self.kind == "person" and self.stand_in is None

    def vacate(self) -> None:
        """The person has left before the game began."""
        self.kind, self.name, self.person = ("invited" if self.invite else "open"), "", None

    def data(self) -> dict[str, Any]:
        """Plain data for an event; who reads it is the server alone."""
        return asdict(self)


def seat_of(data: Mapping[str, Any]) -> Seat:
    """The seat that `data` tells."""
    return Seat(**data)
