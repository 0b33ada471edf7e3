"""The event loop serves everybody, so nothing on it may grow with what somebody asks for. Its work is counted in calls
of functions, not in time: that does not depend on how busy the machine is.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest

from coatl.engine.record import parse_record
from coatl.server.live_tables import LiveTable
from coatl.server.records import RecordCache, record_for
from coatl.server.tables import commands
from coatl.server.tables.table import Table
from coatl.server.tables.turns import MOST_UNDOS
from tests.server.tables import Scene, refused, two

FEW, MANY = 20, 700  # actions of a game


def calls_of(work: Callable[[], Awaitable[Any]]) -> int:
    """How many functions are called on the event loop, other threads apart, until the work is done."""
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    async def run() -> None:
        await asyncio.to_thread(abs, 1)  # threads are there
        sys.setprofile(count)
        try:
            await work()
        finally:
            sys.setprofile(None)

    asyncio.run(run())
    return calls


def fumbling(actions: int, turns: int = 2) -> Scene:
    """A table at which Ann plays and takes back, on and on, in a later turn."""
    scene = two()
    scene.check = lambda: None  # type: ignore[method-assign]
    scene.choose()
    game = scene.table.game
    assert game is not None
    while game.turn < turns:
        scene.play(game.seat)
    while len(game.entries) < actions:
        step = next((seat for seat in (1, 2) if game.can_undo(seat)), None)
        if step is None:
            scene.play(game.seat, next(action for action in game.legal() if action != "done"))
        else:
            table_undo(scene.table, step)
    return scene


def table_undo(table: Table, seat: int) -> None:
    """As if there were no bound."""
    table.running.undo(seat)
    table.effects.append({})


def live(table: Table) -> LiveTable:
    services: Any = SimpleNamespace(attendance=lambda: None)
    return LiveTable(services, table)


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_long_record_is_no_more_work_for_the_loop_than_a_short_one(form: str) -> None:
    tables = [fumbling(actions).table for actions in (FEW, MANY)]

    def reading(table: Table) -> int:
        async def read() -> None:
            found = await RecordCache(asyncio.Semaphore(1)).encoded(table, 1, form)
            assert parse_record(found.decode()) == record_for(table, 1)

        async def only_read() -> None:
            await RecordCache(asyncio.Semaphore(1)).encoded(table, 1, form)

        asyncio.run(read())
        return calls_of(only_read)

    few, many = map(reading, tables)
    assert many < 1.5 * few + 20


def test_a_record_is_made_once_for_a_version_of_its_table() -> None:
    scene = fumbling(FEW)
    made = []

    async def read() -> None:
        cache = RecordCache(asyncio.Semaphore(1))
        same = [cache.encoded(scene.table, 1, "json") for _ in range(5)]
        made.append(len(cache.kept))
        assert len({await each for each in same}) == 1
        assert await cache.encoded(scene.table, 2, "json") != await same[0]  # another viewer
        scene.play(scene.table.to_act()[0])
        await cache.encoded(scene.table, 1, "json")
        made.append(len(cache.kept))

    asyncio.run(read())
    assert made == [1, 3]


def test_going_back_far_is_no_more_work_for_the_loop_than_going_back_a_little() -> None:
    def going_back(turns: int) -> int:
        scene = fumbling(0, turns)
        held = live(scene.table)
        turn = scene.table.running.turn

        async def go() -> None:
            await held.rewind(turn)
            scene.table._go_back(turn)

        return calls_of(go)

    few, many = going_back(2), going_back(20)
    assert many < few + 300  # lists of what lies before are cut, an entry at a time


def test_undo_and_redo_come_to_an_end() -> None:
    """Far below the 10,000 actions that a game had room for once; and for each seat apart."""
    scene = two()
    game = scene.table.running
    for _ in range(MOST_UNDOS):
        scene.play(1, game.legal(1)[1])
        scene.do(commands.Undo(seat=1), "Ann")
    scene.play(1, game.legal(1)[1])
    refused(scene, "undo.often", commands.Undo(seat=1), "Ann")
    scene.play(2, game.legal(2)[1])
    scene.do(commands.Undo(seat=2), "Ben")
    scene.choose()
    scene.check()


def test_a_game_goes_back_so_many_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coatl.server.tables.turns.MOST_BACKS", 2)
    scene = Scene(game="board", options={"solo": True})
    scene.choose()
    scene.play(1)
    for _ in range(2):
        scene.do(commands.AskBack(seat=1, turn=1), "Ann")
        assert "went_back" in scene.kinds()
        scene.play(1)
    refused(scene, "back.often", commands.AskBack(seat=1, turn=1), "Ann")
    scene.check()
