"""The same server with PostgreSQL: migrations, whole games, two workers at once, and starting again."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from coatl.server.storage import schema
from coatl.server.storage.database import MIGRATIONS, migrate, url_of, writing
from coatl.server.storage.store import Store
from tests.server.played_games import play_on
from tests.server.server import Served, Wire, serving
from tests.server.test_workers import next_move, until, workers

TWO = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]


def layout(engine: sa.Engine) -> dict[str, Any]:
    """Tables, columns, keys and indexes, as the database itself describes them."""
    found = sa.inspect(engine)
    return {
        name: {
            "columns": [
                (column["name"], column["type"].as_generic().__class__.__name__, column["nullable"])
                for column in found.get_columns(name)
            ],
            "key": found.get_pk_constraint(name)["constrained_columns"],
            "indexes": sorted((index["name"] or "", index["column_names"]) for index in found.get_indexes(name)),
        }
        for name in sorted(found.get_table_names())
    }


def to(engine: sa.Engine, revision: str) -> None:
    """Migrates up or down."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        (command.downgrade if revision == "base" else command.upgrade)(config, revision)


def test_migrations_lead_to_the_layout_of_the_code_on_both_databases(postgres: str, tmp_path: Path) -> None:
    layouts = []
    for url in (postgres, f"sqlite:///{tmp_path}/coatl.db"):
        engine = writing(url_of(url))
        for _ in range(2):  # a second start finds everything done
            migrate(engine)
        with engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        layouts.append(layout(engine))
        to(engine, "base")
        assert set(layout(engine)) == {"alembic_version"}
        to(engine, "head")
        assert layout(engine) == layouts[-1]
        engine.dispose()
    assert layouts[0] == layouts[1]


def test_many_workers_that_begin_at_once_migrate_and_note_one_outage(postgres: str) -> None:
    async def begin(number: int) -> None:
        store = await asyncio.to_thread(Store, postgres)
        await asyncio.to_thread(store.begin, f"worker {number}", 100_000 + number, 3_000)
        await asyncio.to_thread(store.close)

    async def run() -> list[tuple[int, int]]:
        await asyncio.gather(*(begin(number) for number in range(4)))
        await begin(50_000)
        store = Store(postgres)
        found = await store.outages(0)
        store.close()
        return found

    [(since, until)] = asyncio.run(run())
    assert since in range(100_000, 100_004)
    assert until == 150_000


@pytest.mark.parametrize("game", ["board", "card"])
def test_whole_games_over_the_wire(game: str, postgres: str, tmp_path: Path) -> None:
    async def play(served: Served) -> None:
        async with Wire(served.url) as wire:
            made = await wire.make(game=game, seats=TWO)
            await wire.open(made["table"], made["token"])
            await play_on(served, made["table"], {1: wire, 2: wire}, [], 10_000)
            assert wire.status(made["table"], 1) == "over"

    with serving(tmp_path, database_url=postgres) as served:
        asyncio.run(play(served))
    assert list(tmp_path.iterdir()) == []  # nothing is kept anywhere else


def test_a_game_goes_on_after_the_server_was_away(postgres: str, tmp_path: Path) -> None:
    async def begin(served: Served) -> dict[str, Any]:
        async with Wire(served.url) as wire:
            made = await wire.make(game="card", seats=TWO)
            await wire.open(made["table"], made["token"])
            await play_on(served, made["table"], {1: wire, 2: wire}, [], 15)
            made["known"] = wire.states
        return made

    async def go_on(served: Served, made: dict[str, Any]) -> None:
        async with Wire(served.url) as wire:
            await wire.open(made["table"], made["token"])
            for seat in (1, 2):
                known, found = made["known"][made["table"], seat], wire.states[made["table"], seat]
                assert [found[name] for name in ("number", "view")] == [known[name] for name in ("number", "view")]
            assert await play_on(served, made["table"], {1: wire, 2: wire}, [], 15) == 15

    with serving(tmp_path, database_url=postgres) as served:
        made = asyncio.run(begin(served))
    with serving(tmp_path, database_url=postgres) as served:
        asyncio.run(go_on(served, made))


def test_the_same_move_at_both_workers_at_once_is_done_once(postgres: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with workers(tmp_path, database_url=postgres) as (_, _, one, two):
            for number in range(20):
                before = one.table.number
                move = next_move(one)
                both = await asyncio.gather(one.do(move, 1, f"c{number}"), two.do(move, 1, f"c{number}"))
                assert both[0].number == both[1].number
                await until(lambda before=before: one.table.number == two.table.number == before + 1)  # type: ignore[misc]

    asyncio.run(run())


def test_workers_that_write_many_tables_at_once_never_wait_in_a_circle(postgres: str, tmp_path: Path) -> None:
    """Groups of one worker and of the other hold the same tables: each is written by whoever came first."""

    async def run() -> None:
        async with workers(tmp_path, tables=8, database_url=postgres) as (first, second, *_):
            for number in range(15):
                pairs = [(first.tables[table], second.tables[table]) for table in first.tables]
                moves = [next_move(one) for one, _ in pairs]
                await asyncio.gather(
                    *(one.do(move, 1, f"c{number}") for (one, _), move in zip(pairs, moves, strict=True)),
                    *(two.do(move, 1, f"c{number}") for (_, two), move in zip(pairs[::-1], moves[::-1], strict=True)),
                )
                await until(lambda: all(one.table.number == two.table.number for one, two in pairs))  # noqa: B023

    asyncio.run(run())
