"""The WebSocket: one connection to the server that comes back by itself and loses nothing that was asked.

A thread reads. Whoever asks something waits for its acknowledgement; when the connection breaks, the thread connects
again, opens the tables again and repeats under the same ids what was not acknowledged. The server knows these ids and
does nothing twice.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from coatl.client.http import read_error, strange, unreachable
from coatl.client.links import Link
from coatl.engine.errors import CoatlError

PROTOCOL = 1
LONGEST_MESSAGE = 16_000_000  # bytes of a state
PAUSES = (0.1, 0.3, 1.0, 2.0, 5.0)  # seconds before the connection is tried again; the last one again and again
GREETING = 10.0  # seconds until the server has greeted
PATIENCE = 60.0  # seconds that an answer may take
OPENING = "table.unopened"  # a table that this client follows will be open in a moment
# refused for the moment: the same is good in a while
AGAIN = ("request.often", "server.busy", "server.compiling", "server.disk", OPENING)
PAUSE = 1.0  # seconds until then, if the server does not say
FORBIDDEN = 403

Message = dict[str, Any]


class PendingMessage:
    """A message that waits for its answer."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.answer: Message | None = None


class Connection:
    """One client's connection to a server."""

    def __init__(
        self, link: Link, receive: Callable[[Message], None], opening: Callable[[], Iterable[Message]]
    ) -> None:
        self.link = link
        self.receive = receive  # every message that is no answer; {"type": "connection"} when it breaks or is back
        self.opening = opening  # what has to be said first on a new connection
        self.changed = threading.Condition()
        self.waiting: dict[str, PendingMessage] = {}
        self.socket: ClientConnection | None = None
        self.welcome: Message = {}
        self.fault: CoatlError | None = None  # why there is no connection
        self.closed = False
        self.thread = threading.Thread(target=self.run, name="coatl connection", daemon=True)

    def open(self) -> None:
        """Connects for the first time.

        :raises CoatlError: server.unreachable, server.strange, server.version
        """
        self.thread.start()
        with self.changed:
            self.changed.wait_for(lambda: self.socket is not None or self.fault is not None)
            if self.socket is None:
                self.closed = True
                assert self.fault is not None
                raise self.fault

    def close(self) -> None:
        """Hangs up for good."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
            socket = self.socket
        if socket is not None:
            socket.close()
        self.thread.join()

    # ------------------------------------------------------------ asking

    def ask(self, message: Message, patience: float = PATIENCE) -> Message:
        """Sends a message and waits for its acknowledgement, over as many connections as it takes.

        :raises CoatlError: what the server refuses; server.lost if no answer comes.
        """
        end, waits = time.monotonic() + patience, False
        while True:
            answer = self.answer(message, end)
            if answer["type"] == "ack":
                if waits:
                    self.receive({"type": "waiting", "on": False})
                return answer
            fault = read_error(answer)
            pause = pause_for(answer)
            if pause is None or time.monotonic() + pause > end:
                raise fault
            if not waits and fault.code.startswith("server."):
                waits = True
                self.receive({"type": "waiting", "on": True, "message": fault.message})
            time.sleep(pause)

    def again(self, message: Message, pause: float) -> None:
        """Sends a message once more after a pause, if the connection is still the same."""
        socket = self.socket

        def send() -> None:
            if socket is not None and self.socket is socket:
                self.send(socket, message)

        timer = threading.Timer(pause, send)
        timer.daemon = True
        timer.start()

    def answer(self, message: Message, end: float) -> Message:
        """The acknowledgement or the error."""
        asked = PendingMessage(message)
        with self.changed:
            self.waiting[message["id"]] = asked
            socket = self.socket
        if socket is not None:
            self.send(socket, message)
        with self.changed:
            self.changed.wait_for(lambda: asked.answer is not None or self.closed, end - time.monotonic())
            self.waiting.pop(message["id"], None)
            if asked.answer is None:
                raise CoatlError("server.lost", "The server has not answered: it may have done this, or not.")
            return asked.answer

    def tell(self, message: Message) -> None:
        """Sends a message whose answer nobody waits for."""
        if self.socket is not None:
            self.send(self.socket, message)

    @staticmethod
    def send(socket: ClientConnection, message: Message) -> None:
        with suppress(WebSocketException, OSError):  # the reading thread notices, and repeats it
            socket.send(json.dumps(message))

    # ------------------------------------------------------------ the reading thread

    def run(self) -> None:
        """Keeps a connection until the client closes."""
        failures = 0
        while not self.closed:
            try:
                with connect(self.link.socket, open_timeout=GREETING, max_size=LONGEST_MESSAGE) as socket:
                    self.greeted(socket)
                    failures = 0
                    self.read(socket)
            except CoatlError as fault:
                self.broken(fault)
            except InvalidHandshake as fault:
                self.broken(unwelcome(self.link.server, fault))
            except (WebSocketException, OSError, ValueError, KeyError) as fault:
                self.broken(unreachable(self.link.server, fault))
            with self.changed:
                self.changed.wait_for(lambda: self.closed, PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    def greeted(self, socket: ClientConnection) -> None:
        """Reads the greeting, opens the tables, repeats what was not acknowledged."""
        self.welcome = read(socket.recv(GREETING))
        check_version(self.link.server, self.welcome)
        for message in self.opening():
            self.send(socket, message)
        with self.changed:
            back = self.fault is not None
            self.socket, self.fault = socket, None
            unanswered = [asked.message for asked in self.waiting.values()]
            self.changed.notify_all()
        for message in unanswered:
            self.send(socket, message)
        if back:
            self.receive({"type": "connection", "up": True})

    def read(self, socket: ClientConnection) -> None:
        """Receives messages until the connection breaks."""
        while True:
            message = read(socket.recv())
            with self.changed:
                asked = self.waiting.get(message.get("id", "")) if message["type"] in ("ack", "error") else None
                if asked is not None:
                    asked.answer = message
                    self.changed.notify_all()
            if asked is None:
                self.receive(message)

    def broken(self, fault: CoatlError) -> None:
        """The connection is lost, or there was none."""
        with self.changed:
            first = self.fault is None and not self.closed
            self.socket, self.fault = None, fault
            self.changed.notify_all()
        if first:
            self.receive({"type": "connection", "up": False, "message": str(fault)})


def pause_for(answer: Message) -> float | None:
    """Seconds after which the same may be asked again; None for what was refused for good."""
    return float(answer.get("retry_after") or PAUSE) if answer["code"] in AGAIN else None


def read(text: str | bytes) -> Message:
    """A message of the server."""
    message = json.loads(text)
    if not isinstance(message, dict) or "type" not in message:
        raise ValueError("no message")
    return message


def unwelcome(server: str, fault: InvalidHandshake) -> CoatlError:
    """Somebody is there and does not want to talk like this."""
    if isinstance(fault, InvalidStatus) and fault.response.status_code == FORBIDDEN:
        return CoatlError("server.full", f"{server} takes no more connections from here: try again in a moment.")
    return strange(server)


def check_version(server: str, welcome: Message) -> None:
    """Client and server must speak the same protocol.

    :raises CoatlError: server.strange, server.version
    """
    if welcome["type"] != "welcome":
        raise strange(server)
    spoken = welcome.get("protocol")
    if spoken != PROTOCOL:
        older = isinstance(spoken, int) and spoken < PROTOCOL
        what = "the server is older and should be updated" if older else "update this program: pip install -U coatl"
        message = f"{server} speaks version {spoken} of the protocol and this program version {PROTOCOL}; {what}."
        raise CoatlError("server.version", message)
