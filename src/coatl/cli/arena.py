"""Many games: simulations and matches."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import PLAIN, AsJson, DeckFile, GameName, Table, at_a_table, lines
from coatl.engine.errors import CoatlError

RUN, RESULTS = "How it is played", "What comes of it"

app = typer.Typer()


@app.command(
    epilog=lines(
        "coatl simulate board --players 3 --games 10000 --seed 1",
        "coatl simulate board --solo --games 5000 --jobs 2 --json",
        "coatl simulate card --solo --opponent carl2",
    )
)
@at_a_table
def simulate(
    game: GameName,
    table: Table,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[str, typer.Option(help="The same seed brings the same games.")] = "1",
    jobs: Annotated[int, typer.Option(help="How many processor cores.")] = 1,
    json: AsJson = False,
    deck: DeckFile = None,
) -> None:
    """Play many random games at full speed: scores, lengths, how games end, decisions per second.

    The digest is a hash of all final positions: equal seeds give equal digests, on any machine.
    """
    options = table.options(game)
    from coatl.terminal import reports

    reports.simulate(game, options, deck, games, seed, jobs, json)


@app.command(
    epilog=lines(
        "coatl arena greedy random --game board --players 2 --games 400",
        "coatl arena search:50ms greedy --players 4      one search, three greedy",
        "coatl arena random greedy search:50ms           everybody against everybody",
        "coatl arena search:500 search:2000 --game card  simulations repeat exactly",
        "coatl arena search:50ms greedy --solo --difficulty 1,4     both meet ADAM",
        "coatl arena greedy --game card --solo --opponent carl2 --manner daring",
        "coatl arena search:500 search:2000 --sprt 0.05 --games 4000     as few games as it takes",
        "coatl arena greedy random --json - --csv games.csv --plot match.png",
        "coatl arena --plan plan.toml --plot pictures",
    )
)
@at_a_table
def arena(
    *,
    entrants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT…",
            help="Who plays: a bot, with a limit for each move if you like: greedy, search:50ms, search:500.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="board|card", help="The game.", show_default="board")] = None,
    table: Table = PLAIN,
    games: Annotated[int | None, typer.Option(help="How many games, at least.", show_default="100")] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed brings the same deals.", show_default="1")] = None,
    deck: DeckFile = None,
    plan: Annotated[Path | None, typer.Option(metavar="FILE", help="Play the matches of a TOML file.")] = None,
    patience: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="How long a bot may hang before it forfeits a move.", show_default="60"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="How many processor cores.", show_default="all", rich_help_panel=RUN)
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: local, auto or HOST:PORT.", rich_help_panel=RUN),
    ] = None,
    sprt: Annotated[
        float | None,
        typer.Option(
            metavar="GAIN",
            help="Stop as soon as it is clear whether the first of two wins more often by this share: 0.05.",
            rich_help_panel=RUN,
        ),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the games there; with --plan, a folder.", rich_help_panel=RUN),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew and forget the games that are kept.", rich_help_panel=RUN)
    ] = False,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="The figures, as JSON.", rich_help_panel=RESULTS)
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Every game and seat, as CSV.", rich_help_panel=RESULTS)
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Every game and seat, as Parquet.", rich_help_panel=RESULTS)
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE|DIR", help="Pictures: who beats whom, points, ratings.", rich_help_panel=RESULTS),
    ] = None,
) -> None:
    """Let bots play matches: wins with intervals, points, ratings, times.

    Every deal is played in every rotation of the seats, so that luck is the same
    for all; games are rounded up to whole deals. With fewer bots than seats the
    last one fills the seats; with more, every group of them plays. With --solo
    every bot plays every deal against ADAM or CARL.

    Interrupted and started again with the same command, a match goes on where it
    was; with more --games it grows. A bot that crashes, hangs or answers something
    illegal forfeits that move: a random one is played.
    """
    own = {"game": game, "games": games, "seed": seed, "patience": patience}
    given = {name: value for name, value in own.items() if value is not None}
    from coatl.terminal import arena

    run_options = arena.RunOptions(jobs, ray, store, fresh, json, csv, parquet, plot, sprt)
    if plan is None:
        arena.arena(entrants or [], given, table.options(game or "board"), deck, run_options)
        return
    if entrants or deck is not None or given or table != PLAIN:
        message = "A plan file says itself who plays what: give it without bots and without options of a table."
        raise CoatlError(
            "options.contradict", message, ["--jobs", "--ray", "--store DIR", "--fresh", "--json", "--plot"]
        )
    arena.arena_of_file(plan, run_options)
