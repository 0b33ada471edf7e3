"""The admin API (docs/storage.md): for whoever knows COATL_ADMIN_SECRET. Without one there is no such API."""

import time
from dataclasses import asdict
from hmac import compare_digest
from typing import Annotated, Any, Literal

import structlog
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from coatl.engine.errors import CoatlError
from coatl.server import metrics
from coatl.server.admin.models import (
    ActRow,
    CloseReport,
    Overview,
    PersonData,
    PersonErased,
    PersonRow,
    PruneRequest,
    ReportRow,
    TableDetails,
    TableRemoved,
    TableRow,
    TablesPruned,
)
from coatl.server.clock import clock
from coatl.server.routes import TablePath, answer, registry_of
from coatl.server.security import address_of
from coatl.server.settings import Settings, TableKind
from coatl.server.storage.audit import list_acts, note_act
from coatl.server.storage.database import empty_log
from coatl.server.storage.people import export_person, list_people
from coatl.server.storage.reports import close_report_by, count_open, list_reports
from coatl.server.storage.tables import count_tables, limits, list_tables, old_tables, prune_tables, show_table
from coatl.version import __version__

log = structlog.get_logger("coatl.admin")


def operator_of(
    request: Request,
    authorization: Annotated[str | None, Header(max_length=300, description="Bearer SECRET")] = None,
) -> str:
    """Who asks, for the audit trail.

    :raises CoatlError: request.path without a secret in the settings, admin.secret with a wrong one, request.often.
    """
    settings: Settings = request.app.state.settings
    if settings.admin_secret is None:
        raise CoatlError("request.path", "Not Found.")
    address = address_of(request.scope)
    request.app.state.admin_requests.take(address, time.monotonic())  # before the secret is compared
    kind, _, given = (authorization or "").partition(" ")
    known = settings.admin_secret.get_secret_value()
    if kind.lower() != "bearer" or not compare_digest(given.strip().encode(), known.encode()):
        log.warning("a wrong admin secret")
        registry_of(request).abuse.note(address, "admin.secret")
        raise CoatlError("admin.secret", "This is not the secret of the operator.")
    return f"admin {address}"


Operator = Annotated[str, Depends(operator_of)]
PersonPath = Annotated[int, Path(ge=1, le=100_000)]
Before = Annotated[int | None, Query(ge=0, le=1 << 60, description="of the last one listed: the time, or the id")]
After = Annotated[str, Query(max_length=24, description="the table of the last one listed: many may have its time")]

router = APIRouter(prefix="/api/admin", include_in_schema=False)


@router.get("/overview", responses={200: {"model": Overview}})
async def overview(request: Request, operator: Operator) -> Response:
    """Load, and how much is kept."""
    registry, settings = registry_of(request), request.app.state.settings
    keep = settings.keep
    data: Overview = {
        "version": __version__,
        "since": registry.started,
        "tables": await registry.store.look(count_tables),
        "live": len(registry.tables),
        "sockets": round(sum(value for _, value in metrics.gauges(metrics.SOCKETS))),
        "thinking": {labels["kind"]: value for labels, value in metrics.gauges(metrics.QUEUE)},
        "reports": await registry.store.look(count_open),
        "database": registry.store.engine.dialect.name,
        "keep": {
            "finished": keep["finished"],
            "abandoned": keep["abandoned"],
            "empty": keep["empty"],
            "records": settings.keep_records,
            "addresses": settings.abuse_days,
        },
    }
    return answer(data)


# ---------------------------------------------------------------- tables


@router.get("/tables", responses={200: {"model": list[TableRow]}})
async def tables(
    request: Request,
    operator: Operator,
    status: Literal["waiting", "playing", "over", "closed"] | None = None,
    before: Before = None,
    after: After = "",
) -> Response:
    """Tables, the last ones in which something happened first."""
    return answer(await registry_of(request).store.look(list_tables, status, before, after))


@router.get("/tables/{table}", responses={200: {"model": TableDetails}})
async def table_details(request: Request, operator: Operator, table: TablePath) -> Response:
    """A table without hands and seed."""
    return answer(await registry_of(request).store.look(show_table, table))


@router.delete("/tables/{table}", responses={200: {"model": TableRemoved}})
async def remove_table(request: Request, operator: Operator, table: TablePath) -> Response:
    """Removes a table for ever."""
    events = await registry_of(request).housekeeping.remove(table, operator)
    return answer({"table": table, "events": events})


@router.post("/prune", responses={200: {"model": TablesPruned}})
async def prune(request: Request, operator: Operator, wish: PruneRequest) -> Response:
    """Removes old tables; with `dry_run`, which is the default, it says how many there are."""
    store = registry_of(request).store
    given: dict[TableKind, float | None] = {"finished": wish.finished, "abandoned": wish.abandoned, "empty": wish.empty}
    asked = {kind: days for kind, days in given.items() if days is not None}
    before = limits(asked or request.app.state.settings.keep, clock())
    found = {kind: len(await store.look(old_tables, kind, since)) for kind, since in before.items()}
    if not wish.dry_run:
        await store.housekeep(prune_tables, before, clock(), operator)
        await store.housekeep(empty_log)
        registry_of(request).lobby.changed()
    return answer({"tables": found, "done": not wish.dry_run})


# ---------------------------------------------------------------- people


@router.get("/people", responses={200: {"model": list[PersonRow]}})
async def people(
    request: Request,
    operator: Operator,
    name: Annotated[str | None, Query(max_length=40)] = None,
    before: Before = None,
    after: After = "",
) -> Response:
    """People at tables, who came last first."""
    found = await registry_of(request).store.look(list_people, name, before, after)
    return answer([asdict(one) for one in found])


@router.get("/tables/{table}/people/{person}", responses={200: {"model": PersonData}})
async def export(request: Request, operator: Operator, table: TablePath, person: PersonPath) -> Response:
    """All that is kept of a person at a table."""
    store = registry_of(request).store
    found: Any = await store.look(export_person, table, person)
    await store.transact(note_act, clock(), operator, "people.export", table, person=person)
    return answer(found)


@router.delete("/tables/{table}/people/{person}", responses={200: {"model": PersonErased}})
async def erase(request: Request, operator: Operator, table: TablePath, person: PersonPath) -> Response:
    """Erases the name and the lines of a person at a table."""
    erased = await registry_of(request).housekeeping.erase(table, person, operator)
    return answer({"table": table, "erased": erased})


# ---------------------------------------------------------------- reports and the audit trail


@router.get("/reports", responses={200: {"model": list[ReportRow]}})
async def reports(
    request: Request,
    operator: Operator,
    status: Literal["open", "done"] | None = "open",
    before: Before = None,
) -> Response:
    """What players reported, the newest first."""
    found = await registry_of(request).store.look(list_reports, status, None, before)
    return answer([asdict(one) for one in found])


@router.post("/reports/{report}", responses={200: {"model": ReportRow}})
async def close_report(
    request: Request, operator: Operator, report: Annotated[int, Path(ge=1, le=1 << 31)], wish: CloseReport
) -> Response:
    """Marks a report as done."""
    done = await registry_of(request).store.transact(close_report_by, report, wish.note, clock(), operator)
    return answer(asdict(done))


@router.get("/audit", responses={200: {"model": list[ActRow]}})
async def audit(request: Request, operator: Operator, before: Before = None) -> Response:
    """What was done, the newest first."""
    return answer([asdict(one) for one in await registry_of(request).store.look(list_acts, before)])
