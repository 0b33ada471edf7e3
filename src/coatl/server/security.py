"""What every request passes: limits, the origin of pages, headers. Written for ASGI, so that nothing is buffered."""

import asyncio
import ipaddress
import math
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
import structlog

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.limits import Buckets, TooOften
from coatl.server.outages import Busy
from coatl.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

ANY = "*"
SAFE = ("GET", "HEAD", "OPTIONS")
UNLIMITED = ("/healthz", "/readyz")
API = ("/api", "/healthz", "/readyz", "/metrics", "/openapi.json")  # what begins so is no page
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # a link to a table is an invitation
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        # Styles and scripts are files, also of the pages. Pictures that people share are made in the page: blob:.
        b"default-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; img-src 'self' data: blob:; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
]
BODY_SECONDS = 20.0  # for the body of a request
TOO_MANY = 429
REFUSAL_PAUSE = 0.25  # seconds until somebody is told that it was too much
STATUS = {  # by code, or by the word before its point
    "request.large": 413,
    "request.origin": 403,
    "request.host": 421,
    "request.slow": 408,
    "request.often": TOO_MANY,
    "request.path": 404,
    "request.method": 405,
    "token": 401,
    "admin.secret": 401,
    "person.unknown": 404,
    "report.unknown": 404,
    "block.unknown": 404,
    "seat.blocked": 403,
    "host": 403,
    "seat.foreign": 403,
    "table.unknown": 404,
    "table.spectators": 403,
    "table.broken": 500,
    "table": 409,
    "seat": 409,
    "back": 409,
    "rematch": 409,
    "review.early": 409,
    "review.many": 409,
    "review.unknown": 404,
    "server.busy": 503,
    "server.compiling": 503,
    "server.disk": 503,
    "server.fault": 500,
    "bot.hangs": 503,
    "bot.crashed": 503,
}


log = structlog.get_logger("coatl")


def status_of(code: str) -> int:
    """The HTTP status of an error."""
    return STATUS.get(code) or STATUS.get(code.split(".")[0], 422)


def error_data(fault: CoatlError) -> dict[str, Any]:
    """An error as everybody meets it."""
    message = fault.message
    if faults := getattr(fault, "faults", ()):
        message = "\n".join([message, *faults[:20]])
    data: dict[str, Any] = {"code": fault.code, "message": message, "allowed": list(fault.allowed)[:200]}
    return data | {"retry_after": retry_after(fault)} if isinstance(fault, Busy) else data


def retry_after(fault: Busy | TooOften) -> int:
    """Whole seconds until the same may be asked again."""
    return math.ceil(fault.seconds) or 1


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def check_origin(scope: Scope, allowed: frozenset[str]) -> None:
    """A page may talk to its own server only; programs that are no browsers send no origin."""
    origin = header(scope, b"origin")
    if origin is None or origin in allowed:
        return
    try:
        own = urlsplit(origin).netloc
    except ValueError:  # no address at all
        own = ""
    if not own or own != header(scope, b"host"):
        raise CoatlError("request.origin", "A page of another site may not do this.")


def check_host(scope: Scope, settings: Settings) -> None:
    """A page whose name was turned to this address is no page of this server; proxies and caches mix no names up."""
    names = settings.host_list
    host = (header(scope, b"host") or "").lower()
    if names and ANY not in names and host not in names and host.rpartition(":")[0] not in names:
        raise CoatlError("request.host", "This server has another name.", sorted(names))


def address_of(scope: Scope) -> str:
    """Where a request comes from. In IPv6 everybody has a whole network, so that is what counts.

    >>> [address_of({"client": (name, 1)}) for name in ("192.0.2.7", "2001:db8::1:2:3:4", "::ffff:192.0.2.7")]
    ['192.0.2.7', '2001:db8::/64', '192.0.2.7']
    """
    client = scope.get("client")
    if not client or ":" not in client[0]:
        return str(client[0]) if client else "unknown"
    try:
        address = ipaddress.IPv6Address(client[0])
    except ValueError:
        return "unknown"
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address) if address.is_loopback else str(ipaddress.ip_network((int(address), 64), strict=False))


class Guard:
    """Around the application: refuses what comes too often, too long or from a strange page, and adds headers."""

    def __init__(self, app: App, settings: Settings, requests: Buckets) -> None:
        self.app = app
        self.settings = settings
        rate = settings.requests_per_second
        self.requests = requests
        self.files = Buckets(10 * rate, 100 * rate)  # a page is many files, and a school class opens it at once

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        sending = with_headers(scope, unhurried(send))
        try:
            self.check(scope)
        except CoatlError as fault:
            if isinstance(fault, TooOften):
                scope["app"].state.registry.abuse.note(address_of(scope), fault.code)
            await refuse(fault, sending)
            return
        await Body(self.app, self.settings.body_bytes)(scope, receive, sending)

    def check(self, scope: Scope) -> None:
        check_host(scope, self.settings)
        if scope["path"] not in UNLIMITED:
            buckets = self.requests if scope["path"].startswith(API) else self.files
            buckets.take(address_of(scope), time.monotonic())
        if scope["method"] not in SAFE:
            check_origin(scope, self.settings.origin_list)
        length = header(scope, b"content-length")
        if length is not None and (not re.fullmatch("[0-9]{1,15}", length) or int(length) > self.settings.body_bytes):
            raise too_large(self.settings.body_bytes)


def unhurried(send: Send) -> Send:
    """Whoever asks too often is told so a little later: one who asks again at once, whatever the answer, takes little
    of the event loop from others then. It is less than the time after which to ask again.
    """

    async def later(message: Message) -> None:
        if message.get("status") == TOO_MANY:
            await pause()
        await send(message)

    return later


async def pause() -> None:
    await asyncio.sleep(REFUSAL_PAUSE)


def too_large(most: int) -> CoatlError:
    return CoatlError("request.large", f"A request has at most {most:,} bytes.")


class Body:
    """Counts the bytes of a request while they come."""

    def __init__(self, app: App, most: int) -> None:
        self.app, self.most = app, most
        self.seen = 0
        self.answered = False
        self.fault: CoatlError | None = None  # for which the application's own answer does not count
        self.until = asyncio.get_running_loop().time() + BODY_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            message = await self.patiently(receive)
            self.seen += len(message.get("body", b""))
            if self.seen > self.most:
                self.fault = too_large(self.most)
                raise self.fault
            return message

        async def noted(message: Message) -> None:
            if self.fault is None:
                self.answered = True
                await send(message)

        try:
            await self.app(scope, counted, noted)
        except Exception as fault:
            if self.fault is None:
                metrics.FAULTS.inc()
                log.error("a request failed", method=scope["method"], exc_info=fault)
                self.fault = CoatlError("server.fault", "The server made a mistake; it has been written down.")
        if self.fault is not None and not self.answered:
            await refuse(self.fault, send)

    async def patiently(self, receive: Receive) -> Message:
        """The next part of the request, or, after the answer, the end of the line."""
        if self.answered:
            return await receive()
        try:
            async with asyncio.timeout_at(self.until):
                return await receive()
        except TimeoutError:
            self.fault = CoatlError("request.slow", f"A request comes within {BODY_SECONDS:g} seconds.")
            raise self.fault from None


def with_headers(scope: Scope, send: Send) -> Send:
    """Adds the headers that keep browsers careful; answers of the API are not stored anywhere."""
    more = [*HEADERS, *([(b"cache-control", b"no-store")] if scope["path"].startswith("/api") else [])]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            named = {name for name, _ in own}
            message["headers"] = [*own, *(pair for pair in more if pair[0] not in named)]
        await send(message)

    return sending


async def refuse(fault: CoatlError, send: Send) -> None:
    """An error as a whole answer."""
    metrics.REFUSED.labels(fault.code).inc()
    body = orjson.dumps(error_data(fault))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if isinstance(fault, (Busy, TooOften)):
        headers.append((b"retry-after", str(retry_after(fault)).encode()))
    await send({"type": "http.response.start", "status": status_of(fault.code), "headers": headers})
    await send({"type": "http.response.body", "body": body})
