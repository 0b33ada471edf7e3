"""Whole games over a real server: every mode, every byte compared with what its receiver may know."""

import asyncio
import json
import time
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from coatl.engine.commitment import digest
from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.server.tables.people import hashed
from tests.server.played_games import assert_unseen, play_on, table_in
from tests.server.server import Refused, Served, Wire, serving

ALL = 10_000


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def me(*names: str) -> list[dict[str, str]]:
    return [{"kind": "me", "name": name} for name in names]


async def table_for(host: Wire, guests: list[Wire], **wish: Any) -> tuple[str, dict[int, Wire], list[str]]:
    """A table at which the host and the guests sit: its id, who plays which seat, and all tokens."""
    made = await host.make(**wish)
    table, tokens = made["table"], [made["token"]]
    await host.open(table, made["token"])
    players = {seat["seat"]: host for seat in made["info"]["seats"] if seat["kind"] == "person"}
    for number, guest in enumerate(guests):
        joined = await guest.join(table, f"Guest {number}")
        await guest.open(table, joined["token"])
        players[joined["seat"]] = guest
        tokens.append(joined["token"])
    return table, players, tokens


TABLES: list[dict[str, Any]] = [
    {"game": "board", "seats": [*me("Ann", "Ben"), {"kind": "open"}]},  # two at one device, one elsewhere
    {"game": "card", "seats": [*me("Ann"), {"kind": "open"}]},
    {"game": "board", "options": {"solo": True, "difficulties": [2]}},
    {"game": "card", "options": {"solo": True, "opponent": "carl2", "manner": "daring"}},
]


@pytest.mark.parametrize("wish", TABLES, ids=["board-3", "card-2", "adam", "carl2"])
def test_nobody_is_sent_anything_that_they_may_not_know(served: Served, wish: dict[str, Any]) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest, Wire(served.url) as spectator:
            guests = [guest] * sum(seat["kind"] == "open" for seat in wish.get("seats", []))
            table, players, tokens = await table_for(host, guests, **wish)
            await spectator.open(table)
            seed = table_in(served, table).game.seed  # type: ignore[union-attr]
            assert seed is not None
            await play_on(served, table, players, [spectator], ALL - 1)
            assert {wire.status(table, seat) for seat, wire in players.items()} == {"over"}
            wires = [host, guest, spectator]
            assert_unseen([spectator], tokens)
            assert_unseen(wires, [hashed(token) for token in tokens])
            await check_end(spectator, table, seed)

    asyncio.run(play())


async def check_end(wire: Wire, table: str, seed: str) -> None:
    """At the end everything is told, and the record and the shuffles can be verified."""
    info = wire.states[table, None]["info"]
    assert info["seed"] == seed
    for form in ("text", "json"):
        record = parse_record((await wire.request("GET", f"/api/tables/{table}/record?format={form}")).text)
        game = Game.replay(record)
        assert game.over
        assert record.seed == seed
        assert record.commitment == info["commitment"]
        assert game.result is not None
        assert game.result.data().items() <= info["result"].items()
    verified = (await wire.request("GET", f"/api/tables/{table}/verification")).json()
    assert (verified["seed"], verified["kept"]) == (seed, True)
    assert digest(verified["text"]) == verified["commitment"] == info["commitment"]
    assert f'"seed":"{seed}"' in verified["text"]


def test_the_seed_is_unseen_until_the_end(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest, Wire(served.url) as spectator:
            table, players, tokens = await table_for(host, [guest], game="board", seats=TABLES[1]["seats"])
            await spectator.open(table)
            await play_on(served, table, players, [spectator], 12)
            for wire, token in ((host, tokens[0]), (guest, tokens[1]), (spectator, None)):
                for path in ("", "/record", "/record?format=text", "/replay?step=0", "/verification"):
                    assert (await wire.request("GET", f"/api/tables/{table}{path}", token)).status_code == 200
            game = table_in(served, table).game
            assert game is not None
            assert game.seed is not None
            assert_unseen([host, guest, spectator], [game.seed])

    asyncio.run(play())


def test_the_record_of_a_running_game_is_the_own_view_and_so_is_every_step_of_it(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, players, tokens = await table_for(host, [guest], game="board", seats=TABLES[1]["seats"])
            seen = []
            game = table_in(served, table).game
            assert game is not None
            for _ in range(14):
                await play_on(served, table, players, [], 1)
                seen.append((len(game.seen_by(1).entries), guest_view(host, table)))
            record = parse_record((await host.request("GET", f"/api/tables/{table}/record", tokens[0])).text)
            assert record == game.seen_by(1)
            if game.choosing:
                return
            last = dict(seen)  # how the table looked when the record had so many entries
            for step in (len(record.entries), len(record.entries) - 1):
                if step in last:
                    path = f"/api/tables/{table}/replay?step={step}"
                    shown = (await host.request("GET", path, tokens[0])).json()
                    assert shown["view"] == last[step]
                    assert shown["progress"] == {"points": [0, 0], "turns": [], "actions": [], "remaining": 0}
            refused = await host.request("GET", f"/api/tables/{table}/replay?step=999", tokens[0])
            assert refused.json()["code"] == "replay.step"

    asyncio.run(play())


def guest_view(wire: Wire, table: str) -> Any:
    return json.loads(json.dumps(wire.view(table, 1)))


def test_bots_play_and_give_hints(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            seats = [*me("Ann"), {"kind": "bot", "bot": "novice"}, {"kind": "bot", "bot": "random"}]
            table, _, _ = await table_for(host, [], game="card", seats=seats)
            hint = await host.do(table, kind="hint", seat=1)
            assert hint["data"]["action"] in host.view(table, 1)["legal"]
            assert hint["data"]["facts"]["kind"] == "turn"
            while host.status(table, 1) == "playing":
                await host.until(lambda: host.view(table, 1)["legal"] or host.status(table, 1) == "over")
                if host.status(table, 1) == "playing":
                    action = host.view(table, 1)["legal"][0]
                    await host.do(table, kind="play", seat=1, action=action)
            played = [message["event"]["by"] for message in host.events if message["event"]["kind"] == "played"]
            assert {"person", "bot"} == set(played)

    asyncio.run(play())


def test_a_table_without_hints_gives_none(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            table, _, _ = await table_for(host, [], game="card", options={"solo": True}, hints=False)
            with pytest.raises(Refused, match=r"hint\.off"):
                await host.do(table, kind="hint", seat=1)

    asyncio.run(play())


def test_a_repeated_command_is_acknowledged_alike_on_another_socket_and_after_a_restart(tmp_path: Path) -> None:
    async def first(url: str) -> tuple[str, str, str, int]:
        async with Wire(url) as host:
            table, _, tokens = await table_for(host, [], game="card", options={"solo": True})
            action = host.view(table, 1)["legal"][0]
            number = (await host.do(table, "same", kind="play", seat=1, action=action))["number"]
            assert (await host.do(table, "same", kind="play", seat=1, action=action))["number"] == number
            return table, tokens[0], action, number

    async def again(url: str, table: str, token: str, action: str, number: int) -> None:
        async with Wire(url) as host:
            await host.open(table, token)
            before = host.states[table, 1]["number"]
            assert (await host.do(table, "same", kind="play", seat=1, action=action))["number"] == number
            assert host.states[table, 1]["number"] == before

    with serving(tmp_path) as server:
        told = asyncio.run(first(server.url))
        asyncio.run(again(server.url, *told))
    with serving(tmp_path) as server:
        asyncio.run(again(server.url, *told))


def test_a_restart_keeps_games_and_numbers(tmp_path: Path) -> None:
    async def begin(served: Served) -> tuple[str, list[str], list[Any]]:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, players, tokens = await table_for(host, [guest], game="board", seats=TABLES[1]["seats"])
            await play_on(served, table, players, [], 20)
            return table, tokens, [host.states[table, 1], guest.states[table, 2]]

    async def go_on(served: Served, table: str, tokens: list[str], states: list[Any]) -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            await host.open(table, tokens[0])
            await guest.open(table, tokens[1])
            for wire, seat, state in ((host, 1, states[0]), (guest, 2, states[1])):
                for name in ("number", "view", "info"):
                    assert wire.states[table, seat][name] == state[name]
            await play_on(served, table, {1: host, 2: guest}, [], ALL)
            assert host.status(table, 1) == "over"

    with serving(tmp_path) as served:
        told = asyncio.run(begin(served))
    with serving(tmp_path) as served:
        asyncio.run(go_on(served, *told))


def test_a_bot_goes_on_after_a_restart_although_nobody_is_there(tmp_path: Path) -> None:
    async def begin(url: str) -> tuple[str, str]:
        async with Wire(url) as host:
            seats = [{"kind": "bot", "bot": "random"}, *me("Ann")]
            table, _, tokens = await table_for(host, [], game="card", seats=seats)
            return table, tokens[0]

    async def look(url: str, table: str, token: str) -> None:
        async with Wire(url) as host:
            await host.open(table, token)
            await host.until(lambda: host.view(table, 2)["legal"])

    with serving(tmp_path, bot_pace=30.0) as served:  # it has no time to play
        told = asyncio.run(begin(served.url))
    with serving(tmp_path) as served:
        asyncio.run(asyncio.sleep(2.5))
        assert told[0] in served.app.state.registry.tables
        asyncio.run(look(served.url, *told))


def test_while_the_server_is_away_no_clock_runs(tmp_path: Path) -> None:
    up = 0.0  # seconds in which the clock may have run

    async def begin(url: str) -> tuple[str, str]:
        async with Wire(url) as host:
            wish = {"game": "card", "options": {"solo": True}, "clock": {"move": 5.0, "timeout": "loss"}}
            table, _, tokens = await table_for(host, [], **wish)
            return table, tokens[0]

    async def look(url: str, table: str, token: str) -> None:
        async with Wire(url) as host:
            await host.open(table, token)
            state = host.states[table, 1]
            assert state["view"]["turns"] == 1
            left = state["clocks"]["1"]["until"] - state["time"]
            assert 5000 - 1000 * (up + time.monotonic() - started) < left <= 5000
            await host.until(lambda: any(message["event"]["kind"] == "timed_out" for message in host.events))

    started = time.monotonic()
    with serving(tmp_path) as served:
        told = asyncio.run(begin(served.url))
    up = time.monotonic() - started
    time.sleep(3)
    started = time.monotonic()
    with serving(tmp_path) as served:
        asyncio.run(look(served.url, *told))


def test_an_own_deck_is_played_and_stands_in_the_record(served: Served) -> None:
    async def play() -> None:
        deck = tomllib.loads(files("coatl.decks").joinpath("card.toml").read_text(encoding="utf-8"))
        deck["prophecy"][0]["id"] = "Z9"
        async with Wire(served.url) as host:
            seats = me("Ann", "Ben")
            table, players, _ = await table_for(host, [], game="card", seats=seats, deck=deck)
            assert host.states[table, 1]["info"]["own_deck"]
            await play_on(served, table, players, [], ALL)
            record = parse_record((await host.request("GET", f"/api/tables/{table}/record")).text)
            assert Game.replay(record).over
            assert record.deck is not None
            assert record.deck["prophecy"][0]["id"] == "Z9"

    asyncio.run(play())


def test_nobody_waits_for_a_hint_but_who_asked(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            table, _, _ = await table_for(host, [], game="card", options={"solo": True})
            asked = [asyncio.create_task(host.do(table, f"hint {number}", kind="hint", seat=1)) for number in range(2)]
            await host.ask("ping")
            assert not asked[0].done()
            with pytest.raises(Refused, match=r"hint\.busy"):
                await asked[1]
            assert (await asked[0])["data"]["headline"]

    asyncio.run(play())


def test_the_lobby_is_live_and_lists_open_public_tables_only(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as looker:
            await looker.ask("lobby", on=True)
            await looker.until(lambda: looker.lobby == [])
            await host.make(game="card", seats=TABLES[1]["seats"])  # private
            made = await host.make(game="card", seats=TABLES[1]["seats"], public=True)
            await looker.until(lambda: looker.lobby)
            assert looker.lobby is not None
            assert [table["id"] for table in looker.lobby] == [made["table"]]
            assert (await host.request("GET", "/api/tables")).json() == looker.lobby
            await looker.join(made["table"], "Ben")
            await looker.until(lambda: looker.lobby == [])

    asyncio.run(play())


def test_presence_is_told_and_protects_from_replacement(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            async with Wire(served.url) as guest:
                table, _, _ = await table_for(host, [guest], game="card", seats=TABLES[1]["seats"])
                with pytest.raises(Refused, match=r"seat\.present"):
                    await host.do(table, kind="replace", seat=2, bot="random")
            await host.until(lambda: '"online":[1],' in host.received[-1])
            await host.do(table, kind="replace", seat=2, bot="random")
            assert host.states[table, 1]["info"]["seats"][1]["stand_in"] == "random"

    asyncio.run(play())


def test_a_time_out_is_noticed_by_the_server(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            clock = {"move": 1.0, "timeout": "loss"}
            table, _, _ = await table_for(host, [guest], game="card", seats=TABLES[1]["seats"], clock=clock)
            await host.until(lambda: any(message["event"]["kind"] == "timed_out" for message in host.events))
            await host.until(lambda: host.view(table, 1)["seat"] == 2)

    asyncio.run(play())


def test_a_rematch_goes_on_at_a_new_table_with_the_same_tokens(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host, Wire(served.url) as guest:
            table, players, tokens = await table_for(host, [guest], game="card", seats=TABLES[1]["seats"])
            await play_on(served, table, players, [], ALL)
            await host.do(table, kind="rematch")
            await guest.do(table, kind="rematch")
            await host.until(lambda: host.states[table, 1]["info"]["successor"])
            successor = host.states[table, 1]["info"]["successor"]
            await host.open(successor, tokens[0])
            await guest.open(successor, tokens[1])
            assert (successor, 2) in host.states
            assert (successor, 1) in guest.states

    asyncio.run(play())


def test_resync_brings_everything_once_more(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            table, _, _ = await table_for(host, [], game="card", options={"solo": True})
            state = host.states.pop((table, 1))
            await host.ask("resync", table=table)
            await host.until(lambda: (table, 1) in host.states)
            assert {**host.states[table, 1], "time": 0} == {
                **state,
                "time": 0,
                "presence": {"online": [1], "spectators": 0, "kept": {}},
            }

    asyncio.run(play())


def test_a_repeated_request_makes_one_table_and_one_person(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as host:
            wish = {"game": "card", "seats": [*me("Ann"), {"kind": "open"}, {"kind": "open"}], "key": "k" * 40}
            first, again = await host.make(**wish), await host.make(**wish)
            assert (first["table"], first["token"]) == (again["table"], again["token"])
            joined = [await host.join(first["table"], "Ben", key="j" * 40) for _ in range(2)]
            assert joined[0]["token"] == joined[1]["token"]
            assert [seat["kind"] for seat in joined[1]["info"]["seats"]] == ["person", "person", "open"]

    asyncio.run(play())
