"""What every request passes: limits, the origin of pages, headers. Written for ASGI, so that nothing is buffered."""

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.limits import Buckets, TooOften
from coatl.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE = ("GET", "HEAD", "OPTIONS")
UNLIMITED = ("/healthz",)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # a link to a table is an invitation
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'",
    ),
]
STATUS = {  # by code, or by the word before its point
    "request.large": 413,
    "request.origin": 403,
    "request.often": 429,
    "request.path": 404,
    "request.method": 405,
    "token": 401,
    "host": 403,
    "seat.foreign": 403,
    "table.unknown": 404,
    "table.spectators": 403,
    "table.broken": 500,
    "table": 409,
    "seat": 409,
    "back": 409,
    "rematch": 409,
    "server.busy": 503,
    "server.fault": 500,
    "bot.hangs": 503,
    "bot.crashed": 503,
}


def status_of(code: str) -> int:
    """The HTTP status of an error."""
    return STATUS.get(code) or STATUS.get(code.split(".")[0], 422)


def error_data(fault: CoatlError) -> dict[str, Any]:
    """An error as everybody meets it."""
    message = fault.message
    if faults := getattr(fault, "faults", ()):
        message = "\n".join([message, *faults[:20]])
    return {"code": fault.code, "message": message, "allowed": list(fault.allowed)[:200]}


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def check_origin(scope: Scope, allowed: frozenset[str]) -> None:
    """A page may talk to its own server only; programs that are no browsers send no origin."""
    origin = header(scope, b"origin")
    if origin is None or origin in allowed:
        return
    if urlsplit(origin).netloc != (header(scope, b"host") or "") or not urlsplit(origin).netloc:
        raise CoatlError("request.origin", "A page of another site may not do this.")


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


class Guard:
    """Around the application: refuses what comes too often, too long or from a strange page, and adds headers."""

    def __init__(self, app: App, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        rate = settings.requests_per_second
        self.requests = Buckets(rate, 10 * rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sending = with_headers(scope, send)
        try:
            self.check(scope)
        except CoatlError as fault:
            await refuse(fault, sending)
            return
        await Body(self.app, self.settings.body_bytes)(scope, receive, sending)

    def check(self, scope: Scope) -> None:
        if scope["path"] not in UNLIMITED:
            self.requests.take(address_of(scope), time.monotonic())
        if scope["method"] not in SAFE:
            check_origin(scope, self.settings.origin_list)
        length = header(scope, b"content-length")
        if length is not None and (not length.isdigit() or int(length) > self.settings.body_bytes):
            raise too_large(self.settings.body_bytes)


def too_large(most: int) -> CoatlError:
    return CoatlError("request.large", f"A request has at most {most:,} bytes.")


class Body:
    """Counts the bytes of a request while they come."""

    def __init__(self, app: App, most: int) -> None:
        self.app, self.most = app, most
        self.seen = 0
        self.answered = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            message = await receive()
            self.seen += len(message.get("body", b""))
            if self.seen > self.most:
                raise too_large(self.most)
            return message

        async def noted(message: Message) -> None:
            self.answered = True
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except CoatlError as fault:
            if self.answered:
                raise
            await refuse(fault, send)


def with_headers(scope: Scope, send: Send) -> Send:
    """Adds the headers that keep browsers careful; answers of the API are not stored anywhere."""
    more = [*HEADERS, *([(b"cache-control", b"no-store")] if scope["path"].startswith("/api") else [])]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *more]
        await send(message)

    return sending


async def refuse(fault: CoatlError, send: Send) -> None:
    """An error as a whole answer."""
    metrics.REFUSED.labels(fault.code).inc()
    body = orjson.dumps(error_data(fault))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(fault, TooOften):
        headers.append((b"retry-after", str(int(fault.seconds) + 1).encode()))
    await send({"type": "http.response.start", "status": status_of(fault.code), "headers": headers})
    await send({"type": "http.response.body", "body": body})
