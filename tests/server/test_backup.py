"""`coatl backup` while people play, and `coatl restore`, to SQLite and to PostgreSQL."""

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.storage.backup import back_up, restore
from coatl.server.storage.store import Store
from tests.cli.command import answered, refused
from tests.server.kills import Log, Player, check, check_replay, crowd, finished, stored
from tests.server.server import serving
from tests.server.stored_games import fill


def address(folder: Path) -> str:
    return f"sqlite:///{folder}/coatl.db"


def filled(folder: Path, games: int = 6) -> str:
    """The address of a database with some games."""
    folder.mkdir()
    fill(address(folder), games)
    return address(folder)


async def backed_up_while_played(url: str, database: str, file: Path) -> Log:
    """A backup in the middle of many games; what was acknowledged before it began."""
    log = Log()
    with crowd([url], log, 6) as tasks:
        while len(log.acks) < 60:
            await asyncio.sleep(0.01)
        known = Log(dict(log.tables), dict(log.acks))
        await asyncio.to_thread(back_up, database, file)
        while len(log.acks) < len(known.acks) + 30:  # nobody had to wait for it
            await asyncio.sleep(0.01)
    await finished(tasks)
    return known


async def played_on(url: str, log: Log) -> None:
    """The games of the backup go on with the tokens that people have."""
    table = list(log.tables)[-1]
    player = Player([url], log, "card", 0)
    player.table, player.over = table, False
    before = len(log.acks)
    task = asyncio.create_task(player.play())
    async with asyncio.timeout(60):
        while len(log.acks) < before + 3:
            await asyncio.sleep(0.01)
    task.cancel()
    await finished([task])


def test_a_backup_of_a_server_under_load_has_every_move_acknowledged_before(tmp_path: Path, postgres: str) -> None:
    file = tmp_path / "tonight.db"
    with serving(tmp_path / "data") as served:
        log = asyncio.run(asyncio.wait_for(backed_up_while_played(served.url, served.settings.url, file), 120))
    events = stored(file)
    check(events, log)
    check_replay(events, log)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "tonight.db"]
    (tmp_path / "new").mkdir()
    for url in (address(tmp_path / "new"), postgres):
        assert restore(url, file) == len(events)
        store = Store(url)
        assert {table: store.read_events(table) for table in events} == events
        store.close()
        with serving(tmp_path / "served", database_url=url) as served:
            asyncio.run(played_on(served.url, Log(dict(log.tables), dict(log.acks))))


def test_what_is_there_is_not_overwritten_by_mistake(tmp_path: Path) -> None:
    old, new = filled(tmp_path / "old", 2), filled(tmp_path / "new", 3)
    file = tmp_path / "old.db"
    assert back_up(old, file) == 2
    before = stored(tmp_path / "new" / "coatl.db")
    with pytest.raises(CoatlError, match=r"backup\.exists"):
        restore(new, file)
    with pytest.raises(CoatlError, match=r"backup\.exists"):
        back_up(new, file)
    assert stored(tmp_path / "new" / "coatl.db") == before
    assert restore(new, file, force=True) == 2
    assert stored(tmp_path / "new" / "coatl.db") == stored(tmp_path / "old" / "coatl.db")


def test_nothing_is_restored_under_the_feet_of_a_server(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    back_up(filled(tmp_path / "old", 1), file)
    with serving(tmp_path / "data") as served, pytest.raises(CoatlError, match=r"server\.running"):
        restore(served.settings.url, file, force=True)
    assert restore(address(tmp_path / "data"), file) == 1  # it has stopped


Damage = Callable[[sqlite3.Connection], None]


def lose_an_event(line: sqlite3.Connection) -> None:
    line.execute("DELETE FROM events WHERE number = 7 AND table_id = (SELECT min(table_id) FROM events)")


def lose_the_end(line: sqlite3.Connection) -> None:
    line.execute("DELETE FROM events WHERE number > 9 AND table_id = (SELECT min(table_id) FROM events)")


def lose_a_table(line: sqlite3.Connection) -> None:
    line.execute("DELETE FROM tables WHERE id = (SELECT min(id) FROM tables)")


def change_a_draw(line: sqlite3.Connection) -> None:
    where = "kind = 'started' AND table_id = (SELECT min(table_id) FROM events)"
    line.execute(f"UPDATE events SET data = json_set(data, '$.seed', '{'1' * 64}') WHERE {where}")


@pytest.mark.parametrize("checksums", [True, False])
@pytest.mark.parametrize("damage", [lose_an_event, lose_the_end, lose_a_table, change_a_draw])
def test_a_backup_that_is_not_whole_changes_nothing(damage: Damage, checksums: bool, tmp_path: Path) -> None:
    """Checksums tell; without them, as version 0.1 wrote backups, the rows and the games themselves do."""
    file = tmp_path / "old.db"
    back_up(filled(tmp_path / "old", 3), file)
    with closing(sqlite3.connect(file)) as line:
        damage(line)
        if not checksums:
            line.execute("DROP TABLE checksums")
        line.commit()
    new = filled(tmp_path / "new", 2)
    before = stored(tmp_path / "new" / "coatl.db")
    with pytest.raises(CoatlError) as caught:
        restore(new, file, force=True)
    assert (caught.value.code == "backup.damaged") is checksums
    assert stored(tmp_path / "new" / "coatl.db") == before


@pytest.mark.parametrize("replay", [False, True])
def test_games_are_played_again_only_if_asked(replay: bool, tmp_path: Path) -> None:
    """With right checksums over a wrong game: only a replay finds it."""
    old = filled(tmp_path / "old", 3)
    with closing(sqlite3.connect(tmp_path / "old" / "coatl.db")) as line:
        change_a_draw(line)
        line.commit()
    back_up(old, tmp_path / "old.db")
    if not replay:
        assert restore(address(tmp_path), tmp_path / "old.db") == 3
        return
    with pytest.raises(CoatlError):
        restore(address(tmp_path), tmp_path / "old.db", replay=True)


def test_the_commands_say_what_they_did_and_what_they_refuse(tmp_path: Path) -> None:
    filled(tmp_path / "old", 2)
    file, where = str(tmp_path / "b.db"), {"COATL_DATA": str(tmp_path / "old")}
    assert "2 tables" in answered("backup", file, state=tmp_path, **where).stdout
    refused(answered("backup", file, state=tmp_path, **where), "backup.exists")
    refused(answered("restore", file, state=tmp_path, **where), "backup.exists")
    refused(answered("backup", file + "2", state=tmp_path, COATL_DATA=str(tmp_path / "none")), "backup.nothing")
    refused(answered("restore", __file__, state=tmp_path, **where), "backup.unreadable")
    assert "2 tables are back" in answered("restore", file, state=tmp_path, COATL_DATA=str(tmp_path / "new")).stdout
