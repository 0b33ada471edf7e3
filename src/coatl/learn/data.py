"""Data to learn from: positions of games that the quick player plays, each with what came of its game for one seat.

At any moment of a game some position is noted, as one of the seats sees it. Games are numbered, chunks of them are
files, and what is there is not made again.
"""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from coatl.arena.workers import cores
from coatl.bots.base import rng_of
from coatl.bots.board.features import COUNT
from coatl.bots.board.judgement import features_of
from coatl.bots.board.quick_player import QuickPlayer
from coatl.bots.judgement import outcome
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.registry import rules_with

NOTED = 0.4  # of the moments between two plans
NOTED_WITHIN = 0.04  # of those within a plan
Task = TypeVar("Task")
Result = TypeVar("Result")
CHUNK = 50  # games in a file
EXPLORE = 0.1  # how often the quick player tries another plan that looks good
PLAIN = 0.5  # of the games have no difficulty, or no option
SAMPLE = np.dtype(
    [
        ("features", np.float32, COUNT),
        ("margin", np.float32),
        ("won", np.float32),
        ("game", np.int64),  # training and test are split by it
    ]
)


@dataclass(frozen=True)
class Order:
    """What is to be made: which kind of table, from which seed, and into which folder."""

    folder: Path
    kind: str  # solo, or table for two to four players
    seed: str
    games: int

    def path(self, chunk: int) -> Path:
        """The file of a chunk."""
        return self.folder / f"{self.kind}-{self.seed}-{chunk:06}.npy"

    @property
    def chunks(self) -> int:
        """How many files there will be."""
        return -(-self.games // CHUNK)

    def missing(self) -> list[int]:
        """The chunks that are still to be made."""
        return [chunk for chunk in range(self.chunks) if not self.path(chunk).exists()]


def make(order: Order, jobs: int | None = None, advance: Callable[[int], None] | None = None) -> None:
    """Makes what is missing, on all cores or as many as wanted; an interruption costs the chunks in work alone."""
    order.folder.mkdir(parents=True, exist_ok=True)
    missing = order.missing()
    if advance:
        advance(order.chunks - len(missing))
    for _ in in_processes(make_chunk, [(order, chunk) for chunk in missing], jobs):
        if advance:
            advance(1)


def in_processes(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None) -> Iterator[Result]:
    """The results of tasks, in the order in which they are done; on all cores or as many as wanted."""
    size = min(jobs or cores(), len(tasks))
    if size < 2:
        yield from map(work, tasks)
        return
    with get_context("spawn").Pool(size, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(work, tasks)


def make_chunk(task: tuple[Order, int]) -> int:
    """Plays the games of a chunk and writes their samples in one step."""
    order, chunk = task
    games = range(chunk * CHUNK, min((chunk + 1) * CHUNK, order.games))
    samples = [sample for game in games for sample in samples_of(order, game)]
    rows = np.zeros(len(samples), SAMPLE)
    for row, sample in zip(rows, samples, strict=True):
        row["features"], row["margin"], row["won"], row["game"] = sample
    path = order.path(chunk)
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        np.save(file, rows)
    part.replace(path)
    return chunk


def read(folder: Path, kind: str) -> Any:
    """All samples of a kind in a folder.

    :raises CoatlError: learn.data, if there is none.
    """
    files = sorted(folder.glob(f"{kind}-*.npy"))
    if not files:
        raise CoatlError("learn.data", f"There are no positions of {kind!r} in {folder}.", ["coatl learn data"])
    return np.concatenate([np.load(file) for file in files])


# ---------------------------------------------------------------- one game

Sample = tuple[Any, float, float, int]


def table_of(kind: str, rng: np.random.Generator) -> Rules:
    """The rules of some table: all player numbers with all options, or against ADAM with all difficulties."""
    plain = rng.random() < PLAIN
    if kind == "table":
        players = int(rng.choice([2, 2, 3, 4]))
        if plain:
            return rules_for(players)
        bodies = str(rng.choice(["", "fewer_bodies", "golden_feathers"]))
        changed = [("tokens", bool(rng.random() < 0.5)), ("promo", bool(rng.random() < 0.5))]
        return rules_for(players, (*changed, *([(bodies, True)] if bodies else [])))
    wanted: tuple[int, ...] = ()
    if not plain:
        count = 1 if rng.random() < 0.8 else int(rng.integers(2, 6))
        wanted = tuple(sorted(1 + int(number) for number in rng.choice(5, count, replace=False)))
    return rules_for(1, (("difficulties", wanted),))


@cache
def rules_for(players: int, options: tuple[tuple[str, Any], ...] = ()) -> Rules:
    """The rules of such a table, made once."""
    seats: dict[str, Any] = {"solo": True} if players == 1 else {"players": players}
    return rules_with("board", None, seats | dict(options))


def samples_of(order: Order, game: int) -> list[Sample]:
    """Plays one game; the positions that were noted in it."""
    rng = rng_of(f"learn {order.kind} {order.seed} {game}")
    rules = table_of(order.kind, rng)
    states = rules.blank()
    rules.seed(states, key_of(f"learn {order.seed}"), game)
    rules.set_up(states)
    player = QuickPlayer(rules, rng)
    found: list[tuple[int, Any]] = []
    players = int(rules.options["players"])

    def note(share: float) -> None:
        if rng.random() < share and not rules.over(states):
            seat = 1 + int(rng.integers(players))
            found.append((seat, features_of(rules, states, seat)))

    while line := player.choose(states, EXPLORE):
        note(NOTED)
        for _ in player.follow(states, line):
            note(NOTED_WITHIN)
    result = rules.result(states)
    assert result is not None
    return [(features, *outcome(result, seat), game) for seat, features in found]
