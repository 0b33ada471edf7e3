"""Chat, reactions, and not having to see them."""

import unicodedata

from coatl.engine.errors import CoatlError
from coatl.server.tables import commands
from coatl.server.tables.chat import SPECTATORS
from coatl.server.tables.checks import Asker, Events, host, seat_at
from coatl.server.tables.events import ChatSent, Muted, Reacted, Silenced
from coatl.server.tables.table import Table


def calm(table: Table, asker: Asker) -> None:
    """Refuses who talks without a pause."""
    if table.chat.is_too_fast(asker.who.number if asker.who else SPECTATORS, asker.now):
        raise CoatlError("chat.often", "That was a lot at once: wait a few seconds.")


def speaker(table: Table, asker: Asker, name: str | None) -> tuple[int | None, str]:
    """The seat (None for spectators) and the name of the one who talks, if that is allowed."""
    seats = table.seats_of(asker.who)
    calm(table, asker)
    if asker.who is None and not table.setup.spectators_chat:
        raise CoatlError("chat.off", "Spectators do not talk at this table.")
    if table.chat.silenced.intersection(seats or [SPECTATORS]) or (asker.who is not None and asker.who.removed):
        raise CoatlError("chat.silenced", "The host has muted you at this table.")
    if asker.who is not None:
        return (seats[0] if seats else None), asker.who.name
    if name is None or alike(name) in {alike(other) for other in names_at(table)}:
        raise CoatlError("chat.name", "A spectator who talks gives a name that nobody at the table has.")
    return None, name


def names_at(table: Table) -> list[str]:
    return [*(person.name for person in table.people), *(seat.name for seat in table.seats)]


def alike(name: str) -> str:
    """What names have in common that look the same: capitals, wide letters and the like do not count."""
    return unicodedata.normalize("NFKC", name).casefold()


def chat(table: Table, command: commands.Chat, asker: Asker) -> Events:
    """A line of text."""
    seat, name = speaker(table, asker, command.name)
    yield ChatSent(seat=seat, name=name, text=command.text, **asker.signature)


def react(table: Table, command: commands.React, asker: Asker) -> Events:
    """A sign."""
    seat, name = speaker(table, asker, command.name)
    yield Reacted(seat=seat, name=name, reaction=command.reaction, **asker.signature)


def mute(table: Table, command: commands.Mute, asker: Asker) -> Events:
    """For oneself."""
    asker.person()
    calm(table, asker)
    if command.seat != SPECTATORS:
        seat_at(table, command.seat)
    yield Muted(other=command.seat, on=command.on, **asker.signature)


def silence(table: Table, command: commands.Silence, asker: Asker) -> Events:
    """For all."""
    host(table, asker)
    if command.seat != SPECTATORS:
        seat_at(table, command.seat)
    yield Silenced(seat=command.seat, on=command.on, **asker.signature)
