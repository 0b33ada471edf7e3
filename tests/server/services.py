"""A private PostgreSQL and a private Redis on loopback, in temporary folders, for as long as tests need them."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.requirements import need
from tests.server.processes import free_port

PATIENCE = 30.0


def program(name: str) -> str | None:
    """Where a program is; Debian keeps PostgreSQL's in a folder for each version."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *map(str, places)]))


def not_root() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as its own user."""
    return {} if os.geteuid() else {"user": "postgres", "group": "postgres", "extra_groups": []}


class PostgresServer:
    """A PostgreSQL that can be stopped and started again at the same port, with what is in it."""

    def __init__(self, folder: str) -> None:
        initdb, server = program("initdb"), program("postgres")
        need(initdb is not None and server is not None, "PostgreSQL (Debian: apt-get install postgresql)")
        if not os.geteuid():
            shutil.chown(folder, "postgres", "postgres")
        data, port, self.who = f"{folder}/data", free_port(), {"cwd": folder, **not_root()}
        make = [str(initdb), "-D", data, "-U", "coatl", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, **self.who)
        options = ["-D", data, "-p", str(port), "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"]
        self.command = [str(server), *options]
        self.url = f"postgresql://coatl@127.0.0.1:{port}"

    def on(self) -> Any:
        """While the block runs, PostgreSQL is there."""
        return running(self.command, lambda: answers_sql(f"{self.url}/postgres"), **self.who)


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty server; databases are made in it one by one."""
    with tempfile.TemporaryDirectory(prefix="coatl-pg") as folder:
        server = PostgresServer(folder)
        with server.on():
            yield server.url


def answers_sql(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def database(server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"test_{time.monotonic_ns()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as line:
        line.execute(f"CREATE DATABASE {name}")
        yield f"{server}/{name}"
        line.execute(f"DROP DATABASE {name} WITH (FORCE)")


class RedisServer:
    """A Redis that can be stopped and started again at the same port."""

    def __init__(self) -> None:
        found = program("redis-server")
        need(found is not None, "Redis (Debian: apt-get install redis-server)")
        self.port = free_port()
        self.command = [str(found), "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--dir", "/tmp"]
        self.url = f"redis://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        try:
            with redis.Redis(port=self.port) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def on(self) -> Any:
        """While the block runs, Redis is there."""
        return running(self.command, self.answers)


@contextmanager
def running(command: list[str], is_ready: Callable[[], bool], **who: Any) -> Iterator[None]:
    """A process that is ended with the block."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **who) as process:
        try:
            end = time.monotonic() + PATIENCE
            while not is_ready():
                assert process.poll() is None, f"{command[0]} did not start"
                assert time.monotonic() < end, f"{command[0]} did not start in time"
                time.sleep(0.02)
            yield
        finally:
            process.send_signal(signal.SIGINT)  # at once, also with clients connected
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
