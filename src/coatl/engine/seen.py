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

    `dealt` names the seat that alone sees each outcome of the set-up, 0 for all, -1 for nobody. While the
    secret choices are open (`choosing`), nothing that the others do is told, not even that they did something.
    """
    setup = tuple(text if seat in (0, viewer) else HIDDEN for text, seat in zip(record.setup, dealt, strict=True))
    shown: list[Entry] = []
    for entry in record.entries:
        if entry.seat == viewer:
            shown.append(entry)
        elif not choosing:
            add(shown, entry, rules)
    return replace(record, seed=None, setup=setup, entries=tuple(shown))


def add(shown: list[Entry], entry: Entry, rules: Rules) -> None:
    """Another seat's entry; a hidden choice that is taken back leaves no trace."""
    if entry.action != UNDO:
        shown.append(heard(entry, rules))
        return
    own = [i for i, before in enumerate(shown) if before.seat == entry.seat]
    if own and shown[own[-1]].action.endswith(HIDDEN):
        del shown[own[-1]]
    else:
        shown.append(entry)


def heard(entry: Entry, rules: Rules) -> Entry:
    """An entry as the other players hear it."""
    action = rules.parse(entry.action)
    outcomes = tuple(
        HIDDEN if rules.hides(action, rules.parse_outcome(outcome)) else outcome for outcome in entry.outcomes
    )
    return Entry(entry.seat, rules.heard(action), outcomes)
