"""Which events a command brings. Each decision checks everything first and then yields its events one by one;
every event is applied before the decision goes on, so what follows by itself is seen at once.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.server.tables import chat_commands, commands, seats, turns
from coatl.server.tables.checks import Asker, Events
from coatl.server.tables.events import AppliedEvent, Created, Event, RematchAsked
from coatl.server.tables.people import Person
from coatl.server.tables.table import Table
from coatl.version import RULES_VERSION

MOST_EVENTS = 10_000  # nobody fills the disk from one table
MOST_TALK = 4_000  # so that talk leaves room for the game
TALK = (commands.Chat, commands.React, commands.Mute, commands.Silence)
NOBODY: Mapping[int, int] = {}
Decide = Callable[[Table, Any, Asker], Events]

DECISIONS: dict[type, Decide] = {
    commands.Join: seats.join,
    commands.Sit: seats.sit,
    commands.Leave: seats.leave,
    commands.Remove: seats.remove,
    commands.SetSeat: seats.set_seat,
    commands.Replace: seats.replace,
    commands.GiveBack: seats.give_back,
    commands.Rematch: seats.rematch,
    commands.Close: seats.close,
    commands.Expire: seats.expire,
    commands.Play: turns.play,
    commands.Undo: turns.undo,
    commands.AskBack: turns.ask_back,
    commands.AnswerBack: turns.answer_back,
    commands.Resign: turns.resign,
    commands.BotMove: turns.bot_move,
    commands.Tick: turns.tick,
    commands.Outages: turns.outages,
    commands.Chat: chat_commands.chat,
    commands.React: chat_commands.react,
    commands.Mute: chat_commands.mute,
    commands.Silence: chat_commands.silence,
}


@dataclass(frozen=True)
class CommandResult:
    """What came of a command: nothing new if it had been done before."""

    applied: list[AppliedEvent] = field(default_factory=list)
    number: int = 0  # for whoever asked
    rematch_table: Table | None = None  # the table of a rematch
    rematch_events: list[Event] = field(default_factory=list)


def do(
    table: Table,
    command: commands.AnyCommand,
    now: int,
    who: Person | None = None,
    command_id: str | None = None,
    present: frozenset[int] = frozenset(),
    fresh: Callable[[], str] = secrets.token_hex,
    kept: Mapping[int, int] = NOBODY,
) -> CommandResult:
    """Does what is asked, or raises a CoatlError and changes nothing.

    `present` are the people who are here, and `kept` says until when the seats of others are kept for them; `fresh`
    makes secrets: seeds, and the id of a rematch.
    """
    known = (who or table.answers).answers
    if command_id is not None and command_id in known:
        return CommandResult(number=known[command_id])
    most = MOST_TALK if isinstance(command, TALK) else MOST_EVENTS
    if table.number >= most:
        raise CoatlError("table.long", f"After {most:,} events this is no longer possible at a table.")
    if table.stopped and not isinstance(command, (*TALK, commands.Outages, commands.Expire)):
        message = f"This game was begun by version {table.setup.rules} of the rules, and this server plays version "
        message += f"{RULES_VERSION}: it can be looked at, but it does not go on."
        raise CoatlError("table.rules", message)
    asker = Asker(who, command_id, now, present, kept, fresh)
    applied = [table.happen(data, now) for data in DECISIONS[type(command)](table, command, asker)]
    applied += [table.happen(data, now) for data in turns.follow_up(table)]
    return CommandResult(applied, known.get(command_id or "", 0), *rematch_of(table, applied, now, fresh))


def rematch_of(
    table: Table, applied: list[AppliedEvent], now: int, fresh: Callable[[], str]
) -> tuple[Table | None, list[Event]]:
    """The new table, if this was the last consent to a rematch."""
    for one in applied:
        match one.event.data:
            case RematchAsked(table=str(successor)):
                return new_table(successor, seats.rotated(table), now, fresh)
    return None, []


def new_table(
    table_id: str, data: Created, now: int, fresh: Callable[[], str] = secrets.token_hex
) -> tuple[Table, list[Event]]:
    """A new table and its first events; the game begins at once if no seat is empty."""
    table = Table(table_id)
    applied = [table.happen(data, now)]
    applied += [table.happen(more, now) for more in seats.start_if_full(table, fresh)]
    applied += [table.happen(more, now) for more in turns.follow_up(table)]
    return table, [one.event for one in applied]


def replayed(table_id: str, events: Iterable[Event]) -> tuple[Table, list[AppliedEvent]]:
    """The table that events add up to, and what each of them brought."""
    table = Table(table_id)
    return table, [table.apply(event) for event in events]


def rebuild(table_id: str, events: Iterable[Event]) -> Table:
    """The table that its stored events add up to."""
    table = Table(table_id)
    for event in events:
        table.apply(event)
    if table.number == 0:
        raise CoatlError("table.unknown", "There is no such table.")
    if table.game is not None:
        table.game.rest()
    return table
