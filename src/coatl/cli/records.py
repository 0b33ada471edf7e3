"""Records of games: told again, checked, and reviewed."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import AsJson, RecordFile, in_language, lines

app = typer.Typer()


@app.command(
    epilog=lines(
        "coatl replay game.coatl",
        "coatl replay game.coatl --at 30 --seat 1",
        "coatl replay game.coatl --step",
        "coatl replay game.coatl --at 30 --advice priest",
    )
)
@in_language
def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", help="Show the table after N actions.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help="See with the eyes of this seat.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Go through the game table by table.")] = False,
    advice: Annotated[str | None, typer.Option(metavar="BOT", help="With --at: what a bot would do then.")] = None,
) -> None:
    """Tell a recorded game again: all of it in words, or the table at any moment."""
    from coatl.terminal import replay

    replay.replay(file, at, seat, step, advice)


@app.command(
    epilog=lines(
        "coatl show game.coatl --svg table.svg",
        "coatl show game.coatl --at 30 --seat 1 --svg table.svg",
    )
)
@in_language
def show(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", help="After N actions; else as the record ends.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help="See with the eyes of this seat.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the table into this SVG file.")] = None,
) -> None:
    """Show the table at one moment of a recorded game: in the terminal, or as a picture for a page or a report.

    Without --seat it shows what spectators see; every card, if the game is over at that moment.
    """
    from coatl.terminal import replay

    replay.show(file, at, seat, svg)


@app.command()
@in_language
def verify(file: RecordFile) -> None:
    """Check a record: every action legal, every draw from the seed, the result right, the commitment kept.

    A record that is cut off, of other rules, or in which something does not agree is refused with the place and the
    reason (exit status 2). It says what the commitment covers; compare it with the one that was shown before the
    first move. Moves are not covered: another legal order of moves with the same draws passes.
    """
    from coatl.terminal import replay

    replay.verify(file)


@app.command(
    epilog=lines(
        "coatl review game.coatl",
        "coatl review game.coatl --seat 1 --depth 4",
        "coatl review games/*.coatl --jobs 2      what costs each player most over many games",
        "coatl review games/*.coatl --seat 1 --practise",
        "coatl review game.coatl --json",
        "coatl review games/*.coatl --ray auto --parquet turns.parquet",
    )
)
@in_language
def review(
    *,
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Records of games, finished or not.", show_default=False)
    ],
    depth: Annotated[
        float, typer.Option(help="How deep: 4 takes four times as long, and its intervals are half as wide.")
    ] = 1.0,
    seat: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Tell of this player alone.", show_default="all")
    ] = None,
    jobs: Annotated[int, typer.Option(help="How many processor cores. The numbers stay the same.")] = 1,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on a Ray cluster: local, auto or HOST:PORT.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what was worked out before.")] = False,
    parquet: Annotated[Path | None, typer.Option(metavar="FILE", help="Every turn, as Parquet.")] = None,
    practise: Annotated[
        bool, typer.Option("--practise", help="Play your mistakes anew, the dearest first; --seat names who you are.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Learn from a game: what each decision cost, what luck did, and three lessons for each player.

    A decision is judged by what its player could see then, never by what came later. Its cost is in points of the
    final margin, with a 95 % interval; what may be nothing within it is fine. A two-player game takes about a minute;
    interrupted and started again, a review goes on where it was, and a second look is instant.
    """
    from coatl.terminal import review as reviewing

    reviewing.review(files, seat, json, reviewing.Work(depth, jobs, ray, fresh, parquet), practise)
