"""Which events a command brings. Each decision checks everything first and then yields its events one by one;
every event is applied before the decision goes on, so what follows by itself is seen at once.
"""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.server.tables import commands as ask
from coatl.server.tables import playing, seating, talking
from coatl.server.tables.asking import Asking, Events
from coatl.server.tables.events import Event, Happening
from coatl.server.tables.people import Person
from coatl.server.tables.table import Table

MOST_EVENTS = 30_000  # nobody fills the disk from one table
MOST_TALK = 10_000  # so that talk leaves room for the game
TALK = (ask.Chat, ask.React, ask.Mute, ask.Silence)
Decide = Callable[[Table, Any, Asking], Events]

DECISIONS: dict[type, Decide] = {
    ask.Join: seating.join,
    ask.Sit: seating.sit,
    ask.Leave: seating.leave,
    ask.SetSeat: seating.set_seat,
    ask.Replace: seating.replace,
    ask.GiveBack: seating.give_back,
    ask.Rematch: seating.rematch,
    ask.Close: seating.close,
    ask.Play: playing.play,
    ask.Undo: playing.undo,
    ask.AskBack: playing.ask_back,
    ask.AnswerBack: playing.answer_back,
    ask.BotMove: playing.bot_move,
    ask.Tick: playing.tick,
    ask.Outages: playing.outages,
    ask.Chat: talking.chat,
    ask.React: talking.react,
    ask.Mute: talking.mute,
    ask.Silence: talking.silence,
}


@dataclass(frozen=True)
class Done:
    """What came of a command: nothing new if it had been done before."""

    happenings: list[Happening] = field(default_factory=list)
    number: int = 0  # for whoever asked
    born: Table | None = None  # the table of a rematch
    born_events: list[Event] = field(default_factory=list)


def do(
    table: Table,
    command: ask.Asked,
    now: int,
    who: Person | None = None,
    command_id: str | None = None,
    present: frozenset[int] = frozenset(),
    fresh: Callable[[], str] = secrets.token_hex,
) -> Done:
    """Does what is asked, or raises a CoatlError and changes nothing.

    `present` are the people who are connected; `fresh` makes secrets: seeds, and the id of a rematch.
    """
    known = (who or table.answers).answers
    if command_id is not None and command_id in known:
        return Done(number=known[command_id])
    most = MOST_TALK if isinstance(command, TALK) else MOST_EVENTS
    if table.number >= most:
        raise CoatlError("table.long", f"After {most:,} events this is no longer possible at a table.")
    asking = Asking(who, command_id, now, present, fresh)
    happenings = [table.happen(kind, data, now) for kind, data in DECISIONS[type(command)](table, command, asking)]
    happenings += [table.happen(kind, data, now) for kind, data in playing.follow_up(table)]
    return Done(happenings, known.get(command_id or "", 0), *rematch_of(table, happenings, now, fresh))


def rematch_of(
    table: Table, happenings: list[Happening], now: int, fresh: Callable[[], str]
) -> tuple[Table | None, list[Event]]:
    """The new table, if this was the last consent to a rematch."""
    successor = next((str(h.event.data["table"]) for h in happenings if h.event.data.get("table")), None)
    return (None, []) if successor is None else begun(successor, seating.rotated(table), now, fresh)


def begun(
    table_id: str, data: dict[str, Any], now: int, fresh: Callable[[], str] = secrets.token_hex
) -> tuple[Table, list[Event]]:
    """A new table and its first events; the game begins at once if no seat is empty."""
    table = Table(table_id)
    happenings = [table.happen("created", data, now)]
    happenings += [table.happen(kind, more, now) for kind, more in seating.start_if_full(table, fresh)]
    happenings += [table.happen(kind, more, now) for kind, more in playing.follow_up(table)]
    return table, [happening.event for happening in happenings]


def rebuilt(table_id: str, events: Iterator[Event] | list[Event]) -> Table:
    """The table that its stored events add up to."""
    table = Table(table_id)
    for event in events:
        table.apply(event)
    if table.number == 0:
        raise CoatlError("table.unknown", "There is no such table.")
    if table.game is not None:
        table.game.rest()
    return table
