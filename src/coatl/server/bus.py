"""News between workers: which table has come how far, and who is connected where. One worker alone needs none."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import orjson
import structlog

from coatl.engine.errors import CoatlError

CHANNEL = "coatl"
AGAIN = 1.0  # seconds until a lost line is tried again
Hear = Callable[[dict[str, Any]], None]

log = structlog.get_logger("coatl.bus")


class Bus(Protocol):
    """Carries small messages to all other workers, as long as it can; nothing is lost without it but speed."""

    async def start(self, hear: Hear) -> None: ...

    def tell(self, message: dict[str, Any]) -> None: ...

    async def close(self) -> None: ...


class Alone:
    """There is only this worker."""

    async def start(self, hear: Hear) -> None:
        """Nobody will say anything."""

    def tell(self, message: dict[str, Any]) -> None:
        """Nobody would hear it."""

    async def close(self) -> None:
        """Nothing to let go."""


class Redis:
    """Messages by a channel of Redis. A worker that was cut off looks into the database when it is back."""

    def __init__(self, url: str, worker: str) -> None:
        try:
            from redis.asyncio import Redis as Client
        except ImportError:
            message = "COATL_REDIS_URL needs the package redis: pip install 'coatl[redis]'."
            raise CoatlError("redis.missing", message) from None
        self.client = Client.from_url(url)
        self.worker = worker
        self.tasks: set[asyncio.Task[Any]] = set()
        self.outbox: asyncio.Queue[bytes] = asyncio.Queue(maxsize=10_000)

    async def start(self, hear: Hear) -> None:
        """Begins to talk and to listen."""
        for work in (self.talk(), self.listen(hear)):
            self.tasks.add(asyncio.create_task(work))

    def tell(self, message: dict[str, Any]) -> None:
        """Says something to the others; what cannot be said in time is dropped, since the database knows it."""
        with suppress(asyncio.QueueFull):
            self.outbox.put_nowait(orjson.dumps({"worker": self.worker, **message}))

    async def talk(self) -> None:
        """Sends what waits."""
        while True:
            message = await self.outbox.get()
            try:
                await self.client.publish(CHANNEL, message)
            except Exception as fault:
                log.warning("redis is away", fault=type(fault).__name__)
                await asyncio.sleep(AGAIN)

    async def listen(self, hear: Hear) -> None:
        """Hears what the others say; after a cut nobody knows what was missed, so everything is looked at."""
        while True:
            try:
                async with self.client.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    hear({"kind": "again"})
                    async for message in channel.listen():
                        if message["type"] == "message":
                            data = orjson.loads(message["data"])
                            if data.get("worker") != self.worker:
                                hear(data)
            except Exception as fault:
                log.warning("redis is away", fault=type(fault).__name__)
                await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Stops both."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.client.aclose()
