"""`coatl tables`, `coatl people`, `coatl reports` and `coatl audit`: looking after what a server keeps."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, ParamSpec, TypeVar

import typer

from coatl.engine.errors import CoatlError
from coatl.server.storage.command import shown

if TYPE_CHECKING:
    import sqlalchemy as sa

P = ParamSpec("P")
T = TypeVar("T")

OPERATOR = "command"  # in the audit trail
MOST_TRIES = 5  # while others write to the same table

app = typer.Typer()
tables = typer.Typer(no_args_is_help=True, help="Look after the tables of a server: list, show, remove, prune.")
people = typer.Typer(no_args_is_help=True, help="Look after the people at the tables: list, show, export, remove.")
reports = typer.Typer(no_args_is_help=True, help="What players reported: list, close.")
for name, group in (("tables", tables), ("people", people), ("reports", reports)):
    app.add_typer(group, name=name)

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table, or how it begins.")]
Number = Annotated[int, typer.Argument(metavar="PERSON", help="The number of the person at this table.", min=1)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")]
Most = Annotated[int, typer.Option("--most", metavar="N", help="List at most so many.", min=1, max=100_000)]
Status = Literal["waiting", "playing", "over", "closed"]


@contextmanager
def stored() -> Iterator["sa.Engine"]:
    """The database of the server, which may run meanwhile."""
    from coatl.server.settings import read_settings
    from coatl.server.storage import database
    from coatl.server.storage.backup import opened

    url = database.url_of(read_settings().url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
        places = ["COATL_DATABASE_URL", "COATL_DATA"]
        raise CoatlError("database.none", f"There is no database at {url.database}.", places)
    with opened(database.writing(url)) as engine:
        database.migrate(engine)
        yield engine


@contextmanager
def looking() -> Iterator["sa.Connection"]:
    """A connection to the database, for questions."""
    with stored() as engine, engine.connect() as connection:
        yield connection


def write(work: Callable[Concatenate["sa.Connection", P], T], *args: P.args, **given: P.kwargs) -> T:
    """Does work in a transaction; if the server was writing to the same table, once more."""
    from coatl.server.outages import Busy
    from coatl.server.storage.database import empty_log

    with stored() as engine:
        try:
            for _ in range(MOST_TRIES):
                with suppress(Busy), engine.begin() as connection:
                    return work(connection, *args, **given)
            with engine.begin() as connection:
                return work(connection, *args, **given)
        finally:
            empty_log(engine)


def now() -> int:
    """Milliseconds since 1970, by this machine."""
    return int(datetime.now(UTC).timestamp() * 1000)


def when(time: int) -> str:
    """A time for people."""
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def show(data: Any, as_json: bool, rows: Sequence[Sequence[object]], heads: Sequence[str]) -> None:
    """As JSON, or as a table for people."""
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*heads, box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    Console(soft_wrap=True).print(table)


def printable(value: object) -> str:
    """A value without signs that would steer the terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(value))


def ask(question: str, yes: bool) -> None:
    """Asks whether to go on.

    :raises CoatlError: admin.refused
    """
    if not yes and not typer.confirm(question):
        raise CoatlError("admin.refused", "Nothing was done.", ["--yes"])


# ---------------------------------------------------------------- tables


@tables.command("list")
def list_all(
    status: Annotated[Status | None, typer.Option(help="Only tables of this status.")] = None,
    most: Most = 100,
    as_json: AsJson = False,
) -> None:
    """List tables, the ones in which something happened last first. The server may run meanwhile."""
    from coatl.server.storage.tables import list_tables

    with looking() as connection:
        found = list_tables(connection, status, most=most)
    rows = [(one["id"], one["status"], one["events"], when(one["updated"])) for one in found]
    show(found, as_json, rows, ("table", "status", "events", "last event (UTC)"))


@tables.command("show")
def show_one(table: TableId, as_json: AsJson = False) -> None:
    """Show a table: who sits there, what was said. Hands and seeds are not shown."""
    from coatl.server.storage.tables import find_table, show_table

    with looking() as connection:
        found = show_table(connection, find_table(connection, table))
    info = found["info"]
    facts = [
        ("table", info["id"]),
        ("game", info["game"]),
        ("status", info["status"]),
        ("created", when(info["created"])),
        ("last event", when(found["updated"])),
        ("events", found["events"]),
        *((f"person {one['person']}", f"{one['name'] or '-'}, seats {one['seats']}") for one in found["people"]),
        *((when(line["time"]), f"{line['name']}: {line['text']}") for line in found["chat"]),
    ]
    show(found, as_json, facts, ("", ""))


@tables.command("remove")
def remove(table: TableId, yes: Yes = False, dry_run: DryRun = False) -> None:
    """Remove a table with its game, names and chat, for ever. Who plays there is told that it is gone."""
    from coatl.server.storage.tables import find_table, remove_table, show_table

    with looking() as connection:
        table_id = find_table(connection, table)
        status = show_table(connection, table_id)["info"]["status"]
    if dry_run:
        typer.echo(f"Would remove table {table_id} ({status}).")
        return
    ask(f"Remove table {table_id} ({status}) for ever?", yes)
    events = write(remove_table, table_id, now(), OPERATOR)
    typer.echo(f"Table {table_id} is removed, with {events:,} events.")


@tables.command("prune")
def prune(
    finished: Annotated[float | None, typer.Option(metavar="DAYS", help="Games that ended so long ago.", min=0)] = None,
    abandoned: Annotated[float | None, typer.Option(metavar="DAYS", help="Games left so long ago.", min=0)] = None,
    empty: Annotated[float | None, typer.Option(metavar="DAYS", help="Tables without a game.", min=0)] = None,
    yes: Yes = False,
    dry_run: DryRun = False,
) -> None:
    """Remove old tables. Without DAYS it is as long as the server keeps them (COATL_KEEP_DAYS and so on).

    A running server does this by itself, a little at a time.
    """
    from coatl.server.settings import TableKind, read_settings
    from coatl.server.storage.tables import limits, old_tables, prune_tables

    given: dict[TableKind, float | None] = {"finished": finished, "abandoned": abandoned, "empty": empty}
    asked = {kind: days for kind, days in given.items() if days is not None}
    before = limits(asked or read_settings().keep, now())
    with stored() as engine:
        with engine.connect() as connection:
            old = {kind: len(old_tables(connection, kind, time)) for kind, time in before.items()}
        found = ", ".join(f"{number:,} {kind}" for kind, number in old.items())
        if dry_run or not any(old.values()):
            typer.echo(f"Would remove tables: {found}." if any(old.values()) else "No table is that old.")
            return
        ask(f"Remove tables for ever ({found})?", yes)
        with shown() as progress:
            prune_tables(engine, before, now(), OPERATOR, progress)
    typer.echo(f"Removed tables: {found}.")


# ---------------------------------------------------------------- people


@people.command("list")
def list_some(
    name: Annotated[str | None, typer.Option(metavar="LETTERS", help="Only who has these letters in the name.")] = None,
    most: Most = 100,
    as_json: AsJson = False,
) -> None:
    """List the people at the tables, who came last first. Somebody is a number at a table, and nothing more."""
    from coatl.server.storage.people import list_people

    with looking() as connection:
        found = list_people(connection, name, most=most)
    rows = [(one.table, one.person, one.name, when(one.since)) for one in found]
    show([asdict(one) for one in found], as_json, rows, ("table", "person", "name", "since (UTC)"))


@people.command("show")
def show_person(table: TableId, person: Number) -> None:
    """Show all that the server keeps of a person at a table."""
    for name, value in exported(table, person).items():
        typer.echo(f"{name}: {printable(value)}")


@people.command("export")
def export(
    table: TableId,
    person: Number,
    file: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="Into this file instead of printing it.")
    ] = None,
) -> None:
    """Give out all that the server keeps of a person at a table, as JSON: what they may ask for."""
    text = json.dumps(exported(table, person), ensure_ascii=False, indent=1)
    if file is None:
        typer.echo(text)
    else:
        file.write_text(f"{text}\n", encoding="utf-8")
        typer.echo(f"{file}: {len(text):,} characters.")


def exported(table: str, person: int) -> dict[str, Any]:
    """What is kept of a person; that somebody looked is written down."""
    from coatl.server.storage.audit import note_act
    from coatl.server.storage.people import export_person
    from coatl.server.storage.tables import find_table

    def read(connection: "sa.Connection") -> dict[str, Any]:
        table_id = find_table(connection, table)
        found = export_person(connection, table_id, person)
        note_act(connection, now(), OPERATOR, "people.export", table_id, person=person)
        return found

    return write(read)


@people.command("remove")
def erase_person(table: TableId, person: Number, yes: Yes = False, dry_run: DryRun = False) -> None:
    """Erase the name and the lines of a person at a table, for ever. The game stays, and goes on, as Somebody."""
    from coatl.server.storage.people import erase, export_person
    from coatl.server.storage.tables import find_table

    with looking() as connection:
        table_id = find_table(connection, table)
        found = export_person(connection, table_id, person)
    what = f"names {', '.join(found['names']) or '-'} and {len(found['chat'])} lines at table {table_id}"
    if dry_run:
        typer.echo(f"Would erase {printable(what)}.")
        return
    ask(f"Erase {printable(what)} for ever?", yes)
    write(erase, table_id, person, now(), OPERATOR)
    typer.echo(f"Person {person} at table {table_id} is Somebody now.")


# ---------------------------------------------------------------- reports and the audit trail


@reports.command("list")
def list_reported(
    everything: Annotated[bool, typer.Option("--all", help="Those that are done as well.")] = False,
    as_json: AsJson = False,
) -> None:
    """List what players reported, the newest first."""
    from coatl.server.storage.reports import list_reports

    with looking() as connection:
        found = list_reports(connection, None if everything else "open")
    rows = [(one.id, when(one.time), one.table_id, one.about or "", one.kind, one.text, one.status) for one in found]
    heads = ("report", "time (UTC)", "table", "person", "kind", "text", "status")
    show([asdict(one) for one in found], as_json, rows, heads)


@reports.command("close")
def close(
    report: Annotated[int, typer.Argument(metavar="REPORT", min=1)],
    note: Annotated[str, typer.Option(help="What was done.")] = "",
) -> None:
    """Mark a report as done."""
    from coatl.server.storage.reports import close_report_by

    write(close_report_by, report, note, now(), OPERATOR)
    typer.echo(f"Report {report} is done.")


@app.command("audit")
def audit(most: Most = 100, as_json: AsJson = False) -> None:
    """List what operators did, and what the server did for them, the newest first."""
    from coatl.server.storage.audit import list_acts

    with looking() as connection:
        found = list_acts(connection, most=most)
    rows = [(when(one.time), one.operator, one.act, one.table or "", json.dumps(one.details)) for one in found]
    show([asdict(one) for one in found], as_json, rows, ("time (UTC)", "who", "act", "table", "details"))
