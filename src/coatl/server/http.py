"""What is not live, by HTTP (docs/server.md)."""

import asyncio
import secrets
import time
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.server import examples, metrics, records
from coatl.server.house import House
from coatl.server.making import making
from coatl.server.messages import StateMessage
from coatl.server.requests import Commanding, Joining, NewTable
from coatl.server.rooms import Room
from coatl.server.security import address_of
from coatl.server.tables import commands as ask
from coatl.server.tables import showing
from coatl.server.tables.asking import Asking
from coatl.server.tables.events import Viewer
from coatl.server.tables.people import hashed
from coatl.server.tables.playing import advice_view, own_view
from coatl.server.tables.table import Table, token_for
from coatl.server.told import (
    CardsData,
    CommandDone,
    Fault,
    Health,
    Joined,
    Made,
    MessageSchemas,
    RecordData,
    Replay,
    ServerInfo,
    Summary,
    Verification,
    printed_cards,
    server_info,
)
from coatl.telling.reach import Preview, preview
from coatl.version import __version__

router = APIRouter()

TablePath = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$", examples=["0123456789abcdef01234567"])]
Authorization = Annotated[str | None, Header(max_length=200, description="Bearer TOKEN; a spectator sends none")]
SeatQuery = Annotated[int | None, Query(ge=1, le=4, description="which of one's own seats")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Fault} for status in (401, 403, 404, 408, 409, 413, 421, 422, 429, 503)
}
RECORD: dict[str, Any] = {"model": RecordData, "content": {"text/plain": {"schema": {"type": "string"}}}}


def answer(data: Any, status: int = 200) -> Response:
    """JSON, as fast as it gets."""
    return Response(orjson.dumps(data), status, media_type="application/json")


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def person_of(table: Table, authorization: str | None) -> int | None:
    """Who asks; None for a spectator."""
    if authorization is None:
        table.check_watching(None)
        return None
    kind, _, token = authorization.partition(" ")
    if kind.lower() != "bearer":
        raise CoatlError("token.unknown", "The header should read: Authorization: Bearer TOKEN.")
    person = table.person_with(token.strip())
    table.check_watching(person)
    return person.number


def viewer_of(room: Room, authorization: str | None, seat: int | None) -> Viewer:
    """With whose eyes the asker sees."""
    person = room.who(person_of(room.table, authorization))
    own = room.table.viewers_of(person)
    if seat is not None and seat not in own:
        raise CoatlError("seat.foreign", f"Seat {seat} is not yours.", [str(number) for number in own if number])
    return seat if seat is not None else own[0]


# ---------------------------------------------------------------- tables


@router.get("/api/info", summary="What this server knows", responses={200: {"model": ServerInfo}})
async def info() -> Response:
    """Versions, games, bots."""
    return answer(server_info())


@router.post("/api/tables", summary="Make a table", status_code=201, responses={201: {"model": Made}, **REFUSALS})
async def make_table(request: Request, wish: NewTable) -> Response:
    """Makes a table. The token in the answer is the host's; a secret key makes the request repeatable."""
    request.app.state.new_tables.take(address_of(request.scope), time.monotonic())
    made = await asyncio.to_thread(making, wish)
    room = await house_of(request).create(made.table, made.data)
    async with room.held():
        told = {"table": made.table, "token": made.token, "invites": made.invites, "info": showing.info(room.table)}
    return answer(told, 201)


@router.get("/api/tables", summary="The lobby", responses={200: {"model": list[Summary]}})
async def lobby(request: Request) -> Response:
    """Public tables with an open seat, the newest first."""
    return answer(await house_of(request).store.lobby())


@router.get(
    "/api/tables/{table}", summary="Look at a table", responses={200: {"model": list[StateMessage]}, **REFUSALS}
)
async def look(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """The state of a table: one for each viewer of the asker."""
    room = await house_of(request).room(table)
    async with room.held():
        person = room.who(person_of(room.table, authorization))
        states = [room.state(viewer) for viewer in room.table.viewers_of(person)]
    return Response("[" + ",".join(states) + "]", media_type="application/json")


@router.post("/api/tables/{table}/join", summary="Sit down", responses={200: {"model": Joined}, **REFUSALS})
async def join(request: Request, table: TablePath, wish: Joining) -> Response:
    """Sits down as a new person. With a key the request can be repeated: the same token comes back."""
    request.app.state.new_tables.take(address_of(request.scope), time.monotonic())
    room = await house_of(request).room(table)
    token = token_for(table, f"joining {wish.key or secrets.token_hex(32)}")
    invite = None if wish.invite is None else hashed(wish.invite)
    await room.do(ask.Join(wish.name, hashed(token), wish.seat, invite))
    async with room.held():
        seats = room.table.seats_of(room.table.person_with(token))
        told = {"token": token, "seat": seats[0] if seats else 0, "info": showing.info(room.table)}
    return answer(told)


@router.post(
    "/api/tables/{table}/commands", summary="Do a command", responses={200: {"model": CommandDone}, **REFUSALS}
)
async def command(
    request: Request, table: TablePath, asked: Commanding, authorization: Authorization = None
) -> Response:
    """Any command, for clients that are not live; the answer comes when it is on disk."""
    room = await house_of(request).room(table)
    person = person_of(room.table, authorization)
    if person is None:
        raise CoatlError("token.unknown", "A command needs a token.")
    return answer({"id": asked.id, **await obey(room, asked.command, person, asked.id)})


async def obey(room: Room, asked: Any, person: int | None, command_id: str) -> dict[str, Any]:
    """Does a command, or answers a question; the parts of the acknowledgement."""
    if isinstance(asked, ask.AskHint):
        return {"number": None, "data": await advice(room, asked, person)}
    if isinstance(asked, ask.AskPreview):
        return {"number": None, "data": await foresight(room, asked, person)}
    done = await room.do(asked, person, command_id)
    return {"number": done.number, "data": None}


async def advice(room: Room, asked: ask.AskHint, person: int | None) -> dict[str, Any]:
    """A hint from the view of the asker's seat; one at a time, since they take a while."""
    async with room.held():
        asking = Asking(room.who(person), None, 0, frozenset(), secrets.token_hex)
        view, key = advice_view(room.table, asked, asking), room.table.key
    if asking.person().number in room.hinting:
        raise CoatlError("hint.busy", "You have asked for a hint already: it is on its way.")
    room.hinting.add(asking.person().number)
    try:
        return await room.house.thinkers.hint(key, view, asked.seat)
    finally:
        room.hinting.discard(asking.person().number)


async def foresight(room: Room, asked: ask.AskPreview, person: int | None) -> Preview:
    """What the next placements would bring. It is no hint: from its view a player can count all of it."""
    async with room.held():
        asking = Asking(room.who(person), None, 0, frozenset(), secrets.token_hex)
        view, rules = own_view(room.table, asked, asking), room.table.rules
    known, found = room.foreseen.get(asked.seat, (None, None))
    if found is None or known != view:  # else it was asked before: the same view has the same answer
        found = asyncio.create_task(foreseen(room.house.previews, rules, view))
        room.foreseen[asked.seat] = view, found
    return await asyncio.shield(found)


async def foreseen(places: asyncio.Semaphore, rules: Rules, view: Any) -> Preview:
    """A preview takes milliseconds, of the process that serves everybody: few at a time."""
    async with places:
        return await asyncio.to_thread(preview, rules, view)


# ---------------------------------------------------------------- cards


@router.get("/api/cards/{game}", summary="The printed cards", responses={200: {"model": CardsData}, **REFUSALS})
async def cards(game: Literal["board", "card"]) -> Response:
    """Every card of a game as data, named as in its deck file."""
    return answer(printed_cards(game))


@router.get("/api/tables/{table}/cards", summary="A table's cards", responses={200: {"model": CardsData}, **REFUSALS})
async def table_cards(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """The cards that this table plays with: the printed ones, or those that its host brought."""
    room = await house_of(request).room(table)
    async with room.held():
        person_of(room.table, authorization)
        return answer(room.table.rules.deck_data or printed_cards(room.table.rules.game))


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
    room = await house_of(request).room(table)
    async with room.held():
        told = records.record_for(room.table, viewer_of(room, authorization, seat))
    if format == "text":
        return PlainTextResponse(told.to_text())
    return Response(told.to_json(), media_type="application/json")


@router.get("/api/tables/{table}/replay", summary="Replay at a step", responses={200: {"model": Replay}, **REFUSALS})
async def replay(
    request: Request,
    table: TablePath,
    step: Annotated[int, Query(ge=0, le=20_000)],
    seat: SeatQuery = None,
    authorization: Authorization = None,
) -> Response:
    """The table after so many steps of that record."""
    house = house_of(request)
    room = await house.room(table)
    async with room.held():
        viewer = viewer_of(room, authorization, seat)
        seen = records.seen(room.table, viewer)
    async with house.replays:  # long games take a while: the table goes on meanwhile
        return answer(await asyncio.to_thread(records.view_after, seen, step))


@router.get(
    "/api/tables/{table}/verification",
    summary="Check the shuffles",
    responses={200: {"model": Verification}, **REFUSALS},
)
async def verification(request: Request, table: TablePath, authorization: Authorization = None) -> Response:
    """The commitment to the shuffles, the seed once the game is over, and how to check it."""
    room = await house_of(request).room(table)
    async with room.held():
        person_of(room.table, authorization)
        return answer(records.verification(room.table))


# ---------------------------------------------------------------- for programs and for those who run it


@router.get("/api/schemas", summary="Schemas of the WebSocket", responses={200: {"model": MessageSchemas}})
async def message_schemas() -> Response:
    """JSON schemas of all messages on the WebSocket, with examples."""
    return answer(await asyncio.to_thread(examples.message_schemas))


@router.get("/healthz", summary="Is it well?", responses={200: {"model": Health}, 503: {"model": Fault}})
async def health(request: Request) -> Response:
    """Whether the server is up and its database answers."""
    try:
        await asyncio.wait_for(house_of(request).store.outages(1 << 62), 5)
    except Exception:
        raise CoatlError("server.busy", "The database does not answer.") from None
    return answer({"status": "ok", "database": "ok", "version": __version__})


@router.get("/metrics", include_in_schema=False)
async def numbers(request: Request) -> Response:
    """Figures for Prometheus. Players do not see them: they tell how long bots think, and that somebody has chosen."""
    allowed = request.app.state.settings.metrics_list
    if "*" not in allowed and address_of(request.scope) not in allowed:
        raise CoatlError("request.path", "Not Found.")
    return Response(await asyncio.to_thread(metrics.figures), media_type=CONTENT_TYPE_LATEST)
