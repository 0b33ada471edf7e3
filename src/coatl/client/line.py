"""The WebSocket: one line to the server that comes back by itself and loses nothing that was asked.

A thread reads. Whoever asks something waits for its acknowledgement; when the line breaks, the thread connects again,
opens the tables again and repeats under the same ids what was not acknowledged. The server knows these ids and does
nothing twice.
"""

import json
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from coatl.client.asking import read_error, strange, unreachable
from coatl.client.links import Link
from coatl.engine.errors import CoatlError

PROTOCOL = 1
LONGEST_MESSAGE = 16_000_000  # bytes of a state
PAUSES = (0.1, 0.3, 1.0, 2.0, 5.0)  # seconds before the line is tried again; the last one again and again
GREETING = 10.0  # seconds until the server has greeted
PATIENCE = 60.0  # seconds that an answer may take
AGAIN = ("request.often", "server.busy")  # refused for the moment: the same message is good in a while
MOST_AGAIN = 8
FORBIDDEN = 403

Message = dict[str, Any]


class Asked:
    """A message that waits for its answer."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.answer: Message | None = None


class Line:
    """One client's line to a server."""

    def __init__(self, link: Link, hear: Callable[[Message], None], opening: Callable[[], Iterable[Message]]) -> None:
        self.link = link
        self.hear = hear  # every message that is no answer, and {"type": "line", "up"} when it breaks or is back
        self.opening = opening  # what has to be said first on a new line
        self.changed = threading.Condition()
        self.waiting: dict[str, Asked] = {}
        self.socket: ClientConnection | None = None
        self.welcome: Message = {}
        self.fault: CoatlError | None = None  # why there is no line
        self.closed = False
        self.thread = threading.Thread(target=self.run, name="coatl line", daemon=True)

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
        """Sends a message and waits for its acknowledgement, over as many lines as it takes.

        :raises CoatlError: what the server refuses; server.lost if no answer comes.
        """
        end = time.monotonic() + patience
        for pause in range(MOST_AGAIN):
            answer = self.answer(message, end)
            if answer["type"] == "ack":
                return answer
            fault = read_error(answer)
            if fault.code not in AGAIN or time.monotonic() + 2**pause / 4 > end:
                break
            time.sleep(2**pause / 4)
        raise fault

    def answer(self, message: Message, end: float) -> Message:
        """The acknowledgement or the error."""
        asked = Asked(message)
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
        """Keeps a line until the client closes."""
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
            self.hear({"type": "line", "up": True})

    def read(self, socket: ClientConnection) -> None:
        """Hears messages until the line breaks."""
        while True:
            message = read(socket.recv())
            with self.changed:
                asked = self.waiting.get(message.get("id", "")) if message["type"] in ("ack", "error") else None
                if asked is not None:
                    asked.answer = message
                    self.changed.notify_all()
            if asked is None:
                self.hear(message)

    def broken(self, fault: CoatlError) -> None:
        """The line is lost, or there was none."""
        with self.changed:
            first = self.fault is None and not self.closed
            self.socket, self.fault = None, fault
            self.changed.notify_all()
        if first:
            self.hear({"type": "line", "up": False, "message": str(fault)})


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
