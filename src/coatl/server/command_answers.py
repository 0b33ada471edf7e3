"""What a command brings to whoever sent it, by HTTP or on a socket: an acknowledgement, a hint, a preview."""

import asyncio
import secrets
from typing import Any

from typing_extensions import TypedDict

from coatl.describe.reach import Preview, preview
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.server import moderation
from coatl.server.lanes import Lane
from coatl.server.live_tables import LiveTable
from coatl.server.schemas import Answer, HintData
from coatl.server.tables import commands
from coatl.server.tables.checks import Asker
from coatl.server.tables.commands import Command
from coatl.server.tables.turns import advice_view, own_view


class Acknowledged(TypedDict):
    """The number of the last event that the asker has seen, and the answer of a question."""

    number: int | None
    data: Answer


async def obey(live: LiveTable, asked: Command, person: int | None, command_id: str, address: str) -> Acknowledged:
    """Does a command, or answers a question; the parts of the acknowledgement."""
    if isinstance(asked, commands.AskHint):
        return {"number": None, "data": await hint(live, asked, person, address)}
    if isinstance(asked, commands.AskPreview):
        return {"number": None, "data": await cached_preview(live, asked, person)}
    if isinstance(asked, (commands.Chat, commands.React, commands.Sit)):
        live.services.words.check(asked.name, asked.text if isinstance(asked, commands.Chat) else None)
    if isinstance(asked, (commands.SetSeat, commands.Replace)):
        live.services.policies.check(asked.bot, live.table.rules)
    if isinstance(asked, commands.Report):
        await moderation.report(live, asked, person, address)
        return {"number": None, "data": None}
    if isinstance(asked, commands.Block):
        done = await moderation.block(live, asked, person, command_id)
    else:
        done = await live.do(asked, person, command_id)
    return {"number": done.number, "data": None}


async def hint(live: LiveTable, asked: commands.AskHint, person: int | None, address: str) -> HintData:
    """A hint from the view of the asker's seat; one at a time, since they take a while."""
    async with live.held():
        asker = Asker(live.who(person), None, 0, frozenset(), {}, secrets.token_hex)
        view, key = advice_view(live.table, asked, asker), live.table.key
    if asker.person().number in live.hinting:
        raise CoatlError("hint.busy", "You have asked for a hint already: it is on its way.")
    live.hinting.add(asker.person().number)
    try:
        lane = Lane(address, f"{live.table.id} {person}")
        return await live.services.thinkers.hint(lane, key, view, asked.seat)
    finally:
        live.hinting.discard(asker.person().number)


async def cached_preview(live: LiveTable, asked: commands.AskPreview, person: int | None) -> Preview:
    """What the next placements would bring. It is no hint: from its view a player can count all of it."""
    async with live.held():
        asker = Asker(live.who(person), None, 0, frozenset(), {}, secrets.token_hex)
        view, rules = own_view(live.table, asked, asker), live.table.rules
    known, found = live.previews.get(asked.seat, (None, None))
    if found is None or known != view:  # else it was asked before: the same view has the same answer
        found = asyncio.create_task(make_preview(live.services.previews, rules, view))
        live.previews[asked.seat] = view, found
    return await asyncio.shield(found)


async def make_preview(places: asyncio.Semaphore, rules: Rules, view: Any) -> Preview:
    """A preview takes milliseconds, of the process that serves everybody: few at a time."""
    async with places:
        return await asyncio.to_thread(preview, rules, view)
