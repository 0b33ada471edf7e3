"""What operators look after: reports of players, the trail of what was done, and a way to find people."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds two tables, and an index of the few events that name people."""
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.String(60), nullable=False),
        sa.Column("act", sa.String(30), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("details", sa.Text, nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("reporter", sa.Integer, nullable=False),
        sa.Column("about", sa.Integer, nullable=True),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("reports_status", "reports", ["status", "id"])
    op.create_index("reports_table", "reports", ["table_id"])
    naming = sa.text("kind IN ('created', 'joined')")
    op.create_index("events_people", "events", ["time"], sqlite_where=naming, postgresql_where=naming)


def downgrade() -> None:
    """Takes them away."""
    op.drop_index("events_people", "events")
    for name in ("reports", "audit"):
        op.drop_table(name)
