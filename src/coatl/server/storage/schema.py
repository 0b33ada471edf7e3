"""The tables of the database. `migrations` makes them; a change here comes with a migration."""

import sqlalchemy as sa

metadata = sa.MetaData()

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1 in each table; taken only once
    sa.Column("time", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sqlite_with_rowid=False,
)

tables = sa.Table(  # what the lobby and the sweep ask for; everything in it follows from the events
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("joinable", sa.Boolean, nullable=False),  # public, with an open seat
    sa.Column("number", sa.Integer, nullable=False),  # of the last event
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("wake", sa.BigInteger, nullable=True),  # when a bot or a clock wants something
    sa.Column("summary", sa.Text, nullable=False),  # JSON for the lobby
    sa.Index("tables_joinable", "joinable", "updated"),
    sa.Index("tables_wake", "wake"),
)

beats = sa.Table(  # the last sign of life of each worker
    "beats",
    metadata,
    sa.Column("worker", sa.String(32), primary_key=True),
    sa.Column("time", sa.BigInteger, nullable=False),
)

outages = sa.Table(  # while no worker was there
    "outages",
    metadata,
    sa.Column("since", sa.BigInteger, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)
