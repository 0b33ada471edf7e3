"""To play."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import CARD, DeckFile, Table, at_a_table, in_language, lines
from coatl.engine.errors import CoatlError

APART = "Apart, over a server"
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
        "coatl play board --server http://HOST:8000 --seat Ann --seat open --seat priest",
        "coatl play --server http://HOST:8000/t/TABLE --seat Ben",
        "coatl play --server http://HOST:8000 --lobby",
    )
)
@in_language
@at_a_table
def play(
    table: Table,
    *,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="The game: [bold]board[/] or [bold]card[/].", show_default=False),
    ] = None,
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
    plain: Annotated[
        bool, typer.Option("--plain", help="The plain prompt: for screen readers, small or simple terminals.")
    ] = False,
    server: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Play at a server, or at the table of a link.", rich_help_panel=APART),
    ] = None,
    lobby: Annotated[
        bool, typer.Option("--lobby", help="List the public tables with an open seat.", rich_help_panel=APART)
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Watch the table of the link.", rich_help_panel=APART)] = False,
    public: Annotated[
        bool, typer.Option("--public", help="Show the new table in the lobby.", rich_help_panel=APART)
    ] = False,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="SECONDS",
            help="For each turn, and in reserve: 60, 30+600; a bot plays on, or 30+600:loss.",
            rich_help_panel=APART,
        ),
    ] = None,
    no_hints: Annotated[bool, typer.Option("--no-hints", help="Without hints.", rich_help_panel=APART)] = False,
) -> None:
    """Play in the terminal: with friends at one keyboard, against bots, or alone against ADAM or CARL.

    Without options you play against one bot, the artisan. Seats that nobody takes are filled with bots.
    Every action is saved: leave when you like (quit, Ctrl-D, Ctrl-C) and go on with --resume.
    The table fills the window from 80 columns and 24 rows on; --plain, or COATL_PLAIN=1, prints line by line instead.

    With --server you make a table there and send its link to the others.
    They join with --server LINK. Seats that you do not name are open; --seat invited is for whoever has its own link.
    Your personal link, or --resume, brings you back.
    """
    options = table.options(game or "", campaign=campaign)
    apart = {"--lobby": lobby, "--watch": watch, "--public": public, "--clock": clock, "--no-hints": no_hints}
    if server is not None:
        if campaign or seed is not None or file is not None:
            message = "At a server there is no campaign, no seed of one's own and no saved game."
            raise CoatlError("options.contradict", message, list(apart))
        from coatl.terminal.remote import join

        request = join.TableRequest(
            game, options, seat or [], bot or [], deck, public, clock, not no_hints, watch, resume
        )
        join.play_at_server(server, request, lobby, save, plain)
        return
    if any(apart.values()):
        given = next(name for name, value in apart.items() if value)
        raise CoatlError("options.contradict", f"{given} needs a server.", ["--server URL"])
    if game is None:
        raise CoatlError("usage", "Say which game.", ["coatl play board", "coatl play card"])
    from coatl.terminal import play

    if not resume and file is None:
        play.begin(game, options, seat or [], bot or [], seed, deck, save, campaign=campaign, plain=plain)
        return
    if options or campaign or seat or seed is not None or deck is not None:
        message = "A saved game goes on with its own players, options, seed and deck: resume it without such options."
        raise CoatlError("options.contradict", message, ["--resume", "--save FILE"])
    play.go_on(game, file, save, bot or [], plain)
