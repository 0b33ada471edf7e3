"""What a viewer may know of a table: field by field, so that nothing that is not written here can be seen (RULES 6)."""

from typing import Any, assert_never, cast

from coatl.describe.automata import AUTOMATA
from coatl.describe.progress import Progress, progress
from coatl.engine.record import Entry
from coatl.engine.redaction import heard as as_others_see
from coatl.server.event_schemas import ChosenEvent, PlayedEvent, ViewerEvent
from coatl.server.schemas import (
    BackInfo,
    ClockInfo,
    ClockLeft,
    EntryInfo,
    Info,
    Presence,
    SeatInfo,
    Summary,
)
from coatl.server.socket_messages import EventMessage, StateMessage
from coatl.server.tables import events
from coatl.server.tables.commands import REACTIONS
from coatl.server.tables.events import AppliedEvent, ChatData, ClockSetting, Move, Viewer
from coatl.server.tables.people import Seat
from coatl.server.tables.state import OVER, Back, options_of
from coatl.server.tables.table import Table

TALK = (events.ChatSent, events.Reacted, events.Muted)  # these change nothing else that is shown
MOVES = (
    events.Played,
    events.Undone,
    events.TimedOut,
    events.Paused,
)  # these change the view and not the table around it


def entry_data(entry: Entry) -> EntryInfo:
    """An action as plain data."""
    return {"seat": entry.seat, "action": entry.action, "outcomes": list(entry.outcomes)}


def entries_data(table: Table, viewer: Viewer) -> list[EntryInfo]:
    """What was played, as far as a viewer may know, with what all see: the steps of the automaton, and what it did."""
    steps, begun = iter(table.automaton_steps), table.turns.get(1, len(table.effects))
    found = []
    for number, entry in table.entries(viewer):
        data = entry_data(entry)
        if number >= begun:
            data.update(cast(EntryInfo, table.effects[number]))
        elif entry.action == "done":
            data["pending"] = "keep"
        if entry.action in AUTOMATA:
            data["steps"] = next(steps)
        found.append(data)
    return found


def viewer_event(table: Table, applied: AppliedEvent, viewer: Viewer) -> ViewerEvent:
    """An event as this viewer may know it."""
    match applied.event.data:
        case events.Played() as data:
            return move_data(table, data, applied.move, viewer)
        case (events.Created() | events.Started() | events.Closed() | events.Forgotten()) as data:
            return {"kind": data.kind}
        case (
            events.Undone(kind=kind, seat=seat)
            | events.Returned(kind=kind, seat=seat)
            | events.TimedOut(kind=kind, seat=seat)
            | events.Removed(kind=kind, seat=seat)
        ):
            return {"kind": kind, "seat": seat}
        case (events.Left() | events.Replaced()) as data:
            return {"kind": data.kind, "seat": data.seat, "bot": data.bot}
        case events.Resigned() as data:
            return {"kind": "resigned", "seat": data.seat, "bot": table.seats[data.seat - 1].stand_in}
        case events.Joined() as data:
            return {"kind": "joined", "name": data.name}
        case events.Sat() as data:
            return {"kind": "sat", "seat": data.seat, "name": data.name}
        case events.SeatSet() as data:
            return {"kind": "seat", "seat": data.seat, "to": data.to, "bot": data.bot, "name": data.name}
        case events.AskedBack() as data:
            return {"kind": "asked_back", "seat": data.seat, "turn": data.turn}
        case events.AnsweredBack() as data:
            return {"kind": "answered_back", "seat": data.seat, "yes": data.yes}
        case events.WentBack() as data:
            return {"kind": "went_back", "turn": data.turn}
        case events.Paused() as data:
            return {"kind": "paused", "since": data.since, "until": data.until}
        case events.RematchAsked() as data:
            return {"kind": "rematch", "table": data.table}
        case data:
            return chat_data(data)


def chat_data(data: ChatData) -> ViewerEvent:
    """An event of the chat."""
    match data:
        case events.ChatSent():
            return {"kind": "chat", "seat": data.seat, "name": data.name, "text": data.text}
        case events.Reacted():
            return {"kind": "reaction", "seat": data.seat, "name": data.name, "reaction": data.reaction}
        case events.Muted():
            return {"kind": "muted", "other": data.other, "on": data.on}
        case events.Silenced():
            return {"kind": "silenced", "seat": data.seat, "on": data.on}
        case _:
            assert_never(data)


def move_data(table: Table, data: events.Played, move: Move | None, viewer: Viewer) -> PlayedEvent | ChosenEvent:
    """An action as this viewer may know it; who made the last secret choice is as secret as the choice."""
    assert move is not None
    if move.choices is not None:
        return {"kind": "chosen", "entries": choices(table, move.choices, viewer)}
    entry = Entry(data.seat, data.action, move.outcomes)
    if entry.seat != viewer:
        entry = as_others_see(entry, table.rules)
    event: PlayedEvent = {"kind": "played", "entry": entry_data(entry), "by": data.by}
    if move.steps is not None:
        event["steps"] = move.steps
    event.update(cast(PlayedEvent, move.effects))
    return event


def choices(table: Table, entries: int, viewer: Viewer) -> list[EntryInfo]:
    """The secret choices as a viewer may know them, now that all are made."""
    assert table.game is not None
    known = entries_data(table, viewer)
    later = table.game.length - entries  # the automaton's first turn
    return known[: len(known) - later]


# ---------------------------------------------------------------- the table around the game


def info(table: Table) -> Info:
    """What everybody may know of a table apart from the game."""
    game, setup = table.game, table.setup
    over = table.status == OVER and game is not None
    return {
        "id": table.id,
        "game": setup.game,
        "options": options_of(table.rules),
        "own_deck": setup.deck is not None,
        "public": setup.public,
        "status": table.status,
        "created": table.created,
        "seats": [seat_data(table, number, seat) for number, seat in enumerate(table.seats, 1)],
        "host": table.people[table.host - 1].name,
        "hints": setup.hints,
        "spectators": setup.spectators,
        "spectators_chat": setup.spectators_chat,
        "clock": clock_data(setup.clock),
        "commitment": None if game is None else game.commitment,
        "seed": game.seed if over and game is not None else None,
        "result": table.result(),
        "back": back_data(table.back),
        "rematch": [table.people[number - 1].name for number in sorted(table.rematch)],
        "successor": table.successor,
        "predecessor": setup.predecessor,
        "rules": setup.rules,
        "stopped": table.stopped,
        "reactions": list(REACTIONS),
        "silenced": sorted(table.chat.silenced),
    }


def seat_data(table: Table, number: int, seat: Seat) -> SeatInfo:
    """A seat as everybody sees it: no token, no invitation."""
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "resigned": seat.resigned,
        "host": seat.person == table.host,
    }


def clock_data(clock: ClockSetting | None) -> ClockInfo | None:
    """How long people may think at this table."""
    return None if clock is None else {"move": clock.move, "reserve": clock.reserve, "timeout": clock.timeout}


def back_data(back: Back | None) -> BackInfo | None:
    """The wish to go back, if there is one."""
    return None if back is None else {"seat": back.seat, "turn": back.turn, "agreed": list(back.agreed)}


def summary(table: Table) -> Summary:
    """A line of the lobby."""
    shown = info(table)
    return {
        "id": shown["id"],
        "game": shown["game"],
        "options": shown["options"],
        "own_deck": shown["own_deck"],
        "status": shown["status"],
        "created": shown["created"],
        "seats": shown["seats"],
        "host": shown["host"],
        "hints": shown["hints"],
        "spectators": shown["spectators"],
        "clock": shown["clock"],
    }


def clocks(table: Table, viewer: Viewer) -> dict[str, ClockLeft] | None:
    """Until when each seat may think, and its reserve. Who is still choosing is known to nobody else."""
    clock = table.clock
    if clock is None or table.game is None:
        return None
    seats = [viewer] if table.game.choosing else table.viewers
    return {
        str(seat): {"until": clock.deadline(seat), "reserve": clock.left(seat)} for seat in seats if seat is not None
    }


# ---------------------------------------------------------------- messages


def state(table: Table, viewer: Viewer, time: int, presence: Presence) -> StateMessage:
    """Everything that a viewer may know."""
    person = None if viewer is None else table.seats[viewer - 1].person
    view = table.view(viewer)
    return {
        "type": "state",
        "time": time,
        "table": table.id,
        "seat": viewer,
        "own": [] if person is None else table.seats_of(table.people[person - 1]),
        "number": table.numbers.get(viewer, 0),
        "info": info(table),
        "view": view,
        "progress": table.progress(view),
        "clocks": clocks(table, viewer),
        "entries": entries_data(table, viewer),
        "chat": table.chat.lines_for(person),
        "presence": presence,
    }


def messages(table: Table, applied: list[AppliedEvent], viewer: Viewer) -> list[EventMessage]:
    """The events that a viewer may know; the last one brings what has changed by all of them, the one before an
    automaton's turn what that turn begins with.
    """
    known = [one for one in applied if viewer in one.numbers]
    found: list[EventMessage] = [
        {
            "type": "event",
            "table": table.id,
            "seat": viewer,
            "number": one.numbers[viewer],
            "time": one.event.time,
            "event": viewer_event(table, one, viewer),
        }
        for one in known
    ]
    for message, later in zip(found, known[1:], strict=False):
        if later.move is not None and later.move.before is not None:
            message["view"], message["progress"] = before_automaton(table, later.move.before, viewer)
    if not all(isinstance(one.event.data, TALK) for one in known):
        view = table.view(viewer)
        last: EventMessage = found[-1]
        last["view"], last["progress"], last["clocks"] = view, table.progress(view), clocks(table, viewer)
        if table.status == OVER or not all(isinstance(one.event.data, MOVES) for one in known):
            last["info"] = info(table)
    return found


def before_automaton(table: Table, snapshot: Any, viewer: Viewer) -> tuple[Any, Progress]:
    """The table as a viewer sees it before an automaton's turn; nobody can do anything then."""
    states: Any = [snapshot]  # where views expect an array
    view = table.rules.view(states, viewer)
    return view, progress(table.rules, view)
