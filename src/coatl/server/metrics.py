"""What `/metrics` tells (Prometheus)."""

from prometheus_client import Counter, Gauge, Histogram

FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

SOCKETS = Gauge("coatl_sockets", "Open WebSockets.")
TABLES = Gauge("coatl_tables", "Tables in memory.")
COMMANDS = Counter("coatl_commands", "Commands that were done.", ["kind"])
REFUSED = Counter("coatl_refused", "Commands and requests that were refused.", ["code"])
DURABLE = Histogram("coatl_durable_seconds", "From a command to its events on disk.", buckets=FAST)
SENT = Counter("coatl_messages", "Messages sent on WebSockets.")
FAULTS = Counter("coatl_faults", "Mistakes of the server: each has a line in the log.")
CONFLICTS = Counter("coatl_conflicts", "Writes that another worker was faster with.")
QUEUE = Gauge("coatl_bot_queue", "Decisions of bots and hints that are being made or wait for a process.")
THINKING = Histogram("coatl_thinking_seconds", "Decisions of bots and hints.", buckets=FAST)
FORFEITS = Counter("coatl_forfeits", "Decisions that a bot failed to make.")
