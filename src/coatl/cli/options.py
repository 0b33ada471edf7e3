"""What several commands share: how help looks, the arguments that they have in common, the options of a table."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from coatl.engine.errors import CoatlError

BOARD, CARD = "Only in the board game", "Only in the card game"
OTHER_GAME = {  # the options that a game does not have
    "board": ("opponent", "manner", "campaign"),
    "card": ("difficulty", "no_tokens", "promo", "fewer_bodies", "golden_feathers"),
}

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: [bold]board[/] or [bold]card[/].", show_default=False)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.", show_default=False)]
DeckFile = Annotated[Path | None, typer.Option("--deck", metavar="FILE", help="Play with an own deck.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Difficulty = Annotated[
    list[str] | None,
    typer.Option(
        "--difficulty",
        "--difficulties",
        metavar="1-5",
        help="Harder against ADAM; more than one: 1,4.",
        rich_help_panel=BOARD,
    ),
]
Promo = Annotated[bool, typer.Option("--promo", help="With the promo cards.", rich_help_panel=BOARD)]


def lines(*examples: str) -> str:
    """Examples below the help of a command, a line each."""
    return "\n".join(["[bold]Examples[/]", *examples])


@dataclass(frozen=True)
class Table:
    """The options of a table, as they are typed; `at_a_table` gives them to a command."""

    players: Annotated[int | None, typer.Option(help="How many play, 2 to 4.", show_default="2")] = None
    solo: Annotated[bool, typer.Option("--solo", help="Play alone: against ADAM, or CARL in the card game.")] = False
    difficulty: Difficulty = None
    no_tokens: Annotated[
        bool,
        typer.Option("--no-tokens", help="Without sacrifice tokens: good for a first game.", rich_help_panel=BOARD),
    ] = False
    promo: Promo = False
    fewer_bodies: Annotated[
        bool, typer.Option("--fewer-bodies", help="With fewer body segments: a shorter game.", rich_help_panel=BOARD)
    ] = False
    golden_feathers: Annotated[
        bool, typer.Option("--golden-feathers", help="With the expansion The Golden Feathers.", rich_help_panel=BOARD)
    ] = False
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="carl|carl2", help="Alone, against CARL or CARL 2.0.", show_default="carl", rich_help_panel=CARD
        ),
    ] = None
    manner: Annotated[
        str | None,
        typer.Option(
            metavar="MANNER",
            help="How CARL plays: daring, domineering, greedy or random.",
            show_default="random",
            rich_help_panel=CARD,
        ),
    ] = None
    first: Annotated[int | None, typer.Option(metavar="SEAT", help="Who begins.", show_default="1")] = None

    def options(self, game: str, **more: bool) -> dict[str, Any]:
        """What was asked for, as the rules call it; the rules fill in the rest and refuse what contradicts.

        >>> Table(players=3, no_tokens=True).options("board")
        {'players': 3, 'tokens': False}
        """
        given = asdict(self) | more
        chosen = {name: value for name, value in given.items() if value is not None and value is not False}
        for name in OTHER_GAME.get(game, ()):
            if name in chosen:
                own = [flag(other) for other in given if other not in OTHER_GAME[game]]
                message = f"{flag(name)} is no option of the {game} game: it belongs to the other one."
                raise CoatlError("options.unknown", message, own)
        if "no_tokens" in chosen:
            chosen["tokens"] = not chosen.pop("no_tokens")
        if "difficulty" in chosen:
            chosen["difficulties"] = difficulties(chosen.pop("difficulty"))
        chosen.pop("campaign", None)  # a way to begin, no rule of the game
        return chosen


PLAIN = Table()  # nothing was asked for


def at_a_table(command: Callable[..., None]) -> Callable[..., None]:
    """Puts the options of a table where the command has its parameter `table`; Typer reads them from the signature.

    >>> @at_a_table
    ... def play(game: str, table: Table, seed: int = 1) -> None:
    ...     print(game, table.players, seed)
    >>> list(inspect.signature(play).parameters)[:4]
    ['game', 'players', 'solo', 'difficulty']
    >>> play(game="card", seed=7, **asdict(Table(players=3)))
    card 3 7
    """
    signature, options = inspect.signature(command), inspect.signature(Table).parameters
    parameters = list(signature.parameters.values())
    place = list(signature.parameters).index("table")

    @functools.wraps(command)
    def spread(**given: Any) -> None:
        command(table=Table(**{name: given.pop(name) for name in options}), **given)

    parameters[place : place + 1] = options.values()
    spread.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return spread


def difficulties(given: list[str]) -> list[int]:
    """Numbers from `--difficulty 1 --difficulty 4` and from `--difficulty 1,4`."""
    words = ",".join(given).replace(" ", ",").split(",")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 3):
            raise CoatlError(
                "options.difficulties", f"There is no difficulty {word[:20]!r}.", ["1", "2", "3", "4", "5"]
            )
    return [int(word) for word in words]


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
