"""Blocks: who does not want to meet whom. People are known by the hashes of their devices' secrets.

Each function takes a connection: `Store.transact` and `Store.look` lend one to the server.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from coatl.engine.errors import CoatlError
from coatl.server.storage import schema
from coatl.server.tables.people import hashed

MOST = 500  # of one person


@dataclass(frozen=True)
class Block:
    """Somebody who is blocked, as the one who did it may know it: what they were called then, and no identity."""

    id: str
    name: str
    time: int  # milliseconds since 1970


def block_id(blocker: str, blocked: str) -> str:
    """By which a block is named to who made it."""
    return hashed(f"{blocker} {blocked}")[:16]


def add_block(connection: sa.Connection, blocker: str, blocked: str, name: str, time: int) -> None:
    """Blocks somebody; once more changes nothing.

    :raises CoatlError: block.many
    """
    column = schema.blocks.c
    own = connection.execute(sa.select(column.blocked).where(column.blocker == blocker)).scalars().all()
    if blocked in own:
        return
    if len(own) >= MOST:
        raise CoatlError("block.many", f"You have blocked {MOST} people: lift a block first.")
    row = {"blocker": blocker, "blocked": blocked, "name": name, "time": time}
    connection.execute(sa.insert(schema.blocks), row)


def lift_block(connection: sa.Connection, blocker: str, blocked: str) -> None:
    """Lets somebody come again."""
    column = schema.blocks.c
    connection.execute(sa.delete(schema.blocks).where(column.blocker == blocker, column.blocked == blocked))


def lift_block_named(connection: sa.Connection, blocker: str, block: str) -> None:
    """The same for a block of the list.

    :raises CoatlError: block.unknown
    """
    column = schema.blocks.c
    own = connection.execute(sa.select(column.blocked).where(column.blocker == blocker)).scalars()
    found = [blocked for blocked in own if block_id(blocker, blocked) == block]
    if not found:
        raise CoatlError("block.unknown", "You have not blocked anybody under this id.")
    lift_block(connection, blocker, found[0])


def list_blocks(connection: sa.Connection, blocker: str) -> list[Block]:
    """Whom somebody has blocked, the newest first."""
    column = schema.blocks.c
    query = sa.select(schema.blocks).where(column.blocker == blocker).order_by(column.time.desc())
    return [Block(block_id(blocker, row.blocked), row.name, row.time) for row in connection.execute(query)]


def blocked_by(connection: sa.Connection, identity: str) -> frozenset[str]:
    """Who has blocked somebody."""
    column = schema.blocks.c
    return frozenset(connection.execute(sa.select(column.blocker).where(column.blocked == identity)).scalars())


def blocked_of(connection: sa.Connection, identity: str) -> frozenset[str]:
    """Whom somebody has blocked."""
    column = schema.blocks.c
    return frozenset(connection.execute(sa.select(column.blocked).where(column.blocker == identity)).scalars())


def kept_apart(connection: sa.Connection, hosts: Iterable[str]) -> dict[str, set[str]]:
    """By person those of some hosts whom they have blocked, or who have blocked them."""
    column = schema.blocks.c
    wanted = list(hosts)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for host, other in ((column.blocked, column.blocker), (column.blocker, column.blocked)):
        for row in connection.execute(sa.select(host.label("host"), other.label("other")).where(host.in_(wanted))):
            found[row.other].add(row.host)
    return dict(found)


def forget_blocked(connection: sa.Connection, identity: str | None) -> None:
    """Takes the names of somebody out of the blocks of others, which stay."""
    query = sa.update(schema.blocks).where(schema.blocks.c.blocked == identity).values(name="")
    if identity is not None:
        connection.execute(query)
