"""Bots in processes of their own: bounded in time and number, and their failures end with them."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.thinking import LOADING, Thinkers, advise, choose


def thinking(work: Callable[[Thinkers], Any], processes: int = 1, seconds: float = 30.0) -> Any:
    async def run() -> Any:
        thinkers = Thinkers(processes, seconds)
        try:
            return await work(thinkers)
        finally:
            thinkers.close()

    return asyncio.run(run())


def test_one_that_hangs_is_ended_and_the_others_are_asked_again() -> None:
    async def work(thinkers: Thinkers) -> list[Any]:
        await thinkers.ask(os.getpid)  # started
        thinkers.seconds = 1.0
        hanging = asyncio.create_task(thinkers.ask(time.sleep, 60))
        await asyncio.sleep(0.5)
        other = asyncio.create_task(thinkers.asked_twice(time.sleep, 0.7))  # still at it when the first is ended
        with pytest.raises(CoatlError) as caught:
            await hanging
        assert caught.value.code == "bot.hangs"
        thinkers.seconds = 30.0
        return [await other, await thinkers.ask(abs, -3)]

    assert thinking(work, processes=2) == [None, 3]


def test_no_more_think_at_once_than_there_are_processes() -> None:
    async def work(thinkers: Thinkers) -> float:
        await thinkers.ask(abs, -1)
        began = time.monotonic()
        await asyncio.gather(*(thinkers.ask(time.sleep, 0.2) for _ in range(4)))
        return time.monotonic() - began

    assert thinking(work) >= 0.8


def test_a_process_that_is_killed_costs_no_decision() -> None:
    async def work(thinkers: Thinkers) -> int:
        number = await thinkers.ask(os.getpid)
        os.kill(number, signal.SIGKILL)
        answer: int = await thinkers.asked_twice(abs, -7)
        return answer

    assert thinking(work) == 7


def test_a_process_does_not_hear_signals_for_the_server() -> None:
    async def work(thinkers: Thinkers) -> tuple[int, int]:
        number = await thinkers.ask(os.getpid)
        for sent in (signal.SIGINT, signal.SIGTERM):
            os.kill(number, sent)
        return number, await thinkers.ask(os.getpid)

    before, after = thinking(work)
    assert before == after


def test_the_first_hints_may_take_longer_since_the_solver_is_loaded_first() -> None:
    thinkers = Thinkers(2, 20.0)
    assert (thinkers.patience(advise), thinkers.patience(choose)) == (20.0 + LOADING, 20.0)
    thinkers.advised = 2
    assert thinkers.patience(advise) == 20.0
