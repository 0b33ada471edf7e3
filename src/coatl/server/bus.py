"""News between workers: which table has come how far, and who is connected where. One worker alone needs none."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import orjson

from coatl.extras import optional
from coatl.server.outages import PartStatus

CHANNEL = "coatl"
AGAIN = 1.0  # seconds until a lost connection is tried again
CLOSING = 2.0  # seconds for the tasks to end, and as many to hang up
NUDGE = 0.1  # seconds after which a task that goes on is cancelled once more
Receive = Callable[[dict[str, Any]], None]


class Bus(Protocol):
    """Carries small messages to all other workers, as long as it can; nothing is lost without it but speed."""

    async def start(self, receive: Receive) -> None: ...

    def publish(self, message: dict[str, Any]) -> None: ...

    async def close(self) -> None: ...


class NoBus:
    """There is only this worker."""

    async def start(self, receive: Receive) -> None:
        """Nobody will say anything."""

    def publish(self, message: dict[str, Any]) -> None:
        """Nobody would receive it."""

    async def close(self) -> None:
        """Nothing to let go."""


class RedisBus:
    """Messages by a channel of Redis. A worker that was cut off looks into the database when it is back."""

    def __init__(self, url: str, worker: str) -> None:
        self.client = optional("redis.asyncio").Redis.from_url(url)
        self.worker = worker
        self.tasks: set[asyncio.Task[Any]] = set()
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)
        self.status = PartStatus("redis")
        self.closed = False

    async def start(self, receive: Receive) -> None:
        """Begins to talk and to listen."""
        for work in (self.talk(), self.listen(receive)):
            self.tasks.add(asyncio.create_task(work))

    def publish(self, message: dict[str, Any]) -> None:
        """Says something to the others; what cannot be said in time is dropped, since the database knows it."""
        with suppress(asyncio.QueueFull):
            self.outbox.put_nowait(orjson.dumps({"worker": self.worker, **message}))

    async def talk(self) -> None:
        """Sends what waits."""
        while not self.closed:
            message = await self.outbox.get()
            try:
                await self.client.publish(CHANNEL, message)
            except Exception as fault:
                self.status.failed(fault)
                await asyncio.sleep(AGAIN)
            else:
                self.status.worked()

    async def listen(self, receive: Receive) -> None:
        """Hears what the others say; after a cut nobody knows what was missed, so everything is looked at."""
        while not self.closed:
            try:
                async with self.client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.status.worked()
                    receive({"kind": "again"})
                    async for message in channel.listen():
                        if message["type"] == "message":
                            data = orjson.loads(message["data"])
                            if data.get("worker") != self.worker:
                                receive(data)
            except Exception as fault:
                self.status.failed(fault)
                await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Stops both, and hangs up, in seconds whatever Redis does.

        The library may turn a cancellation into an error of its own, which looks like an outage: so a task is cancelled
        until it ends, and ends by itself once the bus is closed.
        """
        self.closed = True
        loop = asyncio.get_running_loop()
        end, going = loop.time() + CLOSING, {task for task in self.tasks if not task.done()}
        while going and loop.time() < end:
            for task in going:
                task.cancel()
            _, going = await asyncio.wait(going, timeout=NUDGE)
        with suppress(Exception):
            await asyncio.wait_for(self.client.aclose(), CLOSING)
