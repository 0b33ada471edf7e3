"""A database full of games, to start with."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from coatl.server.requests import ClockRequest, NewTable, SeatRequest
from coatl.server.storage import schema
from coatl.server.storage.store import Store, Write, event_rows, table_row
from coatl.server.table_creation import prepare_table
from coatl.server.tables.commands import Play
from coatl.server.tables.decisions import do, new_table
from coatl.server.tables.events import Event
from coatl.server.tables.state import PLAYING
from coatl.server.tables.table import Table

KINDS = 20  # different games, of which the others are copies under other names
MOVES = 40
AT_ONCE = 500  # games in a transaction
NOW = 1_800_000_000_000


def fill(data: Path, games: int) -> None:
    """Writes so many running games."""
    store = Store(f"sqlite:///{data / 'coatl.db'}")
    samples = [sample(number) for number in range(KINDS)]
    try:
        for number in range(0, games, 500):
            with store.engine.begin() as connection:
                write(
                    connection, [copy(samples[game % KINDS], game) for game in range(number, min(games, number + 500))]
                )
    finally:
        store.close()


def write(connection: sa.Connection, writes: list[tuple[str, Write]]) -> None:
    """Some games in one transaction."""
    events = [{**row, "table_id": name} for name, games in writes for row in event_rows(games)]
    connection.execute(sa.insert(schema.events), events)
    connection.execute(sa.insert(schema.tables), [{**table_row(games.table), "id": name} for name, games in writes])


def copy(game: Write, number: int) -> tuple[str, Write]:
    """The same game under another id."""
    return hashlib.sha256(str(number).encode()).hexdigest()[:24], game


def sample(number: int) -> Write:
    """A game in its middle; every fifth has a clock of some days."""
    seats = [SeatRequest(kind="me", name="Ann"), SeatRequest(kind="me", name="Ben")]
    clock = ClockRequest(move=1_000_000) if number % 5 == 0 else None
    made = prepare_table(NewTable(game="card" if number % 2 else "board", seats=seats, clock=clock, public=True))
    table, events = new_table(made.table, made.data, NOW)
    events += list(moves(table, MOVES))
    return Write(table, events)


def moves(table: Table, most: int) -> Iterator[Event]:
    """What happens while so many actions are played."""
    for number in range(most):
        if table.status == PLAYING:
            seat = table.to_act()[0]
            legal: list[Any] = table.game.legal(seat) if table.game is not None else []
            done = do(table, Play(seat=seat, action=legal[number % len(legal)]), NOW + number, table.people[0])
            yield from (one.event for one in done.applied)
