"""A table, with no network, no clock and no storage in it: commands come in, numbered events go out."""
