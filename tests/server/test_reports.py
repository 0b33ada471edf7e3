"""Reports and the audit trail in the database: kept, listed, closed; on SQLite and PostgreSQL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.storage.audit import list_acts, note_act
from coatl.server.storage.backup import back_up, restore
from coatl.server.storage.reports import Report, add_report, close_report, list_reports
from coatl.server.storage.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    url = request.getfixturevalue("postgres") if request.param == "postgresql" else f"sqlite:///{tmp_path}/coatl.db"
    found = Store(url)
    yield found
    found.close()


def test_a_report_is_kept_listed_and_closed(store: Store) -> None:
    async def scene() -> None:
        line = Report(time=5, table_id="t1", reporter=2, kind="line", text="rude", about=1, seat=1)
        name = Report(time=6, table_id="t2", reporter=0, kind="name", text="Ruder")
        assert [await store.transact(add_report, one) for one in (line, name)] == [1, 2]
        assert [one.text for one in await store.look(list_reports)] == ["Ruder", "rude"]
        done = await store.transact(close_report, 1, "spoken to")
        assert (done.status, done.note, done.about, done.seat) == ("done", "spoken to", 1, 1)
        assert [one.id for one in await store.look(list_reports, "open")] == [2]
        assert [one.id for one in await store.look(list_reports, table_id="t1")] == [1]
        assert [one.id for one in await store.look(list_reports, before=2)] == [1]
        with pytest.raises(CoatlError) as caught:
            await store.transact(close_report, 9)
        assert caught.value.code == "report.unknown"

    asyncio.run(scene())


def test_acts_are_listed_the_newest_first(store: Store) -> None:
    async def scene() -> None:
        await store.transact(note_act, 7, "command", "tables.remove", "t1")
        await store.transact(note_act, 8, "server", "tables.prune", finished=3)
        acts = await store.look(list_acts)
        assert [(one.act, one.table, dict(one.details)) for one in acts] == [
            ("tables.prune", None, {"finished": 3}),
            ("tables.remove", "t1", {}),
        ]
        assert [one.operator for one in await store.look(list_acts, before=acts[0].id)] == ["command"]

    asyncio.run(scene())


def test_ids_go_on_where_a_backup_ended(tmp_path: Path, postgres: str) -> None:
    line = Report(time=5, table_id="t1", reporter=2, kind="line", text="rude")
    first = Store(f"sqlite:///{tmp_path}/coatl.db")
    asyncio.run(first.transact(add_report, line))
    first.close()
    back_up(f"sqlite:///{tmp_path}/coatl.db", tmp_path / "backup.db")
    restore(postgres, tmp_path / "backup.db")
    second = Store(postgres)
    assert asyncio.run(second.transact(add_report, line)) == 2
    second.close()
