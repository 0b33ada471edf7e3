"""HTTP: what is not live. Waits as long as the server asks for, and repeats what may be repeated."""

import time
from typing import Any

import httpx

from coatl.engine.errors import CoatlError

TIMEOUT = 60.0  # seconds for one answer
PATIENCE = 60.0  # seconds until a server that is busy, or is not there, is given up
TRIES = 4  # while nobody answers
PAUSE = 0.3  # seconds before a repeated request
LONGEST_PAUSE = 60.0
TOO_OFTEN, BUSY = 429, 503


class Requests:
    """Asks one server. Requests that make something carry a key, so all of them can be repeated."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server, timeout=TIMEOUT)

    def close(self) -> None:
        """Hangs up."""
        self.http.close()

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """The answer of the server.

        :raises CoatlError: with the server's own code; server.unreachable or server.strange if there is none.
        """
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        end, tries = time.monotonic() + PATIENCE, 0
        while True:
            try:
                response = self.http.request(method, path, headers=headers, **more)
            except httpx.TransportError as fault:
                tries += 1
                if tries == TRIES:
                    raise unreachable(self.server, fault) from None
                time.sleep(PAUSE)
                continue
            pause = pause_after(response) if response.status_code in (TOO_OFTEN, BUSY) else None
            if pause is None or time.monotonic() + pause > end:
                break
            time.sleep(pause)
        if not response.is_success:
            raise refusal(self.server, response)
        return response

    def json(self, method: str, path: str, token: str | None = None, **more: Any) -> Any:
        """The same, as plain data."""
        response = self.ask(method, path, token, **more)
        try:
            return response.json()
        except ValueError:
            raise strange(self.server) from None


def pause_after(response: httpx.Response) -> float:
    """How long the server wants to be left alone."""
    asked = response.headers.get("retry-after", "")
    return min(float(asked), LONGEST_PAUSE) if asked.isdecimal() else PAUSE


def refusal(server: str, response: httpx.Response) -> CoatlError:
    """The server's reason, under its own code."""
    try:
        data = response.json()
    except ValueError:
        return strange(server)
    return read_error(data) if isinstance(data, dict) and "code" in data else strange(server)


def read_error(data: dict[str, Any]) -> CoatlError:
    """An error as the server tells it."""
    return CoatlError(str(data["code"]), str(data.get("message", "")), [str(word) for word in data.get("allowed", ())])


def unreachable(server: str, fault: Exception) -> CoatlError:
    """Nobody answers."""
    return CoatlError("server.unreachable", f"There is no answer from {server}: {fault or type(fault).__name__}.")


def strange(server: str) -> CoatlError:
    """Somebody answers, but not in our words."""
    return CoatlError("server.strange", f"What answers at {server} is no server of Cóatl.", ["the address of one"])
