"""What travels between the server and its operators, and what a person may know of the own data."""

from typing import Any

from pydantic import Field
from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12

from coatl.server.requests import TableId
from coatl.server.schemas import Info
from coatl.server.storage.reports import Kind, Status
from coatl.server.tables.chat import ChatLine
from coatl.server.tables.commands import Strict


class KeepDays(TypedDict):
    """How many days tables are kept; 0 for ever. With `records`, finished games stay without names.

    `addresses` are those of floods; 0 if none are kept.
    """

    finished: float
    abandoned: float
    empty: float
    records: bool
    addresses: int


class SaidLine(TypedDict):
    """A line that a person wrote."""

    time: int
    text: str


class OwnReport(TypedDict):
    """Something that a person reported."""

    time: int
    kind: Kind
    text: str
    status: Status


class PersonData(TypedDict):
    """All that the server keeps of a person at a table."""

    table: TableId
    game: str
    status: str
    created: int
    updated: int
    person: int
    host: bool
    names: list[str]
    seats: list[int]
    chat: list[SaidLine]
    reports: list[OwnReport]


class PersonErased(TypedDict):
    """Names and lines are gone; `erased` is false if there was nothing left to erase."""

    table: TableId
    erased: bool


class Overview(TypedDict):
    """How much there is, and how much is going on."""

    version: str
    since: int  # when this worker began
    tables: dict[str, int]  # by status
    live: int  # tables in the memory of this worker
    sockets: int  # connections of this worker
    thinking: dict[str, float]  # what waits for processes, by kind
    reports: int  # that are open
    database: str
    keep: KeepDays


class TableRow(TypedDict):
    """A table in a list."""

    id: TableId
    status: str
    public: bool
    events: int
    updated: int


class PersonAtTable(TypedDict):
    """Somebody at a table."""

    person: int
    name: str
    seats: list[int]
    host: bool


class TableDetails(TypedDict):
    """A table as an operator sees it: no hands, no seed."""

    info: Info
    updated: int
    events: int
    people: list[PersonAtTable]
    chat: list[ChatLine]


class PersonRow(TypedDict):
    """Somebody in a list."""

    table: TableId
    person: int
    name: str
    since: int


class ReportRow(TypedDict):
    """Something that a player reported."""

    id: int
    time: int
    table_id: TableId
    reporter: int
    about: int | None
    seat: int | None
    kind: Kind
    text: str
    status: Status
    note: str


class ActRow(TypedDict):
    """Something that was done by an operator, or by the server for them."""

    id: int
    time: int
    operator: str
    act: str
    table: TableId | None
    details: dict[str, Any]


class TableRemoved(TypedDict):
    """A table is gone."""

    table: TableId
    events: int


class TablesPruned(TypedDict):
    """How many old tables of each kind were removed, or would be."""

    tables: dict[str, int]
    done: bool


class CloseReport(Strict):
    """A report is done."""

    note: str = Field(default="", max_length=500)


class PruneRequest(Strict):
    """Which tables are old: days since the last event, by kind; without any, as the settings say."""

    finished: float | None = Field(default=None, ge=0, le=36_500)
    abandoned: float | None = Field(default=None, ge=0, le=36_500)
    empty: float | None = Field(default=None, ge=0, le=36_500)
    dry_run: bool = True
