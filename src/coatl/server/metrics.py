"""What `/metrics` tells (Prometheus). Several workers write into one folder, and any of them tells the sum."""

import os
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # where the library looks for it when it is imported

FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

SOCKETS = Gauge("coatl_sockets", "Open WebSockets.", multiprocess_mode="livesum")
TABLES = Gauge("coatl_tables", "Tables in memory.", multiprocess_mode="livesum")
REQUESTS = Counter("coatl_requests", "HTTP requests.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "coatl_request_seconds", "From an HTTP request to the end of its answer.", ["route"], buckets=FAST
)
COMMANDS = Counter("coatl_commands", "Commands that were done.", ["kind"])
REFUSED = Counter("coatl_refused", "Commands and requests that were refused.", ["code"])
DURABLE = Histogram("coatl_durable_seconds", "From a command to its events on disk.", buckets=FAST)
SENT = Counter("coatl_messages", "Messages sent on WebSockets.")
FAULTS = Counter("coatl_faults", "Mistakes of the server: each has a line in the log.")
FAILED_WRITES = Counter("coatl_failed_writes", "Writes that the database did not take.")
CONFLICTS = Counter("coatl_conflicts", "Writes that another worker was faster with.")
QUEUE = Gauge(
    "coatl_bot_queue",
    "Decisions of bots (search, quick), hints and questions of those who study that are being made or wait.",
    ["kind"],
    multiprocess_mode="livesum",
)
WAITED = Histogram("coatl_thinker_wait_seconds", "How long they waited for a process.", ["kind"], buckets=FAST)
THINKING = Histogram("coatl_thinking_seconds", "Decisions of bots, hints and answers to those who study.", buckets=FAST)
LAG = Histogram(
    "coatl_loop_lag_seconds", "How late the event loop comes back, looked at ten times a second.", buckets=FAST
)
FORFEITS = Counter("coatl_forfeits", "Decisions that a bot failed to make.")


def gauges(family: Gauge) -> Iterator[tuple[dict[str, str], float]]:
    """What a figure of this worker is now, by its labels."""
    for metric in family.collect():
        for sample in metric.samples:
            yield sample.labels, sample.value


def figures() -> bytes:
    """All figures as text; with several workers, of all together."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return generate_latest()
    forget_dead(Path(folder))
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def forget_dead(folder: Path) -> None:
    """A worker that has ended holds no sockets; what it has counted stays counted.

    Not on Windows, where a process cannot be asked whether it is there by a signal: the signal would end it.
    """
    if os.name == "nt":
        return
    for path in folder.glob("gauge_live*.db"):
        pid = int(path.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
