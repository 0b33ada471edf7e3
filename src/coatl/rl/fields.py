"""What stands where in an observation: named fields, each a few numbers or choices, one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from coatl.version import RULES_VERSION


@dataclass(frozen=True)
class Field:
    """Numbers of one meaning. A choice is a flag for each possibility; compact, one number, 0 for none."""

    name: str
    about: str
    count: int = 1
    choices: int = 0  # 0: plain numbers

    def size(self, compact: bool) -> int:
        """How many places of the tensor it takes."""
        return self.count * (self.choices if self.choices and not compact else 1)


@dataclass(frozen=True)
class Place:
    """A field at its place: `observation[place.start:place.stop]`."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    about: str

    @property
    def slice(self) -> slice:
        """For indexing."""
        return slice(self.start, self.stop)


def placed(fields: Sequence[Field], compact: bool) -> Iterator[Place]:
    """The fields one after the other."""
    at = 0
    for field in fields:
        size = field.size(compact)
        shape = (field.count, field.choices) if field.choices and not compact else (field.count,)
        yield Place(field.name, at, at + size, shape, field.about)
        at += size


def fingerprint(game: str, places: Sequence[Place]) -> str:
    """A short hash of the rules version and of every field: what a saved policy was trained for."""
    words = [game, str(RULES_VERSION), *(f"{place.name} {place.start} {place.shape}" for place in places)]
    return sha256("\n".join(words).encode()).hexdigest()[:16]
