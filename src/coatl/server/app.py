"""The application: routes, errors, and what begins and ends with it."""

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.admin.routes import router as admin
from coatl.server.block_routes import router as blocks
from coatl.server.examples import client_messages, http_models, server_messages, with_examples
from coatl.server.limits import Buckets, TooOften
from coatl.server.logs import set_up_logs
from coatl.server.manual import Manual
from coatl.server.outages import Busy
from coatl.server.pages import Pages
from coatl.server.registry import Registry
from coatl.server.request_metrics import RequestMetrics
from coatl.server.routes import answer
from coatl.server.routes import router as tables
from coatl.server.security import Guard, address_of, error_data, retry_after, status_of
from coatl.server.settings import Settings, read_settings
from coatl.server.socket import Sockets, invalid
from coatl.server.study.queue import StudyQueue
from coatl.server.study.review_routes import router as reviews
from coatl.server.study.routes import router as study
from coatl.version import __version__

SWITCH = 0.001  # seconds after which a thread that computes lets the event loop go on
NEW_OBJECTS = 5_000  # between two searches for garbage; Python's 700 are a fifth of a move

log = structlog.get_logger("coatl")
ADMIN_REQUESTS = 5.0  # a second from one address: enough for a page, and hopeless for who guesses a secret
ROUTERS = (tables, blocks, study, reviews)  # for everybody
ROUTES = tuple(route for router in ROUTERS for route in router.routes)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application; uvicorn's workers call this."""
    chosen = settings or read_settings()
    set_up_logs(chosen)
    app = FastAPI(
        title="Cóatl",
        version=__version__,
        description="Tables for Cóatl and Cóatl: The Card Game. What is live is a WebSocket (/api/schemas).",
        redirect_slashes=False,  # where to would be taken from the header Host
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    app.state.settings = chosen
    app.state.has_process = settings is None  # made by uvicorn, in a process that does nothing else
    each = chosen.tables_per_minute / 60
    app.state.new_tables = Buckets(each, 3 * chosen.tables_per_minute)
    app.state.admin_requests = Buckets(ADMIN_REQUESTS, 10 * ADMIN_REQUESTS)
    for router in (*ROUTERS, admin):
        app.include_router(router)
    app.router.routes.append(WebSocketRoute("/api/socket", live))
    manual = Manual(Pages(chosen.pages, app.router.not_found))
    app.router.default, app.state.has_manual = manual, bool(manual.files)
    if chosen.origin_list:
        add_cors(app, chosen)
    rate = chosen.requests_per_second
    app.state.requests = Buckets(rate, 10 * rate)
    app.add_middleware(Guard, settings=chosen, requests=app.state.requests)
    app.add_middleware(RequestMetrics)  # around everything
    for kind, handler in (
        (CoatlError, refused),
        (RequestValidationError, unfit),
        (HTTPException, no_route),
    ):
        app.add_exception_handler(kind, handler)
    return app


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document; every model in it has an example."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        models = found["components"]["schemas"]
        with_examples(models, server_messages() | client_messages() | http_models())
        app.openapi_schema = found
    return app.openapi_schema


def add_cors(app: FastAPI, settings: Settings) -> None:
    """Pages of these other sites may ask too."""
    from fastapi.middleware.cors import CORSMiddleware

    methods, headers = ["GET", "POST", "DELETE"], ["authorization", "content-type"]
    origins = sorted(settings.origin_list)
    app.add_middleware(CORSMiddleware, allow_origins=origins, allow_methods=methods, allow_headers=headers)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the registry, and closes it when all writes are finished."""
    settings: Settings = app.state.settings
    if settings.database_url is None:
        with suppress(OSError):  # a worker that begins while the disk cannot be written waits for it
            settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    registry: Registry = Registry(settings)
    registry.readiness.start()
    sys.setswitchinterval(SWITCH)
    app.state.registry = registry
    app.state.sockets = Sockets(registry)
    app.state.study = StudyQueue(settings)
    await registry.start()
    if app.state.has_process:
        registry.spawn(get_ready(registry, app.state.study))
    log.info("ready", version=__version__, worker=registry.worker)
    try:
        yield
    finally:
        app.state.study.close()
        await registry.close()
        log.info("closed", worker=registry.worker)


async def get_ready(registry: Registry, study: StudyQueue) -> None:
    """What is compiled is taken over, and then loaded where it is needed, before somebody waits for it; until then
    lessons are given without.
    """
    if registry.readiness.missing:
        registry.spawn(study.load_uncompiled())
    await registry.readiness.follow()
    study.uncompiled.retire()
    settle()
    await registry.thinkers.load(registry.policies)
    await study.load()


def settle() -> None:
    """What is loaded stays for good: it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)


async def live(websocket: Any) -> None:
    """The WebSocket."""
    await websocket.app.state.sockets(websocket)


# ---------------------------------------------------------------- errors


def error_response(fault: CoatlError, status: int | None = None) -> Response:
    """An error as an answer."""
    metrics.REFUSED.labels(fault.code).inc()
    response = answer(error_data(fault), status or status_of(fault.code))
    if isinstance(fault, (Busy, TooOften)):
        response.headers["retry-after"] = str(retry_after(fault))
    return response


async def refused(request: Request, fault: Any) -> Response:
    """What the table or the engine does not allow."""
    if isinstance(fault, TooOften):
        registry: Registry = request.app.state.registry
        registry.abuse.note(address_of(request.scope), fault.code)
    return error_response(fault)


async def unfit(request: Request, fault: Any) -> Response:
    """A request that does not fit its schema."""
    return error_response(invalid(fault.errors()))


async def no_route(request: Request, fault: Any) -> Response:
    """A path or a method that is not there."""
    code = {404: "request.path", 405: "request.method"}.get(fault.status_code, "request.invalid")
    response = error_response(CoatlError(code, f"{fault.detail}."))
    response.headers.update(fault.headers or {})
    return response
