"""A table as a client knows it: what each own viewer sees, what happens, and everything that can be asked."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from coatl.client.http import read_error
from coatl.client.links import Link
from coatl.engine.errors import CoatlError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from coatl.client.connection import Message
    from coatl.client.server import Server

OVER = ("over", "closed")


@dataclass(frozen=True)
class Event:
    """Something that happened, as one viewer saw it.

    `kind` is one of the server's (docs/server.md), or `state` (everything may have changed: the beginning, and after a
    gap), `presence` (who is connected), `lost` and `back` (the connection), `waiting` (a part of the server is away:
    the client tries again, and `back` says that it is there).
    """

    kind: str
    seat: int | None = None  # the viewer: an own seat, or None for a spectator
    data: Mapping[str, Any] = field(default_factory=dict)
    view: Mapping[str, Any] | None = None  # the game after it, if it was sent
    number: int = 0  # in the count of this viewer


@dataclass
class Viewer:
    """What one viewer knows; events up to `number` are in it."""

    number: int
    view: Mapping[str, Any] | None
    progress: Mapping[str, Any] | None
    clocks: Mapping[str, Any] | None
    waits: bool = False  # for a new state, because something was missed


class Table:
    """One table, as a person with a token or as a spectator. Iterate over it to follow what happens."""

    def __init__(self, server: Server, id: str, token: str | None = None) -> None:
        self.server = server
        self.id = id
        self.token = token
        self.info: Mapping[str, Any] = {}
        self.viewers: dict[int | None, Viewer] = {}
        self.entries: list[Mapping[str, Any]] = []  # what was played, as the first viewer knew it at the last `state`
        self.chat_lines: list[Mapping[str, Any]] = []
        self.online: list[int] = []
        self.invites: dict[int, str] = {}  # by seat, for who made the table
        self.commitment: str | None = None  # to the shuffles, as it was first shown
        self.inbox: SimpleQueue[Event | CoatlError] = SimpleQueue()
        self.waits = False  # for a server that cannot open the table just now

    # ------------------------------------------------------------ reading

    @property
    def seats(self) -> list[int]:
        """The own seats."""
        return [seat for seat in self.viewers if seat is not None]

    @property
    def over(self) -> bool:
        """Whether nothing more is played here."""
        return self.info["status"] in OVER

    def view(self, seat: int | None = None) -> Any:
        """The game as an own seat sees it, the first one unless another is named; None before it begins."""
        return self.viewers[self.own(seat)].view

    def progress(self, seat: int | None = None) -> Any:
        """Points so far, and what the end still allows; None before the game begins (or if the server lacks it)."""
        return self.viewers[self.own(seat)].progress

    def legal(self, seat: int | None = None) -> list[str]:
        """What an own seat may do now: nothing while others decide."""
        view = self.view(seat)
        return [] if view is None else list(view["legal"])

    def own(self, seat: int | None) -> int | None:
        """The viewer that is meant."""
        return next(iter(self.viewers)) if seat is None else seat

    def acting(self, seat: int | None) -> int:
        """The seat that shall do something.

        :raises CoatlError: seat.none for a spectator.
        """
        found = self.own(seat)
        if found is None:
            raise CoatlError("seat.none", "You have no seat here: you watch.")
        return found

    @property
    def link(self) -> Link:
        """To join or watch: for everybody."""
        return Link(self.server.link.server, self.id)

    @property
    def personal_link(self) -> Link:
        """To go on elsewhere: for nobody else."""
        return Link(self.server.link.server, self.id, token=self.token)

    def invitation(self, seat: int) -> Link:
        """For whoever shall sit there."""
        return Link(self.server.link.server, self.id, invite=self.invites[seat])

    # ------------------------------------------------------------ receiving

    def __iter__(self) -> Iterator[Event]:
        """What happens, from the first `state` until the game is over and everything is known."""
        while not (self.over and self.inbox.empty()):
            event = self.next()
            assert event is not None
            yield event

    def next(self, timeout: float | None = None) -> Event | None:
        """The next event; None if nothing happens in time.

        :raises CoatlError: if the server does not let us back to the table, or the client was closed.
        """
        try:
            event = self.inbox.get(timeout=timeout)
        except Empty:
            return None
        if isinstance(event, CoatlError):
            self.inbox.put(event)
            raise event
        return event

    def receive(self, message: Message) -> None:
        """One message of the server about this table."""
        if message["type"] == "state":
            self.receive_state(message)
        elif message["type"] == "event":
            self.receive_event(message)
        elif message["type"] == "presence":
            self.online = message["online"]
            self.inbox.put(Event("presence", data=message))
        elif message["type"] == "error":
            self.inbox.put(read_error(message))

    def receive_state(self, message: Message) -> None:
        """Everything that a viewer may know."""
        seat = message["seat"]
        if self.waits:
            self.waits = False
            self.inbox.put(Event("back", data={}))
        if (seat is None) != (None in self.viewers):  # a spectator has sat down, or somebody has got up
            self.viewers.clear()
        self.viewers[seat] = Viewer(message["number"], message["view"], message.get("progress"), message["clocks"])
        self.viewers = dict(sorted(self.viewers.items(), key=lambda item: item[0] or 0))
        self.entries, self.chat_lines = message["entries"], message["chat"]
        self.online = message["presence"]["online"]
        self.note(message["info"])
        self.inbox.put(Event("state", seat, message, message["view"], message["number"]))

    def receive_event(self, message: Message) -> None:
        """The next event of a viewer; one that is known already is ignored, after a gap everything is asked again."""
        viewer = self.viewers.get(message["seat"])
        if viewer is None or message["number"] <= viewer.number:
            return
        if message["number"] > viewer.number + 1:
            if not viewer.waits:
                viewer.waits = True
                self.server.connection.tell({"type": "resync", "id": secrets.token_hex(8), "table": self.id})
            return
        viewer.number = message["number"]
        if message.get("view") is not None:
            viewer.view, viewer.clocks = message["view"], message.get("clocks")
            viewer.progress = message.get("progress")
        if message.get("info") is not None:
            self.note(message["info"])
        event = message["event"]
        if event["kind"] == "chat":
            self.chat_lines.append({"time": message["time"], **event})
        gone = event["kind"] == "removed" or (event["kind"] == "left" and self.info["status"] == "waiting")
        if gone and len(self.viewers) > 1:
            self.viewers.pop(event["seat"], None)  # before the game a seat that is left is nobody's
        self.inbox.put(Event(event["kind"], message["seat"], event, message.get("view"), message["number"]))

    def note(self, info: Mapping[str, Any]) -> None:
        """The table around the game."""
        self.info = info
        self.commitment = self.commitment or info["commitment"]

    # ------------------------------------------------------------ asking

    def do(self, kind: str, **fields: Any) -> Any:
        """A command of docs/server.md; the answer comes when it is on disk, and its events have come before.

        :raises CoatlError: what the server refuses; then nothing has changed.
        """
        command = {"kind": kind, **{name: value for name, value in fields.items() if value is not None}}
        return self.server.ask("do", table=self.id, command=command)["data"]

    def play(self, action: str, seat: int | None = None) -> None:
        """Plays an action of `legal()`."""
        self.do("play", seat=self.acting(seat), action=action)

    def undo(self, seat: int | None = None) -> None:
        """Takes back the last step, if `view()["can_undo"]`."""
        self.do("undo", seat=self.acting(seat))

    def ask_back(self, turn: int, seat: int | None = None) -> None:
        """Asks all people to go back to the beginning of a turn; the present one is `view()["turns"] + 1`."""
        self.do("ask_back", seat=self.acting(seat), turn=turn)

    def answer_back(self, yes: bool, seat: int | None = None) -> None:
        """Agrees to go back, or does not."""
        self.do("answer_back", seat=self.acting(seat), yes=yes)

    def hint(self, seat: int | None = None) -> Any:
        """Advice for an own seat: `headline`, `reasons`, `others`."""
        return self.do("hint", seat=self.acting(seat))

    def preview(self, seat: int | None = None) -> Any:
        """How the cards in reach of an own seat stand: `now`, and `after` each placement that could come next."""
        return self.do("preview", seat=self.acting(seat))

    def chat(self, text: str, name: str | None = None) -> None:
        """Says something; a spectator gives a name."""
        self.do("chat", text=text, name=name)

    def report(self, seat: int, line: int | None = None) -> None:
        """Tells the operator of the name at a seat, or of the line that was said there at a time (`chat_lines`)."""
        self.do("report", seat=seat, line=line)

    def block(self, seat: int, on: bool = True) -> None:
        """Meets who sits there no longer, at any table, or again; the server was opened with an identity."""
        self.do("block", seat=seat, on=on)

    def leave(self, seat: int | None = None) -> None:
        """Gets up, from all own seats unless one is named; a bot stands in once the game has begun."""
        self.do("leave", seat=seat)

    def resign(self, seat: int | None = None) -> None:
        """Gives the game up for good: the last seat that has not resigned wins; at a larger table a bot plays on."""
        self.do("resign", seat=self.acting(seat))

    def rematch(self) -> Table | None:
        """Asks for one more game; the new table once everybody has asked."""
        self.do("rematch")
        return self.successor()

    def successor(self) -> Table | None:
        """The table of the rematch, if there is one."""
        found = self.info["successor"]
        return None if found is None else self.server.open(found, self.token)

    def record(self, format: str = "text", seat: int | None = None) -> str:
        """The record: as an own seat may know it while the game is on, all of it at the end."""
        query = {"format": format} if seat is None else {"format": format, "seat": str(seat)}
        return self.server.http.ask("GET", f"/api/tables/{self.id}/record", self.token, params=query).text

    def replay(self, step: int, seat: int | None = None) -> Any:
        """The table after so many entries of the record."""
        query = {"step": str(step)} if seat is None else {"step": str(step), "seat": str(seat)}
        return self.server.http.json("GET", f"/api/tables/{self.id}/replay", self.token, params=query)

    def verify(self) -> None:
        """Checks, when the game is over, that what was committed to was kept and that every draw came from the seed.

        :raises CoatlError: table.playing before the end; record.* if something is wrong.
        """
        from coatl.engine.record import parse_record
        from coatl.game import Game

        record = parse_record(self.record("json"))
        if record.seed is None:
            raise CoatlError("table.playing", "The seed is shown when the game is over.")
        if record.commitment != self.commitment:
            raise CoatlError("record.commitment", "This is not the commitment that was shown at the beginning.")
        Game.replay(record)

    def shut(self) -> None:
        """Stops following this table."""
        self.server.shut(self)
