"""Data to learn from: positions where rollouts stop, each with what came of a game that was played from there.

A game is played by the quick player, who explores. At some moment of it a plan is taken and rolled out; the leaf is
made into a whole state, and the game is played from there to its end. What lies there right after a coatl was finished
is a leaf too, without any rollout. Games are numbered, chunks of them are files, and what is there is not made again.
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
from coatl.board.notation import CHOOSE_DECK
from coatl.board.state import TURN
from coatl.bots.base import rng_of
from coatl.bots.board.leaf import COUNT
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.learn.leaves import Rolled, feature_weights, fresh_features
from coatl.learn.quick_player import QuickPlayer, outcome
from coatl.registry import rules_with

ROLLED, CLOSED, OTHER = 0, 1, 2  # kinds of positions: where a rollout stopped, where a coatl was finished, any other
OTHERS = 0.25  # of the turns that finish nothing are noted
Task = TypeVar("Task")
Result = TypeVar("Result")
CHUNK = 50  # games in a file
EXPLORE = 0.1  # how often the quick player tries another plan that looks good
PLAIN = 0.6  # of the solo games have no difficulty
SAMPLE = np.dtype(
    [
        ("features", np.float32, COUNT),
        ("margin", np.float32),
        ("won", np.float32),
        ("game", np.int64),  # training and test are split by it
        ("kind", np.int8),
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
        row["features"], row["margin"], row["won"], row["game"], row["kind"] = sample
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

Sample = tuple[Any, float, float, int, int]
Found = list[tuple[int, Any, int]]  # seat, features and kind of positions whose game is not over yet


def table_of(kind: str, rng: np.random.Generator) -> Rules:
    """The rules of some table: all player numbers, or against ADAM with all difficulties."""
    if kind == "table":
        return rules_for(int(rng.choice([2, 2, 3, 4])))
    if rng.random() < PLAIN:
        wanted: list[int] = []
    elif rng.random() < 0.9:
        wanted = [int(rng.integers(1, 6))]
    else:
        wanted = sorted(1 + int(number) for number in rng.choice(5, int(rng.integers(2, 6)), replace=False))
    return rules_for(1, tuple(wanted))


@cache
def rules_for(players: int, difficulties: tuple[int, ...] = ()) -> Rules:
    """The rules of such a table, made once."""
    options: dict[str, Any] = {"solo": True, "difficulties": difficulties} if players == 1 else {"players": players}
    return rules_with("board", None, options)


def samples_of(order: Order, game: int) -> list[Sample]:
    """Plays one game, and another from a leaf of it; the samples of both."""
    rng = rng_of(f"learn {order.kind} {order.seed} {game}")
    rules = table_of(order.kind, rng)
    states = rules.blank()
    rules.seed(states, key_of(f"learn {order.seed}"), game)
    rules.set_up(states)
    player = QuickPlayer(rules, rng)
    samples: list[Sample] = []
    when = int(rng.integers(1, 16))  # the turn in which a plan is rolled out
    seat = int(rng.integers(rules.options["players"]))
    turns = 0
    leaf: Records | None = None
    features: Any = None
    found: Found = []
    while True:
        deciding = rules.seat(states) - 1
        if deciding == seat and states[0].pending == TURN and leaf is None:
            turns += 1
            if turns >= when:
                rolled = roll_some_plan(rules, player, states, seat, rng)
                if rolled is not None:
                    features, leaf = rolled.features(), rolled.state()
        if not play_and_look(rules, player, states, found, EXPLORE):
            break
    samples += labelled(rules, states, found, game)
    if leaf is not None:
        found = [(seat, features, ROLLED)]
        rules.seed(leaf, key_of(f"learn leaf {order.seed}"), game)
        while play_and_look(rules, player, leaf, found, 0.0):
            pass
        samples += labelled(rules, leaf, found, game)
    return samples


def play_and_look(rules: Rules, player: QuickPlayer, states: Records, found: Found, explore: float) -> bool:
    """Plays one plan; if the game goes on, the features of the seat may be noted, always if it finished a coatl."""
    seat = rules.seat(states) - 1
    if seat >= rules.options["players"]:  # ADAM
        return player.step(states)
    before = player.closed(states, seat)
    if not player.step(states, explore):
        return False
    closed = player.closed(states, seat)
    ended = rules.seat(states) - 1 == seat or closed == rules.decks[0].coatls or rules.result(states) is not None
    if not ended and (closed > before or player.rng.random() < OTHERS):
        features = fresh_features(rules, states, seat, feature_weights())
        found.append((seat, features, CLOSED if closed > before else OTHER))
    return True


def labelled(rules: Rules, states: Records, found: Found, game: int) -> list[Sample]:
    """What was found in a game that is over, each with how its seat fared."""
    return [(features, *outcome(rules, states, seat), game, kind) for seat, features, kind in found]


def roll_some_plan(
    rules: Rules, player: QuickPlayer, states: Records, seat: int, rng: np.random.Generator
) -> Rolled | None:
    """A rollout of a likely plan, from what the seat sees with the rest dealt anew; None if the game ends in it."""
    dealt = rules.determinise(rules.view(states, seat + 1), rng)
    search = player.search(dealt)
    ranked = search.ranked()
    plan = search.plans[ranked[int(rng.integers(len(ranked)))][0]]
    if CHOOSE_DECK in plan["steps"][: plan["count"]]:  # a card that rollouts do not look at
        return None
    rolled = Rolled(rules, copy_of(dealt), seat, plan, search.goal, feature_weights(), rng)
    return rolled if rolled.goes_on() else None
