"""Reports: what players found wrong with a name or a line of somebody else, for the operator to look at.

Each function takes a connection: `Store.transact` and `Store.look` lend one to the server, a command opens its own.
"""

from dataclasses import asdict, dataclass
from typing import Literal

import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.storage import schema
from coatl.server.storage.audit import note_act

Kind = Literal["name", "line"]
Status = Literal["open", "done"]
MOST_LISTED = 100


@dataclass(frozen=True, kw_only=True)
class Report:
    """What somebody reported; people and seats are those of the table."""

    time: int  # milliseconds since 1970
    table_id: str
    reporter: int  # the number of a person; 0 for a spectator
    kind: Kind
    text: str  # the name or the line
    about: int | None = None  # the person whom it is about
    seat: int | None = None
    status: Status = "open"
    note: str = ""
    id: int = 0  # given by the database


def add_report(connection: sa.Connection, report: Report) -> int:
    """Stores a report and returns its id."""
    row = asdict(report)
    del row["id"]
    query = sa.insert(schema.reports).values(row).returning(schema.reports.c.id)
    return int(connection.execute(query).scalar_one())


def list_reports(
    connection: sa.Connection,
    status: Status | None = None,
    table_id: str | None = None,
    before: int | None = None,
    most: int = MOST_LISTED,
) -> list[Report]:
    """The newest reports first; only those of a status or a table, or before the one with an id, if asked."""
    column = schema.reports.c
    query = sa.select(schema.reports).order_by(column.id.desc()).limit(most)
    if status is not None:
        query = query.where(column.status == status)
    if table_id is not None:
        query = query.where(column.table_id == table_id)
    if before is not None:
        query = query.where(column.id < before)
    return [Report(**row) for row in connection.execute(query).mappings()]


def count_open(connection: sa.Connection) -> int:
    """How many reports nobody has looked at."""
    query = sa.select(sa.func.count()).where(schema.reports.c.status == "open")
    return connection.execute(query).scalar() or 0


def close_report(connection: sa.Connection, report_id: int, note: str = "") -> Report:
    """Marks a report as done, and says what was done.

    :raises CoatlError: report.unknown
    """
    column = schema.reports.c
    query = sa.update(schema.reports).where(column.id == report_id).values(status="done", note=note)
    found = connection.execute(query.returning(*schema.reports.c)).mappings().one_or_none()
    if found is None:
        raise CoatlError("report.unknown", f"There is no report {report_id}.")
    return Report(**found)


def close_report_by(connection: sa.Connection, report_id: int, note: str, now: int, operator: str) -> Report:
    """The same, written down."""
    done = close_report(connection, report_id, note)
    note_act(connection, now, operator, "reports.close", done.table_id, report=report_id)
    return done
