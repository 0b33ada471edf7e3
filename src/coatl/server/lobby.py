"""The lobby: open tables whose hosts are here, a few of each address, the nearest to full and then the newest first."""

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from coatl.server.clock import clock
from coatl.server.live_tables import Listener
from coatl.server.outages import Busy
from coatl.server.storage.blocks import kept_apart
from coatl.server.tables import commands
from coatl.server.tables.table import Table

if TYPE_CHECKING:
    from coatl.server.registry import Registry

PAUSE = 0.25  # seconds between two messages
MOST_CLOSED = 50  # tables at once
MOST_ASKED = 500  # tables that the store is asked for
SPARE = 3  # times as many of one address are asked for as are shown, since some may have begun meanwhile


@dataclass(frozen=True, slots=True)
class HostSeen:
    """Where and when the host of an open table was last here, by the monotonic clock, and when the table was made."""

    address: str
    created: int
    time: float
    identity: str | None = None  # by what the host is known; nobody is told


class OpenTables:
    """What one worker knows of the hosts of open tables, at all workers."""

    def __init__(self, seconds: float, each: int) -> None:
        self.seconds = seconds  # for which a table stays when its host has gone
        self.each = each  # tables of one address
        self.hosts: dict[str, HostSeen] = {}  # by table

    def see(self, table: str, host: HostSeen) -> bool:
        """A host is here; whether that is news."""
        known = self.hosts.get(table)
        self.hosts[table] = host
        return known is None or known.identity != host.identity

    def forget(self, table: str) -> None:
        """A table is open no longer."""
        self.hosts.pop(table, None)

    def expire(self, now: float) -> bool:
        """Lets tables go whose hosts stay away; whether there were any."""
        gone = [table for table, host in self.hosts.items() if now - host.time > self.seconds]
        for table in gone:
            del self.hosts[table]
        return bool(gone)

    def candidates(self) -> list[str]:
        """The tables to ask the store for: the newest, not too many of one address."""
        taken: Counter[str] = Counter()
        found = []
        for table, host in sorted(self.hosts.items(), key=lambda item: -item[1].created):
            taken[host.address] += 1
            if taken[host.address] <= SPARE * self.each:
                found.append(table)
        return found[:MOST_ASKED]

    def identities(self) -> set[str]:
        """By what the hosts of the candidates are known."""
        found = (self.hosts[table].identity for table in self.candidates())
        return {identity for identity in found if identity is not None}

    def listed(self, summaries: Iterable[dict[str, Any]], hidden: Collection[str] = ()) -> list[dict[str, Any]]:
        """What is shown of the tables that the store still has as open, without those of some hosts."""
        taken: Counter[str] = Counter()
        found = []
        for summary in sorted(summaries, key=lambda summary: -summary["created"]):
            host = self.hosts.get(summary["id"])
            if host is not None and host.identity not in hidden and taken[host.address] < self.each:
                taken[host.address] += 1
                found.append(summary)
        return sorted(found, key=lambda summary: empty_seats(summary["seats"]))  # it stays sorted by age


def empty_seats(seats: Sequence[dict[str, Any]]) -> int:
    """How many are missing until the game begins."""
    return sum(seat["kind"] in ("open", "invited") for seat in seats)


def news_of_host(table: Table, address: str) -> tuple[str, int, str | None]:
    """What the workers tell each other of an open table whose host is here: `Lobby.meet` reads it."""
    return address, table.created, table.people[table.host - 1].identity


def lobby_message(tables: list[dict[str, Any]]) -> str:
    """What is sent on a socket."""
    return orjson.dumps({"type": "lobby", "tables": tables}).decode()


class Lobby:
    """The lobby of one worker, and who looks at it."""

    def __init__(self, registry: "Registry") -> None:
        self.registry = registry
        settings = registry.settings
        self.tables = OpenTables(60 * settings.lobby_minutes, settings.lobby_per_address)
        self.listeners: dict[Listener, str | None] = {}  # and by what identity each one is known
        self.timer: asyncio.TimerHandle | None = None

    async def open_tables(self) -> list[dict[str, Any]]:
        """Those that the store still has as open."""
        return await self.registry.store.lobby(self.tables.candidates())

    async def kept_apart(self) -> dict[str, set[str]]:
        """By person the hosts whose tables they are not shown, since one of the two has blocked the other."""
        hosts = self.tables.identities()
        return await self.registry.store.look(kept_apart, hosts) if hosts else {}

    async def listed(self, identity: str | None = None) -> list[dict[str, Any]]:
        """The open tables that are shown to somebody."""
        hidden = {} if identity is None else await self.kept_apart()
        return self.tables.listed(await self.open_tables(), hidden.get(identity or "", ()))

    async def greet(self, listener: Listener) -> None:
        """The lobby as it is now, to somebody who begins to look at it."""
        listener.send(lobby_message(await self.listed(self.listeners.get(listener))))

    def changed(self, tell: bool = True) -> None:
        """The list of tables is sent once more, but not for every change alone."""
        if tell:
            self.registry.bus.publish({"kind": "lobby"})
        if self.listeners and self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(PAUSE, self.ring)

    def ring(self) -> None:
        self.timer = None
        self.registry.spawn(self.send())

    async def send(self) -> None:
        """To all who look at it; while the database is away, when something changes next."""
        try:
            tables, hidden = await self.open_tables(), await self.kept_apart()
        except Busy:
            return
        message = lobby_message(self.tables.listed(tables))  # most have blocked nobody
        for listener, identity in self.listeners.items():
            apart = hidden.get(identity or "")
            listener.send(lobby_message(self.tables.listed(tables, apart)) if apart else message)

    # ------------------------------------------------------------ hosts

    def note_hosts(self) -> None:
        """Hosts who are here are told to the other workers; tables of those who stay away leave."""
        lives = self.registry.tables.values()
        here = {live.table.id: news_of_host(live.table, live.address) for live in lives if live.is_open}
        if here:
            self.registry.bus.publish({"kind": "hosts", "tables": here})
            self.meet(here)
        if self.tables.expire(time.monotonic()):
            self.changed(tell=False)

    def meet(self, hosts: Mapping[str, Sequence[Any]]) -> None:
        """Hosts are here, or at another worker: by table what `news_of_host` tells."""
        now = time.monotonic()
        news = [
            self.tables.see(table, HostSeen(address, created, now, identity))
            for table, (address, created, identity) in hosts.items()
        ]
        if any(news):
            self.changed(tell=False)

    async def close_deserted(self) -> None:
        """Open tables at which nobody is are closed after a while; not before their hosts could connect again."""
        registry = self.registry
        if clock() - registry.started < 1000 * self.tables.seconds:
            return
        before = clock() - int(3_600_000 * registry.settings.open_hours)
        for table_id in await registry.store.open_since(before, MOST_CLOSED):
            if table_id not in self.tables.hosts and table_id not in registry.left_alone:
                await registry.wake(table_id)
                if live := registry.tables.get(table_id):
                    await live.guarded(live.do(commands.Expire()))
