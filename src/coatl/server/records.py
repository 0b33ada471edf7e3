"""Records of a table: the asker's own view while the game is on, everything at the end; any step of it; the check
of the shuffles.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Any

from coatl.engine.chance import commitment
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry, Record
from coatl.engine.rules import Rules
from coatl.engine.seen import add
from coatl.game import Game
from coatl.server.tables.events import Viewer
from coatl.server.tables.showing import entry_data
from coatl.server.tables.table import AUTOMATA, Table
from coatl.telling.steps import Step

EXPLANATION = (
    "All chance of the game comes from one secret seed, drawn before the first move.",
    "The commitment is the SHA-256 of the words 'coatl commitment', the stream and the seed, with spaces between them. "
    "It was shown to everybody when the game began, so the seed could not be changed after that.",
    "When the game is over the seed is told: compute the hash and compare. "
    "Then save the record and run 'coatl verify FILE': it plays the game again from the seed and checks every draw.",
)


def game_of(table: Table) -> Game:
    """The game, if it has begun."""
    if table.game is None:
        raise CoatlError("table.waiting", "The game has not begun: somebody is missing.")
    return table.game


def record_for(table: Table, viewer: Viewer) -> Record:
    """What a viewer may read."""
    game = game_of(table)
    return game.record() if game.over else game.seen_by(viewer)


@dataclass(frozen=True)
class Seen:
    """A game as it was when somebody asked for a replay, so that it can be looked at while the table goes on."""

    whole: Record
    told: Record
    viewer: Viewer
    rules: Rules
    steps: tuple[list[Step], ...]  # of each turn of the automaton
    over: bool
    choosing: bool


def seen(table: Table, viewer: Viewer) -> Seen:
    """What a replay for this viewer needs."""
    game = game_of(table)
    told = tuple(table.told)
    return Seen(game.record(), record_for(table, viewer), viewer, game.rules, told, game.over, game.choosing)


def view_after(seen: Seen, step: int) -> dict[str, Any]:
    """The table after so many entries of the viewer's record, as the viewer saw it then; all of it at the end."""
    entries = seen.told.entries
    if step > len(entries):
        raise CoatlError("replay.step", f"The record has no step {step}.", [f"0 to {len(entries)}"])
    moment = moment_after(seen, step)
    view = moment.rules.view(moment.position().states, "all") if seen.over else moment.view(seen.viewer)
    return {"step": step, "steps": len(entries), "entry": entry_at(seen, step) if step else None, "view": view}


def entry_at(seen: Seen, step: int) -> dict[str, Any]:
    """An entry of the viewer's record; a turn of the automaton with its steps."""
    entries = seen.told.entries[:step]
    turns = sum(entry.action in AUTOMATA for entry in entries)
    told = {"steps": seen.steps[turns - 1]} if entries[-1].action in AUTOMATA else {}
    return entry_data(entries[-1]) | told


def moment_after(seen: Seen, step: int) -> Game:
    """The game at the last moment at which the viewer's record had so many entries."""
    shown: list[Entry] = []
    kept = 0
    for number, entry in enumerate(seen.whole.entries, 1):
        if entry.seat == seen.viewer or seen.over:
            shown.append(entry)
        elif not seen.choosing:
            add(shown, entry, seen.rules)
        if len(shown) == step:
            kept = number
    return next(islice(Game.steps(seen.whole), kept, None))


def verification(table: Table) -> dict[str, Any]:
    """What is needed to check the shuffles."""
    game = game_of(table)
    seed = game.seed if game.over else None
    return {
        "commitment": game.commitment,
        "stream": game.stream,
        "seed": seed,
        "kept": None if seed is None else commitment(seed, game.stream) == game.commitment,
        "explanation": list(EXPLANATION),
    }
