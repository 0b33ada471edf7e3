"""Databases with many stored games, quickly: a few real games, kept under many names."""

import random
import secrets
from typing import Any

import sqlalchemy as sa

from coatl.server.requests import NewTable, SeatRequest
from coatl.server.storage import schema
from coatl.server.storage.store import Store, Write, event_rows, table_row
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands
from coatl.server.tables.decisions import do, new_table
from coatl.server.tables.state import PLAYING

PATTERNS = 12


def pattern(number: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows of one game: every third one of the board game, every fourth one still running."""
    dice = random.Random(number)
    seats = [SeatRequest(kind="me", name=name) for name in ("Ann", "Ben")]
    made = prepare_table(NewTable(game="board" if number % 3 == 0 else "card", seats=seats))
    table, events = new_table(made.table, made.data, 1_000)
    most = 25 if number % 4 == 0 else 10_000
    for step in range(most):
        if table.status != PLAYING:
            break
        seat = dice.choice(table.to_act())
        assert table.game is not None
        command = commands.Play(seat=seat, action=dice.choice(table.game.legal(seat)))
        events += [h.event for h in do(table, command, 2_000 + step, table.people[0], str(step)).applied]
    return event_rows(Write(table, events)), table_row(table)


def fill(url: str, games: int) -> list[str]:
    """Puts so many games into a database and returns the ids of their tables."""
    patterns = [pattern(number) for number in range(min(PATTERNS, games))]
    names = [secrets.token_hex(12) for _ in range(games)]
    store = Store(url)
    with store.engine.begin() as connection:
        for number, name in enumerate(names):
            events, table = patterns[number % len(patterns)]
            connection.execute(sa.insert(schema.events), [{**row, "table_id": name} for row in events])
            connection.execute(sa.insert(schema.tables), {**table, "id": name})
    store.close()
    return names
