"""One file for each change of the database, the first one makes it."""
