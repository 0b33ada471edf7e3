"""Chat, reactions, and not having to hear them."""

import unicodedata

from coatl.engine.errors import CoatlError
from coatl.server.tables import commands as ask
from coatl.server.tables.asking import Asking, Events, host, seat_at
from coatl.server.tables.table import Table
from coatl.server.tables.talk import SPECTATORS


def calm(table: Table, asking: Asking) -> None:
    """Refuses who talks without a pause."""
    if table.talk.is_too_fast(asking.who.number if asking.who else SPECTATORS, asking.now):
        raise CoatlError("chat.often", "That was a lot at once: wait a few seconds.")


def speaker(table: Table, asking: Asking, name: str | None) -> tuple[int | None, str]:
    """The seat (None for spectators) and the name of the one who talks, if that is allowed."""
    seats = table.seats_of(asking.who)
    calm(table, asking)
    if asking.who is None and not table.setup["spectators_chat"]:
        raise CoatlError("chat.off", "Spectators do not talk at this table.")
    if (seats[0] if seats else SPECTATORS) in table.talk.silenced:
        raise CoatlError("chat.silenced", "The host does not want you to talk here.")
    if asking.who is not None:
        return (seats[0] if seats else None), asking.who.name
    if name is None or alike(name) in {alike(other) for other in names_at(table)}:
        raise CoatlError("chat.name", "A spectator who talks gives a name that nobody at the table has.")
    return None, name


def names_at(table: Table) -> list[str]:
    return [*(person.name for person in table.people), *(seat.name for seat in table.seats)]


def alike(name: str) -> str:
    """What names have in common that look the same: capitals, wide letters and the like do not count."""
    return unicodedata.normalize("NFKC", name).casefold()


def chat(table: Table, command: ask.Chat, asking: Asking) -> Events:
    """A line of text."""
    seat, name = speaker(table, asking, command.name)
    yield "chat", asking.signed(seat=seat, name=name, text=command.text)


def react(table: Table, command: ask.React, asking: Asking) -> Events:
    """A sign."""
    seat, name = speaker(table, asking, command.name)
    yield "reaction", asking.signed(seat=seat, name=name, reaction=command.reaction)


def mute(table: Table, command: ask.Mute, asking: Asking) -> Events:
    """For oneself."""
    asking.person()
    calm(table, asking)
    if command.seat != SPECTATORS:
        seat_at(table, command.seat)
    yield "muted", asking.signed(other=command.seat, on=command.on)


def silence(table: Table, command: ask.Silence, asking: Asking) -> Events:
    """For all."""
    host(table, asking)
    if command.seat != SPECTATORS:
        seat_at(table, command.seat)
    yield "silenced", asking.signed(seat=command.seat, on=command.on)
