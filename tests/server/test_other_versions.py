"""Databases of other versions and damaged ones: one sentence each. Tables of other rules: to be looked at."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from coatl.engine.errors import CoatlError
from coatl.server.boot.checks import check_storage
from coatl.server.settings import Settings
from coatl.server.storage import database
from coatl.server.tables import commands, views
from coatl.server.tables.decisions import do, rebuild
from coatl.server.tables.events import Event, read_event
from coatl.version import RULES_VERSION
from tests.server.tables import Scene


def refusal(data: Path) -> CoatlError:
    """Why the server does not start."""
    with pytest.raises(CoatlError) as caught:
        check_storage(Settings(data=data))
    assert "\n" not in caught.value.message
    return caught.value


@pytest.fixture
def data(tmp_path: Path) -> Path:
    check_storage(Settings(data=tmp_path))
    return tmp_path


def test_a_database_of_a_newer_version_is_refused(data: Path) -> None:
    with sqlite3.connect(data / "coatl.db") as line:
        line.execute("UPDATE alembic_version SET version_num = '9999'")
    line.close()
    fault = refusal(data)
    assert fault.code == "database.newer"
    assert "update coatl" in fault.message


def test_a_missing_migration_is_told(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = tmp_path / "lacking"
    shutil.copytree(database.MIGRATIONS, lacking, ignore=shutil.ignore_patterns("v0*.py", "__pycache__"))
    monkeypatch.setattr(database, "MIGRATIONS", lacking)
    assert refusal(data).code == "database.migration"


@pytest.mark.parametrize("content", [b"no database at all" * 400, b"SQLite format 3\0" + b"\xff" * 8000])
def test_a_damaged_file_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "coatl.db").write_bytes(content)
    fault = refusal(tmp_path)
    assert fault.code == "database.damaged"
    assert "coatl restore" in fault.message


def stored(scene: Scene, rules: int) -> list[Event]:
    """The events of a table as the database holds them, begun by a version of the rules."""
    found = []
    for event in scene.events:
        text = event.data_text().replace(f'"rules":{RULES_VERSION}', f'"rules":{rules}')
        found.append(read_event(event.number, event.time, event.kind, text))
    return found


def test_a_table_of_other_rules_is_looked_at_and_does_not_go_on() -> None:
    scene = Scene(game="card")
    scene.join("Ben")
    for _ in range(6):
        seat = scene.table.to_act()[0]
        scene.do(commands.Play(seat=seat, action=scene.table.running.legal(seat)[0]), ("Ann", "Ben")[seat - 1])
    table = rebuild(scene.table.id, stored(scene, RULES_VERSION + 1))
    assert table.view(1) == scene.table.view(1)
    info = views.info(table)
    assert (info["rules"], info["stopped"], views.info(scene.table)["stopped"]) == (RULES_VERSION + 1, True, False)
    assert table.thinking() == {}
    assert table.wake() is None
    with pytest.raises(CoatlError, match="does not go on") as caught:
        do(table, commands.Tick(), 0)
    assert caught.value.code == "table.rules"
    do(table, commands.Chat(text="what a pity"), 0, table.people[0])


def test_what_other_rules_allowed_is_read_up_to_there() -> None:
    scene = Scene(game="card")
    scene.join("Ben")
    for _ in range(4):
        seat = scene.table.to_act()[0]
        scene.do(commands.Play(seat=seat, action=scene.table.running.legal(seat)[0]), ("Ann", "Ben")[seat - 1])
    before = len(scene.table.running.entries)
    strange = stored(scene, RULES_VERSION + 1)
    last = strange[-1]
    text = last.data_text().replace('"action":"', '"action":"never ')
    strange[-1] = read_event(last.number, last.time, last.kind, text)
    table = rebuild(scene.table.id, strange)
    assert table.number == scene.table.number
    assert len(views.entries_data(table, 1)) == before - 1
    with pytest.raises(CoatlError):
        rebuild(scene.table.id, [*stored(scene, RULES_VERSION)[:-1], strange[-1]])  # of these rules it is broken
