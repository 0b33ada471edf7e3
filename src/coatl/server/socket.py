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
from coatl.server import messages, metrics, told
from coatl.server.house import House
from coatl.server.http import obey
from coatl.server.limits import Bucket, Places, TooOften
from coatl.server.rooms import Room, clock
from coatl.server.security import address_of, check_host, check_origin, error_data
from coatl.server.tables.commands import AskHint, AskPreview
from coatl.version import RULES_VERSION, __version__

MOST_TABLES = 20  # at one socket
MOST_WAITING = 256  # messages for a client that does not read
MOST_LETTERS = 2_000_000  # in these messages
MOST_REFUSED = 100  # messages above the limit until the line is cut
POLICY, BUSY = 1008, 1013  # close codes

log = structlog.get_logger("coatl.socket")


class Socket:
    """A client that is connected."""

    __slots__ = (
        "__weakref__",
        "address",
        "bucket",
        "closing",
        "hearing",
        "house",
        "outbox",
        "refused",
        "rooms",
        "salt",
        "sending",
        "waiting",
        "websocket",
    )

    def __init__(self, websocket: WebSocket, house: House, address: str) -> None:
        self.websocket = websocket
        self.house = house
        self.address = address
        self.rooms: dict[str, Room] = {}
        self.outbox: deque[str] = deque()
        self.waiting = 0  # letters in the outbox
        self.sending: asyncio.Task[None] | None = None
        rate = house.settings.commands_per_second
        self.bucket = Bucket(rate, 3 * rate, time.monotonic())
        self.refused = 0
        self.closing = False
        self.hearing: asyncio.Task[Any] | None = None  # while it waits for the client's next message
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
        """Ends the line."""
        if self.closing:
            return
        self.closing = True
        self.discard()
        self.house.spawn(self.close(code))

    async def close(self, code: int) -> None:
        """Says good-bye; who does not even take that has left."""
        with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self.websocket.close(code), 2)
        if self.hearing is not None:
            self.hearing.cancel()

    # ------------------------------------------------------------ in

    async def serve(self) -> None:
        """From the greeting to the end of the line."""
        self.say(type="welcome", protocol=told.PROTOCOL, version=__version__, rules=RULES_VERSION, time=clock())
        try:
            while True:
                await self.hear(await self.receive())
        except WebSocketDisconnect:
            pass
        finally:
            self.closing = True
            self.house.lobby_listeners.discard(self)
            for room in self.rooms.values():
                room.leave(self)

    async def receive(self) -> Any:
        """The next frame. Only here a line is cut: what is being done is finished."""
        self.hearing = asyncio.current_task()
        try:
            return await self.websocket.receive()
        except asyncio.CancelledError:
            if not self.closing:
                raise
            raise WebSocketDisconnect from None
        finally:
            self.hearing = None

    async def hear(self, frame: Any) -> None:
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
        if isinstance(asked, messages.Do) and isinstance(asked.command, (AskHint, AskPreview)):
            self.house.spawn(self.answer(asked))  # it may take a while, and the game goes on meanwhile
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
            self.house.messages.take(self.address, now)
        except TooOften:
            self.refused += 1
            if self.refused > MOST_REFUSED:
                self.cut(POLICY)
            raise
        self.refused = 0

    async def obey(self, asked: Any) -> None:
        """Does what a message says."""
        if isinstance(asked, messages.Do):
            await self.do(asked)
        elif isinstance(asked, messages.OpenTable):
            await self.open(asked)
        elif isinstance(asked, messages.Resync):
            await self.resync(asked)
        elif isinstance(asked, messages.ShutTable):
            self.room(asked.table).leave(self)
            del self.rooms[asked.table]
            self.say(type="ack", id=asked.id)
        elif isinstance(asked, messages.WatchLobby):
            await self.lobby(asked)
        else:
            self.say(type="ack", id=asked.id)

    def room(self, table: str) -> Room:
        """The room of a table that this socket has opened."""
        if table not in self.rooms:
            raise CoatlError("table.unopened", "Open this table first.", ["open"])
        return self.rooms[table]

    async def do(self, asked: messages.Do) -> None:
        """A command; it is acknowledged when it is on disk."""
        room = self.room(asked.table)
        person = room.listeners[self]
        command_id = asked.id if person is not None else f"{self.salt} {asked.id}"
        self.say(type="ack", id=asked.id, **await obey(room, asked.command, person, command_id))

    async def open(self, asked: messages.OpenTable) -> None:
        """Begins to hear of a table, as a person or as a spectator."""
        if len(self.rooms) >= MOST_TABLES and asked.table not in self.rooms:
            raise CoatlError("request.tables", f"A socket looks at {MOST_TABLES} tables at most.")
        room = await self.house.room(asked.table)
        async with room.held():
            who = None if asked.token is None else room.table.person_with(asked.token)
            room.table.check_watching(who)
            self.rooms[asked.table] = room
            self.say(type="ack", id=asked.id)
            room.listen(self, None if who is None else who.number)
            self.send_states(room)

    async def resync(self, asked: messages.Resync) -> None:
        """Everything once more."""
        room = self.room(asked.table)
        async with room.held():
            room.table.check_watching(room.who(room.listeners[self]))
            self.say(type="ack", id=asked.id)
            self.send_states(room)

    def send_states(self, room: Room) -> None:
        for viewer in room.table.viewers_of(room.who(room.listeners[self])):
            self.send(room.state(viewer))

    async def lobby(self, asked: messages.WatchLobby) -> None:
        """Begins or stops to look at the lobby."""
        (self.house.lobby_listeners.add if asked.on else self.house.lobby_listeners.discard)(self)
        self.say(type="ack", id=asked.id)
        if asked.on:
            self.send(await self.house.lobby_message())


def read(text: str | None) -> Any:
    """A message of a client.

    :raises CoatlError: request.invalid, with the first place that is wrong.
    """
    if text is None:
        raise CoatlError("request.invalid", "Messages are text frames.")
    try:
        return messages.CLIENT.validate_json(text)
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

    def __init__(self, house: House) -> None:
        self.house = house
        self.places = Places(house.settings.sockets, house.settings.sockets_per_address)
        self.all: set[Socket] = set()

    async def __call__(self, websocket: WebSocket) -> None:
        """One connection."""
        address = address_of(websocket.scope)
        try:
            check_host(websocket.scope, self.house.settings)
            check_origin(websocket.scope, self.house.settings.origin_list)
            self.house.messages.take(address, time.monotonic())  # a new line is no way around the limit
        except CoatlError as fault:
            metrics.REFUSED.labels(fault.code).inc()
            await websocket.close(POLICY)
            return
        if not self.places.enter(address):
            metrics.REFUSED.labels("request.often").inc()
            await websocket.close(BUSY)
            return
        socket = Socket(websocket, self.house, address)
        self.all.add(socket)
        metrics.SOCKETS.set(len(self.all))
        try:
            await websocket.accept()
            await socket.serve()
        finally:
            self.places.leave(address)
            self.all.discard(socket)
            metrics.SOCKETS.set(len(self.all))
