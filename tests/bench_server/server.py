"""The server that is measured: `coatl serve` in a process and a folder of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from tests.bench.starts import ROOT
from tests.server.processes import free_port

PATIENCE = 120.0
LIMITS = {  # all clients have the same address here
    "COATL_SOCKETS_PER_ADDRESS": "10000",
    "COATL_COMMANDS_PER_SECOND": "10000",
    "COATL_ADDRESS_COMMANDS_PER_SECOND": "100000",
    "COATL_REQUESTS_PER_SECOND": "100000",
    "COATL_TABLES_PER_MINUTE": "100000",
    "COATL_LOG_LEVEL": "warning",
}


@dataclass
class Server:
    """A server that answers."""

    url: str
    process: "subprocess.Popen[bytes]"
    seconds: float  # from its start to its first answer

    def busy(self) -> float:
        """Seconds that processors have worked for it: says more than the clock where others work too."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """The bytes that the process holds now."""
        for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Private_Dirty"):
                return int(line.split()[1]) * 1024
        raise OSError("the system does not tell")


@contextmanager
def serving(data: Path, **more: str) -> Iterator[Server]:
    """A server while the block runs."""
    port = free_port()
    own = {**LIMITS, "COATL_PORT": str(port), "COATL_DATA": str(data), **more}
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "coatl", "serve"], env=os.environ | own, cwd=ROOT)
    try:
        wait_for(port, process)
        yield Server(f"http://127.0.0.1:{port}", process, time.perf_counter() - began)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until it is healthy."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            raise OSError("the server ended")
        try:
            connection = HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError("the server did not start")
