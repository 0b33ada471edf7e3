"""The answers of `coatl learn`: progress, figures, files."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import Progress

from coatl.arena.simulation import check_between
from coatl.engine.errors import CoatlError
from coatl.terminal.theme import console

KINDS = ("solo", "table")
MOST = 10_000_000
PACKAGE = Path(__file__).resolve().parent.parent


def data(folder: Path, kind: str, seed: str, games: int, jobs: int | None) -> None:
    """Makes positions and tells how many there are."""
    from coatl.learn import data

    check(kind, games=games)
    order = data.Order(folder, kind, seed, games)
    with bar("Playing", order.chunks) as advance:
        data.make(order, jobs, advance)
    found = data.read(folder, kind)
    print(f"{len(found):,} positions of {len(set(found['game'].tolist())):,} games are in {folder}.")


def train(folder: Path, kind: str, seeds: int, epochs: int) -> None:
    """Trains a network and tells how it does on games that it has not seen."""
    from coatl.learn import data, training

    check(kind, seeds=seeds, epochs=epochs)
    samples = data.read(folder, kind)
    arrays, figures = training.train(samples, seeds, epochs)
    about = {
        "kind": kind,
        "samples": len(samples),
        "games": len(set(samples["game"].tolist())),
        "data_sha256": training.digest(samples),
        "seeds": seeds,
        "commit": commit(),
    }
    training.write(network_file(folder, kind), arrays, figures, about)
    print(f"{network_file(folder, kind)}: {json.dumps(vars(figures))}")


def gate(
    folder: Path, kind: str, seed: str, decisions: int, plays: int, share: float, network: Path | None, jobs: int | None
) -> None:
    """Tries a network on decisions and says whether it has passed."""
    from coatl.bots.board.network import read_network
    from coatl.learn import gate

    check(kind, decisions=decisions, plays=plays)
    path = network or network_file(folder, kind)
    if not path.exists():
        raise CoatlError("learn.network", f"There is no network {path}.", ["coatl learn train"])
    trial = gate.Trial(read_network(path), kind, seed, plays, share)
    with bar("Deciding", decisions) as advance:
        found = gate.gate(trial, decisions, jobs, advance)
    print(json.dumps(found.data(), indent=1))


def check(kind: str, **numbers: int) -> None:
    """Whether what was given can be done.

    :raises CoatlError: learn.kind, or learn.NUMBER.
    """
    if kind not in KINDS:
        raise CoatlError("learn.kind", f"There is no kind of table {kind!r}.", KINDS)
    for name, number in numbers.items():
        check_between(f"learn.{name}", name, number, MOST)


def network_file(folder: Path, kind: str) -> Path:
    """Where the network of a folder lies."""
    return folder / f"judgement_{kind}.npz"


def commit() -> str:
    """The commit of the sources, if they lie in a repository."""
    try:
        asked = ["git", "-C", str(PACKAGE), "rev-parse", "--short", "HEAD"]
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return "unknown"


@contextmanager
def bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal."""
    errors = console(sys.stderr)
    with Progress(console=errors, disable=not errors.is_terminal, transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.advance(task, done)
