"""To play."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import CARD, DeckFile, GameName, Table, at_a_table, lines
from coatl.engine.errors import CoatlError

app = typer.Typer()


@app.command(
    epilog=lines(
        "coatl play board --players 3",
        "coatl play board --seat Ann --seat Ben --no-tokens",
        "coatl play board --seat Ann --bot high-priest",
        "coatl play board --seat Ann --seat novice --seat Ben",
        "coatl play board --solo --difficulty 1 --difficulty 4",
        "coatl play card --bot search:50ms --bot priest",
        "coatl play card --solo --opponent carl2 --manner daring",
        "coatl play card --campaign",
        "coatl play board --resume",
    )
)
@at_a_table
def play(
    game: GameName,
    table: Table,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A saved game to go on with.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A seat, in order: a person's name, or a bot's (novice, priest …)."),
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="A bot at the next seat; coatl bots lists them.")
    ] = None,
    campaign: Annotated[
        bool,
        typer.Option("--campaign", help="The next game against CARL; beat it to meet CARL 2.0.", rich_help_panel=CARD),
    ] = False,
    seed: Annotated[
        str | None, typer.Option(help="The same seed brings the same game.", show_default="a secret one")
    ] = None,
    deck: DeckFile = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game there, after every action.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game, or with FILE.")] = False,
) -> None:
    """Play in the terminal: with friends at one keyboard, against bots, or alone against ADAM or CARL.

    Without options you play against one bot, the artisan. Seats that nobody takes are filled with bots.
    Every action is saved: leave when you like (quit, Ctrl-D, Ctrl-C) and go on with --resume.
    """
    options = table.options(game, campaign=campaign)
    from coatl.terminal import playing

    if not resume and file is None:
        playing.begin(game, options, seat or [], bot or [], seed, deck, save, campaign)
        return
    if options or campaign or seat or seed is not None or deck is not None:
        message = "A saved game goes on with its own players, options, seed and deck: resume it without such options."
        raise CoatlError("options.contradict", message, ["--resume", "--save FILE"])
    playing.go_on(game, file, save, bot or [])
