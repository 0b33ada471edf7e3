"""A game that is over after a few actions, made over HTTP: for what begins when a game has ended."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from tests.server.server import PATIENCE


class ShortGame:
    """A card game of one person against herself; `end` gives it up after a few actions, so that it is over."""

    def __init__(self, url: str, **wish: Any) -> None:
        seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
        made = httpx.post(f"{url}/api/tables", json={"game": "card", "seats": seats, **wish}, timeout=PATIENCE).json()
        self.url, self.table, self.token = url, made["table"], made["token"]

    def ask(self, path: str, body: Any = None, token: str | None = "own") -> httpx.Response:
        headers = {} if token is None else {"Authorization": f"Bearer {self.token if token == 'own' else token}"}
        method, url = "GET" if body is None else "POST", f"{self.url}/api/tables/{self.table}{path}"
        return httpx.request(method, url, json=body, headers=headers, timeout=PATIENCE)

    def do(self, **command: Any) -> None:
        assert self.ask("/commands", {"id": str(time.monotonic_ns()), "command": command}).status_code == 200

    def play(self, actions: int) -> "ShortGame":
        """Whoever can act plays the first thing that is legal."""
        for _ in range(actions):
            state = next(state for state in self.ask("").json() if state["view"]["legal"])
            self.do(kind="play", seat=state["seat"], action=state["view"]["legal"][0])
        return self

    def end(self) -> "ShortGame":
        self.do(kind="resign", seat=1)
        return self

    def review(self, **body: Any) -> dict[str, Any]:
        data: dict[str, Any] = self.ask("/review", body).json()
        return data

    def reviewed(self) -> dict[str, Any]:
        """The whole review, when it is done."""
        return until_done(self.review)

    def record(self) -> str:
        return self.ask("/record?format=text").text


def until_done(look: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Looks again and again until it is worked out."""
    end = time.monotonic() + 4 * PATIENCE
    while (found := look())["status"] == "working":
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found
