"""`coatl serve` as people start it: processes of their own, which can be stopped, killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.server.server import QUICK

PATIENCE = 300.0  # it may have to compile
UNHURRIED = {name: str(value) for name, value in QUICK.items() if name != "port"}


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


def workers_of(pid: int) -> list[int]:
    """The processes in which a server with several workers serves, without the helpers of Python's own."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return [int(child) for child in found if b"spawn_main" in command_line(child)]


def command_line(pid: str) -> bytes:
    """What a process was started with; nothing if it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class Process:
    """A server at one port, with its settings; everything it says is kept."""

    def __init__(self, data: Path, *words: str, **settings: str) -> None:
        port = free_port()
        own = {"port": str(port), "data": str(data), **settings}
        self.environment = os.environ | {f"COATL_{name.upper()}": value for name, value in own.items()}
        self.command = [sys.executable, "-m", "coatl", "serve", *words]
        self.url = f"http://127.0.0.1:{port}"
        self.log = tempfile.TemporaryFile("a+b")  # noqa: SIM115
        self.popen: subprocess.Popen[bytes] | None = None

    @property
    def told(self) -> str:
        self.log.seek(0)
        return self.log.read().decode()

    @property
    def running(self) -> "subprocess.Popen[bytes]":
        assert self.popen is not None, "the server has not been started"
        return self.popen

    def start(self) -> None:
        """Starts it, and does not wait."""
        self.popen = subprocess.Popen(self.command, env=self.environment, stderr=self.log, stdout=self.log)

    def wait(self) -> None:
        """Until it answers."""
        end = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.running.poll() is None, self.told
            assert time.monotonic() < end, f"the server did not start in time: {self.told}"
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz", timeout=5, verify=False).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """At once, with no time to finish anything."""
        self.running.kill()
        self.running.wait()

    def stop(self) -> int:
        """As a service is stopped; the exit status."""
        self.running.send_signal(signal.SIGTERM)
        return self.running.wait(PATIENCE)


@contextmanager
def at_work(*servers: Process) -> Iterator[None]:
    """Servers that are up, and ended in any case."""
    try:
        for server in servers:
            server.start()
        for server in servers:
            server.wait()
        yield
    finally:
        for server in servers:
            if server.popen is not None and server.popen.poll() is None:
                server.kill()
            server.log.close()


@contextmanager
def process(data: Path, *words: str, **settings: str) -> Iterator[Process]:
    """One server."""
    server = Process(data, *words, **settings)
    with at_work(server):
        yield server
