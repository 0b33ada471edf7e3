"""One WebSocket per client (docs/server.md). It may look at several tables and at the lobby."""

import asyncio
import secrets
import time
from collections import deque
from contextlib import suppress
from typing import Any

import orjson
import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from coatl.engine.errors import CoatlError
from coatl.server import metrics, schemas, socket_messages
from coatl.server.clock import clock
from coatl.server.command_answers import obey
from coatl.server.limits import Bucket, Places, TooOften
from coatl.server.live_tables import LiveTable
from coatl.server.registry import Registry
from coatl.server.security import address_of, check_host, check_origin, error_data
from coatl.server.tables.commands import AskHint, AskPreview
from coatl.server.tables.people import Person, identity_of
from coatl.version import RULES_VERSION, __version__

MOST_TABLES = 20  # at one socket
MOST_WAITING = 256  # messages for a client that does not read
MOST_LETTERS = 2_000_000  # in these messages
MOST_REFUSED = 100  # messages above the limit until the connection is cut
POLICY, BUSY = 1008, 1013  # close codes

log = structlog.get_logger("coatl.socket")


class Socket:
    """A client that is connected."""

    __slots__ = (
        "__weakref__",
        "address",
        "bucket",
        "closing",
        "outbox",
        "receiving",
        "refused",
        "registry",
        "salt",
        "sending",
        "tables",
        "waiting",
        "websocket",
    )

    def __init__(self, websocket: WebSocket, registry: Registry, address: str) -> None:
        self.websocket = websocket
        self.registry = registry
        self.address = address
        self.tables: dict[str, LiveTable] = {}
        self.outbox: deque[str] = deque()
        self.waiting = 0  # letters in the outbox
        self.sending: asyncio.Task[None] | None = None
        rate = registry.settings.commands_per_second
        self.bucket = Bucket(rate, 3 * rate, time.monotonic())
        self.refused = 0
        self.closing = False
        self.receiving: asyncio.Task[Any] | None = None  # while it waits for the client's next message
        self.salt = secrets.token_hex(8)  # spectators have no name: their commands are known by the socket

    # ------------------------------------------------------------ out

    def send(self, message: str) -> None:
        """Puts a message into the outbox; who does not read is not waited for."""
        if self.closing:
            return
        if len(self.outbox) >= MOST_WAITING or (self.outbox and self.waiting + len(message) > MOST_LETTERS):
            self.cut(BUSY)
            return
        self.outbox.append(message)
        self.waiting += len(message)
        if self.sending is None:
            self.sending = asyncio.create_task(self.drain())

    async def drain(self) -> None:
        """Sends what waits, in its order."""
        try:
            while self.outbox:
                message = self.outbox.popleft()
                self.waiting -= len(message)
                await self.websocket.send({"type": "websocket.send", "text": message})
                metrics.SENT.inc()
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.discard()
        finally:
            self.sending = None

    def discard(self) -> None:
        """Forgets what waits."""
        self.outbox.clear()
        self.waiting = 0

    def say(self, **message: Any) -> None:
        """A message for this client alone."""
        self.send(orjson.dumps(message).decode())

    def cut(self, code: int) -> None:
        """Ends the connection."""
        if self.closing:
            return
        self.closing = True
        self.discard()
        self.registry.spawn(self.close(code))

    async def close(self, code: int) -> None:
        """Says good-bye; who does not even take that has left."""
        with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self.websocket.close(code), 2)
        if self.receiving is not None:
            self.receiving.cancel()

    # ------------------------------------------------------------ in

    async def serve(self) -> None:
        """From the greeting to the end of the connection."""
        self.say(type="welcome", protocol=schemas.PROTOCOL, version=__version__, rules=RULES_VERSION, time=clock())
        try:
            while True:
                await self.handle(await self.receive())
        except WebSocketDisconnect:
            pass
        finally:
            self.closing = True
            self.registry.lobby.listeners.pop(self, None)
            for live in self.tables.values():
                live.leave(self)

    async def receive(self) -> Any:
        """The next frame. Only here a connection is cut: what is being done is finished."""
        self.receiving = asyncio.current_task()
        try:
            return await self.websocket.receive()
        except asyncio.CancelledError:
            if not self.closing:
                raise
            raise WebSocketDisconnect from None
        finally:
            self.receiving = None

    async def handle(self, frame: Any) -> None:
        """One frame of the client."""
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        if self.closing:
            return
        text = frame.get("text")
        try:
            self.check_rate()
            asked = read(text)
        except CoatlError as fault:
            self.refuse(fault, id_in(text))
            return
        if isinstance(asked, socket_messages.Do) and isinstance(asked.command, (AskHint, AskPreview)):
            self.registry.spawn(self.answer(asked))  # it may take a while, and the game goes on meanwhile
        else:
            await self.answer(asked)

    async def answer(self, asked: Any) -> None:
        """Does what a message says; whatever goes wrong is an answer too."""
        try:
            await self.obey(asked)
        except CoatlError as fault:
            self.refuse(fault, asked.id)
        except Exception as fault:
            metrics.FAULTS.inc()
            log.error("a message failed", kind=asked.type, exc_info=fault)
            self.refuse(CoatlError("server.fault", "The server made a mistake; it has been written down."), asked.id)

    def refuse(self, fault: CoatlError, message_id: str | None) -> None:
        """Says why not."""
        metrics.REFUSED.labels(fault.code).inc()
        self.say(type="error", id=message_id, **error_data(fault))

    def check_rate(self) -> None:
        """Everybody may send so much, and so may all together from one address; who does not stop is cut off."""
        now = time.monotonic()
        try:
            if missing := self.bucket.take(now):
                raise TooOften(missing)
            self.registry.messages.take(self.address, now)
        except TooOften:
            self.refused += 1
            if self.refused > MOST_REFUSED:
                self.registry.abuse.note(self.address, "socket.flood")
                self.cut(POLICY)
            raise
        self.refused = 0

    async def obey(self, asked: Any) -> None:
        """Does what a message says."""
        if isinstance(asked, socket_messages.Do):
            await self.do(asked)
        elif isinstance(asked, socket_messages.OpenTable):
            await self.open(asked)
        elif isinstance(asked, socket_messages.Resync):
            await self.resync(asked)
        elif isinstance(asked, socket_messages.ShutTable):
            self.opened(asked.table).leave(self)
            del self.tables[asked.table]
            self.say(type="ack", id=asked.id)
        elif isinstance(asked, socket_messages.WatchLobby):
            await self.lobby(asked)
        else:
            self.say(type="ack", id=asked.id)

    def opened(self, table: str) -> LiveTable:
        """The live table that this socket has opened."""
        if table not in self.tables:
            raise CoatlError("table.unopened", "Open this table first.", ["open"])
        return self.tables[table]

    async def do(self, asked: socket_messages.Do) -> None:
        """A command; it is acknowledged when it is on disk."""
        live = self.opened(asked.table)
        person = live.listeners[self]
        command_id = asked.id if person is not None else f"{self.salt} {asked.id}"
        self.say(type="ack", id=asked.id, **await obey(live, asked.command, person, command_id, self.address))

    async def open(self, asked: socket_messages.OpenTable) -> None:
        """Begins to follow a table, as a person or as a spectator."""
        if len(self.tables) >= MOST_TABLES and asked.table not in self.tables:
            raise CoatlError("request.tables", f"A socket looks at {MOST_TABLES} tables at most.")
        live = await self.registry.table(asked.table, self.address)
        async with live.held():
            who = None if asked.token is None else live.table.person_with(asked.token)
            live.table.check_watching(who)
            self.charge(live, who)
            self.tables[asked.table] = live
            self.say(type="ack", id=asked.id)
            if who is not None:
                live.claim(self.address)
            live.listen(self, None if who is None else who.number)
            self.send_states(live)

    def charge(self, live: LiveTable, who: Person | None) -> None:
        """Counts the reading of a whole table by what it costs; as one message it was counted before.

        :raises TooOften: if this connection or its address reads too much.
        """
        now, drops = time.monotonic(), live.weight * len(live.table.viewers_of(who)) - 1
        if missing := self.bucket.take(now, drops):
            raise TooOften(missing)
        self.registry.messages.take(self.address, now, drops)

    async def resync(self, asked: socket_messages.Resync) -> None:
        """Everything once more."""
        live = self.opened(asked.table)
        async with live.held():
            who = live.who(live.listeners[self])
            live.table.check_watching(who)
            self.charge(live, who)
            self.say(type="ack", id=asked.id)
            self.send_states(live)

    def send_states(self, live: LiveTable) -> None:
        for viewer in live.table.viewers_of(live.who(live.listeners[self])):
            self.send(live.state(viewer))

    async def lobby(self, asked: socket_messages.WatchLobby) -> None:
        """Begins or stops to look at the lobby."""
        lobby = self.registry.lobby
        if asked.on:
            lobby.listeners[self] = None if asked.identity is None else identity_of(asked.identity)
        else:
            lobby.listeners.pop(self, None)
        self.say(type="ack", id=asked.id)
        if asked.on:
            await lobby.greet(self)


def read(text: str | None) -> Any:
    """A message of a client.

    :raises CoatlError: request.invalid, with the first place that is wrong.
    """
    if text is None:
        raise CoatlError("request.invalid", "Messages are text frames.")
    try:
        return socket_messages.CLIENT.validate_json(text)
    except ValidationError as fault:
        raise invalid(fault.errors(include_url=False, include_input=False, include_context=False)) from None


def invalid(faults: Any) -> CoatlError:
    """What is wrong with a message or a request, in one sentence."""
    first = faults[0]
    place = ".".join(str(part) for part in first["loc"])[:100].encode(errors="replace").decode()
    return CoatlError("request.invalid", f"{place or 'The message'}: {first['msg']}.")


def id_in(text: str | None) -> str | None:
    """The id of a message that could not be read, if it has one."""
    try:
        data = orjson.loads(text or "")
    except orjson.JSONDecodeError:
        return None
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) and len(found) <= 64 else None


class Sockets:
    """The endpoint, and all clients that are connected."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.places = Places(registry.settings.sockets, registry.settings.sockets_per_address)
        self.all: set[Socket] = set()

    async def __call__(self, websocket: WebSocket) -> None:
        """One connection."""
        address = address_of(websocket.scope)
        try:
            check_host(websocket.scope, self.registry.settings)
            check_origin(websocket.scope, self.registry.settings.origin_list)
            self.registry.messages.take(address, time.monotonic())  # a new connection is no way around the limit
        except CoatlError as fault:
            metrics.REFUSED.labels(fault.code).inc()
            await websocket.close(POLICY)
            return
        if not self.places.enter(address):
            if self.places.taken[address] >= self.places.each:
                self.registry.abuse.note(address, "socket.places")
            metrics.REFUSED.labels("request.often").inc()
            await websocket.close(BUSY)
            return
        socket = Socket(websocket, self.registry, address)
        self.all.add(socket)
        metrics.SOCKETS.set(len(self.all))
        try:
            await websocket.accept()
            await socket.serve()
        finally:
            self.places.leave(address)
            self.all.discard(socket)
            metrics.SOCKETS.set(len(self.all))
