"""Games of any entrants as a table of decisions: observations, masks, actions and results, for offline learning."""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from coatl.arena.cluster import attach
from coatl.arena.match_game import Player, Table
from coatl.arena.plan import Plan
from coatl.arena.workers import cores
from coatl.engine.errors import CoatlError
from coatl.extras import optional
from coatl.rl.observations import observation, observation_fields, observation_hash
from coatl.version import RULES_VERSION

BATCH = 20  # games of one piece of work, and of one group of rows
Rows = dict[str, list[Any]]


class Recorder(Table):
    """A table of the arena that notes every decision with a choice."""

    def rows(self, number: int, compact: bool) -> Rows:
        """Plays a game of the plan; one row a decision."""
        deal, place = divmod(number, len(self.plan.seatings))
        position, rules = self.dealt(deal), self.rules
        players = [
            Player(self, self.plan.players[entrant], deal, place, seat)
            for seat, entrant in enumerate(self.plan.seatings[place], 1)
        ]
        noted: list[tuple[int, Any, Any, int]] = []
        while legal := position.legal():
            action = legal[0]
            if len(legal) > 1:
                seat = position.seat
                seen, mask = observation(rules, position.states, seat, compact), position.mask()
                action = players[seat - 1].decide(position, legal)
                noted.append((seat, seen, mask, action))
            position.play(action, trust=True)
        result = position.result
        assert result is not None
        seats = [row[0] for row in noted]
        entrants = [self.plan.players[self.plan.seatings[place][seat - 1]].spec for seat in seats]
        return {
            "game": [number] * len(noted),
            "seat": seats,
            "entrant": entrants,
            "observation": [row[1] for row in noted],
            "mask": [row[2] for row in noted],
            "action": [row[3] for row in noted],
            "points": [result.points[seat - 1] for seat in seats],
            "won": [(seat in result.winners) / len(result.winners) for seat in seats],
        }


def played(plan: Plan, numbers: Sequence[int], compact: bool) -> Rows:
    """The rows of some games, in their order; in whatever process."""
    table = Recorder(plan)
    games = [table.rows(number, compact) for number in numbers]
    table.close()
    return {name: [value for rows in games for value in rows[name]] for name in games[0]}


def pieces(games: int) -> Iterator[range]:
    """The numbers of all games, a batch at a time."""
    return (range(low, min(low + BATCH, games)) for low in range(0, games, BATCH))


def all_rows(plan: Plan, compact: bool, jobs: int | None, ray: str | None) -> Iterator[Rows]:
    """The rows of all games, batch by batch and in order: in this process, on several cores, or on a Ray cluster."""
    plan = plan.packed()
    work = pieces(plan.deals * len(plan.seatings))
    if ray is not None:
        yield from on_cluster(plan, compact, work, ray)
        return
    workers = jobs or cores()
    if workers == 1:
        yield from (played(plan, numbers, compact) for numbers in work)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        waiting = [pool.submit(played, plan, numbers, compact) for numbers in islice(work, 2 * workers)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(played, plan, numbers, compact) for numbers in islice(work, 1)]


def on_cluster(plan: Plan, compact: bool, work: Iterator[range], address: str) -> Iterator[Rows]:
    """The same on a Ray cluster; every node needs this version of the program."""
    ray = optional("ray")
    ours = attach(ray, address, None)
    task = ray.remote(played)
    try:
        waiting = [task.remote(plan, numbers, compact) for numbers in islice(work, 2 * cores())]
        while waiting:
            yield ray.get(waiting.pop(0))
            waiting += [task.remote(plan, numbers, compact) for numbers in islice(work, 1)]
    finally:
        if ours:
            ray.shutdown()


def write_dataset(
    plan: Plan, path: Path, compact: bool = False, jobs: int | None = None, ray: str | None = None
) -> int:
    """Plays the games of a plan and writes their decisions as Parquet, batch by batch; returns how many rows."""
    arrow, parquet = optional("pyarrow"), optional("pyarrow.parquet")
    rules = plan.rules
    size = observation_fields(rules, compact)[-1].stop
    about = {
        "rules": str(RULES_VERSION),
        "game": rules.game,
        "options": json.dumps(dict(rules.options)),
        "observation": observation_hash(rules, compact),
        "fields": json.dumps([asdict(place) for place in observation_fields(rules, compact)]),
    }
    schema = arrow.schema(
        [
            ("game", arrow.int64()),
            ("seat", arrow.int8()),
            ("entrant", arrow.dictionary(arrow.int8(), arrow.string())),
            ("observation", arrow.list_(arrow.int8(), size)),
            ("mask", arrow.list_(arrow.bool_(), rules.actions)),
            ("action", arrow.int16()),
            ("points", arrow.int16()),
            ("won", arrow.float32()),
        ],
        metadata={f"coatl.{name}": value for name, value in about.items()},
    )
    count = 0
    try:
        with parquet.ParquetWriter(path, schema, compression="zstd") as file:
            for rows in all_rows(plan, compact, jobs, ray):
                columns = [column(arrow, schema.field(name).type, rows[name]) for name in schema.names]
                file.write_table(arrow.Table.from_arrays(columns, schema=schema))
                count += len(rows["game"])
    except OSError as fault:
        raise CoatlError("file.write", f"{path} cannot be written: {fault.strerror or fault}.") from None
    return count


def column(arrow: Any, kind: Any, values: list[Any]) -> Any:
    """A column; rows of numbers go as one flat array."""
    if not arrow.types.is_fixed_size_list(kind):
        return arrow.array(values, kind)
    flat = arrow.array(np.concatenate(values), kind.value_type)
    return arrow.FixedSizeListArray.from_arrays(flat, kind.list_size)
