"""What is not live, by HTTP (docs/server.md)."""

import asyncio
import secrets
import time
from dataclasses import replace
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Header, Path, Query, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from coatl.engine.errors import CoatlError
from coatl.server import examples, metrics, records
from coatl.server.admin.models import KeepDays, PersonData, PersonErased
from coatl.server.command_answers import obey
from coatl.server.live_tables import LiveTable
from coatl.server.outages import Busy
from coatl.server.readiness import PartData
from coatl.server.registry import Registry
from coatl.server.requests import CommandRequest, JoinRequest, NewTable
from coatl.server.schemas import (
    CommandDone,
    DeckData,
    Fault,
    Health,
    MessageSchemas,
    Readiness,
    RecordData,
    Replay,
    ServerInfo,
    Summary,
    TableCreated,
    TableJoined,
    Verification,
    printed_cards,
    server_info,
)
from coatl.server.security import address_of
from coatl.server.settings import Settings
from coatl.server.socket_messages import StateMessage
from coatl.server.storage.blocks import blocked_by, blocked_of
from coatl.server.storage.people import export_person
from coatl.server.table_creation import prepare_table
from coatl.server.tables import commands, views
from coatl.server.tables.events import Viewer
from coatl.server.tables.people import hashed, identity_of
from coatl.server.tables.table import token_for
from coatl.version import __version__

router = APIRouter()

HOST = 1  # the number of the person who makes a table
READING = 5.0  # seconds for the database to answer
OLDEST_WRITE = 10.0  # seconds since the last one, if all is well

TablePath = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$", examples=["0123456789abcdef01234567"])]
Authorization = Annotated[str | None, Header(max_length=200, description="Bearer TOKEN; a spectator sends none")]
SeatQuery = Annotated[int | None, Query(ge=1, le=4, description="which of one's own seats")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault} for status in (401, 403, 404, 408, 409, 413, 421, 422, 429, 503)
}
MEDIA_TYPES = {"json": "application/json", "text": "text/plain; charset=utf-8"}
RECORD: dict[str, Any] = {"model": RecordData, "content": {"text/plain": {"schema": {"type": "string"}}}}


def answer(data: Any, status: int = 200) -> Response:
    """JSON, as fast as it gets."""
    return Response(orjson.dumps(data), status, media_type="application/json")


def registry_of(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


async def live_table(request: Request, table: str) -> LiveTable:
    """The table that is asked for."""
    return await registry_of(request).table(table, address_of(request.scope))


def charge(request: Request, live: LiveTable, times: int = 1) -> None:
    """Counts the reading of a whole table by what it costs; as one request it was counted before.

    :raises TooOften: if this address reads too much.
    """
    request.app.state.requests.take(address_of(request.scope), time.monotonic(), live.weight * times - 1)


def person_of(live: LiveTable, authorization: str | None) -> int | None:
    """Who asks, and is here by that; None for a spectator."""
    table = live.table
    if authorization is None:
        table.check_watching(None)
        return None
    person = table.person_with(bearer(authorization))
    table.check_watching(person)
    live.presence.asked(person.number)
    return person.number


def bearer(authorization: str) -> str:
    """The secret in the header."""
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer":
        raise CoatlError("token.unknown", "The header should read: Authorization: Bearer TOKEN.")
    return token.strip()


def viewer_of(live: LiveTable, authorization: str | None, seat: int | None) -> Viewer:
    """With whose eyes the asker sees."""
    person = live.who(person_of(live, authorization))
    own = live.table.viewers_of(person)
    if seat is not None and seat not in own:
        raise CoatlError("seat.foreign", f"Seat {seat} is not yours.", [str(number) for number in own if number])
    return seat if seat is not None else own[0]


# ---------------------------------------------------------------- tables


@router.get("/api/info", summary="What this server knows", responses={200: {"model": ServerInfo}})
async def info(request: Request) -> Response:
    """Versions, games, bots."""
    return answer(server_info(registry_of(request).policies))


@router.post(
    "/api/tables", summary="Make a table", status_code=201, responses={201: {"model": TableCreated}, **REFUSALS}
)
async def make_table(request: Request, wish: NewTable) -> Response:
    """Makes a table. The token in the answer is the host's; a secret key makes the request repeatable."""
    address, registry = address_of(request.scope), registry_of(request)
    request.app.state.new_tables.take(address, time.monotonic())
    registry.words.check(wish.name, *(seat.name for seat in wish.seats or ()))
    registry.readiness.need(wish.game)
    made = await asyncio.to_thread(prepare_table, wish, registry.policies)
    registry.check_bot_games(made, address)
    live = await registry.create(made.table, made.data, address)
    async with live.held():
        live.presence.asked(HOST)
        data = {"table": made.table, "token": made.token, "invites": made.invites, "info": views.info(live.table)}
    return answer(data, 201)


@router.get("/api/tables", summary="The lobby", responses={200: {"model": list[Summary]}, **REFUSALS})
async def lobby(request: Request, authorization: Authorization = None) -> Response:
    """Public tables with an open seat whose hosts are here; the nearest to full and then the newest first.

    With an identity in the place of a token: without those of people who are blocked, or have blocked the asker.
    """
    identity = None if authorization is None else identity_of(bearer(authorization))
    return answer(await registry_of(request).lobby.listed(identity))


@router.get(
    "/api/tables/{table}", summary="Look at a table", responses={200: {"model": list[StateMessage]}, **REFUSALS}
)
async def look(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """The state of a table: one for each viewer of the asker."""
    live = await live_table(request, table)
    async with live.held():
        viewers = live.table.viewers_of(live.who(person_of(live, authorization)))
        charge(request, live, len(viewers))
        states = [live.state(viewer) for viewer in viewers]
    return Response("[" + ",".join(states) + "]", media_type="application/json")


async def introduced(live: LiveTable, join: commands.Join, identity: str) -> commands.Join:
    """Somebody who says by which secret the device is known: who is blocked, and by whom, counts here too."""
    store = live.services.store
    by, own = await store.look(blocked_by, identity), await store.look(blocked_of, identity)
    return replace(join, identity=identity, blocked_by=by, blocks=own)


@router.post("/api/tables/{table}/join", summary="Sit down", responses={200: {"model": TableJoined}, **REFUSALS})
async def join(request: Request, table: TablePath, wish: JoinRequest) -> Response:
    """Sits down as a new person. With a key the request can be repeated: the same token comes back."""
    request.app.state.new_tables.take(address_of(request.scope), time.monotonic())
    registry_of(request).words.check(wish.name)
    live = await live_table(request, table)
    token = token_for(table, f"joining {wish.key or secrets.token_hex(32)}")
    invite = None if wish.invite is None else hashed(wish.invite)
    join = commands.Join(wish.name, hashed(token), wish.seat, invite)
    await live.do(join if wish.identity is None else await introduced(live, join, identity_of(wish.identity)))
    async with live.held():
        person = live.table.person_with(token)
        live.presence.asked(person.number)
        seats = live.table.seats_of(person)
        data = {"token": token, "seat": seats[0] if seats else 0, "info": views.info(live.table)}
    return answer(data)


@router.post(
    "/api/tables/{table}/commands", summary="Do a command", responses={200: {"model": CommandDone}, **REFUSALS}
)
async def command(
    request: Request, table: TablePath, asked: CommandRequest, authorization: Authorization = None
) -> Response:
    """Any command, for clients that are not live; the answer comes when it is on disk."""
    live = await live_table(request, table)
    person = person_of(live, authorization)
    if person is None:
        raise CoatlError("token.unknown", "A command needs a token.")
    live.claim(address_of(request.scope))
    return answer({"id": asked.id, **await obey(live, asked.command, person, asked.id, address_of(request.scope))})


# ---------------------------------------------------------------- one's own data


@router.get("/api/privacy", summary="What is kept how long", responses={200: {"model": KeepDays}})
async def privacy(request: Request) -> Response:
    """How many days tables are kept after the last event; 0 for ever."""
    settings: Settings = request.app.state.settings
    return answer({**settings.keep, "records": settings.keep_records, "addresses": settings.abuse_days})


@router.get("/api/tables/{table}/me", summary="One's own data", responses={200: {"model": PersonData}, **REFUSALS})
async def own_data(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """All that the server keeps of the person with this token."""
    registry: Registry = registry_of(request)
    person = own_number(await live_table(request, table), authorization)
    return answer(await registry.store.look(export_person, table, person))


@router.delete("/api/tables/{table}/me", summary="Erase it", responses={200: {"model": PersonErased}, **REFUSALS})
async def erase_own_data(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """Erases the name and the lines of the person with this token; the seat stays theirs, and the game goes on."""
    registry: Registry = registry_of(request)
    request.app.state.new_tables.take(address_of(request.scope), time.monotonic())
    person = own_number(await live_table(request, table), authorization)
    return answer({"table": table, "erased": await registry.housekeeping.erase(table, person, f"person {person}")})


def own_number(live: LiveTable, authorization: str | None) -> int:
    """The number of the person who asks."""
    person = person_of(live, authorization)
    if person is None:
        raise CoatlError("token.unknown", "This needs a token.")
    return person


# ---------------------------------------------------------------- cards


@router.get("/api/cards/{game}", summary="The printed cards", responses={200: {"model": DeckData}, **REFUSALS})
async def cards(game: Literal["board", "card"]) -> Response:
    """Every card of a game as data, named as in its deck file."""
    return answer(printed_cards(game))


@router.get("/api/tables/{table}/cards", summary="A table's cards", responses={200: {"model": DeckData}, **REFUSALS})
async def table_cards(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """The cards that this table plays with: the printed ones, or those that its host brought."""
    live = await live_table(request, table)
    async with live.held():
        person_of(live, authorization)
        return answer(live.table.rules.deck_data or printed_cards(live.table.rules.game))


# ---------------------------------------------------------------- records


@router.get("/api/tables/{table}/record", summary="The record", responses={200: RECORD, **REFUSALS})
async def record(
    request: Request,
    table: TablePath,
    format: Literal["text", "json"] = "json",
    seat: SeatQuery = None,
    authorization: Authorization = None,
) -> Response:
    """The record: as the asker may know it while the game is on, all of it at the end."""
    live = await live_table(request, table)
    async with live.held():
        viewer = viewer_of(live, authorization, seat)
        charge(request, live)
        found = registry_of(request).records.encoded(live.table, viewer, format)
    return Response(await found, media_type=MEDIA_TYPES[format])


@router.get("/api/tables/{table}/replay", summary="Replay at a step", responses={200: {"model": Replay}, **REFUSALS})
async def replay(
    request: Request,
    table: TablePath,
    step: Annotated[int, Query(ge=0, le=20_000)],
    seat: SeatQuery = None,
    authorization: Authorization = None,
) -> Response:
    """The table after so many steps of that record."""
    live = await live_table(request, table)
    async with live.held():
        viewer = viewer_of(live, authorization, seat)
        charge(request, live)
        seen = records.seen(live.table, viewer)
    async with registry_of(request).replays:  # long games take a while: the table goes on meanwhile
        return answer(await asyncio.to_thread(records.view_after, seen, step))


@router.get(
    "/api/tables/{table}/verification",
    summary="Check the shuffles",
    responses={200: {"model": Verification}, **REFUSALS},
)
async def verification(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """The commitment to the shuffles, the seed once the game is over, and how to check it."""
    live = await live_table(request, table)
    async with live.held():
        person_of(live, authorization)
        return answer(records.verification(live.table))


# ---------------------------------------------------------------- for programs and for those who run it


@router.get("/api/schemas", summary="Schemas of the WebSocket", responses={200: {"model": MessageSchemas}})
async def message_schemas() -> Response:
    """JSON schemas of all messages on the WebSocket, with examples."""
    return answer(await asyncio.to_thread(examples.message_schemas))


@router.get("/healthz", summary="Does it live?", responses={200: {"model": Health}})
async def health(request: Request) -> Response:
    """Whether the server lives. It does while a part is away, and need not be started anew for that."""
    status = registry_of(request).store.status
    return answer({"status": "ok", "database": "away" if status.since else "ok", "version": __version__})


@router.get("/api/preparation", summary="What is still compiled", responses={200: {"model": list[PartData]}})
async def preparation(request: Request) -> Response:
    """Parts of the games that are being compiled, once on a machine; none when all is there. The header `Link` leads to
    the manual, if the server has one.
    """
    response = answer(registry_of(request).readiness.data())
    if request.app.state.has_manual:
        response.headers["link"] = '</docs/>; rel="help"'
    return response


@router.get("/readyz", summary="Can one play?", responses={200: {"model": Readiness}, 503: {"model": Fault}})
async def ready(request: Request) -> Response:
    """Whether the database can be read and written; it is written every second."""
    store = registry_of(request).store
    try:
        await asyncio.wait_for(store.outages(1 << 62), READING)
    except Exception as fault:
        raise fault if isinstance(fault, Busy) else Busy("The database does not answer.") from None
    age = time.monotonic() - store.status.used
    if store.status.since is not None or age > OLDEST_WRITE:
        raise store.status.reason or Busy(f"Nothing was written for {age:.0f} seconds.")
    return answer({"status": "ok", "written": round(age, 1)})


@router.get("/metrics", include_in_schema=False)
async def numbers(request: Request) -> Response:
    """Figures for Prometheus. Players do not see them: they tell how long bots think, and that somebody has chosen."""
    allowed = request.app.state.settings.metrics_list
    if "*" not in allowed and address_of(request.scope) not in allowed:
        raise CoatlError("request.path", "Not Found.")
    return Response(await asyncio.to_thread(metrics.figures), media_type=CONTENT_TYPE_LATEST)
