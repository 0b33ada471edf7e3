"""The application: routes, errors, and what begins and ends with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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
from coatl.server.examples import client_messages, http_models, server_messages, with_examples
from coatl.server.house import House
from coatl.server.http import answer
from coatl.server.http import router as tables
from coatl.server.limits import Buckets, TooOften
from coatl.server.logs import set_up_logs
from coatl.server.pages import Pages
from coatl.server.security import Guard, error_data, status_of
from coatl.server.settings import Settings, read_settings
from coatl.server.socket import Sockets, invalid
from coatl.server.starting import check_folder
from coatl.server.study.desk import Desk
from coatl.server.study.routes import router as study
from coatl.server.warming import load_rules
from coatl.version import __version__

log = structlog.get_logger("coatl")
ROUTES = (*tables.routes, *study.routes)


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
    each = chosen.tables_per_minute / 60
    app.state.new_tables = Buckets(each, 3 * chosen.tables_per_minute)
    for router in (tables, study):
        app.include_router(router)
    app.router.routes.append(WebSocketRoute("/api/socket", live))
    app.router.default = Pages(chosen.pages, app.router.not_found)
    if chosen.origin_list:
        add_cors(app, chosen)
    app.add_middleware(Guard, settings=chosen)  # around everything
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

    headers = ["authorization", "content-type"]
    app.add_middleware(
        CORSMiddleware, allow_origins=sorted(settings.origin_list), allow_methods=["GET", "POST"], allow_headers=headers
    )


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Opens the house, and closes it when all writes are finished."""
    settings: Settings = app.state.settings
    if settings.database_url is None:
        check_folder(settings)
    load_rules()
    house = app.state.house = House(settings)
    app.state.sockets = Sockets(house)
    app.state.desk = Desk(settings)
    await house.start()
    log.info("ready", version=__version__, worker=house.worker)
    try:
        yield
    finally:
        app.state.desk.close()
        await house.close()
        log.info("closed", worker=house.worker)


async def live(websocket: Any) -> None:
    """The WebSocket."""
    await websocket.app.state.sockets(websocket)


# ---------------------------------------------------------------- errors


def told(fault: CoatlError, status: int | None = None) -> Response:
    """An error as an answer."""
    metrics.REFUSED.labels(fault.code).inc()
    response = answer(error_data(fault), status or status_of(fault.code))
    if isinstance(fault, TooOften):
        response.headers["retry-after"] = str(int(fault.seconds) + 1)
    return response


async def refused(request: Request, fault: Any) -> Response:
    """What the table or the engine does not allow."""
    return told(fault)


async def unfit(request: Request, fault: Any) -> Response:
    """A request that does not fit its schema."""
    return told(invalid(fault.errors()))


async def no_route(request: Request, fault: Any) -> Response:
    """A path or a method that is not there."""
    code = {404: "request.path", 405: "request.method"}.get(fault.status_code, "request.invalid")
    response = told(CoatlError(code, f"{fault.detail}."))
    response.headers.update(fault.headers or {})
    return response
