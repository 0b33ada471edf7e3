"""`coatl backup` and `coatl restore`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer()

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.", show_default=False)]
EXAMPLES = "\n".join(
    (
        "[bold]Examples[/]",
        "coatl backup tonight.db                    while the server runs",
        "coatl restore tonight.db --force           in the place of what is there; stop the server first",
        "COATL_DATABASE_URL=postgresql://…  coatl restore tonight.db     from SQLite to PostgreSQL",
    )
)


@contextmanager
def shown() -> Iterator[Any]:
    """How far it has come, on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)


@app.command(epilog=EXAMPLES)
def backup(
    file: File,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Save all tables of the server in one file. The server may run meanwhile.

    The backup is the database as it was at one moment: every move that was acknowledged before is in it.
    Keep it as secret as the cards: it tells all hands.
    COATL_DATABASE_URL and COATL_DATA say where the database is, as for coatl serve.
    """
    from coatl.server.settings import read_settings
    from coatl.server.storage.backup import back_up

    with shown() as progress:
        tables = back_up(read_settings().url, file, force, progress)
    typer.echo(f"{file}: {tables:,} tables, {file.stat().st_size:,} bytes.")


@app.command(epilog=EXAMPLES)
def restore(
    file: File,
    force: Annotated[bool, typer.Option("--force", help="Replace the tables that are in the database now.")] = False,
    replay: Annotated[bool, typer.Option("--replay", help="Play every game again, which takes long.")] = False,
) -> None:
    """Bring back a backup, and check all of it.

    A backup has checksums: one that is not as it was saved is refused, and all stays as it was. One without checksums,
    which version 0.1 wrote, has every game played again instead, as with --replay.
    A server must not run on the database. The time since the backup counts on no clock.
    """
    from coatl.server.settings import read_settings
    from coatl.server.storage.backup import restore as bring_back

    settings = read_settings()
    if settings.database_url is None:
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with shown() as progress:
        tables = bring_back(settings.url, file, force, progress, replay)
    typer.echo(f"{tables:,} tables are back, every event as it was saved.")
