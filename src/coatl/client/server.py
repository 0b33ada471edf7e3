"""A server as a client knows it: tables are made, joined, watched and found again here."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from coatl.client.connection import Connection, Message, pause_for
from coatl.client.http import Requests
from coatl.client.links import Link, parse_link
from coatl.client.table import Event, Table
from coatl.engine.errors import CoatlError

Seat = Mapping[str, Any]


def me(name: str) -> Seat:
    """A seat of one's own; several are for people at one device."""
    return {"kind": "me", "name": name}


def bot(name: str) -> Seat:
    """A seat for a bot of the server."""
    return {"kind": "bot", "bot": name}


def opened() -> Seat:
    """A seat for anybody who has the link."""
    return {"kind": "open"}


def invited() -> Seat:
    """A seat for whoever has its invitation."""
    return {"kind": "invited"}


class Server:
    """A connection to a server, until it is closed."""

    def __init__(self, address: str | Link, identity: str | None = None) -> None:
        """Connects. `identity` is a secret of one's own, the same at every table: who blocks somebody is known by it.

        :raises CoatlError: link.invalid, server.unreachable, server.strange, server.version
        """
        link = address if isinstance(address, Link) else parse_link(address)
        self.link = Link(link.server)
        self.identity = identity
        self.tables: dict[str, Table] = {}
        self.openings: dict[str, str] = {}  # the message that opened a table again, and the table
        self.connection = Connection(self.link, self.receive, self.opening)
        self.connection.open()
        self.http = Requests(self.link.server)

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hangs up. Tables go on, and can be come back to."""
        self.connection.close()
        self.http.close()
        for table in self.tables.values():
            table.inbox.put(CoatlError("client.closed", "This client has hung up."))

    @property
    def welcome(self) -> Message:
        """The greeting: versions of server, protocol and rules."""
        return self.connection.welcome

    # ------------------------------------------------------------ tables

    def lobby(self) -> list[dict[str, Any]]:
        """Public tables with an open seat, the nearest to full first; none of people who are blocked."""
        found: list[dict[str, Any]] = self.http.json("GET", "/api/tables", self.identity)
        return found

    def create(self, game: str, seats: Sequence[Seat] | None = None, **wishes: Any) -> Table:
        """Makes a table: `options`, `deck`, `public`, `clock`, `hints`, `spectators`, `spectators_chat`, `name`."""
        wish = {"game": game, "seats": None if seats is None else list(seats), "key": secrets.token_hex(32), **wishes}
        wish |= self.introduction
        made = self.http.json("POST", "/api/tables", json=wish)
        table = self.open(made["table"], made["token"])
        table.invites = {int(seat): invite for seat, invite in made["invites"].items()}
        return table

    def join(self, link: str | Link, name: str, seat: int | None = None) -> Table:
        """Sits down at a table, at the seat of the invitation if the link is one."""
        where = parse_link(str(link))
        wish = {"name": name, "seat": seat, "invite": where.invite, "key": secrets.token_hex(32)}
        wish |= self.introduction
        joined = self.http.json("POST", f"/api/tables/{table_in(where)}/join", json=wish)
        return self.open(table_in(where), joined["token"])

    @property
    def introduction(self) -> dict[str, Any]:
        """Who we are, for who sits down."""
        return {} if self.identity is None else {"identity": self.identity}

    def blocks(self) -> list[dict[str, Any]]:
        """Whom we have blocked: `id`, `name`, `time`."""
        found: list[dict[str, Any]] = self.http.json("GET", "/api/blocks", self.identity)
        return found

    def lift_block(self, id: str) -> list[dict[str, Any]]:
        """Lets somebody come again; returns who is still blocked."""
        found: list[dict[str, Any]] = self.http.json("DELETE", f"/api/blocks/{id}", self.identity)
        return found

    def rejoin(self, link: str | Link) -> Table:
        """Goes on at a table by the personal link."""
        where = parse_link(str(link))
        if where.token is None:
            raise CoatlError("link.invalid", "A personal link ends with #token=….", ["…/t/TABLE#token=…"])
        return self.open(table_in(where), where.token)

    def watch(self, link: str | Link) -> Table:
        """Watches a table."""
        return self.open(table_in(parse_link(str(link))), None)

    def open(self, id: str, token: str | None) -> Table:
        """Begins to follow a table; its first events are the states of all own seats."""
        table = self.tables[id] = Table(self, id, token)
        try:
            self.ask("open", table=id, token=token)
            self.ask("ping")  # the states are sent before the answer
        except CoatlError:
            del self.tables[id]
            raise
        return table

    def shut(self, table: Table) -> None:
        """Stops following a table."""
        del self.tables[table.id]
        self.ask("shut", table=table.id)

    # ------------------------------------------------------------ the connection

    def ask(self, type: str, **fields: Any) -> Message:
        """Sends a message under a new id, and waits for its acknowledgement."""
        return self.connection.ask({"type": type, "id": secrets.token_hex(8), **fields})

    def opening(self) -> list[Message]:
        """On a new connection all tables are opened again."""
        self.openings = {secrets.token_hex(8): table.id for table in self.tables.values()}
        tables = [(id, self.tables[table]) for id, table in self.openings.items()]
        return [{"type": "open", "id": id, "table": table.id, "token": table.token} for id, table in tables]

    def receive(self, message: Message) -> None:
        """What the server says by itself goes to its table; news of the connection goes to all."""
        if message["type"] == "connection":
            self.announce(Event("back" if message["up"] else "lost", data=message))
            return
        if message["type"] == "waiting":
            self.announce(Event("waiting" if message["on"] else "back", data=message))
            return
        about = message.get("table") or self.openings.get(message.get("id") or "")
        if about in self.tables:
            self.receive_about(self.tables[about], message)

    def announce(self, event: Event) -> None:
        """What concerns all tables."""
        for table in self.tables.values():
            table.inbox.put(event)

    def receive_about(self, table: Table, message: Message) -> None:
        """A message for one table; a table that cannot be opened again just now is asked for until it can."""
        pause = pause_for(message) if message["type"] == "error" and message["id"] in self.openings else None
        if pause is None:
            table.receive(message)
            return
        if not table.waits:
            table.waits = True
            table.inbox.put(Event("waiting", data=message))
        opening = {"type": "open", "id": message["id"], "table": table.id, "token": table.token}
        self.connection.again(opening, pause)


def table_in(link: Link) -> str:
    """The table that a link leads to.

    :raises CoatlError: link.invalid if it leads to none.
    """
    if link.table is None:
        raise CoatlError("link.invalid", f"{link} leads to no table.", ["…/t/TABLE"])
    return link.table
