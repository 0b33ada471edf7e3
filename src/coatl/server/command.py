"""`coatl serve`."""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from coatl.engine.errors import CoatlError

app = typer.Typer()


class ServeCommand(TyperCommand):
    """Its help lists the environment variables; they are read from the settings when somebody asks."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The usual help, and the settings below it."""
        from coatl.server.settings import listed

        self.epilog = "\n".join(["[bold]Settings, as environment variables[/]", *listed()])
        super().format_help(ctx, formatter)


@app.command(cls=ServeCommand)
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.", show_default="8000")] = None,
    workers: Annotated[
        int | None, typer.Option(help="How many processes serve; more need Redis.", show_default="1")
    ] = None,
    settings: Annotated[
        bool, typer.Option("--settings", help="List all settings with their values, and exit.")
    ] = False,
) -> None:
    """Serve tables on the network: create a table, send a link, play.

    Without any setting it listens on this machine only and keeps all games in the user's data directory.
    """
    from coatl.server.settings import read_settings
    from coatl.server.warming import compile_all

    chosen = read_settings(host=host, port=port, workers=workers)
    if settings:
        for name, value in chosen.model_dump().items():
            typer.echo(f"COATL_{name.upper()}={'' if value is None else value}")
        return
    if chosen.workers > 1 and chosen.redis_url is None:
        raise CoatlError("settings.value", "Several workers need COATL_REDIS_URL to hear of each other.")
    for part in compile_all():
        print(f"coatl: compiling {part}, once on this machine …", file=sys.stderr)
    from coatl.server.running import run

    run(chosen)
