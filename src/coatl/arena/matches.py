"""A match from its plan to its statistics; what is already in its store is not played again."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coatl.arena.match_game import Played
from coatl.arena.paired import SequentialTest, Verdict
from coatl.arena.plan import PATIENCE, Plan
from coatl.arena.simulation import MOST_JOBS, check_between
from coatl.arena.statistics import Statistics, statistics
from coatl.arena.store import Store
from coatl.arena.workers import Processes, ThisProcess, Workers, cores, play
from coatl.validation import check_seed

Advance = Callable[[int], None]


@dataclass(frozen=True)
class Match:
    """A finished match: its plan, every game, and what they tell."""

    plan: Plan
    games: list[Played]
    statistics: Statistics
    verdict: Verdict | None = None  # of a sequential test

    def data(self) -> dict[str, Any]:
        """Plain data for JSON: the plan and the statistics."""
        table = {"name": self.plan.name, "key": self.plan.key, "plan": self.plan.data()}
        verdict = {} if self.verdict is None else {"verdict": asdict(self.verdict)}
        return table | self.statistics.data() | verdict

    def rows(self) -> list[dict[str, Any]]:
        """One row for each game and seat."""
        return [row for played in self.games for row in rows_of(self.plan, played)]


def match(
    *entrants: str,
    game: str = "board",
    games: int = 100,
    seed: str | int = 1,
    deck: Any = None,
    jobs: int | None = 1,
    ray: str | None = None,
    store: str | Path | None = None,
    fresh: bool = False,
    patience: float = PATIENCE,
    name: str = "",
    advance: Advance | None = None,
    **options: Any,
) -> Match:
    """Lets bots play against each other, or alone against an automaton, on the same deals and in every seat.

    Entrants are bots with a limit, as on the command line: `greedy`, `search:50ms`, `search:500`, `my.module:MyBot:1s`.
    The options are those of `coatl.new`; games are rounded up to whole sets of seats. `jobs` is the number of
    processes (None: all cores; a script then needs the usual `if __name__ == "__main__":`), `ray` the address of a
    Ray cluster, `store` a file with which an interrupted match goes on, unless it is to begin `fresh`. `advance(n)`
    hears of every n games that are done.

    >>> from coatl.arena import match
    >>> found = match("random", "random", game="card", games=5, seed=7)
    >>> len(found.games), [line.name for line in found.statistics.lines]
    (6, ['random', 'random #2'])
    >>> sum(line.wins.mean for line in found.statistics.lines)
    1.0
    >>> found.rows()[0]["deal"], found.rows()[0]["seat"], found.rows()[0]["entrant"]
    (0, 1, 'random')
    """
    plan = Plan(tuple(entrants), game, games, check_seed(seed), options, deck, name, patience)
    return run(plan, jobs, ray, None if store is None else Path(store), fresh, advance)


def run(
    plan: Plan,
    jobs: int | None = 1,
    ray: str | None = None,
    store: Path | None = None,
    fresh: bool = False,
    advance: Advance | None = None,
    test: SequentialTest | None = None,
) -> Match:
    """Plays what is missing of a plan, or as much of it as a sequential test needs."""
    if jobs is not None:
        check_between("arena.jobs", "jobs", jobs, MOST_JOBS)
    if test is not None:
        test.check(plan)
    with Store(plan, store, fresh) as kept:
        missing = kept.missing()
        if advance:
            advance(len(plan.numbers) - len(missing))
        if missing and not decided(test, plan, kept):
            with closing(workers_for(plan, jobs, ray, len(missing))) as workers:
                for games in play(workers, missing):
                    kept.add(games)
                    if advance:
                        advance(len(games))
                    if decided(test, plan, kept):
                        break
        found = kept.games()
    if test is None:
        return Match(plan, found, statistics(plan, found))
    verdict = test.verdict(plan, found)
    counted = test.counted(plan, found, verdict)
    return Match(plan, counted, statistics(plan, counted), verdict)


def decided(test: SequentialTest | None, plan: Plan, kept: Store) -> bool:
    """Whether a sequential test needs no more games."""
    return test is not None and test.verdict(plan, kept.games()).better is not None


def workers_for(plan: Plan, jobs: int | None, ray: str | None, games: int) -> Workers:
    """Who plays: a cluster, this process, or several, but no more than there are games left."""
    if ray is not None:
        from coatl.arena.cluster import Cluster

        return Cluster(plan, ray, jobs)
    size = min(jobs or cores(), games)
    return ThisProcess(plan) if size == 1 else Processes(plan, size)


def rows_of(plan: Plan, played: Played) -> list[dict[str, Any]]:
    """A row for each seat of a game."""
    deal, place = divmod(played.number, len(plan.seatings))
    line_up, rotation = divmod(place, plan.seats)
    return [
        {
            "match": plan.name,
            "game": played.number,
            "deal": deal,
            "line_up": line_up,
            "rotation": rotation,
            "seat": seat,
            "entrant": plan.labels[one.entrant],
            "points": one.points,
            "won": one.won,
            "place": rank + 1,
            "turns": played.turns,
            "ending": played.ending,
            "moves": one.moves,
            "seconds_per_move": one.seconds / one.moves if one.moves else None,
            "slowest_move": one.slowest if one.moves else None,
            "forfeits": one.forfeits,
            "reasons": "; ".join(one.reasons),
            "digest": played.digest,
        }
        for seat, (one, rank) in enumerate(zip(played.seats, played.places(), strict=True), 1)
    ]
