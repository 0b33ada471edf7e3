"""A real server on loopback for tests, and a small client that notes every byte it receives."""

import asyncio
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from coatl.server.app import create_app
from coatl.server.boot.process import config
from coatl.server.settings import Settings
from coatl.server.socket_messages import SERVER

QUICK: dict[str, Any] = {
    "port": 0,
    "bot_pace": 0.0,
    "bot_processes": 1,
    "hint_seconds": 60.0,
    "log_level": "error",
    "requests_per_second": 10_000,
    "commands_per_second": 10_000,
    "address_commands_per_second": 10_000,
    "tables_per_minute": 10_000,
    "absent_seconds": 0.0,
}
PATIENCE = 60.0


class Served:
    """A server that runs in a thread."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.settings = Settings(data=data, **{**QUICK, **settings})
        self.app = create_app(self.settings)
        self.server = uvicorn.Server(config(self.settings, self.app))
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    @property
    def url(self) -> str:
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def start(self) -> None:
        self.thread.start()
        end = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            assert time.monotonic() < end, "the server did not start in time"
            time.sleep(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server did not stop"


@contextmanager
def serving(data: Path, **settings: Any) -> Iterator[Served]:
    """A server while the block runs."""
    served = Served(data, **settings)
    served.start()
    try:
        yield served
    finally:
        served.stop()


class Refused(Exception):
    """An error of the server."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code: str = error["code"]
        self.error = error


class Wire:
    """One client: every message is checked against the published schema, every number against the one before."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)
        self.socket: ClientConnection | None = None
        self.received: list[str] = []  # everything by WebSocket
        self.fetched: list[str] = []  # everything by HTTP
        self.events: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.states: dict[tuple[str, int | None], dict[str, Any]] = {}
        self.lobby: list[dict[str, Any]] | None = None
        self.changed = asyncio.Condition()
        self.reading: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Wire":
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()
        await self.http.aclose()

    async def connect(self) -> None:
        self.socket = await connect(self.url.replace("http", "ws") + "/api/socket", max_size=None)
        self.reading = asyncio.create_task(self.read())
        # A line that breaks while nobody waits is no news: told from within a parser, it would upset Python 3.11.
        self.reading.add_done_callback(lambda task: task.cancelled() or task.exception())

    async def hang_up(self) -> None:
        if self.socket is not None:
            await self.socket.close()
        if self.reading is not None:
            await self.reading

    async def read(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            assert isinstance(text, str)
            self.received.append(text)
            SERVER.validate_json(text)
            message = json.loads(text)
            async with self.changed:
                self.note(message)
                self.changed.notify_all()

    def note(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind in ("ack", "error"):
            self.answers[str(message["id"])] = message
        elif kind == "state":
            self.states[message["table"], message["seat"]] = message
        elif kind == "lobby":
            self.lobby = message["tables"]
        elif kind == "event":
            state = self.states[message["table"], message["seat"]]
            assert message["number"] == state["number"] + 1, "a gap in the numbers"
            state["number"] = message["number"]
            for name in ("view", "progress", "info", "clocks"):
                if message.get(name) is not None:
                    state[name] = message[name]
            self.events.append(message)

    # ------------------------------------------------------------ asker

    async def send(self, text: str) -> None:
        assert self.socket is not None
        await self.socket.send(text)

    async def ask(self, type: str, message_id: str | None = None, **fields: Any) -> dict[str, Any]:
        """The answer to a message."""
        number = message_id or secrets.token_hex(8)
        self.answers.pop(number, None)
        await self.send(json.dumps({"type": type, "id": number, **fields}))
        await self.until(lambda: number in self.answers)
        answer = self.answers[number]
        if answer["type"] == "error":
            raise Refused(answer)
        return answer

    async def do(self, table: str, message_id: str | None = None, **command: Any) -> dict[str, Any]:
        return await self.ask("do", message_id, table=table, command=command)

    async def open(self, table: str, token: str | None = None) -> None:
        await self.ask("open", table=table, token=token)
        await self.until(lambda: any(known == table for known, _ in self.states))

    async def until(self, condition: Any) -> None:
        """Waits for something to be true."""
        async with asyncio.timeout(PATIENCE), self.changed:
            await self.changed.wait_for(condition)

    async def request(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        response = await self.http.request(method, path, headers=headers, **more)
        self.fetched.append(response.text)
        return response

    async def make(self, **wish: Any) -> dict[str, Any]:
        response = await self.request("POST", "/api/tables", json=wish)
        assert response.status_code == 201, response.text
        made: dict[str, Any] = response.json()
        return made

    async def join(self, table: str, name: str, **wish: Any) -> dict[str, Any]:
        response = await self.request("POST", f"/api/tables/{table}/join", json={"name": name, **wish})
        if response.status_code != 200:
            raise Refused(response.json())
        joined: dict[str, Any] = response.json()
        return joined

    # ------------------------------------------------------------ reading

    def view(self, table: str, seat: int | None) -> Any:
        return self.states[table, seat]["view"]

    def status(self, table: str, seat: int | None) -> str:
        return str(self.states[table, seat]["info"]["status"])
