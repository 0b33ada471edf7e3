"""Whatever version 0.1 wrote is read by this version: nothing is lost, and every game goes on as it would have."""

import asyncio
import json
import os
import random
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import patch

import orjson
import pytest

from coatl.arena.match_game import Played
from coatl.arena.match_game import Table as MatchTable
from coatl.arena.plan_file import read_plans
from coatl.arena.store import Store as Results
from coatl.client.links import parse_link
from coatl.engine.errors import CoatlError
from coatl.engine.record import parse_record
from coatl.game import load
from coatl.server.settings import read_settings
from coatl.server.storage.backup import back_up, restore
from coatl.server.storage.store import Store
from coatl.server.tables.decisions import rebuild
from coatl.server.tables.table import Table
from coatl.terminal.campaign import Campaign
from coatl.terminal.saves import last_game
from tests.cli.command import answered
from tests.server.server import Wire, serving
from tests.server.tables import state as state_for

FILES = Path(__file__).parent / "0.1"
NOTED: dict[str, Any] = json.loads((FILES / "tables.json").read_text(encoding="utf-8"))
BACKED_UP = [table for table, noted in NOTED.items() if noted["about"].startswith("backup:")]
SERVED = [table for table in NOTED if table not in BACKED_UP]
RECORDS = sorted((FILES / "records").glob("*.coatl"))
WHOLE = [path for path in RECORDS if "seen-by" not in path.name]


def about(table: str) -> str:
    return str(NOTED[table]["about"])


def copied(name: str, folder: Path) -> str:
    """The address of a copy of a database."""
    shutil.copy(FILES / name, folder / "coatl.db")
    return f"sqlite:///{folder}/coatl.db"


def holds(now: Any, then: Any) -> bool:
    """Whether everything that was there is still there; more may have come."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(name in now and holds(now[name], value) for name, value in then.items())
    if isinstance(then, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return bool(now == then)


def told(table: Table, viewer: int | None) -> dict[str, Any]:
    """What a viewer is told, with each entry in a line."""
    state: dict[str, Any] = orjson.loads(orjson.dumps(state_for(table, viewer)))
    state["entries"] = [line_of(entry) for entry in state["entries"]]
    return state


def line_of(entry: dict[str, Any]) -> str:
    place = ["/", entry["what"]] if "what" in entry else []
    return " ".join([str(entry["seat"]), entry["action"], "->", *entry["outcomes"], *place])


def check(table: Table) -> None:
    """The table is what it was, for every viewer."""
    noted = NOTED[table.id]
    assert (table.status, table.number, table.wake()) == (noted["status"], noted["number"], noted["wake"])
    assert len(table.viewers) == len(noted["states"])
    for viewer, then in zip(table.viewers, noted["states"], strict=True):
        now = told(table, viewer)
        for name, value in then.items():
            assert holds(now[name], value), name
    for name, token in noted["tokens"].items():
        assert table.person_with(token).name == name


def ending(table: Table) -> dict[str, Any]:
    """How the game ends if everybody plays as the dice of the table say."""
    game, dice = table.game, random.Random(table.id)
    assert game is not None
    while not game.over:
        seat = next(seat for seat in range(1, game.rules.seats + 1) if game.legal(seat)) if game.choosing else game.seat
        game.play(dice.choice(game.legal(seat)), seat)
    assert game.result is not None
    return {"points": list(game.result.points), "winners": list(game.result.winners), "entries": len(game.entries)}


# ---------------------------------------------------------------- the server


@pytest.mark.parametrize("table_id", SERVED, ids=about)
def test_a_stored_table_is_what_it_was_and_its_game_ends_as_it_would_have(table_id: str, tmp_path: Path) -> None:
    store = Store(copied("coatl.db", tmp_path))
    table = rebuild(table_id, store.read_events(table_id))
    store.close()
    check(table)
    if table.status == "playing":
        assert ending(table) == NOTED[table_id]["ends"]


def test_the_lobby_still_shows_who_waits(tmp_path: Path) -> None:
    store = Store(copied("coatl.db", tmp_path))
    waiting = [table for table in SERVED if "lobby" in about(table)]
    assert [line["id"] for line in asyncio.run(store.lobby(SERVED))] == waiting
    store.close()


def test_a_backup_is_restored_and_backed_up_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/coatl.db"
    assert restore(url, FILES / "backup.db") == len(BACKED_UP)
    assert back_up(url, tmp_path / "again.db") == len(BACKED_UP)
    assert restore(url, tmp_path / "again.db", force=True) == len(BACKED_UP)
    store = Store(url)
    for table_id in BACKED_UP:
        check(rebuild(table_id, store.read_events(table_id)))
    store.close()


async def played_on(url: str, table_id: str) -> int:
    """How many moves people at a table made, each with the token of 0.1."""
    moves = 0
    for token in NOTED[table_id]["tokens"].values():
        async with Wire(url) as wire:
            await wire.open(table_id, token)
            for table, seat in list(wire.states):
                if legal := wire.view(table, seat)["legal"]:
                    await wire.do(table, kind="play", seat=seat, action=legal[0])
                    moves += 1
    return moves


def test_a_server_of_this_version_goes_on_with_every_table(tmp_path: Path) -> None:
    copied("coatl.db", tmp_path)
    tables = [table for table in SERVED if NOTED[table]["status"] == "playing" and NOTED[table]["wake"] is None]
    with serving(tmp_path) as served:
        for table_id in tables:  # at which people decide, not bots or clocks
            assert asyncio.run(played_on(served.url, table_id))
    store = Store(f"sqlite:///{tmp_path}/coatl.db")
    for table_id in tables:
        assert rebuild(table_id, store.read_events(table_id)).number > NOTED[table_id]["number"]
    store.close()


def test_settings_mean_the_same() -> None:
    given = dict(line.split("=", 1) for line in (FILES / "settings.env").read_text(encoding="utf-8").splitlines())
    with patch.dict(os.environ, {name: value for name, value in given.items() if value}):
        read = read_settings().model_dump()
    now = {f"COATL_{name.upper()}": "" if value is None else str(value) for name, value in read.items()}
    assert given.items() <= now.items()


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_record_replays_to_the_same_position(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    twin = parse_record(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert twin == record
    assert record.commitment
    positions = json.loads((FILES / "records" / "positions.json").read_text(encoding="utf-8"))
    assert load(path).position_line("all") == positions[path.name]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_record_that_is_saved_again_says_the_same(path: Path, tmp_path: Path) -> None:
    game = load(path)
    for name in ("again.coatl", "again.json"):
        game.save(tmp_path / name)
        assert load(tmp_path / name).position_line("all") == game.position_line("all")
    assert "over" not in path.stem or answered("verify", str(path), state=tmp_path).returncode == 0


@pytest.mark.parametrize("path", [path for path in RECORDS if path not in WHOLE], ids=lambda path: path.stem)
def test_what_a_seat_may_read_of_a_record_is_read(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    seen = load(path.with_name(path.name.replace("-seen-by-1", ""))).seen_by(1)
    assert record.seed is None
    assert (record.setup, record.entries, record.players) == (seen.setup, seen.entries, seen.players)


# ---------------------------------------------------------------- the terminal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A copy of the home directory of a player."""
    return Path(shutil.copytree(FILES / "home", tmp_path / "home"))


def test_the_last_game_is_resumed(home: Path) -> None:
    before = load(home / "coatl" / "last.coatl")
    result = answered("play", "card", "--resume", state=home, typed="1\nquit\n")
    assert result.returncode == 0, result.stderr
    after = load(home / "coatl" / "last.coatl")
    assert after.commitment == before.commitment
    assert len(after.entries) == len(before.entries) + 1


def test_the_game_before_it_is_resumed_from_its_file(home: Path) -> None:
    before = home / "coatl" / "previous.coatl"
    entries = load(before).entries
    assert answered("play", "board", str(before), state=home, typed="undo\nquit\n").returncode == 0
    assert load(before).entries[: len(entries)] == entries
    assert [entry.action for entry in load(before).entries[len(entries) :]] == ["undo"]


def test_the_campaign_goes_on(home: Path) -> None:
    campaign = Campaign(home / "coatl" / "campaign.json")
    with patch.dict(os.environ, {"XDG_STATE_HOME": str(home)}):
        assert campaign.plays(load(last_game("card")))
    assert campaign.opponent == "carl"


def test_the_link_to_the_last_table_leads_back_to_it(home: Path, tmp_path: Path) -> None:
    link = parse_link((home / "coatl" / "away").read_text(encoding="utf-8").strip())
    assert link.table is not None
    assert link.token == NOTED[link.table]["tokens"]["Ann"]


# ---------------------------------------------------------------- matches


@pytest.mark.parametrize("number", [0, 1])
def test_a_plan_brings_the_games_that_it_brought(number: int) -> None:
    plan = read_plans(FILES / "arena" / "plan.toml")[number]
    (results,) = (FILES / "arena" / "results").glob(f"{plan.game}-*.jsonl")
    head, *lines = results.read_text(encoding="utf-8").splitlines()
    before = json.loads(head)["plan"]
    assert {name: value for name, value in before.items() if name != "code"} == {
        name: value for name, value in json.loads(json.dumps(plan.data())).items() if name != "code"
    }
    table = MatchTable(plan)
    for line in lines:
        then = Played.read(json.loads(line))
        now = table.play(then.number)
        assert (now.turns, now.ending, now.places()) == (then.turns, then.ending, then.places())
        assert [seat.points for seat in now.seats] == [seat.points for seat in then.seats]
    table.close()


def test_results_of_other_code_are_not_gone_on_with(tmp_path: Path) -> None:
    plan = read_plans(FILES / "arena" / "plan.toml")[0]
    (results,) = (FILES / "arena" / "results").glob(f"{plan.game}-*.jsonl")
    copy = Path(shutil.copy(results, tmp_path))
    with pytest.raises(CoatlError, match=r"holds the results of another plan: code"):
        Results(plan, copy)
    assert copy.read_bytes() == results.read_bytes()
