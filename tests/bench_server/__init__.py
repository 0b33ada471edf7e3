"""How much the server carries: `python -m tests.bench_server`, on loopback, bounded in time and number."""
