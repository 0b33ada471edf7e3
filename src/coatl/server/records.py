"""Records of a table: the asker's own view while the game is on, everything at the end; any step of it; the check
of the shuffles.
"""

from typing import Any

from coatl.engine.chance import commitment
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry, Record
from coatl.engine.seen import add
from coatl.game import Game
from coatl.server.tables.events import Viewer
from coatl.server.tables.table import Table

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


def steps_of(table: Table, viewer: Viewer) -> int:
    """How many steps the record of a viewer has."""
    return len(record_for(table, viewer).entries)


def view_after(table: Table, viewer: Viewer, step: int) -> dict[str, Any]:
    """The table after so many entries of the viewer's record, as the viewer saw it then; all of it at the end."""
    game = game_of(table)
    entries = record_for(table, viewer).entries
    if step > len(entries):
        raise CoatlError("replay.step", f"The record has no step {step}.", [f"0 to {len(entries)}"])
    moment = moment_after(game, viewer, step)
    view = moment.rules.view(moment.position().states, "all") if game.over else moment.view(viewer)
    return {"step": step, "steps": len(entries), "entry": entries[step - 1] if step else None, "view": view}


def moment_after(game: Game, viewer: Viewer, step: int) -> Game:
    """The game at the last moment at which the viewer's record had so many entries."""
    record = game.record()
    shown: list[Entry] = []
    kept = 0
    for number, entry in enumerate(record.entries, 1):
        if entry.seat == viewer or game.over:
            shown.append(entry)
        elif not game.choosing:
            add(shown, entry, game.rules)
        if len(shown) == step:
            kept = number
    moments = Game.steps(record)
    for _ in range(kept + 1):
        moment = next(moments)
    return moment


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
