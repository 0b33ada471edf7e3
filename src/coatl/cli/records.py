"""Records of games: told again and checked."""

from typing import Annotated

import typer

from coatl.cli.options import RecordFile, lines

app = typer.Typer()


@app.command(
    epilog=lines(
        "coatl replay game.coatl",
        "coatl replay game.coatl --at 30 --seat 1",
        "coatl replay game.coatl --step",
        "coatl replay game.coatl --at 30 --advice priest",
    )
)
def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", help="Show the table after N actions.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help="See with the eyes of this seat.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Go through the game table by table.")] = False,
    advice: Annotated[str | None, typer.Option(metavar="BOT", help="With --at: what a bot would do then.")] = None,
) -> None:
    """Tell a recorded game again: all of it in words, or the table at any moment."""
    from coatl.terminal import replaying

    replaying.replay(file, at, seat, step, advice)


@app.command()
def verify(file: RecordFile) -> None:
    """Check a record: every action legal, every draw from the seed, the result right.

    A record that is cut off, edited or of other rules is refused with the place and the reason (exit status 2).
    """
    from coatl.terminal import replaying

    replaying.verify(file)
