"""`coatl serve`, and `coatl compile`, which does before what a first start would have to do."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from coatl.engine.errors import CoatlError
from coatl.extras import MissingExtra, naming_extras

app = typer.Typer()


class ServeCommand(TyperCommand):
    """Its help lists the environment variables; they are read from the settings when somebody asks."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The usual help, and the settings below it."""
        self.epilog = "\n".join(["[bold]Settings, as environment variables[/]", *settings_lines()])
        super().format_help(ctx, formatter)


@app.command(cls=ServeCommand)
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.", show_default="8000")] = None,
    workers: Annotated[
        int | None, typer.Option(help="How many processes serve; more need Redis.", show_default="1")
    ] = None,
    policies: Annotated[
        Path | None, typer.Option(help="A folder of trained policies (NAME.npz) that can be invited as bots.")
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser; without --port any free port will do.")
    ] = False,
    settings: Annotated[
        bool, typer.Option("--settings", help="List all settings with their values, and exit.")
    ] = False,
) -> None:
    """Serve tables on the network: open the page, create a table, send a link, play.

    Without any setting it listens on this machine only and keeps all games in the user's data directory.
    """
    from coatl.server.settings import read_settings

    chosen = read_settings(host=host, port=port, workers=workers, policies=policies)
    if settings:
        for name, value in chosen.model_dump().items():
            typer.echo(f"COATL_{name.upper()}={'' if value is None else value}")
        return
    if chosen.workers > 1 and chosen.redis_url is None:
        raise CoatlError("settings.value", "Several workers need COATL_REDIS_URL to hear of each other.")
    if open_page:
        opening(chosen)
    else:
        serving(chosen)


@app.command("compile")
def compile_games() -> None:
    """Compile the rules, hints and bots of both games now, so that the first game starts at once.

    Every command compiles by itself what it lacks, once on a machine; a container may want it done before.
    """
    from coatl.server.boot.compilation import compile_all

    compile_all()
    typer.echo("Everything is compiled.")


def settings_lines() -> list[str]:
    """A line for each setting, or how to get them."""
    from rich.markup import escape

    try:
        with naming_extras():
            from coatl.server.settings import listed
    except MissingExtra as fault:
        return [escape(fault.message)]
    return listed()


def serving(settings: Any, then: Any = None) -> None:
    """Serves, and compiles meanwhile what is not compiled."""
    from coatl.server.boot.compilation import compiling_beside
    from coatl.server.boot.process import run

    with compiling_beside():
        run(settings, then)


def opening(settings: Any) -> None:
    """Serves and shows the page; a second start shows what the first one serves."""
    from coatl.server.boot.browser import open_page, open_when_ready, settled
    from coatl.server.boot.checks import address

    settings, runs = settled(settings)
    if not runs:
        serving(settings, open_when_ready)
        return
    url = address(settings.host, settings.port)
    typer.echo(f"Cóatl serves at {url} already; it is stopped where it was started.")
    open_page(url)
