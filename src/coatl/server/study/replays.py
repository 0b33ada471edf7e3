"""Records that somebody sends: the game that they tell, and the table after some of its steps."""

from typing import Any

from coatl.describe.automata import AUTOMATA, steps
from coatl.describe.effects import effects, effects_data
from coatl.describe.progress import Progress, progress
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry, parse_record
from coatl.game import Game
from coatl.server.study.models import MOST_STEPS

MOST_ENTRIES = 5_000  # so that nobody waits too long


def replay(text: str, seat: int | str | None, first: int, last: int) -> dict[str, Any]:
    """Everything that is asked; the whole record is checked. Who has it may see all of it.

    :raises CoatlError: for a record that is broken, hidden or too long, and for steps that it does not have.
    """
    record = parse_record(text)
    if len(record.entries) > MOST_ENTRIES:
        raise CoatlError("record.long", f"The record has over {MOST_ENTRIES:,} actions: too many to show.")
    check_range(first, last, len(record.entries))
    views: list[Any] = []
    progresses: list[Progress] = []
    entries: list[dict[str, Any]] = []
    before: Any = None
    for step, game in enumerate(Game.steps(record)):
        if step:
            done = effects(game.rules, record.entries[step - 1], before, game.snapshot)
            entries[-1].update(effects_data(done))
        if step < len(record.entries):
            before = game.snapshot
            entries.append(entry_data(game, record.entries[step]))
        if step == 0 and isinstance(seat, int):
            game.view(seat)  # refuses a seat that nobody has
        if first <= step <= last:
            views.append(game.rules.view(game.position().states, seat))
            progresses.append(progress(game.rules, views[-1]))
    return {
        "game": record.game,
        "players": record.players,
        "options": record.options,
        "deck": record.deck,
        "result": record.result,
        "entries": entries,
        "first": first,
        "views": views,
        "progress": progresses,
    }


def entry_data(game: Game, coming: Entry) -> dict[str, Any]:
    """A move; that of an automaton with its steps, which are found before it is played."""
    data: dict[str, Any] = {"seat": coming.seat, "action": coming.action, "outcomes": coming.outcomes}
    return data | ({"steps": steps(game, coming)} if coming.action in AUTOMATA else {})


def check_range(first: int, last: int, entries: int) -> None:
    """The steps must be there, and not too many at once."""
    if first > entries:
        raise CoatlError("replay.step", f"The record has no step {first}.", [f"0 to {entries}"])
    if not 0 <= last - first < MOST_STEPS:
        raise CoatlError("replay.range", f"At most {MOST_STEPS} steps at once, the first one first.")
