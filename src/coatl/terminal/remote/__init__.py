"""Play at a table of a server, with the same screens as at home."""
