"""Names, chat and own decks that are traps."""

import asyncio
import copy
import json
import time
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter, ValidationError

from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.server.tables import commands
from tests.server.server import Served, Wire, serving
from tests.server.tables import Scene
from tests.server.test_trust import CARD, error_of
from tests.server.test_wire import me, table_for

NAME: TypeAdapter[str] = TypeAdapter(commands.Name)
TRAPS = {
    "nothing": "",
    "spaces": " \u3000\u00a0 ",
    "line": "a\x00b",
    "escape": "\x1b[31mred",
    "right to left": "Ann\u202ednA",
    "isolate": "\u2066Ann",
    "zero width": "An\u200bn",
    "joiner": "A\u200dnn",
    "mark of bytes": "\ufeffAnn",
    "soft hyphen": "A\u00adnn",
    "tag": "Ann\U000e0041",
    "tower": "A" + "\u0301" * 4,
    "mark on nothing": "\u0301Ann",
    "mark on a space": "Ann \u0301",
    "filler": "\u3164",
    "blank braille": "\u2800",
    "half letter": "Ann\ud800",
    "unassigned": "Ann\u0378",
    "private": "Ann\ue000",
    "quote": 'Ann" 2 "Eve',
    "long": "A" * 41,
    "a megabyte": "A" * 1_000_000,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("texts")) as server:
        yield server


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS.keys())
def test_a_name_shows_what_it_is(trap: str) -> None:
    with pytest.raises(ValidationError):
        NAME.validate_python(trap)


@pytest.mark.parametrize("trap", [text for name, text in TRAPS.items() if name not in ("quote", "long")])
def test_so_does_what_is_said(trap: str) -> None:
    with pytest.raises(ValidationError):
        commands.Chat(text=trap)


@pytest.mark.parametrize(
    "name",
    ["Ann", "Čapek", "Nguyễn", "Nguye\u0302\u0303n", "נִקּוּד", "สมชาย", "王小明", "O'Neil <b>&amp;", "🐍", "{{7*7}}"],
)
def test_names_of_all_languages_are_names(name: str) -> None:
    assert NAME.validate_python(name) == name


def test_markup_is_text_wherever_it_is_shown(served: Served) -> None:
    """It comes back letter by letter, in answers that no browser takes for a page."""
    nasty = "<script>alert(1)</script>"

    async def play() -> None:
        async with Wire(served.url) as host:
            table, _, (token,) = await table_for(host, [], game="card", seats=me(nasty, "Ben"))
            await host.do(table, kind="chat", text=nasty)
            await host.ask("resync", table=table)
            assert host.states[table, 1]["chat"][0]["text"] == nasty
            for form, kind in (("text", "text/plain"), ("json", "application/json")):
                answer = await host.request("GET", f"/api/tables/{table}/record?format={form}", token)
                assert answer.headers["content-type"].startswith(kind)
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert parse_record(answer.text).players[0] == nasty

    asyncio.run(play())


def test_a_spectator_is_not_called_like_somebody_at_the_table() -> None:
    scene = Scene(seats=[*me("Ann"), {"kind": "bot", "bot": "random"}], spectators_chat=True)
    for name in ("Ann", "ann", "ＡＮＮ", scene.table.seats[1].name, None):
        with pytest.raises(CoatlError, match=r"chat\.name"):
            scene.do(commands.Chat(text="I give up", name=name))
    scene.do(commands.Chat(text="hello", name="Eve"))
    assert scene.told(None)[0]["seat"] is None


# ---------------------------------------------------------------- decks


def printed(game: str) -> dict[str, Any]:
    return tomllib.loads(files("coatl.decks").joinpath(f"{game}.toml").read_text(encoding="utf-8"))


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def bombs() -> dict[str, dict[str, Any]]:
    deck = printed("card")
    card = deck["prophecy"][0]

    def with_cards(number: int, **more: Any) -> dict[str, Any]:
        return {**deck, "prophecy": [{**card, "id": f"Z{index}", **more} for index in range(number)]}

    return {
        "many cards": {**deck, "prophecy": [{"id": f"Z{index}"} for index in range(10_000)]},
        "many copies": with_cards(2, copies=10**9),
        "negative copies": with_cards(2, copies=-1),
        "same id": {**deck, "prophecy": [card, card]},
        "deep": {**deck, "x": nested(200)},
        "deeper": {**deck, "x": nested(700)},
        "endless number": {**deck, "game": {**deck["game"], "x": 10**80}},
        "repeated sign": with_cards(1, pattern="R+ " * 12 + "=+"),
        "long pattern": with_cards(1, pattern=". " * 5_000),
        "brackets": with_cards(1, pattern="[" * 5_000),
        "names of python": {**deck, "__class__": {"__init__": 1}},
        "wrong game": {**printed("board")},
        "no game": {"game": None},
    }


@pytest.mark.parametrize("name", bombs())
def test_a_deck_that_is_a_bomb_is_refused_quickly(served: Served, name: str) -> None:
    wish = {**CARD, "deck": bombs()[name]}
    began = time.monotonic()
    response = httpx.post(served.url + "/api/tables", content=json.dumps(wish), timeout=20, headers=JSON)
    assert time.monotonic() - began < 5
    status, code = error_of(response)
    assert status in (413, 422, 400)
    assert code in ("deck.broken", "request.large", "request.invalid")
    assert len(response.content) < 10_000
    assert httpx.get(served.url + "/healthz").status_code == 200


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "body",
    [
        '{"game":"card","deck":{"a":"\\ud800"}}',
        '{"game":"card","deck":{"\\ud800":1}}',
        '{"game":"card","\\ud800":1}',
        '{"game":"card","' + "x" * 100_000 + '":1}',
        '{"game":"card","deck":{"a":1' + "0" * 5_000 + "}}",
        '{"game":"card","deck":{"a":NaN}}',
        '{"game":"card","clock":{"move":NaN}}',
        '{"game":"card","clock":{"move":Infinity}}',
        '{"game":"card","clock":{"move":1e999}}',
        '{"game":"card","options":{"players":1e2}}',
        '{"game":"card","options":{"players":-1}}',
        '{"game":"card","options":{"players":true}}',
        '{"game":"card","options":{"players":[2]}}',
        '{"game":"card","options":{"self":1}}',
        '{"game":"card","options":{"deck":"/etc/passwd"}}',
        '{"game":"card","seats":[' + ",".join(['{"kind":"open"}'] * 6) + "]}",
        '{"game":"card","seats":[{"kind":"bot","bot":"program:/bin/sh"}]}',
        '{"game":"card","deck":"/etc/passwd"}',
        '{"game":"card","key":"short"}',
        "[" * 100_000,
        '{"a":' * 5_000,
        "\x00",
        '{"game":"card","game":"chess"}',
        "\ufeff{}",
    ],
)
def test_a_request_that_is_a_trap_is_refused(served: Served, body: str) -> None:
    response = httpx.post(served.url + "/api/tables", content=body.encode(), headers=JSON)
    status, code = error_of(response)
    assert status in (400, 422)
    assert code.split(".")[0] in ("request", "options", "deck")
    assert len(response.content) < 2_000


def test_a_large_deck_is_played_and_forgotten(served: Served) -> None:
    """The largest decks that are allowed cost little, also many of them one after the other."""
    deck = printed("card")
    began = time.monotonic()
    for number in range(12):
        own = copy.deepcopy(deck)
        own["prophecy"][0]["id"] = f"Q{number}"
        wish = {"game": "card", "options": {"solo": True}, "deck": own}
        assert httpx.post(served.url + "/api/tables", json=wish, timeout=20).status_code == 201
    assert time.monotonic() - began < 12
