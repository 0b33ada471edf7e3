"""While the games are being compiled, once on a machine: what waits, what is said, and what goes on."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from coatl.compile_parts import ALL
from coatl.engine import code_cache
from coatl.engine.errors import CoatlError
from coatl.server import readiness
from coatl.server.boot import compilation
from coatl.server.boot.compilation import COMPILER
from coatl.server.lanes import Lane
from coatl.server.outages import Busy
from coatl.server.readiness import Readiness
from coatl.server.thinkers import Thinkers
from tests.server.raw_client import until
from tests.server.server import Served, serving

SOLO = {"game": "board", "name": "Ana", "options": {"solo": True}}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("fresh")) as server:
        yield server


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The packages that are compiled; somebody else compiles the others."""
    there: set[str] = set()
    monkeypatch.setenv(COMPILER, "1")
    monkeypatch.setattr(code_cache, "is_compiled", there.__contains__)
    monkeypatch.setattr(code_cache, "compiled_functions", lambda _: 0)
    monkeypatch.setattr(readiness, "load_rules", lambda _: None)
    return there


@pytest.fixture
def unready(served: Served, compiled: set[str]) -> Iterator[Readiness]:
    """The server's, as on a fresh machine."""
    found: Readiness = served.app.state.registry.readiness
    assert not found.start()
    yield found
    found.missing, found.unloaded = [], set()


def test_a_table_waits_for_its_rules_and_says_how_long(served: Served, unready: Readiness) -> None:
    refused = httpx.post(f"{served.url}/api/tables", json=SOLO)
    assert (refused.status_code, refused.json()["code"]) == (503, "server.compiling")
    told = re.search(r"about ([0-9]+) seconds", refused.json()["message"])
    assert told is not None
    assert int(told[1]) >= 20
    assert refused.headers["retry-after"] == "3"
    assert httpx.get(f"{served.url}/api/cards/board").status_code == 200  # what needs no rules is there
    unready.missing = [part for part in unready.missing if part.name != "rules"]
    unready.unloaded.discard("board")
    assert httpx.post(f"{served.url}/api/tables", json=SOLO).status_code == 201
    assert httpx.post(f"{served.url}/api/tables", json=SOLO | {"game": "card"}).status_code == 503


def test_a_table_of_before_opens_when_its_rules_are_there(served: Served, compiled: set[str]) -> None:
    made = httpx.post(f"{served.url}/api/tables", json=SOLO).json()
    registry = served.app.state.registry
    registry.tables.pop(made["table"]).discard()
    registry.readiness.unloaded.add("board")
    address, who = f"{served.url}/api/tables/{made['table']}", {"Authorization": f"Bearer {made['token']}"}
    assert httpx.get(address, headers=who).json()["code"] == "server.compiling"
    registry.readiness.unloaded.discard("board")
    assert httpx.get(address, headers=who).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "asked"),
    [
        ("POST", "/api/replay", {"record": "[Game]"}),
        ("POST", "/api/solve/board", {"pieces": "RG", "cards": ["Y4"]}),
        ("GET", "/api/puzzles/easy/1", None),
    ],
)
def test_who_studies_waits_too(served: Served, unready: Readiness, method: str, path: str, asked: Any) -> None:
    assert httpx.request(method, served.url + path, json=asked).json()["code"] == "server.compiling"


def test_lessons_and_scores_need_nothing_compiled(
    served: Served, unready: Readiness, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = {"coatl": "(BBRBBKYBBYY)", "cards": ["Y4", "K5", "T3"]}

    def answers() -> list[Any]:
        lessons = [f"{served.url}/api/lessons/{chapter}" for chapter in ("board", "board2?choice=pick%20RG", "card")]
        found = [httpx.get(lesson, timeout=120) for lesson in lessons]
        found.append(httpx.post(f"{served.url}/api/score/board", json=asked, timeout=120))
        assert [answer.status_code for answer in found] == [200] * len(found)
        return [answer.json() for answer in found]

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # where the process would look for code, and leave it
    uncompiled = answers()
    assert not list(tmp_path.rglob("*"))
    served.app.state.study.uncompiled.retire()
    unready.missing, unready.unloaded = [], set()
    assert uncompiled == answers()
    assert served.app.state.study.uncompiled.pool is None


def test_bots_and_hints_wait_for_their_own_code(compiled: set[str]) -> None:
    compiled |= {"board", "card", "solver.board"}
    ready = Readiness()
    assert not ready.start()
    thinkers = Thinkers(1, 1.0, 1.0, ready)
    setup = b'["board",{},null]'
    with pytest.raises(Busy) as waiting:
        asyncio.run(thinkers.decide(Lane(""), setup, "novice", "seat", None, ["pass"]))
    assert waiting.value.code == "server.compiling"
    with pytest.raises(Busy):
        asyncio.run(thinkers.hint(Lane(""), b'["card",{},null]', None, 1))
    ready.need("board", "hints")


def test_parts_are_taken_over_one_by_one(compiled: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LOOK", 0.001)
    ready = Readiness()

    async def follow() -> None:
        assert not ready.start()
        following = asyncio.create_task(ready.follow())
        for part in ALL:
            assert not ready.has(part.game, part.name)
            compiled.add(part.package)
            while not ready.has(part.game, part.name):
                await asyncio.sleep(0.001)
        await following

    asyncio.run(asyncio.wait_for(follow(), 60))
    assert ready.data() == []


def test_what_is_told_comes_from_what_is_compiled(compiled: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ready = Readiness()
    ready.start()
    monkeypatch.setattr(code_cache, "compiled_functions", lambda package: 76 * (package == "board"))
    ready.estimates["board"].began -= 60  # half of it took a minute: the rest takes nearly one more
    told = {(part["game"], part["part"]): part for part in ready.data()}
    assert told["board", "rules"]["progress"] == 0.5
    assert 40 <= told["board", "rules"]["seconds"] <= 60
    assert told["board", "hints"]["seconds"] > told["board", "rules"]["seconds"]  # it is compiled afterwards


def test_the_seconds_that_are_left_grow_on_a_busy_machine_and_never_leap(
    compiled: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As measured beside seven other processes: the rules of the board game were there after 129 seconds."""
    ready = Readiness()
    ready.start()
    estimate = ready.estimates["board"]
    began = estimate.began
    for passed, functions, left in ((3, 0, 126), (17, 2, 112), (27, 5, 102), (43, 27, 86), (68, 59, 61), (99, 116, 30)):
        estimate.began = began - passed
        monkeypatch.setattr(code_cache, "compiled_functions", lambda package, n=functions: n * (package == "board"))
        told = ready.seconds_left("board", "rules")
        assert told <= 1.2 * left
        assert passed < 20 or told >= 0.7 * left


def test_without_a_compiler_elsewhere_a_server_compiles_by_itself(
    compiled: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(COMPILER)
    assert Readiness().start()


def test_a_server_whose_compiler_fails_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_cache, "is_compiled", lambda _: False)
    monkeypatch.setattr(compilation, "compile_parts", fail)
    monkeypatch.setenv(COMPILER, "")  # so that it is taken back
    with pytest.raises(CoatlError) as fault, compilation.compiling_beside():
        until(lambda: False, 120)
    assert fault.value.code == "server.compiling"
    assert isinstance(fault.value.__context__, KeyboardInterrupt)  # it did not wait to the end


def fail(packages: list[str], niceness: int) -> None:
    """A compiler that cannot do it, in a process of its own."""
    raise SystemExit(1)
