"""Who asks much waits for himself: addresses take turns, and at one address those who ask there."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from coatl.server import lanes
from coatl.server.lanes import Lane, Lanes
from coatl.server.outages import Busy

Ask = Callable[[str, str], "asyncio.Task[None]"]


def order_of(scene: Callable[[Lanes, Ask], Awaitable[None]], each: int = 100) -> list[str]:
    """Who had a turn, one after the other, at one place that was taken while all came."""
    ended: list[str] = []

    async def run() -> None:
        found = Lanes(1, each)

        async def turn(address: str, asker: str) -> None:
            async with found.place(Lane(address, asker)):
                ended.append(f"{address}{asker}")

        async with found.place(Lane("first")):
            tasks = []

            def ask(address: str, asker: str = "") -> "asyncio.Task[None]":
                tasks.append(asyncio.create_task(turn(address, asker)))
                return tasks[-1]

            await scene(found, ask)
            await asyncio.sleep(0)
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (found.free, len(found.turns), len(found.waiting)) == (1, 0, 0)

    asyncio.run(run())
    return ended


def test_addresses_take_turns_and_so_do_those_who_ask_there() -> None:
    async def scene(found: Lanes, ask: Ask) -> None:
        for asker in ("1", "1", "1", "2"):
            ask("a", asker)
        ask("b", "1")
        ask("c", "1")
        ask("b", "1")

    assert order_of(scene) == ["a1", "b1", "c1", "a2", "b1", "a1", "a1"]


def test_who_comes_late_waits_for_one_turn_of_each_other_address() -> None:
    async def scene(found: Lanes, ask: Ask) -> None:
        for table in range(64):
            ask("many", str(table))
        ask("one", "x")

    assert order_of(scene)[:3] == ["many0", "onex", "many1"]


def test_who_gives_up_leaves_no_trace_and_takes_no_turn() -> None:
    async def scene(found: Lanes, ask: Ask) -> None:
        gone = [ask("a", "1"), ask("b", "2")]
        ask("a", "3")
        await asyncio.sleep(0)
        for task in gone:
            task.cancel()

    assert order_of(scene) == ["a3"]


def test_who_gives_up_in_the_moment_of_his_turn_hands_it_on() -> None:
    async def run() -> None:
        found = Lanes(1, 10)
        async with found.place(Lane("first")):
            waiting = asyncio.create_task(found.wait(Lane("a")))
            await asyncio.sleep(0)
        waiting.cancel()  # the place was given to it, and it has not run yet
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert found.free == 1

    asyncio.run(run())


def test_so_many_of_one_address_wait_and_others_still_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "MOST_WAITING", 4)

    async def scene(found: Lanes, ask: Ask) -> None:
        for _ in range(3):
            ask("a", "")
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="Your other questions"):
            await found.wait(Lane("a"))
        ask("b", "")
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="too much to think about"):
            await found.wait(Lane("c"))

    assert order_of(scene, each=3) == ["a", "b", "a", "a"]
