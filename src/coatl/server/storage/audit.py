"""The audit trail: what operators did to tables and people, and what the server did for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
import sqlalchemy as sa

from coatl.server.storage import schema

MOST_LISTED = 100


@dataclass(frozen=True)
class Act:
    """One thing that was done. Its details hold numbers and no names: they would outlive a person's data."""

    id: int
    time: int  # milliseconds since 1970
    operator: str  # a command, an address at /admin, a person, the server itself
    act: str
    table: str | None
    details: Mapping[str, Any]


def note_act(
    connection: sa.Connection, /, time: int, operator: str, act: str, table: str | None = None, **details: Any
) -> None:
    """Writes down what is done, in the transaction in which it is done."""
    row = {
        "time": time,
        "operator": operator[:60],
        "act": act,
        "table_id": table,
        "details": orjson.dumps(details).decode(),
    }
    connection.execute(sa.insert(schema.audit).values(row))


def list_acts(connection: sa.Connection, before: int | None = None, most: int = MOST_LISTED) -> list[Act]:
    """The newest acts first; `before` is the id of the last one that was listed."""
    column = schema.audit.c
    query = sa.select(schema.audit).order_by(column.id.desc()).limit(most)
    if before is not None:
        query = query.where(column.id < before)
    return [
        Act(row.id, row.time, row.operator, row.act, row.table_id, orjson.loads(row.details))
        for row in connection.execute(query)
    ]


def last_act(connection: sa.Connection) -> int:
    """The id of the newest act."""
    return connection.execute(sa.select(sa.func.max(schema.audit.c.id))).scalar() or 0


def tables_since(connection: sa.Connection, after: int) -> tuple[list[str], int]:
    """The tables to which something was done since an act, and the newest act."""
    column = schema.audit.c
    rows = connection.execute(sa.select(column.id, column.table_id).where(column.id > after).order_by(column.id)).all()
    tables = dict.fromkeys(row.table_id for row in rows if row.table_id is not None)
    return list(tables), rows[-1].id if rows else after
