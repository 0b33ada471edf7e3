"""Those who study much wait for themselves: not bots, not hints, not others who study."""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.settings import Settings
from coatl.server.study.desk import MOST_IN_LANE, Desk


def at_a_desk(work: Callable[[Desk], Any], **more: Any) -> Any:
    async def run() -> Any:
        desk = Desk(Settings(**more))
        try:
            await desk.think("warm", abs, -1)
            return await work(desk)
        finally:
            desk.close()

    return asyncio.run(run())


def lanes_left(desk: Desk) -> int:
    """Without those that only a caught exception remembers."""
    gc.collect()
    return len(desk.lanes)


def test_who_asks_much_waits_for_himself() -> None:
    """Somebody else's question comes after the one that is being answered, and not after all that wait."""

    async def work(desk: Desk) -> list[str]:
        ended: list[str] = []

        async def ask(address: str) -> None:
            await desk.think(address, time.sleep, 0.2)
            ended.append(address)

        many = [asyncio.create_task(ask("many")) for _ in range(6)]
        await asyncio.sleep(0.05)
        await ask("one")
        await asyncio.gather(*many)
        return ended

    assert at_a_desk(work).index("one") <= 2


def test_a_lane_has_an_end_and_is_forgotten() -> None:
    async def work(desk: Desk) -> list[int]:
        waiting = [asyncio.create_task(desk.think("many", time.sleep, 0.01)) for _ in range(MOST_IN_LANE)]
        await asyncio.sleep(0)
        with pytest.raises(CoatlError, match="Your other questions"):
            await desk.think("many", time.sleep, 0.01)
        found = [await desk.think("one", abs, -3)]
        await asyncio.gather(*waiting)
        return [*found, await desk.think("many", abs, -4), lanes_left(desk)]

    assert at_a_desk(work) == [3, 4, 0]


def test_a_question_that_hangs_is_ended_and_the_next_one_is_answered() -> None:
    async def work(desk: Desk) -> Any:
        desk.thinkers.seconds = 0.5
        hanging = asyncio.create_task(desk.think("bad", time.sleep, 60))
        await asyncio.sleep(0.1)
        desk.thinkers.seconds = 30.0
        next_one = asyncio.create_task(desk.think("good", abs, -5))
        with pytest.raises(CoatlError) as caught:
            await hanging
        return caught.value.code, await next_one

    assert at_a_desk(work) == ("bot.hangs", 5)
