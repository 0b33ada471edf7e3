"""Where tables are kept: numbered events in SQLite or PostgreSQL, written in groups."""
