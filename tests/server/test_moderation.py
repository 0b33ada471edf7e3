"""What people can do about others: mute, block and report; and what they cannot."""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from coatl.client import Server, me, opened
from coatl.engine.errors import CoatlError
from coatl.server.moderation import MOST_REPORTS
from coatl.server.storage.reports import list_reports
from coatl.server.tables import commands
from coatl.server.tables.people import hashed
from tests.server.clients import until
from tests.server.server import Refused, Served, Wire, serving
from tests.server.tables import ME, OPEN, Scene, refused

ANN, BEN, EVE = (secrets.token_hex(32) for _ in range(3))
THREE = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


# ---------------------------------------------------------------- at a table


def joining(scene: Scene, name: str, **more: Any) -> None:
    scene.do(commands.Join(name, hashed(name * 32), **more))


def hosted(identity: str | None = "ann", seats: int = 4) -> Scene:
    """Ann's table, at which she is known by an identity."""
    scene = Scene(seats=[ME, *[OPEN] * (seats - 1)])
    scene.table.people[0].identity = identity
    return scene


def test_whom_the_host_has_blocked_or_removed_does_not_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = hosted()
    monkeypatch.setattr(scene, "check", lambda: None)  # the identity of the host was put in by hand
    blocked = commands.Join("Eve", "e", identity="eve", blocked_by=frozenset({"ann"}))
    refused(scene, "seat.blocked", blocked)
    joining(scene, "Mallory", identity="mallory", blocked_by=frozenset({"somebody else"}))
    scene.do(commands.Remove(seat=2), "Ann")
    refused(scene, "seat.removed", commands.Join("Sybil", "s", identity="mallory"))
    anonymous = hosted(None)
    monkeypatch.setattr(anonymous, "check", lambda: None)
    joining(anonymous, "Eve", identity="eve", blocked_by=frozenset({"ann"}))  # the host has blocked nobody as nobody


def test_a_block_holds_at_a_table_of_others_in_both_directions() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN, OPEN])
    joining(scene, "Ben", identity="ben")
    joining(scene, "Eve", identity="eve", blocked_by=frozenset({"ben"}))
    assert scene.kinds() == ["joined", "sat", "muted"]
    assert [event["kind"] for event in scene.told(2)] == ["joined", "sat", "muted"]
    assert [event["kind"] for event in scene.told(3)] == ["joined", "sat"]  # who is blocked does not hear of it
    scene.do(commands.Chat(text="you again"), "Eve")
    assert [scene.told(viewer) == [] for viewer in (1, 2, None)] == [False, True, False]
    scene.do(commands.Sit(seat=4, name="Mallory"), "Eve")  # and another chair is no way around it
    scene.do(commands.Chat(text="me again"), "Eve")
    assert scene.told(2) == []
    later = Scene(seats=[ME, OPEN, OPEN])
    joining(later, "Eve", identity="eve")
    joining(later, "Ben", identity="ben", blocks=frozenset({"eve"}))
    later.do(commands.Chat(text="hello"), "Eve")
    assert later.told(3) == []


def test_silence_is_for_the_person_whichever_chair_they_take() -> None:
    scene = Scene(seats=[ME, OPEN, OPEN, OPEN])
    scene.join("Eve", seat=3)
    scene.do(commands.Silence(seat=3, on=True), "Ann")
    scene.do(commands.Sit(seat=2, name="Mallory"), "Eve")
    refused(scene, "chat.silenced", commands.Chat(text="here I am"), "Eve")


# ---------------------------------------------------------------- over the wire


async def code(asked: Any) -> str | None:
    try:
        await asked
    except Refused as fault:
        return fault.code
    return None


async def seated(wire: Wire, table: str, name: str, identity: str | None = None) -> dict[str, Any]:
    joined = await wire.join(table, name, **({} if identity is None else {"identity": identity}))
    await wire.open(table, joined["token"])
    return joined


async def hosting(wire: Wire, identity: str | None, **wish: Any) -> str:
    more = {} if identity is None else {"identity": identity}
    made = await wire.make(game="card", seats=THREE, **more, **wish)
    await wire.open(made["table"], made["token"])
    return str(made["table"])


def test_who_is_blocked_is_not_heard_and_does_not_come_again(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as eve, Wire(served.url) as ben:
            table = await hosting(ben, BEN)
            await seated(ann, table, "Ann", ANN)
            await seated(eve, table, "Eve", EVE)  # the game begins
            assert await code(ann.do(table, kind="block", seat=2, on=True)) == "seat.nobody"
            await ann.do(table, "one", kind="block", seat=3, on=True)
            await ann.do(table, "one", kind="block", seat=3, on=True)  # once more is no harm
            await eve.do(table, kind="chat", text="can you hear me?")
            await ben.do(table, kind="chat", text="I can")
            await ann.until(lambda: "I can" in ann.received[-1])
            assert "can you hear me?" not in "".join(ann.received)
            own = await hosting(ann, ANN)
            assert await code(seated(eve, own, "Somebody new", EVE)) == "seat.blocked"
            assert await code(seated(ben, own, "Ben", BEN)) is None
            listed = await ann.request("GET", "/api/blocks", ANN)
            assert [block["name"] for block in listed.json()] == ["Eve"]
            assert hashed(EVE) not in listed.text
            path = f"/api/blocks/{listed.json()[0]['id']}"
            assert (await eve.request("DELETE", path, EVE)).json()["code"] == "block.unknown"  # nobody lifts it but Ann
            assert (await eve.request("GET", "/api/blocks", EVE)).json() == []
            assert (await eve.request("GET", "/api/blocks")).status_code == 401
            assert (await ann.request("DELETE", path, ANN)).json() == []
            assert await code(seated(eve, own, "Eve", EVE)) is None

    asyncio.run(play())


async def shown(wire: Wire, tables: set[str], identity: str | None = None) -> set[str]:
    """Those of some tables that the lobby shows to somebody who asks by HTTP."""
    answer = await wire.request("GET", "/api/tables", identity)
    return {table["id"] for table in answer.json()} & tables


def test_who_is_blocked_and_who_blocks_do_not_see_tables_of_each_other(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as eve, Wire(served.url) as ben:
            met = await hosting(ben, BEN)
            await seated(ann, met, "Ann", ANN)
            await seated(eve, met, "Eve", EVE)
            own, hers = await hosting(ann, ANN, public=True), await hosting(eve, EVE, public=True)

            def sees(wire: Wire, *tables: str) -> bool:
                return {table["id"] for table in wire.lobby or []} & {own, hers} == set(tables)

            for wire, identity in ((ann, ANN), (eve, EVE), (ben, BEN)):
                await wire.ask("lobby", on=True, identity=identity)
                await wire.until(lambda wire=wire: sees(wire, own, hers))
            await ann.do(met, kind="block", seat=3, on=True)
            await ann.until(lambda: sees(ann, own))  # whoever looks already is told
            await eve.until(lambda: sees(eve, hers))
            assert await shown(ann, {own, hers}, ANN) == {own}
            assert await shown(eve, {own, hers}, EVE) == {hers}
            for somebody in (BEN, None):
                assert await shown(ben, {own, hers}, somebody) == {own, hers}
            await eve.ask("lobby", on=True, identity=EVE)  # to look anew is no way around it
            await eve.ask("ping")
            assert sees(eve, hers)
            assert sees(ben, own, hers)
            (block,) = (await ann.request("GET", "/api/blocks", ANN)).json()
            await ann.request("DELETE", f"/api/blocks/{block['id']}", ANN)
            for wire in (ann, eve):
                await wire.until(lambda wire=wire: sees(wire, own, hers))

    asyncio.run(play())


def test_a_host_who_blocks_a_guest_removes_them(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as eve:
            table = await hosting(ann, ANN)
            await seated(eve, table, "Eve", EVE)
            await ann.do(table, kind="block", seat=2, on=True)
            assert ann.states[table, 1]["info"]["seats"][1]["kind"] == "open"
            assert await code(seated(eve, table, "Eve", EVE)) == "seat.removed"
            (listed,) = (await ann.request("GET", "/api/blocks", ANN)).json()
            await ann.request("DELETE", f"/api/blocks/{listed['id']}", ANN)

    asyncio.run(play())


def test_blocking_needs_an_identity_and_a_seat(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as ben, Wire(served.url) as zoe:
            table = await hosting(ann, None)
            await seated(ben, table, "Ben", BEN)
            await zoe.open(table)
            assert await code(ann.do(table, kind="block", seat=2, on=True)) == "block.identity"
            assert await code(ben.do(table, kind="block", seat=1, on=True)) is None  # here at least she is muted
            await ann.do(table, kind="chat", text="hello?")
            assert (await ben.request("GET", "/api/blocks", BEN)).json() == []
            assert await code(zoe.do(table, kind="block", seat=2, on=True)) == "token.unknown"
            assert await code(ben.do(table, kind="block", seat=3, on=True)) == "seat.nobody"

    asyncio.run(play())


def test_identities_are_secrets(served: Served) -> None:
    """Nobody is told by what somebody is known, and the database has only hashes."""

    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as ben, Wire(served.url) as zoe:
            table = await hosting(ann, ANN, public=True)
            await seated(ben, table, "Ben", BEN)
            await zoe.open(table)
            await zoe.request("GET", "/api/tables")
            everything = "".join([*ann.received, *ben.received, *zoe.received, *zoe.fetched])
            live = served.app.state.registry
            identities = [person.identity for person in live.tables[table].table.people]
            assert None not in identities
            for secret in (ANN, BEN, *identities):
                assert secret not in everything
            stored = "".join(event.data_text() for event in await asyncio.to_thread(live.store.read_events, table))
            assert ANN not in stored
            assert identities[0] in stored

    asyncio.run(play())


def reports_at(served: Served, table: str) -> list[Any]:
    store = served.app.state.registry.store
    with store.reader.connect() as connection:
        return list_reports(connection, table_id=table)


def test_a_name_and_a_line_are_reported_as_they_really_were(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as eve, Wire(served.url) as zoe:
            table = await hosting(ann, ANN, spectators_chat=True)
            await seated(eve, table, "Eve the awful", EVE)
            await eve.do(table, kind="chat", text="something awful")
            await zoe.open(table)
            said = zoe.states[table, None]["chat"][-1]
            for _ in range(2):  # the same is stored once
                await ann.do(table, kind="report", seat=2, line=said["time"])
                await ann.do(table, kind="report", seat=2)
            await zoe.do(table, kind="report", seat=2)
            assert (
                await code(ann.do(table, kind="report", seat=1, line=said["time"])) == "report.line"
            )  # no false witness
            assert await code(ann.do(table, kind="report", seat=2, line=said["time"] + 1)) == "report.line"
            assert await code(ann.do(table, kind="report", seat=3)) == "seat.nobody"
            assert await code(ann.do(table, kind="report", seat=1)) == "seat.nobody"
            found = {(one.reporter, one.kind, one.text, one.about, one.seat) for one in reports_at(served, table)}
            assert found == {
                (1, "line", "something awful", 2, 2),
                (1, "name", "Eve the awful", 2, 2),
                (0, "name", "Eve the awful", 2, 2),
            }
            assert len(reports_at(served, table)) == 3
            assert "report" not in "".join(eve.received)  # who is reported is not told by whom, nor that

    asyncio.run(play())


def test_nobody_floods_the_operator_with_reports(served: Served) -> None:
    async def play() -> None:
        async with Wire(served.url) as ann, Wire(served.url) as eve:
            table = await hosting(ann, ANN)
            await seated(eve, table, "Eve", EVE)
            live = served.app.state.registry.tables[table]
            live.reported[2] = {commands.Report(seat=1, line=number) for number in range(MOST_REPORTS)}
            assert await code(eve.do(table, kind="report", seat=1)) == "report.often"
            assert await code(ann.do(table, kind="report", seat=2)) is None

    asyncio.run(play())


def test_the_client_blocks_and_reports(served: Served) -> None:
    with Server(served.url, identity=ANN) as ann, Server(served.url, identity=EVE) as eve:
        table = ann.create("card", seats=[me("Ann"), opened()])
        public = eve.create("card", seats=[me("Eve"), opened()], public=True)
        assert public.id in [found["id"] for found in ann.lobby()]
        other = eve.join(table.link, "Eve")
        other.chat("something awful")
        until(lambda: table.chat_lines)
        table.report(2, table.chat_lines[-1]["time"])
        table.block(2)
        assert public.id not in [found["id"] for found in ann.lobby()]
        own = ann.create("card", seats=[me("Ann"), opened()])
        with pytest.raises(CoatlError) as caught:
            eve.join(own.link, "Eve")
        assert caught.value.code == "seat.blocked"
        (block,) = ann.blocks()
        assert ann.lift_block(block["id"]) == []
        eve.join(own.link, "Eve")
        assert [one.text for one in reports_at(served, table.id)] == ["something awful"]
