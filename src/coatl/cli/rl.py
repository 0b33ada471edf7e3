"""For learners: training of a baseline, and games as data."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import DeckFile, GameName, Table, at_a_table, lines

app = typer.Typer()
rl_app = typer.Typer(no_args_is_help=True, help="Learning: train a policy in self-play (docs/rl.md).")
app.add_typer(rl_app, name="rl")


@rl_app.command(
    "train",
    epilog=lines(
        "coatl rl train card --players 2 --decisions 2000000 --output card.npz",
        "coatl rl train card --solo --output carl.npz --curve carl.jsonl",
        "coatl play card --bot policy:card.npz     play against it",
    ),
)
@at_a_table
def train(
    *,
    game: GameName,
    table: Table,
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where the policy goes.")] = Path("policy.npz"),
    decisions: Annotated[int, typer.Option(help="How many decisions of self-play.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed brings the same games.")] = 1,
    curve: Annotated[Path | None, typer.Option(metavar="FILE", help="Add every point of the curve, as JSON.")] = None,
    points: Annotated[int, typer.Option(help="How many points the curve has.")] = 10,
    games: Annotated[int, typer.Option(help="How many games measure a point.")] = 400,
    deck: DeckFile = None,
) -> None:
    """Train a small network in self-play, with NumPy alone, and measure it on the way."""
    from coatl.terminal import rl as answers

    options = table.options(game)
    answers.train(
        game, options, deck, output, decisions=decisions, seed=seed, curve_file=curve, points=points, games=games
    )


@app.command(
    epilog=lines(
        "coatl dataset card greedy greedy --games 1000 --output card.parquet",
        "coatl dataset board search:50ms greedy --players 2 --games 200",
        "coatl dataset card greedy --solo --opponent carl2 --jobs 1",
        "The columns, and how to read them, are in docs/rl.md.",
    )
)
@at_a_table
def dataset(
    *,
    game: GameName,
    entrants: Annotated[
        list[str], typer.Argument(metavar="BOT…", help="Who plays, as in coatl arena.", show_default=False)
    ],
    table: Table,
    games: Annotated[int, typer.Option(help="How many games, at least.")] = 100,
    seed: Annotated[str, typer.Option(help="The same seed brings the same games.")] = "1",
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where the table goes.")] = Path("games.parquet"),
    compact: Annotated[bool, typer.Option("--compact", help="Write the compact observations.")] = False,
    jobs: Annotated[int | None, typer.Option(help="How many processor cores.", show_default="all")] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: local, auto.")] = None,
    deck: DeckFile = None,
) -> None:
    """Let bots play and write every decision as Parquet: observation, mask, action and result."""
    from coatl.terminal import rl as answers

    plan = answers.plan(game, tuple(entrants), table.options(game), deck, games, seed)
    answers.dataset(plan, output, compact, jobs, ray)
