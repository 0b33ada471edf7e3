"""Learned judgement: data, training, and the gate."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import lines

app = typer.Typer()
learn = typer.Typer(
    no_args_is_help=True,
    help="Learn how to judge positions of the board game: make data, train a network, and let it pass the gate.",
)
app.add_typer(learn, name="learn")

Folder = Annotated[Path, typer.Option("--folder", metavar="DIR", help="Where data and networks are kept.")]
Kind = Annotated[str, typer.Option("--kind", metavar="solo|table", help="Alone against ADAM, or two to four players.")]
Seed = Annotated[str, typer.Option("--seed", help="The same seed brings the same games.")]
Jobs = Annotated[int | None, typer.Option("--jobs", help="How many processor cores.", show_default="all")]
AsFile = Annotated[
    Path | None, typer.Option("--network", metavar="FILE", help="Another network than that of the folder.")
]
HERE = Path("learned")


@learn.command(
    epilog=lines(
        "coatl learn data --games 16000       some 310,000 positions; about 0.2 s a game and core",
        "coatl learn data --kind table --games 10000 --seed second",
    )
)
def data(
    games: Annotated[int, typer.Option(help="How many games; each brings some twenty positions.")] = 1000,
    kind: Kind = "solo",
    seed: Seed = "1",
    folder: Folder = HERE,
    jobs: Jobs = None,
) -> None:
    """Play games and note positions with what came of them. Interrupted, the same command goes on."""
    from coatl.terminal import learn

    learn.data(folder, kind, seed, games, jobs)


@learn.command(epilog=lines("coatl learn train --kind solo --seeds 5"))
def train(
    kind: Kind = "solo",
    seeds: Annotated[int, typer.Option(help="How many networks are trained; the best is kept.")] = 3,
    epochs: Annotated[int, typer.Option(help="How often all positions are seen, at most.")] = 60,
    folder: Folder = HERE,
) -> None:
    """Train a network on the positions of a folder, and write it there with its card."""
    from coatl.terminal import learn

    learn.train(folder, kind, seeds, epochs)


@learn.command(epilog=lines("coatl learn gate --kind solo --decisions 2000 --plays 64"))
def gate(
    decisions: Annotated[int, typer.Option(help="How many decisions, one of each game.")] = 200,
    plays: Annotated[int, typer.Option(help="How often each choice is played to the end.")] = 16,
    kind: Kind = "solo",
    seed: Seed = "gate",
    share: Annotated[
        float, typer.Option(min=0, max=1, help="How much the network says beside the simulated games; 1 is all.")
    ] = 1.0,
    folder: Folder = HERE,
    network: AsFile = None,
    jobs: Jobs = None,
) -> None:
    """Compare the choices of a network with those of the search alone, each played to the end of the game."""
    from coatl.terminal import learn

    learn.gate(folder, kind, seed, decisions, plays, share, network, jobs)
