"""The action space of a game: every action is a number, and every number has a notation that parses back.

A game declares families of actions. A family is a verb and the words that may follow it; its first number is
a plain int, so that compiled rules add to it. Words in angle brackets stand for the cards of the deck in play.

>>> space = Space()
>>> take = space.family("take", ("left", "right"))
>>> fulfil = space.family("fulfil", "<prophecy>", ("1", "2"), size=3)
>>> space.size
8
>>> names = {"<prophecy>": ("R1", "K5", "G9")}
>>> space.text(fulfil + 3, names)
'fulfil K5 2'
>>> space.parse("FULFIL k5  2", names) == fulfil + 3
True
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coatl.engine.errors import UnknownAction

Names = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Family:
    """Actions that share a verb, and the words behind it."""

    verb: str
    slots: tuple[tuple[str, ...] | str, ...]
    sizes: tuple[int, ...]
    first: int

    @property
    def size(self) -> int:
        size = 1
        for slot in self.sizes:
            size *= slot
        return size


class Space:
    """All actions of a game."""

    def __init__(self) -> None:
        self.families: list[Family] = []
        self.size = 0

    def family(self, verb: str, *slots: tuple[str, ...] | str, size: int = 0) -> int:
        """Adds the actions `verb slot slot …` and returns the number of the first.

        A slot is the words that may stand there, or the name of a card list, which has room for `size` cards.
        """
        sizes = tuple(size if isinstance(slot, str) else len(slot) for slot in slots)
        family = Family(verb, slots, sizes, self.size)
        self.families.append(family)
        self.size += family.size
        return family.first

    def text(self, action: int, names: Names) -> str:
        """The notation of an action."""
        if not 0 <= action < self.size:
            raise UnknownAction("action.number", f"{action} is no action; they run from 0 to {self.size - 1}.")
        family = next(family for family in reversed(self.families) if family.first <= action)
        rest = action - family.first
        words: list[str] = []
        for slot, size in zip(reversed(family.slots), reversed(family.sizes), strict=True):
            choices = names[slot] if isinstance(slot, str) else slot
            if rest % size >= len(choices):
                raise UnknownAction("action.number", f"{action} names a card that is not in this deck.")
            words.append(choices[rest % size])
            rest //= size
        return " ".join([family.verb, *reversed(words)])

    def parse(self, text: str, names: Names) -> int:
        """The action that the text names; upper and lower case are alike."""
        words = text.lower().split()
        for family in self.families:
            verb = family.verb.lower().split()
            if words[: len(verb)] != verb or len(words) != len(verb) + len(family.slots):
                continue
            action = self.parse_slots(family, words[len(verb) :], names)
            if action is not None:
                return action
        shown = text if len(text) <= 60 else text[:60] + "…"
        raise UnknownAction("action.unknown", f"{shown!r} is no action.", self.help(words))

    @staticmethod
    def parse_slots(family: Family, words: Sequence[str], names: Names) -> int | None:
        number = 0
        for slot, size, word in zip(family.slots, family.sizes, words, strict=True):
            choices = [choice.lower() for choice in (names[slot] if isinstance(slot, str) else slot)]
            if word not in choices:
                return None
            number = number * size + choices.index(word)
        return family.first + number

    def help(self, words: Sequence[str] = ()) -> list[str]:
        """The forms of the actions that begin like the words, or of all."""
        alike = [family for family in self.families if words and family.verb.split()[0] == words[0]]
        return [self.form(family) for family in alike or self.families]

    @staticmethod
    def form(family: Family) -> str:
        def shown(slot: tuple[str, ...] | str) -> str:
            return slot if isinstance(slot, str) else "|".join(slot)

        return " ".join([family.verb, *(shown(slot) for slot in family.slots)])
