"""What one viewer may know of a record while the game is on (RULES 6).

A record tells every card that was drawn, so only a referee and a finished game may show it. Here the cards that a
viewer did not see become `?`, and what others chose in secret, or turned down, is not told.
"""

from collections.abc import Sequence
from dataclasses import replace

from coatl.engine.record import UNDO, Entry, Record
from coatl.engine.rules import Rules

HIDDEN = "?"


def seen_by(record: Record, rules: Rules, viewer: int | None, dealt: Sequence[int], choosing: bool) -> Record:
    """The record for a seat, or for a spectator (None).

    `dealt` names the seat that alone sees each outcome of the set-up, 0 for all, -1 for nobody.
    """
    setup = tuple(text if seat in (0, viewer) else HIDDEN for text, seat in zip(record.setup, dealt, strict=True))
    shown = tuple(entry for _, entry in seen_entries(record.entries, rules, viewer, choosing))
    return replace(record, seed=None, setup=setup, entries=shown)


def seen_entries(entries: Sequence[Entry], rules: Rules, viewer: int | None, choosing: bool) -> list[tuple[int, Entry]]:
    """The entries that a viewer knows, each with its place among all.

    While the secret choices are open (`choosing`), nothing that the others do is told, not even that they did
    something.
    """
    shown: list[tuple[int, Entry]] = []
    for number, entry in enumerate(entries):
        if entry.seat == viewer:
            shown.append((number, entry))
        elif not choosing:
            add(shown, number, entry, rules)
    return shown


def add(shown: list[tuple[int, Entry]], number: int, entry: Entry, rules: Rules) -> None:
    """Another seat's entry; a hidden choice that is taken back leaves no trace."""
    if entry.action != UNDO:
        shown.append((number, heard(entry, rules)))
        return
    own = [i for i, (_, before) in enumerate(shown) if before.seat == entry.seat]
    if own and shown[own[-1]][1].action.endswith(HIDDEN):
        del shown[own[-1]]
    else:
        shown.append((number, entry))


def heard(entry: Entry, rules: Rules) -> Entry:
    """An entry as the other players hear it."""
    action = rules.number(entry.action)
    outcomes = tuple(
        HIDDEN if rules.hides(action, rules.parse_outcome(outcome)) else outcome for outcome in entry.outcomes
    )
    return Entry(entry.seat, rules.heard(action), outcomes)
