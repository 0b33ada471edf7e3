"""What people study apart from a table: records, positions, puzzles, lessons, the rules (docs/server.md)."""
