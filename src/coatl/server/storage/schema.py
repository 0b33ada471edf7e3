"""The tables of the database. `migrations` makes them; a change here comes with a migration."""

import sqlalchemy as sa

metadata = sa.MetaData()

NAMING = sa.text("kind IN ('created', 'joined')")  # of events: somebody came

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),  # from 1 in each table; taken only once
    sa.Column("time", sa.BigInteger, nullable=False),  # milliseconds since 1970
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sa.Index("events_people", "time", sqlite_where=NAMING, postgresql_where=NAMING),
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

audit = sa.Table(  # what operators did, and what was done for them
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("operator", sa.String(60), nullable=False),  # who did it: a command, somebody at /admin, the server
    sa.Column("act", sa.String(30), nullable=False),
    sa.Column("table_id", sa.String(32), nullable=True),
    sa.Column("details", sa.Text, nullable=False),  # JSON, without names
)

reports = sa.Table(  # what players found wrong with others
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("reporter", sa.Integer, nullable=False),  # the number of a person at this table; 0 for a spectator
    sa.Column("about", sa.Integer, nullable=True),  # the number of the person whom it is about
    sa.Column("seat", sa.Integer, nullable=True),  # and the seat, if there is one
    sa.Column("kind", sa.String(10), nullable=False),  # "name" or "line"
    sa.Column("text", sa.Text, nullable=False),  # the name or the line
    sa.Column("status", sa.String(10), nullable=False),  # "open" or "done"
    sa.Column("note", sa.Text, nullable=False),  # what an operator wrote to it
    sa.Index("reports_status", "status", "id"),
    sa.Index("reports_table", "table_id"),
)

blocks = sa.Table(  # who does not want to meet whom, by the hashes of their devices' secrets
    "blocks",
    metadata,
    sa.Column("blocker", sa.String(64), primary_key=True),
    sa.Column("blocked", sa.String(64), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),  # what the blocked one was called
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Index("blocks_blocked", "blocked"),
)

reviews = sa.Table(  # of finished games, part by part; they can be worked out anew at any time, and hold no names
    "reviews",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("depth", sa.Integer, primary_key=True),
    sa.Column("part", sa.Integer, primary_key=True),  # from 0; -1 is the whole review, in the place of its parts
    sa.Column("maker", sa.String(60), nullable=False),  # the version that made it: parts of two are not mixed
    sa.Column("data", sa.Text, nullable=False),  # JSON
)
