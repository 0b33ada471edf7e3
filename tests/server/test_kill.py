"""Nothing acknowledged is ever lost: kill -9 under load, writes that were torn, and a stop that finishes its writes.

COATL_KILLS=200 kills longer; so does `make kills N=200`.
"""

import asyncio
import os
import random
import shutil
from pathlib import Path

from coatl.server.requests import NewTable, SeatRequest
from coatl.server.storage.store import Store, Write
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands
from coatl.server.tables.decisions import do, new_table, rebuild
from tests.server.kills import Log, check, check_replay, crowd, finished, kill, stored
from tests.server.processes import UNHURRIED, Process, process

KILLS = int(os.environ.get("COATL_KILLS", "3"))
AGAIN = 1012  # the close code that says: connect again


def test_every_acknowledged_move_survives_kills_under_load(tmp_path: Path) -> None:
    figures = kill(tmp_path / "data", KILLS, players=8, seed=len(os.fspath(tmp_path)))
    assert figures.kills >= KILLS
    assert figures.acked > 0


def test_a_stop_finishes_all_writes_and_says_good_bye(tmp_path: Path) -> None:
    async def play(server: Process) -> int:
        with crowd([server.url], log, 8) as tasks:
            while len(log.acks) < 80:
                await asyncio.sleep(0.01)
            status = await asyncio.to_thread(server.stop)
            while sum(log.farewells.values()) < 8:
                await asyncio.sleep(0.01)
        await finished(tasks)
        return status

    log = Log()
    with process(tmp_path / "data", **UNHURRIED) as server:
        assert asyncio.run(asyncio.wait_for(play(server), 120)) == 0
        assert '"level": "error"' not in server.told
    assert dict(log.farewells) == {AGAIN: 8}
    events = stored(tmp_path / "data" / "coatl.db")
    check(events, log)
    check_replay(events, log)
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["coatl.db"]


async def written(store: Store, log: Path, moves: int) -> tuple[str, list[tuple[int, int]]]:
    """A game, move by move; after each one, how long the write-ahead log is and how many events are on disk."""
    made = prepare_table(
        NewTable(game="card", seats=[SeatRequest(kind="me", name="Ann"), SeatRequest(kind="me", name="Ben")])
    )
    table, events = new_table(made.table, made.data, 1000)
    await store.append(Write(table, events))
    marks = [(log.stat().st_size, table.number)]
    for number in range(moves):
        assert table.game is not None
        command = commands.Play(seat=table.game.seat, action=table.game.legal()[0])
        done = do(table, command, 2000 + number, table.people[0], str(number))
        await store.append(Write(table, [one.event for one in done.applied]))
        marks.append((log.stat().st_size, table.number))
    return made.table, marks


def test_a_torn_write_takes_nothing_with_it_that_was_acknowledged(tmp_path: Path) -> None:
    """The log is cut at any byte, and what follows is garbage, as after a power cut in the middle of a commit."""
    database, dice = tmp_path / "coatl.db", random.Random(8)
    log = tmp_path / "coatl.db-wal"
    store = Store(f"sqlite:///{database}")
    table, marks = asyncio.run(written(store, log, 12))
    whole, image = log.read_bytes(), database.read_bytes()
    cuts = [dice.randrange(marks[0][0], len(whole)) for _ in range(60)] + [size for size, _ in marks]
    for number, cut in enumerate(cuts):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "coatl.db").write_bytes(image)
        (folder / "coatl.db-wal").write_bytes(whole[:cut] + dice.randbytes(dice.choice((0, 10, 5000))))
        promised = max(events for size, events in marks if size <= cut)
        torn = Store(f"sqlite:///{folder}/coatl.db")
        found = torn.read_events(table)
        torn.close()
        assert len(found) >= promised
        assert rebuild(table, found).number == len(found)
        shutil.rmtree(folder)
    store.close()
