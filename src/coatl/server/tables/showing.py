"""What a viewer is told: field by field, so that nothing that is not written here can be seen (RULES 6)."""

from typing import Any

from coatl.engine.record import Entry
from coatl.engine.seen import heard
from coatl.server.tables.commands import REACTIONS
from coatl.server.tables.events import Event, Happening, Viewer
from coatl.server.tables.people import Seat
from coatl.server.tables.table import AUTOMATA, OVER, Table
from coatl.telling.places import names_place

SHOWN: dict[str, tuple[str, ...]] = {  # the fields of each kind of event that everybody may see who hears of it
    "created": (),
    "joined": ("name",),
    "sat": ("seat", "name"),
    "left": ("seat", "bot"),
    "seat": ("seat", "to", "bot", "name"),
    "started": (),
    "undone": ("seat",),
    "asked_back": ("seat", "turn"),
    "answered_back": ("seat", "yes"),
    "went_back": ("turn",),
    "replaced": ("seat", "bot"),
    "returned": ("seat",),
    "timed_out": ("seat",),
    "paused": ("since", "until"),
    "chat": ("seat", "name", "text"),
    "reaction": ("seat", "name", "reaction"),
    "muted": ("other", "on"),
    "silenced": ("seat", "on"),
    "rematch": ("table",),
    "closed": (),
}
TALK = ("chat", "reaction", "muted")  # these change nothing else that is shown
MOVES = ("played", "undone", "timed_out", "paused")  # these change the view and not the table around it


def entry_data(entry: Entry) -> dict[str, Any]:
    """An action as plain data."""
    return {"seat": entry.seat, "action": entry.action, "outcomes": list(entry.outcomes)}


def entries_data(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """What was played, as far as a viewer may know, with what all see: the steps of the automaton, and what lay where
    somebody took it.
    """
    told, taken = iter(table.told), iter(table.taken)
    return [
        entry_data(entry)
        | ({"steps": next(told)} if entry.action in AUTOMATA else {})
        | ({"what": next(taken)} if names_place(entry.action) else {})
        for entry in table.entries(viewer)
    ]


def event_data(table: Table, event: Event, viewer: Viewer) -> dict[str, Any]:
    """An event as this viewer may hear of it."""
    if event.kind != "played":
        return {"kind": event.kind, **{name: event.data.get(name) for name in SHOWN[event.kind]}}
    if "chosen" in event.data:  # who chose last is as secret as all else
        return {"kind": "chosen", "entries": [entry_data(entry) for entry in chosen(table, event, viewer)]}
    entry = Entry(event.data["seat"], event.data["action"], tuple(event.data["outcomes"]))
    if entry.seat != viewer:
        entry = heard(entry, table.rules)
    more = {name: known for name, known in event.data.items() if name in ("steps", "what")}
    return {"kind": "played", "entry": entry_data(entry), "by": event.data["by"], **more}


def chosen(table: Table, event: Event, viewer: Viewer) -> list[Entry]:
    """The secret choices as a viewer may know them, now that all are made."""
    assert table.game is not None
    known = table.entries(viewer)
    later = len(table.game.entries) - event.data["chosen"]  # the automaton's first turn
    return known[: len(known) - later]


# ---------------------------------------------------------------- the table around the game


def info(table: Table) -> dict[str, Any]:
    """What everybody may know of a table apart from the game."""
    game, setup = table.game, table.setup
    over = table.status == OVER and game is not None
    return {
        "id": table.id,
        "game": setup["game"],
        "options": dict(table.rules.options),
        "own_deck": setup["deck"] is not None,
        "public": setup["public"],
        "status": table.status,
        "created": table.created,
        "seats": [seat_data(table, number, seat) for number, seat in enumerate(table.seats, 1)],
        "host": table.people[table.host - 1].name,
        "hints": setup["hints"],
        "spectators": setup["spectators"],
        "spectators_chat": setup["spectators_chat"],
        "clock": setup["clock"],
        "commitment": None if game is None else game.commitment,
        "seed": game.seed if over and game is not None else None,
        "result": table.result(),
        "back": table.back,
        "rematch": [table.people[number - 1].name for number in sorted(table.rematch)],
        "successor": table.successor,
        "predecessor": setup.get("predecessor"),
        "reactions": list(REACTIONS),
        "silenced": sorted(table.talk.silenced),
    }


def seat_data(table: Table, number: int, seat: Seat) -> dict[str, Any]:
    """A seat as everybody sees it: no token, no invitation."""
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "host": seat.person == table.host,
    }


def summary(table: Table) -> dict[str, Any]:
    """A line of the lobby."""
    shown = info(table)
    names = ("id", "game", "options", "own_deck", "status", "created", "seats", "host", "hints", "spectators", "clock")
    return {name: shown[name] for name in names}


def clocks(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """Until when each seat may think, and its reserve. Who is still choosing is told to nobody else."""
    clock = table.clock
    if clock is None or table.game is None:
        return None
    seats = [viewer] if table.game.choosing else table.viewers
    return {
        str(seat): {"until": clock.deadline(seat), "reserve": clock.left(seat)} for seat in seats if seat is not None
    }


# ---------------------------------------------------------------- messages


def state(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Everything that a viewer may know."""
    person = None if viewer is None else table.seats[viewer - 1].person
    return {
        "table": table.id,
        "seat": viewer,
        "own": [] if person is None else table.seats_of(table.people[person - 1]),
        "number": table.heard.get(viewer, 0),
        "info": info(table),
        "view": table.view(viewer),
        "clocks": clocks(table, viewer),
        "entries": entries_data(table, viewer),
        "chat": table.talk.heard_by(person),
    }


def messages(table: Table, happenings: list[Happening], viewer: Viewer) -> list[dict[str, Any]]:
    """The events that a viewer hears of; the last one brings what has changed by all of them."""
    found = []
    for happening in happenings:
        if viewer in happening.numbers:
            found.append(
                {
                    "table": table.id,
                    "seat": viewer,
                    "number": happening.numbers[viewer],
                    "time": happening.event.time,
                    "event": event_data(table, happening.event, viewer),
                }
            )
    kinds = {happening.event.kind for happening in happenings if viewer in happening.numbers}
    if found and not kinds <= set(TALK):
        found[-1] |= {"view": table.view(viewer), "clocks": clocks(table, viewer)}
        if not kinds <= set(MOVES) or table.status == OVER:
            found[-1]["info"] = info(table)
    return found
