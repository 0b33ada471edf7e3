"""Looking after a running server: tables removed and people erased by a command, old tables removed by the server."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from coatl.engine.errors import CoatlError
from coatl.server.storage import schema
from coatl.server.storage.audit import list_acts
from coatl.server.storage.backup import back_up, restore
from coatl.server.storage.people import erase, list_people
from coatl.server.storage.store import Store, Write, table_row
from coatl.server.storage.tables import DAY, bury, limits, list_tables, old_tables, remove_table
from coatl.server.storage.writer import Conflict
from coatl.server.tables import commands
from tests.cli.command import answered
from tests.server.server import PATIENCE, Refused, Served, Wire, serving
from tests.server.services import RedisServer
from tests.server.tables import Scene

SECRET = "a secret for the tests"
TWO = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Anna"}]
ALONE = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


def coatl(url: str, *words: str, typed: str = "") -> Any:
    return answered(*words, state=Path("/nowhere"), typed=typed, COATL_DATABASE_URL=url)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return (
        str(request.getfixturevalue("postgres")) if request.param == "postgresql" else f"sqlite:///{tmp_path}/coatl.db"
    )


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    found = Store(url)
    yield found
    found.close()


def keep(store: Store, *scenes: Scene) -> None:
    """Stores tables."""

    async def write() -> None:
        await store.append(*(Write(scene.table, scene.events) for scene in scenes))

    asyncio.run(write())


# ---------------------------------------------------------------- beside a running server


def test_commands_beside_a_running_server(url: str, tmp_path: Path) -> None:
    """People at the table see at once that a name is gone, and then that the table is."""

    async def play(served: Served) -> None:
        async with Wire(served.url) as wire, Wire(served.url) as other:
            made = await wire.make(game="card", seats=ALONE, public=True, name="Ann")
            table = made["table"]
            await wire.open(table, made["token"])
            joined = await other.join(table, "Benedict")
            await other.open(table, joined["token"])
            await other.do(table, kind="chat", text="my address is")
            found = json.loads(coatl(url, "people", "list", "--name", "bened", "--json").stdout)
            assert [(one["table"], one["person"]) for one in found] == [(table, 2)]
            dry = coatl(url, "people", "remove", table[:8], "2", "--dry-run")
            assert "Would erase names Benedict and 1 lines" in dry.stdout
            done = coatl(url, "people", "remove", table[:8], "2", "--yes")
            assert "is Somebody now" in done.stdout, done.stderr
            await wire.until(lambda: wire.states[table, 1]["info"]["seats"][1]["name"] == "")
            assert wire.states[table, 1]["chat"] == []
            move = wire.view(table, 1)["legal"][0]
            await wire.do(table, kind="play", seat=1, action=move)  # the game goes on
            seat = other.states[table, 2]
            assert seat["own"] == [2]
            gone = coatl(url, "tables", "remove", table, "--yes")
            assert "is removed" in gone.stdout, gone.stderr
            for one in (wire, other):
                assert one.reading is not None
                with pytest.raises(ConnectionClosed):  # they are told to connect again
                    await asyncio.wait_for(one.reading, PATIENCE)
                await one.connect()
            with pytest.raises(Refused) as caught:
                await wire.open(table, made["token"])
            assert caught.value.code == "table.unknown"

    with serving(tmp_path, database_url=url) as served:
        asyncio.run(play(served))
    acts = json.loads(coatl(url, "audit", "--json").stdout)
    assert [(one["operator"], one["act"]) for one in acts] == [
        ("command", "tables.remove"),
        ("command", "people.erase"),
    ]
    assert "Benedict" not in json.dumps(acts)
    restorable(url, tmp_path)


def test_people_at_another_worker_see_it_too(tmp_path: Path, redis_server: RedisServer) -> None:
    """Erased and removed at one worker, seen by somebody who is connected to the other."""

    async def look(here: Served, there: Served) -> None:
        async with Wire(there.url) as wire:
            made = await wire.make(game="card", seats=ALONE)
            table = made["table"]
            await wire.open(table, made["token"])
            await wire.do(table, kind="chat", text="my address is")
            admin = {"authorization": f"Bearer {SECRET}"}
            async with httpx.AsyncClient(base_url=f"{here.url}/api/admin/tables", headers=admin) as http:
                assert (await http.delete(f"/{table}/people/1")).json()["erased"] is True
                await wire.until(lambda: wire.states[table, 1]["info"]["seats"][0]["name"] == "")
                assert wire.states[table, 1]["chat"] == []
                assert (await http.delete(f"/{table}")).status_code == 200
            assert wire.reading is not None
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(wire.reading, PATIENCE)
            await wire.connect()

    both = {"redis_url": redis_server.url, "admin_secret": SECRET}
    with serving(tmp_path, **both) as here, serving(tmp_path, **both) as there:
        asyncio.run(look(here, there))


def restorable(url: str, folder: Path) -> None:
    """What is left is whole: a backup of it comes back."""
    back_up(url, folder / "backup.db", force=True)
    restore(f"sqlite:///{folder}/again.db", folder / "backup.db")


def test_nothing_of_an_erased_person_is_left_in_the_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/coatl.db"
    scene = Scene(seats=ALONE, public=True)
    scene.join("Benedict")
    scene.do(commands.Chat(text="my address is"), "Benedict")
    store = Store(url)
    keep(store, scene)
    asyncio.run(store.transact(erase, scene.table.id, 2, 9, "test"))
    store.close()
    assert [path.name for path in tmp_path.iterdir()] == ["coatl.db"]
    content = (tmp_path / "coatl.db").read_bytes()  # also where something else will be written next
    assert [word for word in (b"Benedict", b"my address") if word in content] == []
    with sqlite3.connect(tmp_path / "coatl.db") as line:
        text = json.dumps(
            line.execute("SELECT data FROM events").fetchall() + line.execute("SELECT summary FROM tables").fetchall()
        )
    line.close()
    assert "Benedict" not in text
    assert "address" not in text


# ---------------------------------------------------------------- who writes to what is gone


def test_a_removed_table_does_not_come_back_to_life(store: Store) -> None:
    scene, other = Scene(seats=TWO), Scene(seats=TWO, key="o" * 32)
    keep(store, scene, other)
    asyncio.run(store.transact(remove_table, scene.table.id, 9, "test"))
    scene.play(1)
    other.play(1)

    async def late() -> list[Any]:
        writes = [Write(one.table, [one.events[-1]]) for one in (scene, other)]
        return await asyncio.gather(*(store.append(write) for write in writes), return_exceptions=True)

    refused, done = asyncio.run(late())
    assert isinstance(refused, Conflict)
    assert done is None  # in the same group, and written
    assert store.read_events(scene.table.id) == []
    with store.engine.begin() as connection:
        assert [one["id"] for one in list_tables(connection)] == [other.table.id]
        bury(connection, 9 + DAY + 1)
        assert connection.execute(sa.select(schema.tables.c.id)).scalars().all() == [other.table.id]


def test_an_erasure_gives_way_to_a_move(store: Store) -> None:
    """Whoever has taken the number first wins; the other one reads again."""
    scene = Scene(seats=TWO)
    keep(store, scene)
    asyncio.run(store.transact(erase, scene.table.id, 1, 9, "test"))
    scene.play(1)
    with pytest.raises(Conflict):
        asyncio.run(late_append(store, scene))
    assert "Ann" not in "".join(event.data_text() for event in store.read_events(scene.table.id))


async def late_append(store: Store, scene: Scene) -> None:
    await store.append(Write(scene.table, [scene.events[-1]]))


# ---------------------------------------------------------------- what is kept, and how long


def test_old_tables_by_kind(store: Store) -> None:
    kinds = {
        "over": Scene(seats=TWO, key="a" * 32),
        "playing": Scene(seats=TWO, key="b" * 32),
        "waiting": Scene(seats=ALONE, key="c" * 32),
        "given up": Scene(seats=ALONE, key="d" * 32),
    }
    kinds["given up"].do(commands.Close(), "Ann")
    kinds["over"].play_to_the_end()
    keep(store, *kinds.values())
    names = {scene.table.id: name for name, scene in kinds.items()}
    with store.engine.begin() as connection:
        days = limits({"finished": 1, "abandoned": 1, "empty": 1}, 1 << 60)
        found = {kind: {names[one] for one in old_tables(connection, kind, time)} for kind, time in days.items()}
        assert found == {"finished": {"over"}, "abandoned": {"playing"}, "empty": {"waiting", "given up"}}
        assert old_tables(connection, "finished", 5) == []
        assert len(old_tables(connection, "finished", 1 << 60, keeps_records=True)) == 1
        erase(connection, kinds["over"].table.id, None, 9)
        assert old_tables(connection, "finished", 1 << 60, keeps_records=True) == []
        assert {one.name for one in list_people(connection)} == {"Ann"}


@pytest.mark.parametrize("keep_records", [False, True])
def test_the_server_keeps_nothing_longer_than_it_should(keep_records: bool, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/coatl.db"
    store = Store(url)
    over, playing = Scene(seats=TWO, key="a" * 32), Scene(seats=TWO, key="b" * 32)
    over.play_to_the_end()
    keep(store, over, playing)  # in 1970

    async def left() -> list[str]:
        while not await store.look(list_acts) or (await store.look(list_acts))[0].details["kind"] != "abandoned":
            await asyncio.sleep(0.05)
        return [one["id"] for one in await store.look(list_tables)]

    with serving(tmp_path, keep_records=keep_records):
        found = asyncio.run(asyncio.wait_for(left(), PATIENCE))
    assert found == ([over.table.id] if keep_records else [])
    assert not any("Ann" in event.data_text() for event in store.read_events(over.table.id))
    store.close()


def test_without_a_limit_everything_is_kept(store: Store) -> None:
    assert limits({"finished": 0, "abandoned": 2, "empty": 0}, 3 * DAY) == {"abandoned": DAY}


# ---------------------------------------------------------------- commands


def test_nothing_is_removed_without_a_yes(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/coatl.db"
    store = Store(url)
    scene = Scene(seats=TWO)
    keep(store, scene)
    store.close()
    for words in (("tables", "remove", scene.table.id), ("people", "remove", scene.table.id, "1"), ("tables", "prune")):
        refused = coatl(url, *words, typed="n\n")
        assert refused.returncode == 2
        assert "admin.refused" in refused.stderr
    assert "Would remove tables: 0 finished, 1 abandoned, 0 empty." in coatl(url, "tables", "prune", "--dry-run").stdout
    assert len(json.loads(coatl(url, "tables", "list", "--json").stdout)) == 1
    shown = coatl(url, "tables", "show", scene.table.id[:6])
    assert "person 1" in shown.stdout
    assert json.loads(coatl(url, "people", "export", scene.table.id, "1").stdout)["names"] == ["Ann", "Anna"]
    assert "table.unknown" in coatl(url, "tables", "show", "ffff").stderr
    assert "person.unknown" in coatl(url, "people", "show", scene.table.id, "7").stderr
    assert "Removed tables: 0 finished, 1 abandoned, 0 empty." in coatl(url, "tables", "prune", "--yes").stdout
    assert coatl(url, "tables", "list", "--json").stdout.strip() == "[]"


def test_a_command_without_a_database_says_so(tmp_path: Path) -> None:
    assert "database.none" in coatl(f"sqlite:///{tmp_path}/none.db", "tables", "list").stderr
    assert not (tmp_path / "none.db").exists()


def test_an_unknown_table_is_told(store: Store) -> None:
    with pytest.raises(CoatlError) as caught:
        asyncio.run(store.transact(remove_table, "0" * 24, 9, "test"))
    assert caught.value.code == "table.unknown"
    assert table_row(Scene(seats=TWO).table)["status"] == "playing"
