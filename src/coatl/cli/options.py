"""What several commands share: how help looks, the arguments that they have in common, the options of a table."""

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from coatl.engine.errors import CoatlError
from coatl.engine.options import Choice, Flag, Numbers, Option, Seat
from coatl.messages import languages, speak
from coatl.options import declarations

BOARD, CARD = "Only in the board game", "Only in the card game"
PANELS = {"board": BOARD, "card": CARD}
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: [bold]board[/] or [bold]card[/].", show_default=False)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.", show_default=False)]
DeckFile = Annotated[Path | None, typer.Option("--deck", metavar="FILE", help="Play with an own deck.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        help=f"Talk in another language: {', '.join(languages())}.",
        show_default="the system's",
    ),
]


def lines(*examples: str) -> str:
    """Examples below the help of a command, a line each."""
    return "\n".join(["[bold]Examples[/]", *examples])


def flag(name: str) -> str:
    """An option as it is typed."""
    return f"--{name.replace('_', '-')}"


@dataclass(frozen=True)
class TableOption:
    """An option of a table as it is typed: what the rules call it, and the parameter of a command."""

    name: str
    option: Option
    games: tuple[str, ...]

    @property
    def typed(self) -> str:
        """The name of the parameter: one number of several, and `no_` before what is on by default."""
        if isinstance(self.option, Numbers):
            return self.option.one
        return f"no_{self.name}" if self.option.default is True else self.name

    @functools.cached_property
    def parameter(self) -> Any:
        """The type that Typer reads the option from."""
        option = self.option
        panel = None if len(self.games) > 1 else PANELS[self.games[0]]
        if isinstance(option, Flag):
            text = option.without if option.default else option.help
            return Annotated[bool, typer.Option(flag(self.typed), help=text, rich_help_panel=panel)]
        if isinstance(option, Numbers):
            flags, some = (flag(self.typed), flag(self.name)), f"1-{option.most}"
            return Annotated[
                list[str] | None, typer.Option(*flags, metavar=some, help=option.help, rich_help_panel=panel)
            ]
        if isinstance(option, Choice):
            some = "|".join(option.words) if len(option.words) < 3 else self.name.upper()
            return Annotated[
                str | None,
                typer.Option(metavar=some, help=option.help, show_default=option.usual, rich_help_panel=panel),
            ]
        if isinstance(option, Seat):
            return Annotated[int | None, typer.Option(metavar="SEAT", help=option.help, show_default="1")]
        return Annotated[int | None, typer.Option(help=option.help, show_default="2")]

    @property
    def default(self) -> Any:
        """What the parameter is if nothing is typed."""
        return False if isinstance(self.option, Flag) else None

    def value(self, typed: Any) -> Any:
        """What the rules are given for it."""
        if isinstance(self.option, Flag):
            return not self.option.default
        return numbers(self.name, self.option, typed) if isinstance(self.option, Numbers) else typed


def table_options() -> dict[str, TableOption]:
    """The options of both games by the names of their parameters."""
    games = declarations()
    found = {}
    for game, options in games.items():
        for name, option in options.items():
            having = tuple(other for other in games if name in games[other])
            if having[0] == game:
                one = TableOption(name, option, having)
                found[one.typed] = one
    return found


OPTIONS = table_options()
CAMPAIGN = "campaign"  # a way to begin, no rule of the game; it belongs to the card game
Difficulty = OPTIONS["difficulty"].parameter
Promo = OPTIONS["promo"].parameter


@dataclass(frozen=True)
class Table:
    """The options of a table, as they are typed; `at_a_table` gives them to a command."""

    typed: Mapping[str, Any] = field(default_factory=dict)  # by the names of their parameters

    def options(self, game: str, campaign: bool = False) -> dict[str, Any]:
        """What was asked for, as the rules call it; the rules fill in the rest and refuse what contradicts.

        >>> Table({"players": 3, "no_tokens": True}).options("board")
        {'players': 3, 'tokens': False}
        """
        if campaign and game == "board":
            raise foreign(CAMPAIGN, game)
        for name in self.typed:
            if game in PANELS and game not in OPTIONS[name].games:
                raise foreign(name, game)
        return {OPTIONS[name].name: OPTIONS[name].value(value) for name, value in self.typed.items()}


def foreign(name: str, game: str) -> CoatlError:
    """What is said of an option of the other game."""
    own = [flag(typed) for typed, option in OPTIONS.items() if game in option.games]
    message = f"{flag(name)} is no option of the {game} game: it belongs to the other one."
    return CoatlError("options.unknown", message, own + [flag(CAMPAIGN)] * (game == "card"))


PLAIN = Table()  # nothing was asked for


def at_a_table(command: Callable[..., None]) -> Callable[..., None]:
    """Puts the options of a table where the command has its parameter `table`; Typer reads them from the signature.

    >>> @at_a_table
    ... def play(game: str, table: Table, seed: int = 1) -> None:
    ...     print(game, table.typed, seed)
    >>> list(inspect.signature(play).parameters)[:5]
    ['game', 'players', 'first', 'solo', 'difficulty']
    >>> play(game="card", seed=7, players=3, solo=False, manner=None)
    card {'players': 3} 7
    """
    signature = inspect.signature(command)
    parameters = list(signature.parameters.values())
    place = list(signature.parameters).index("table")

    @functools.wraps(command)
    def spread(**given: Any) -> None:
        wanted = {name: given.pop(name, None) for name in OPTIONS}
        typed = {name: value for name, value in wanted.items() if value is not None and value is not False}
        command(table=Table(typed), **given)

    parameters[place : place + 1] = [
        inspect.Parameter(name, parameters[place].kind, default=option.default, annotation=option.parameter)
        for name, option in OPTIONS.items()
    ]
    spread.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return spread


def in_language(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the option `--lang`; what it prints is in that language, else in the one that the user wants.

    >>> @in_language
    ... def greet(name: str) -> None: ...
    >>> list(inspect.signature(greet).parameters)
    ['name', 'lang']
    """
    signature = inspect.signature(command)
    language = inspect.Parameter("lang", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Language)

    @functools.wraps(command)
    def translated(*args: Any, lang: str | None = None, **given: Any) -> None:
        if lang is not None:
            speak(lang)
        command(*args, **given)

    translated.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*signature.parameters.values(), language]
    )
    return translated


def numbers(name: str, option: Numbers, given: list[str]) -> list[int]:
    """Numbers from `--difficulty 1 --difficulty 4` and from `--difficulty 1,4`."""
    words = ",".join(given).replace(" ", ",").split(",")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 3):
            allowed = [str(number) for number in option.choices()]
            raise CoatlError(f"options.{name}", f"There is no {option.one} {word[:20]!r}.", allowed)
    return [int(word) for word in words]
