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
from coatl.server import messages, metrics
from coatl.server.house import House
from coatl.server.http import obey
from coatl.server.limits import Bucket, Places, TooOften
from coatl.server.rooms import Room, clock
from coatl.server.security import address_of, check_origin, error_data
from coatl.server.tables.commands import AskHint
from coatl.version import RULES_VERSION, __version__

MOST_TABLES = 20  # at one socket
MOST_WAITING = 256  # messages for a client that does not read
MOST_REFUSED = 100  # messages above the limit until the line is cut
POLICY, BUSY = 1008, 1013  # close codes

log = structlog.get_logger("coatl.socket")


class Socket:
    """A client that is connected."""

    __slots__ = (
        "__weakref__",
        "bucket",
        "closing",
        "hinted",
        "house",
        "outbox",
        "refused",
        "rooms",
        "salt",
        "sending",
        "websocket",
    )

    def __init__(self, websocket: WebSocket, house: House) -> None:
        self.websocket = websocket
        self.house = house
        self.rooms: dict[str, Room] = {}
        self.outbox: deque[str] = deque()
        self.sending: asyncio.Task[None] | None = None
        rate = house.settings.commands_per_second
        self.bucket = Bucket(rate, 3 * rate, time.monotonic())
        self.refused = 0
        self.closing = False
        self.hinted = False  # whether a hint is on its way
        self.salt = secrets.token_hex(8)  # spectators have no name: their commands are known by the socket

    # ------------------------------------------------------------ out

    def send(self, message: str) -> None:
        """Puts a message into the outbox; who does not read is not waited for."""
        if self.closing:
            return
        self.outbox.append(message)
        if len(self.outbox) > MOST_WAITING:
            self.cut(BUSY)
        elif self.sending is None:
            self.sending = asyncio.create_task(self.drain())

    async def drain(self) -> None:
        """Sends what waits, in its order."""
        try:
            while self.outbox:
                await self.websocket.send({"type": "websocket.send", "text": self.outbox.popleft()})
                metrics.SENT.inc()
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.outbox.clear()
        finally:
            self.sending = None

    def say(self, **message: Any) -> None:
        """A message for this client alone."""
        self.send(orjson.dumps(message).decode())

    def cut(self, code: int) -> None:
        """Ends the line."""
        self.closing = True
        self.outbox.clear()
        self.house.spawn(self.close(code))

    async def close(self, code: int) -> None:
        """Says good-bye."""
        self.closing = True
        with suppress(RuntimeError, OSError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self.websocket.close(code), 2)

    # ------------------------------------------------------------ in

    async def serve(self) -> None:
        """From the greeting to the end of the line."""
        self.say(type="welcome", protocol=messages.PROTOCOL, version=__version__, rules=RULES_VERSION, time=clock())
        try:
            while not self.closing:
                await self.hear(await self.websocket.receive())
        except WebSocketDisconnect:
            pass
        finally:
            self.closing = True
            self.house.lobby_listeners.discard(self)
            for room in self.rooms.values():
                room.leave(self)

    async def hear(self, frame: Any) -> None:
        """One frame of the client."""
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = frame.get("text")
        try:
            self.check_rate()
            asked = read(text)
        except CoatlError as fault:
            self.refuse(fault, id_in(text))
            return
        if isinstance(asked, messages.Do) and isinstance(asked.command, AskHint):
            self.house.spawn(self.answer(asked))  # it may take seconds, and the game goes on meanwhile
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
        """Everybody may send so much; who does not stop is cut off."""
        missing = self.bucket.take(time.monotonic())
        if not missing:
            self.refused = 0
            return
        self.refused += 1
        if self.refused > MOST_REFUSED:
            self.cut(POLICY)
        raise TooOften(missing)

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
        if not isinstance(asked.command, AskHint):
            self.say(type="ack", id=asked.id, **await obey(room, asked.command, person, command_id))
            return
        if self.hinted:
            raise CoatlError("hint.busy", "You have asked for a hint already: it is on its way.")
        self.hinted = True
        try:
            self.say(type="ack", id=asked.id, **await obey(room, asked.command, person, command_id))
        finally:
            self.hinted = False

    async def open(self, asked: messages.OpenTable) -> None:
        """Begins to hear of a table, as a person or as a spectator."""
        if len(self.rooms) >= MOST_TABLES and asked.table not in self.rooms:
            raise CoatlError("request.tables", f"A socket looks at {MOST_TABLES} tables at most.")
        room = await self.house.room(asked.table)
        async with room.held():
            if asked.token is None and not room.table.setup["spectators"]:
                raise CoatlError("table.spectators", "Nobody watches at this table.")
            person = None if asked.token is None else room.table.person_with(asked.token).number
            self.rooms[asked.table] = room
            self.say(type="ack", id=asked.id)
            room.listen(self, person)
            self.send_states(room)

    async def resync(self, asked: messages.Resync) -> None:
        """Everything once more."""
        room = self.room(asked.table)
        async with room.held():
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
    place = ".".join(str(part) for part in first["loc"])
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
            check_origin(websocket.scope, self.house.settings.origin_list)
        except CoatlError as fault:
            metrics.REFUSED.labels(fault.code).inc()
            await websocket.close(POLICY)
            return
        if not self.places.enter(address):
            metrics.REFUSED.labels("request.often").inc()
            await websocket.close(BUSY)
            return
        socket = Socket(websocket, self.house)
        self.all.add(socket)
        metrics.SOCKETS.set(len(self.all))
        try:
            await websocket.accept()
            await socket.serve()
        finally:
            self.places.leave(address)
            self.all.discard(socket)
            metrics.SOCKETS.set(len(self.all))
