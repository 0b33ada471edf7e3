"""A client made from what a server publishes and nothing else: `/openapi.json` for HTTP, `/api/schemas` for the socket.

It knows no model beforehand: requests and messages are looked up in the schemas by their path or type, and whatever
goes out or comes in is held against them. It imports nothing of the project.
"""

import asyncio
import json
from typing import Any, Self

import httpx
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 120.0
Schema = dict[str, Any]
Message = dict[str, Any]


class Refused(Exception):
    """An error of the server, by HTTP or on the socket."""

    def __init__(self, error: Message, status: int | None = None) -> None:
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.status = str(error["code"]), status


class Http:
    """Every operation of `/openapi.json`."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        document = self.http.get("/openapi.json").json()
        self.paths, self.components = document["paths"], document["components"]

    def check(self, schema: Schema, value: Any) -> None:
        Draft202012Validator({**schema, "components": self.components}).validate(value)

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None, **places: Any) -> Any:
        """The answer of an operation; `places` fill in its path and its query."""
        operation = self.paths[path][method.lower()]
        known = {place["name"]: place for place in operation.get("parameters", [])}
        assert set(places) <= set(known), f"{path} takes {sorted(known)}"
        for name, value in places.items():
            self.check(known[name]["schema"], value)
        if body is not None:
            self.check(operation["requestBody"]["content"]["application/json"]["schema"], body)
        query = {name: value for name, value in places.items() if known[name]["in"] == "query"}
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        answer = self.http.request(method, path.format(**places), params=query, json=body, headers=headers)
        described = operation["responses"][str(answer.status_code)]["content"]
        kind = answer.headers["content-type"].split(";")[0]
        if kind != "application/json":
            assert kind in described
            return answer.text
        self.check(described[kind]["schema"], data := answer.json())
        if answer.is_error:
            raise Refused(data, answer.status_code)
        return data


class Socket:
    """Every message of `/api/schemas`: `await socket.ask("open", table=…)`."""

    def __init__(self, url: str, schemas: Schema) -> None:
        self.url = url.replace("http", "ws", 1) + "/api/socket"
        self.outgoing, self.incoming = (Draft202012Validator(schemas[side]) for side in ("client", "server"))
        self.models = {
            model["properties"]["type"]["const"]: model
            for model in schemas["client"]["$defs"].values()
            if "type" in model.get("properties", {})
        }
        self.line: ClientConnection | None = None
        self.asked = 0
        self.states: dict[tuple[str, int | None], Message] = {}  # by table and viewer
        self.events: list[Message] = []

    async def __aenter__(self) -> Self:
        self.line = await connect(self.url, max_size=None)
        assert (await self.hear())["type"] == "welcome"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.line is not None
        await self.line.close()

    async def hear(self) -> Message:
        """The next message, noted: a `state` is everything, an `event` brings what has changed."""
        assert self.line is not None
        async with asyncio.timeout(PATIENCE):
            message: Message = json.loads(await self.line.recv())
        self.incoming.validate(message)
        if message["type"] == "state":
            self.states[message["table"], message["seat"]] = message
        elif message["type"] == "event":
            state = self.states[message["table"], message["seat"]]
            assert message["number"] == state["number"] + 1
            state["number"] = message["number"]
            state.update({name: message[name] for name in ("view", "progress", "clocks", "info") if name in message})
            self.events.append(message)
        return message

    async def ask(self, kind: str, message_id: str | None = None, **fields: Any) -> Message:
        """The answer to a message of this type."""
        self.asked += 1
        message = {"type": kind, "id": message_id or str(self.asked), **fields}
        assert set(message) <= set(self.models[kind]["properties"])
        self.outgoing.validate(message)
        assert self.line is not None
        await self.line.send(json.dumps(message))
        while True:
            answer = await self.hear()
            if answer.get("id") == message["id"]:
                if answer["type"] == "error":
                    raise Refused(answer)
                return answer

    async def do(self, table: str, message_id: str | None = None, **command: Any) -> Message:
        return await self.ask("do", message_id, table=table, command=command)

    async def until_own_turn(self, table: str) -> Message | None:
        """The state of a viewer who may act, as soon as there is one; None once the game is over."""
        while True:
            seen = [state for (where, _), state in self.states.items() if where == table]
            if any(state["info"]["status"] == "over" for state in seen):
                return None
            able = [state for state in seen if state["view"] and state["view"]["legal"]]
            if able:
                return able[0]
            await self.hear()
