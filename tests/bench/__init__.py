"""The speed of the engine, measured: `make bench` prints a table and writes bench.json."""
