"""Random games by the thousand, inside the compiled engine and on as many cores as wanted.

>>> from coatl.registry import rules_of
>>> summary = simulate(rules_of("board", players=3), games=20, seed="1")
>>> summary.games, len(summary.points), sum(summary.endings.values())
(20, 3, 20)
"""

import hashlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules, Standings
from coatl.engine.structs import Ints, Records
from coatl.validation import check_seed

MOST_GAMES = 10_000_000
MOST_JOBS = 64
CHUNK = 128  # games between two looks at the clock, the progress bar and Ctrl-C


@dataclass(frozen=True)
class Spread:
    """A number of many games."""

    mean: float
    least: int
    most: int


@dataclass(frozen=True)
class Summary:
    """What a simulation found; seats in their order, the automaton last."""

    seed: str
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    digest: str  # of all final positions: equal for equal seeds, options and rules, whatever the number of jobs
    points: tuple[Spread, ...]  # by seat
    wins: tuple[float, ...]  # by seat; who shares a win has a share of it
    shared_wins: int
    turns: Spread
    decisions_per_game: Spread
    endings: dict[str, int]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        plain = asdict(self)
        return plain | {name: list(plain[name]) for name in ("points", "wins")}


def simulate(
    rules: Rules,
    games: int,
    seed: str | int | None,
    jobs: int = 1,
    advance: Callable[[int], None] | None = None,
    chunk: int = CHUNK,
) -> Summary:
    """Plays games 0, 1, … of a seed at random, on `jobs` threads; `advance(n)` hears of every n finished games."""
    check_between("simulate.games", "games", games, MOST_GAMES)
    check_between("simulate.jobs", "jobs", jobs, MOST_JOBS)
    text = check_seed(seed)
    rules.standings(play(rules, key_of(text), 0, Chunk(rules, 1), 1).states)  # compiled before the clock starts
    tally = Tally(rules)
    began = time.perf_counter()
    for finished in chunks(rules, games, text, jobs, chunk):
        tally.add(finished)
        if advance:
            advance(len(finished.states))
    return tally.summary(text, time.perf_counter() - began)


def check_between(code: str, what: str, number: int, most: int) -> None:
    if type(number) is not int or not 1 <= number <= most:
        raise CoatlError(code, f"The number of {what} is from 1 to {most:,}, not {number!r}.", [f"1 to {most}"])


# ---------------------------------------------------------------- playing


class Chunk:
    """Room for some games, used again and again."""

    def __init__(self, rules: Rules, size: int) -> None:
        self.states: Records = np.zeros(size, rules.blank().dtype)
        self.decisions: Ints = np.zeros(size, np.int64)

    def cut(self, size: int) -> "Chunk":
        """The front of it, for the last games."""
        if size == len(self.states):
            return self
        front = Chunk.__new__(Chunk)
        front.states, front.decisions = self.states[:size], self.decisions[:size]
        return front


def play(rules: Rules, key: Ints, number: int, chunk: Chunk, size: int) -> Chunk:
    front = chunk.cut(size)
    rules.play_games(front.states, key, number, front.decisions)
    return front


def chunks(rules: Rules, games: int, seed: str, jobs: int, size: int) -> Iterator[Chunk]:
    """All games in their order, a chunk at a time; each chunk is good until the next one is asked for.

    Compiled code leaves the interpreter alone, so threads are enough; one chunk waits for each that is played.
    """
    key = key_of(seed)
    begun: deque[tuple[Future[Chunk], Chunk]] = deque()
    spare = [Chunk(rules, min(size, games)) for _ in range(2 * jobs)]
    numbers = iter(range(0, games, size))
    pool = ThreadPoolExecutor(jobs, "simulate")
    try:
        while True:
            while spare and (number := next(numbers, None)) is not None:
                room = spare.pop()
                begun.append((pool.submit(play, rules, key, number, room, min(size, games - number)), room))
            if not begun:
                return
            future, room = begun.popleft()
            yield future.result()
            spare.append(room)
    finally:  # also on Ctrl-C: what is being played ends within moments, the rest is not begun
        pool.shutdown(cancel_futures=True)


# ---------------------------------------------------------------- counting


class Tally:
    """What is known of the games so far."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hash = hashlib.sha256()
        self.games = 0
        self.points = [Counted() for _ in range(rules.seats)]
        self.turns, self.decisions = Counted(), Counted()
        self.wins = np.zeros(rules.seats)
        self.shared = 0
        self.endings: Counter[str] = Counter()

    def add(self, chunk: Chunk) -> None:
        """Counts the games of a chunk in."""
        self.hash.update(chunk.states.tobytes())
        self.games += len(chunk.states)
        ends = self.rules.standings(chunk.states)
        for seat, counted in enumerate(self.points):
            counted.add(ends.points[:, seat])
        self.turns.add(ends.turns)
        self.decisions.add(chunk.decisions)
        self.add_wins(ends)
        for ending, count in enumerate(np.bincount(ends.endings, minlength=len(self.rules.endings))):
            self.endings[self.rules.endings[ending]] += int(count)

    def add_wins(self, ends: Standings) -> None:
        winners = ends.won.sum(axis=1, keepdims=True)
        self.wins += (ends.won / winners).sum(axis=0)
        self.shared += int((winners > 1).sum())

    def summary(self, seed: str, seconds: float) -> Summary:
        """All of it, after the last chunk."""
        return Summary(
            seed=seed,
            games=self.games,
            decisions=self.decisions.total,
            seconds=seconds,
            decisions_per_second=self.decisions.total / seconds,
            digest=self.hash.hexdigest(),
            points=tuple(counted.spread(self.games) for counted in self.points),
            wins=tuple(float(share) for share in self.wins),
            shared_wins=self.shared,
            turns=self.turns.spread(self.games),
            decisions_per_game=self.decisions.spread(self.games),
            endings={ending: count for ending, count in self.endings.items() if count},
        )


class Counted:
    """Sum, least and most of a number."""

    def __init__(self) -> None:
        self.total = 0
        self.least: int | None = None
        self.most: int | None = None

    def add(self, numbers: Ints) -> None:
        """Counts the numbers of a chunk in."""
        least, most = int(numbers.min()), int(numbers.max())
        self.total += int(numbers.sum())
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)

    def spread(self, games: int) -> Spread:
        """Mean, least and most over so many games."""
        return Spread(self.total / games, self.least or 0, self.most or 0)
