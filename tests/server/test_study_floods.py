"""Those who study much wait for themselves: not bots, not hints, not others who study."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.settings import Settings
from coatl.server.study.queue import MOST_IN_LANE, StudyQueue


def at_a_desk(work: Callable[[StudyQueue], Any], **more: Any) -> Any:
    async def run() -> Any:
        study = StudyQueue(Settings(**more))
        try:
            await study.think("warm", abs, -1)
            return await work(study)
        finally:
            study.close()

    return asyncio.run(run())


def test_who_asks_much_waits_for_himself() -> None:
    """Somebody else's question comes after the one that is being answered, and not after all that wait."""

    async def work(study: StudyQueue) -> list[str]:
        ended: list[str] = []

        async def ask(address: str) -> None:
            await study.think(address, time.sleep, 0.2)
            ended.append(address)

        many = [asyncio.create_task(ask("many")) for _ in range(6)]
        await asyncio.sleep(0.05)
        await ask("one")
        await asyncio.gather(*many)
        return ended

    assert at_a_desk(work).index("one") <= 2


def test_a_lane_has_an_end_and_is_forgotten() -> None:
    async def work(study: StudyQueue) -> list[int]:
        most = MOST_IN_LANE + 1  # one of them has its turn
        waiting = [asyncio.create_task(study.think("many", time.sleep, 0.01)) for _ in range(most)]
        await asyncio.sleep(0)
        with pytest.raises(CoatlError, match="Your other questions"):
            await study.think("many", time.sleep, 0.01)
        found = [await study.think("one", abs, -3)]
        await asyncio.gather(*waiting)
        return [*found, await study.think("many", abs, -4), len(study.pool.lanes.turns)]

    assert at_a_desk(work) == [3, 4, 0]


def test_a_question_that_hangs_is_ended_and_the_next_one_is_answered() -> None:
    async def work(study: StudyQueue) -> Any:
        study.pool.seconds = 0.5
        hanging = asyncio.create_task(study.think("bad", time.sleep, 60))
        await asyncio.sleep(0.1)
        study.pool.seconds = 30.0
        next_one = asyncio.create_task(study.think("good", abs, -5))
        with pytest.raises(CoatlError) as caught:
            await hanging
        return caught.value.code, await next_one

    assert at_a_desk(work) == ("bot.hangs", 5)
