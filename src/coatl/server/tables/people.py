"""People, known by the hashes of their tokens, and seats: a person's, a bot's, an automaton's or empty."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

SeatKind = Literal["open", "invited", "person", "bot", "automaton"]
MOST_ANSWERS = 64  # commands of a person that are known again


def hashed(secret: str) -> str:
    """What is kept of a secret: secrets are long and random, so a plain hash cannot be turned back."""
    return sha256(secret.encode()).hexdigest()


def identity_of(secret: str) -> str:
    """By what a device is known at every table: the hash of the secret that it sends along."""
    return hashed(f"coatl identity {secret}")


@dataclass(slots=True)
class Person:
    """Somebody at the table; the one with number 1 made it."""

    number: int
    name: str
    token: str  # its hash
    identity: str | None = None  # of the device, if it sends one
    answers: dict[str, int] = field(default_factory=dict)  # the ids of commands that were done, and their numbers
    removed: bool = False  # by the host, for good

    def note(self, command: str, number: int) -> None:
        """A command was done."""
        self.answers[command] = number
        while len(self.answers) > MOST_ANSWERS:
            del self.answers[next(iter(self.answers))]


@dataclass(slots=True)
class Seat:
    """Who sits there: `open` and `invited` seats wait for a person."""

    kind: SeatKind
    name: str = ""
    person: int | None = None
    bot: str | None = None
    invite: str | None = None  # the hash of the invitation
    stand_in: str | None = None  # the bot that plays for an absent person
    resigned: bool = False
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
