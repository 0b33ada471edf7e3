"""Whatever version 1.0 wrote is read by this version: records of format 2, tables, an own deck, settings."""

import json
import os
import shutil
from pathlib import Path
from unittest.mock import patch

import orjson
import pytest

import coatl
from coatl.engine.record import parse_record
from coatl.game import load
from coatl.server.settings import read_settings
from coatl.server.storage.store import Store
from coatl.server.tables.decisions import rebuild
from tests.compatibility.test_files_of_0_1 import holds
from tests.server.tables import state

FILES = Path(__file__).parent / "1.0"
RECORDS = sorted((FILES / "records").glob("*.coatl"))
POSITIONS = json.loads((FILES / "records/positions.json").read_text(encoding="utf-8"))
TABLES = json.loads((FILES / "tables.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_replays_to_the_same_position(path: Path) -> None:
    assert load(path).position_line("all") == POSITIONS[path.stem]
    twin = parse_record(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert twin == load(path).record() == parse_record(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("table_id", TABLES)
def test_a_stored_table_is_what_it_was(table_id: str, tmp_path: Path) -> None:
    shutil.copy(FILES / "coatl.db", tmp_path / "coatl.db")
    store = Store(f"sqlite:///{tmp_path}/coatl.db")
    table = rebuild(table_id, store.read_events(table_id))
    store.close()
    assert table.game is not None
    noted = TABLES[table_id]
    assert table.game.seen_by(1).entries == parse_record(noted["record"]).entries  # as its host was told it
    for seat, view in enumerate(noted["views"], 1):
        now = orjson.loads(orjson.dumps(state(table, seat)))
        assert holds(now["view"], view)


def test_an_own_deck_is_played() -> None:
    game = coatl.new("board", players=4, seed=1, deck=FILES / "deck.toml")
    assert set(game.view(1).row) <= {"A1", "A2"}


def test_settings_mean_the_same() -> None:
    given = dict(line.split("=", 1) for line in (FILES / "settings.env").read_text(encoding="utf-8").splitlines())
    with patch.dict(os.environ, {name: value for name, value in given.items() if value}):
        read = read_settings().model_dump()
    assert given.items() <= {f"COATL_{name.upper()}": str(value) for name, value in read.items()}.items()
