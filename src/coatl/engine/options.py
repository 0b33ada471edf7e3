"""How a game declares the options of a table, and how given ones are checked.

A game has one frozen dataclass of its options. Each field is annotated with what everybody needs to know of the option:
its kind, its choices, at which tables it may be chosen, what it contradicts. The rules, the commands, the terminal,
the server, the pages and the docs are all made from this one declaration.

>>> from typing import Annotated
>>> @dataclass(frozen=True)
... class Declared:
...     players: Annotated[int, Players(help="How many play.")]
...     quick: Annotated[bool, Flag(help="A shorter game.", at=TOGETHER)] = False
>>> declared(Declared)["quick"].data("quick")["kind"]
'flag'

Messages: `options.NAME` is the label of an option, `options.NAME_CHOICE` of a choice (docs/options.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar, get_type_hints

from coatl.engine.errors import CoatlError
from coatl.engine.values import Memo

Where = Literal["any", "solo", "together"]
ANY: Where = "any"
SOLO: Where = "solo"
TOGETHER: Where = "together"
Declaration = TypeVar("Declaration")


@dataclass(frozen=True, kw_only=True)
class Option:
    """What is said once about an option."""

    kind: ClassVar[str]
    help: str  # one line in English, for commands and docs
    without: str = ""  # the same for leaving it out, if it is on by default
    at: Where = ANY  # the tables at which it may be chosen
    refusal: str = ""  # said if it is chosen at another table
    deck: str = ""  # what a deck must have for it: an attribute of the deck
    lacking: str = ""  # what a deck without it has nothing for
    group: str = ""  # of the options of a group at most one is chosen
    clash: str = ""  # said if two of the group are chosen
    default: Any = None  # the field's, filled in by `declared`

    def off(self) -> Any:
        """The value at a table where it cannot be chosen."""
        return self.default

    def read(self, name: str, given: Any) -> Any:
        """The value that is meant.

        :raises CoatlError: options.value, or `options.` and the option's name.
        """
        return given

    def choices(self) -> Sequence[Any]:
        """Every value that may be chosen, for kinds that have a list of them."""
        return ()

    def write(self, name: str, value: Any, struct: Any) -> None:
        """Writes a value into the field of a state's options."""
        setattr(struct, name, value)

    def stored(self, name: str, struct: Any) -> Any:
        """The value as a state's options hold it, to be turned back by `value_of`."""
        return int(getattr(struct, name))

    def value_of(self, stored: Any) -> Any:
        """The value of what a state holds."""
        return stored

    def data(self, name: str) -> dict[str, Any]:
        """Plain data for pages and programs."""
        return {
            "name": name,
            "kind": self.kind,
            "at": self.at,
            "default": list(self.default) if isinstance(self.default, tuple) else self.default,
            "choices": list(self.choices()),
            "group": self.group or None,
        }


class Players(Option):
    """How many sit at the table; the deck says how many may, and one plays alone."""

    kind = "players"


class Seat(Option):
    """The number of a seat, from 1; a state counts from 0."""

    kind = "seat"

    def write(self, name: str, value: Any, struct: Any) -> None:
        setattr(struct, name, value - 1)

    def value_of(self, stored: Any) -> Any:
        return stored + 1


class Flag(Option):
    """On or off."""

    kind = "flag"

    def off(self) -> bool:
        return False

    def read(self, name: str, given: Any) -> bool:
        if not isinstance(given, bool):
            raise CoatlError("options.value", f"The option {name} is on or off.", ["true", "false"])
        return given

    def value_of(self, stored: Any) -> bool:
        return bool(stored)


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One word of several; `aliases` are other words for them."""

    kind = "choice"
    words: tuple[str, ...]
    usual: str  # what is meant where it may be chosen and nothing is said
    aliases: Mapping[str, str]
    unknown: str  # said of a word that is none of them

    def off(self) -> None:
        return None

    def read(self, name: str, given: Any) -> str:
        word = self.usual if given is None else str(given).lower()
        word = self.aliases.get(word, word)
        if word not in self.words:
            raise CoatlError(f"options.{name}", self.unknown.format(given=given), [*self.words, *self.aliases])
        return word

    def choices(self) -> Sequence[str]:
        return self.words

    def data(self, name: str) -> dict[str, Any]:
        return super().data(name) | {"default": self.usual}


@dataclass(frozen=True, kw_only=True)
class Numbers(Option):
    """Any set of the numbers from 1 to `most`; a state holds a flag for each."""

    kind = "numbers"
    most: int
    one: str  # what one of them is called

    def read(self, name: str, given: Any) -> tuple[int, ...]:
        allowed = [str(number) for number in self.choices()]
        if not isinstance(given, (tuple, list, set, frozenset)):
            raise CoatlError(f"options.{name}", f"The {name} are a list of numbers, not {given!r}.", allowed)
        for number in given:
            if type(number) is not int or not 1 <= number <= self.most:
                raise CoatlError(f"options.{name}", f"There is no {self.one} {number!r}.", allowed)
        return tuple(sorted(set(given)))

    def choices(self) -> Sequence[int]:
        return range(1, self.most + 1)

    def write(self, name: str, value: Any, struct: Any) -> None:
        getattr(struct, name)[:] = [number in value for number in self.choices()]

    def stored(self, name: str, struct: Any) -> Any:
        return tuple(getattr(struct, name))

    def value_of(self, stored: Any) -> tuple[int, ...]:
        return tuple(number for number, on in zip(self.choices(), stored, strict=True) if on)


def declared(declaration: type) -> dict[str, Option]:
    """The options of a declaration by their names, in its order."""
    return read_declaration(declaration)


@cache
def read_declaration(declaration: type) -> dict[str, Option]:
    """The same, read once."""
    hints = get_type_hints(declaration, include_extras=True)
    found = {}
    for field in fields(declaration):
        (option,) = hints[field.name].__metadata__
        found[field.name] = replace(option, default=None if field.default is MISSING else field.default)
    return found


# ---------------------------------------------------------------- reading what was asked for


def read_options(declaration: type[Declaration], given: Mapping[str, Any], deck: Any, title: str) -> Declaration:
    """The options of a table, with the defaults filled in.

    :raises CoatlError: options.* for what is unknown, no value of its option, or contradicts.
    """
    options = declared(declaration)
    unknown = set(given) - set(options)
    if unknown:
        raise CoatlError("options.unknown", f"There is no option {sorted(unknown)[0]!r}.", list(options))
    flags = {name: option for name, option in options.items() if option.kind == "flag"}
    read = {name: option.read(name, given[name]) for name, option in flags.items() if name in given}
    here = SOLO if read.get(SOLO) else TOGETHER
    values = {name: read_value(name, option, given, here) for name, option in options.items()}
    values["players"] = read_players(given.get("players"), here, deck, title)
    check_seats(options, values)
    check_tables(options, values, here)
    check_groups(options, values)
    check_deck(options, values, deck)
    return declaration(**values)


def read_value(name: str, option: Option, given: Mapping[str, Any], here: Where) -> Any:
    """The value of one option; what is not given has its default, or is off where it cannot be chosen."""
    belongs = option.at in (ANY, here)
    if option.kind == "choice":  # it may be given as None
        if not belongs and given.get(name) is not None:
            raise CoatlError("options.contradict", option.refusal)
        return option.read(name, given.get(name)) if belongs else None
    if name in given:
        return option.read(name, given[name])
    return option.default if belongs else option.off()


def read_players(given: Any, here: Where, deck: Any, title: str) -> int:
    """How many play (RULES 4.1, 4.5, 5.1, 5.5)."""
    least, most = deck.game.players
    if here == SOLO:
        if given not in (None, 1):
            raise CoatlError("options.contradict", f"The solo game is for one player, not {given!r}.", ["1"])
        return 1
    players = 2 if given is None else given
    if type(players) is not int or not least <= players <= most:
        allowed = [str(number) for number in range(least, most + 1)]
        message = f"{title} is for {least} to {most} players, not {players!r}. Alone, play the solo game."
        raise CoatlError("options.players", message, allowed)
    return players


def check_seats(options: Mapping[str, Option], values: Mapping[str, Any]) -> None:
    """A seat that an option names must be there."""
    for name, option in options.items():
        if option.kind == "seat" and (type(values[name]) is not int or not 1 <= values[name] <= values["players"]):
            allowed = [str(seat + 1) for seat in range(values["players"])]
            raise CoatlError(f"options.{name}", f"There is no seat {values[name]!r} to begin.", allowed)


def check_tables(options: Mapping[str, Option], values: Mapping[str, Any], here: Where) -> None:
    """Some options belong to the solo game, some to the game with others."""
    for name, option in options.items():
        if option.at not in (ANY, here) and values[name] != option.off():
            message = option.refusal or f"The solo game is played without {name.replace('_', ' ')}."
            raise CoatlError("options.contradict", message)


def check_groups(options: Mapping[str, Option], values: Mapping[str, Any]) -> None:
    """Of the options of a group at most one is chosen."""
    chosen: dict[str, str] = {}
    for name, option in options.items():
        if option.group and values[name]:
            if option.group in chosen:
                raise CoatlError("options.contradict", option.clash)
            chosen[option.group] = name


def check_deck(options: Mapping[str, Option], values: Mapping[str, Any], deck: Any) -> None:
    """An own deck may lack what an option needs."""
    for name, option in options.items():
        if option.deck and values[name] and not getattr(deck, option.deck):
            raise CoatlError("options.deck", f"This deck has nothing for {option.lacking}.")


def options_data(options: Any) -> dict[str, Any]:
    """The options of a table as plain data, for records and JSON."""
    values = {name: getattr(options, name) for name in declared(type(options))}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


# ---------------------------------------------------------------- in a state


def write_options(options: Any, struct: Any) -> None:
    """Writes the options of a table into the struct of a state whose fields have their names."""
    for name, option in declared(type(options)).items():
        option.write(name, getattr(options, name), struct)


def options_in(declaration: type[Declaration], struct: Any) -> Declaration:
    """The options that a state holds, in a struct or its snapshot."""
    from coatl.engine.structs import bytes_of  # NumPy, which help and version do without

    found: Declaration = READ.get((declaration, bytes_of(struct)), lambda: read_from(declaration, struct))
    return found


READ: Memo[Any] = Memo()


def read_from(declaration: type[Declaration], struct: Any) -> Declaration:
    values = {name: option.value_of(option.stored(name, struct)) for name, option in declared(declaration).items()}
    return declaration(**values)
