"""The same games on a Ray cluster: every node needs this version of Cóatl, and nothing else is shared."""

import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from coatl.arena.match_game import Played, Table
from coatl.arena.plan import Plan
from coatl.engine.errors import CoatlError
from coatl.extras import optional

HERE = "local"  # a cluster of this machine alone, started for the match
RUNNING = "auto"  # the cluster that runs on this machine
PATIENCE = 10.0  # seconds until a cluster must answer; Ray itself would try for many minutes


class Worker:
    """One process on the cluster."""

    def __init__(self, plan: Plan) -> None:
        self.table = Table(plan)
        self.table.warm_up()

    def play(self, numbers: Sequence[int]) -> list[Played]:
        """Plays games of the plan."""
        return [self.table.play(number) for number in numbers]


class Cluster:
    """A worker for every core of the cluster, or as many as wanted."""

    def __init__(self, plan: Plan, address: str, size: int | None) -> None:
        self.ray: Any = optional("ray")
        self.ours = attach(self.ray, address, size)
        self.size = size or int(self.ray.cluster_resources().get("CPU", 1))
        remote = self.ray.remote(num_cpus=1)(Worker)
        self.members = [remote.remote(plan.packed()) for _ in range(self.size)]
        self.answers: dict[Any, int] = {}

    def assign(self, worker: int, numbers: Sequence[int]) -> None:
        """Sends the numbers of games."""
        self.answers[self.members[worker].play.remote(list(numbers))] = worker

    def collect(self) -> tuple[int, list[Played]]:
        """The first answer that comes."""
        [ready], _ = self.ray.wait(list(self.answers), num_returns=1)
        worker = self.answers.pop(ready)
        try:
            return worker, self.ray.get(ready)
        except self.ray.exceptions.RayError as fault:
            message = f"A process of the cluster died: {str(fault).splitlines()[0]} What was finished is kept."
            raise CoatlError("arena.worker", message) from None

    def close(self) -> None:
        """Ends the workers, and the cluster if it was started for them."""
        for member in self.members:
            self.ray.kill(member)
        if self.ours:
            self.ray.shutdown()


def attach(ray: Any, address: str, size: int | None) -> bool:
    """Joins the cluster at an address, or starts one on this machine; whether it is to be left again.

    :raises CoatlError: arena.ray, if there is none.
    """
    if ray.is_initialized():
        return False
    where = {"num_cpus": size, "include_dashboard": False} if address == HERE else {"address": address}
    try:
        if address not in (HERE, RUNNING):
            answers(address)
        ray.init(**where, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError, OSError) as fault:
        message = f"There is no Ray cluster at {address!r}: {str(fault).splitlines()[0].rstrip('.')}."
        raise CoatlError("arena.ray", message, [HERE, RUNNING, "HOST:PORT"]) from None
    return True


def answers(address: str) -> None:
    """Knocks at an address.

    :raises OSError: if nobody is there.
    :raises ValueError: if it is no address.
    """
    place = urlsplit(address if "://" in address else f"//{address}")
    if place.hostname is None or place.port is None:
        raise ValueError("an address has a host and a port")
    socket.create_connection((place.hostname, place.port), PATIENCE).close()
