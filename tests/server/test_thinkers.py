"""Bots in processes of their own: bounded in time and number, and their failures end with them."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from coatl.bots.registry import BOTS
from coatl.engine.errors import CoatlError
from coatl.rl.policy import POLICIES
from coatl.server import thinkers
from coatl.server.lanes import Lane
from coatl.server.policies import Policies
from coatl.server.readiness import Readiness
from coatl.server.thinker_pool import ThinkerPool
from coatl.server.thinkers import LOADING, LONG_PAUSE, Thinkers

LANE = Lane("198.51.100.1")
SEARCHING = ("astronomer", "priest", "search", "high-priest")


def thinking(work: Callable[[ThinkerPool], Any], processes: int = 1, seconds: float = 30.0) -> Any:
    async def run() -> Any:
        thinkers = ThinkerPool("search", processes, seconds)
        try:
            return await work(thinkers)
        finally:
            thinkers.close()

    return asyncio.run(run())


def test_one_that_hangs_is_ended_and_the_others_are_asked_again() -> None:
    async def work(thinkers: ThinkerPool) -> list[Any]:
        await thinkers.ask(LANE, os.getpid)  # started
        thinkers.seconds = 1.0
        hanging = asyncio.create_task(thinkers.ask(LANE, time.sleep, 60))
        await asyncio.sleep(0.5)
        other = asyncio.create_task(thinkers.asked_twice(LANE, time.sleep, 0.7))  # still at it when the first is ended
        with pytest.raises(CoatlError) as caught:
            await hanging
        assert caught.value.code == "bot.hangs"
        thinkers.seconds = 30.0
        return [await other, await thinkers.ask(LANE, abs, -3)]

    assert thinking(work, processes=2) == [None, 3]


def test_no_more_think_at_once_than_there_are_processes() -> None:
    async def work(thinkers: ThinkerPool) -> float:
        await thinkers.ask(LANE, abs, -1)
        began = time.monotonic()
        await asyncio.gather(*(thinkers.ask(LANE, time.sleep, 0.2) for _ in range(4)))
        return time.monotonic() - began

    assert thinking(work) >= 0.8


def test_a_process_that_is_killed_costs_no_decision() -> None:
    async def work(thinkers: ThinkerPool) -> int:
        number = await thinkers.ask(LANE, os.getpid)
        os.kill(number, signal.SIGKILL)
        answer: int = await thinkers.asked_twice(LANE, abs, -7)
        return answer

    assert thinking(work) == 7


def test_a_process_does_not_hear_signals_for_the_server() -> None:
    async def work(thinkers: ThinkerPool) -> tuple[int, int]:
        number = await thinkers.ask(LANE, os.getpid)
        for sent in (signal.SIGINT, signal.SIGTERM):
            os.kill(number, sent)
        return number, await thinkers.ask(LANE, os.getpid)

    before, after = thinking(work)
    assert before == after


def test_the_first_hints_may_take_longer_since_the_solver_is_loaded_first() -> None:
    thinkers = Thinkers(2, 20.0, 5.0, Readiness())
    assert (thinkers.hints.patience, thinkers.search.patience) == (5.0 + LOADING, 20.0)
    thinkers.hints.answers = 1
    assert thinkers.hints.patience == 5.0


@pytest.mark.parametrize("bot", BOTS)
def test_bots_that_search_keep_to_themselves(bot: str) -> None:
    thinkers = Thinkers(2, 20.0, 5.0, Readiness())
    assert thinkers.pool_of(bot) is (thinkers.search if bot in SEARCHING else thinkers.quick)


PRINTED, OWN = b'["board",{},null]', b'["board",{},{"game":{}}]'


def test_hints_for_decks_that_take_too_long_are_refused_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of this address alone, and not for printed decks: there the machine was slow, and the next one may be in time."""
    asked: list[str] = []

    async def refused(thinkers: Thinkers, address: str, setup: bytes) -> str:
        with pytest.raises(CoatlError) as caught:
            await thinkers.hint(Lane(address), setup, None, 1)
        return caught.value.code

    async def hang(pool: ThinkerPool, lane: Lane, *question: Any, seconds: float = 0.0) -> Any:
        asked.append(lane.address)
        raise CoatlError("bot.hangs", "There was no answer.")

    async def run() -> None:
        thinkers = Thinkers(1, 20.0, 5.0, Readiness())
        for address, setup in (("a", PRINTED), ("a", OWN), ("a", OWN), ("a", PRINTED), ("b", OWN)):
            assert await refused(thinkers, address, setup) == "hint.long"
        assert asked == ["a", "a", "a", "b"]
        thinkers.long_hints["a"] -= LONG_PAUSE
        await refused(thinkers, "a", OWN)
        assert len(asked) == 5

    monkeypatch.setattr(ThinkerPool, "ask", hang)
    asyncio.run(run())


def test_small_bots_and_hints_are_loaded_before_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in the process that will be asked, with a decision of each game; searching bots are not small."""
    asked: list[str] = []
    chosen: list[str] = []

    async def ask(pool: ThinkerPool, lane: Lane, question: Callable[..., None], *given: Any) -> None:
        asked.append(pool.kind)
        question(*given)

    def choose(setup: bytes, spec: str, *rest: Any) -> None:
        chosen.append(spec)

    monkeypatch.setattr(thinkers, "FIRST_REST", 0.0)
    monkeypatch.setattr(thinkers, "choose", choose)
    monkeypatch.setattr(ThinkerPool, "ask", ask)
    asyncio.run(Thinkers(2, 20.0, 5.0, Readiness()).load(Policies(POLICIES)))
    assert asked == ["quick", "hint"]
    policies = [f"policy:{POLICIES / name}.npz" for name in ("board", "card")]
    assert chosen == 2 * [bot for bot in BOTS if bot not in SEARCHING] + policies
