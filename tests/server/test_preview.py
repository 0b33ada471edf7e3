"""Previews over the wire: whoever sits there gets one, and nobody else."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from coatl.describe.reach import preview
from coatl.server import command_answers
from tests.server.played_games import table_in
from tests.server.server import Refused, Served, Wire, serving
from tests.server.test_trust import error_of
from tests.server.test_wire import me, table_for

BOT = {"kind": "bot", "bot": "random"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("preview")) as server:
        yield server


@pytest.mark.parametrize("wish", [{"game": "board"}, {"game": "card"}], ids=str)
def test_both_ways_of_asking_give_the_preview_of_the_seat_also_without_hints(
    served: Served, wish: dict[str, Any]
) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            options = {"solo": True}
            table, _, (token,) = await table_for(host, [], **wish, options=options, hints=False)
            placed = 0
            while placed < 3:
                legal = host.view(table, 1)["legal"]
                game = table_in(served, table).game
                assert game is not None
                expected = json.loads(orjson.dumps(preview(game.rules, game.view(1))))
                answer = await host.do(table, kind="preview", seat=1)
                assert (answer["data"], answer["number"]) == (expected, None)
                body = {"id": "p", "command": {"kind": "preview", "seat": 1}}
                told = await host.request("POST", f"/api/tables/{table}/commands", token, json=body)
                assert told.json() == {"id": "p", "number": None, "data": expected}
                building = [action for action in legal if action in expected["after"]]
                placed += bool(building)
                taking = [action for action in legal if action.startswith("take")]
                await host.do(table, kind="play", seat=1, action=(building or taking or legal)[0])

    asyncio.run(play())


def test_only_a_seat_of_a_game_that_is_on_has_a_preview(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as other:
            seats = [*me("Ann"), {"kind": "open"}]
            made = await host.make(game="card", seats=seats)
            await host.open(made["table"], made["token"])
            with pytest.raises(Refused, match=r"table\.waiting"):
                await host.do(made["table"], kind="preview", seat=1)
            table, _, _ = await table_for(host, [], game="card", seats=[*me("Ann"), BOT])
            await other.open(table)
            with pytest.raises(Refused, match=r"token\.unknown"):
                await other.do(table, kind="preview", seat=1)
            with pytest.raises(Refused, match=r"seat\.foreign"):
                await host.do(table, kind="preview", seat=2)
            with pytest.raises(Refused, match=r"seat\.unknown"):
                await host.do(table, kind="preview", seat=3)
            with pytest.raises(Refused, match=r"request\.invalid"):
                await host.do(table, kind="preview")
            body = {"id": "p", "command": {"kind": "preview", "seat": 1}}
            answer = await other.request("POST", f"/api/tables/{table}/commands", json=body)
            assert error_of(answer) == (401, "token.unknown")

    asyncio.run(play())


def test_nobody_hears_of_a_preview_and_the_game_goes_on_meanwhile(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(rules: Any, view: Any) -> Any:
        time.sleep(0.3)
        return preview(rules, view)

    monkeypatch.setattr(command_answers, "preview", slow)

    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as other:
            table, _, _ = await table_for(host, [], game="card", options={"solo": True})
            await other.open(table)
            quiet = len(other.received)
            asked = asyncio.create_task(host.do(table, "asked", kind="preview", seat=1))
            await host.ask("ping")
            assert not asked.done()
            assert (await asked)["data"]["after"]
            await other.ask("ping")
            assert [text for text in other.received[quiet:] if '"ack"' not in text and '"presence"' not in text] == []

    asyncio.run(play())


def test_a_flood_of_previews_of_one_view_is_counted_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the answers of the same moment are asked for at once; the next view has its own."""
    counted: list[Any] = []

    def counting(rules: Any, view: Any) -> Any:
        counted.append(view)
        return preview(rules, view)

    monkeypatch.setattr(command_answers, "preview", counting)

    async def play() -> None:
        async with Wire(served.url) as host:
            table, _, _ = await table_for(host, [], game="card", options={"solo": True})
            asked = [host.do(table, f"flood{number}", kind="preview", seat=1) for number in range(30)]
            answers = await asyncio.gather(*asked)
            assert len({orjson.dumps(answer["data"]) for answer in answers}) == 1
            assert len(counted) == 1
            await host.do(table, kind="play", seat=1, action=host.view(table, 1)["legal"][0])
            after = await host.do(table, "after", kind="preview", seat=1)
            assert after["data"] != answers[0]["data"]
            assert len(counted) == 2

    asyncio.run(play())
