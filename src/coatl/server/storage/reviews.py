"""Reviews that are kept with their tables: parts while one is worked out, then the whole in their place.

Each function takes a connection: `Store.transact` and `Store.look` lend one.
"""

from typing import Any

import sqlalchemy as sa

from coatl.review.report import FORMAT
from coatl.server.storage import schema
from coatl.server.storage.store import REMOVED
from coatl.version import __version__

MAKER = f"{FORMAT} {__version__}"  # what another version worked out is worked out anew
WHOLE = -1  # the number of the whole review

column = schema.reviews.c


def kept_review(connection: sa.Connection, table_id: str, depth: int) -> dict[int, str]:
    """What is kept of the review of a table, as JSON by part."""
    query = sa.select(column.part, column.data).where(of_table(table_id, depth), column.maker == MAKER)
    return {row.part: row.data for row in connection.execute(query)}


def keep_part(connection: sa.Connection, table_id: str, depth: int, part: int, data: str) -> None:
    """Keeps a part, if the table is still there; another worker may have been faster, with the same part."""
    connection.execute(sa.delete(schema.reviews).where(of_table(table_id, depth), column.maker != MAKER))
    if part == WHOLE:
        connection.execute(sa.delete(schema.reviews).where(of_table(table_id, depth)))
    kept = sa.exists().where(of_table(table_id, depth), column.part.in_((part, WHOLE)))
    is_there = sa.exists().where(schema.tables.c.id == table_id, schema.tables.c.status != REMOVED)
    row = [sa.literal(value) for value in (table_id, depth, part, MAKER, data)]
    new = sa.select(*row).where(is_there, ~kept)
    connection.execute(sa.insert(schema.reviews).from_select([each.name for each in column], new))


def of_table(table_id: str, depth: int) -> Any:
    """Rows of one review."""
    return (column.table_id == table_id) & (column.depth == depth)
