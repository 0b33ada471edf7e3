"""Records of a table: the asker's own view while the game is on, everything at the end; any step of it; the check
of the commitment.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

import orjson

from coatl.describe.progress import progress
from coatl.engine.commitment import COVERED, SEED_ONLY, WHOLE
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry, Record
from coatl.engine.redaction import add
from coatl.engine.rules import Rules
from coatl.game import Game, lacks_names
from coatl.server.schemas import EntryInfo
from coatl.server.tables.events import Viewer
from coatl.server.tables.state import OVER
from coatl.server.tables.table import Table
from coatl.server.tables.views import entries_data

SECRET = "All chance of the game comes from one secret seed, drawn before the first move."
EXPLANATION = {  # by the format of the record
    SEED_ONLY: (
        SECRET,
        "The commitment is the SHA-256 of the words 'coatl commitment', the stream and the seed, with spaces between "
        "them. It was shown to everybody when the game began, so the seed could not be changed after that. "
        "It says nothing about options, deck and names.",
    ),
    WHOLE: (
        SECRET,
        "The commitment is the SHA-256 of a text with game, version of the rules, options, own deck, players, seed and "
        "stream. It was shown to everybody when the game began, so none of them could be changed after that.",
    ),
}
ERASED = (
    "The name of somebody was erased since, and the commitment covers the names: only with the name as it was can the "
    "hash be computed. That every action is legal and every draw comes from the seed can be checked as before."
)
MOST_KEPT = 100  # encoded records; the longest have some 200 KB
CHECKING = (
    "When the game is over the seed and the text are shown: compute the hash and compare it with the commitment that "
    "you were shown at the beginning. Then save the record and run 'coatl verify FILE': it plays the game again from "
    "the seed and checks that every action is legal and every draw comes from the seed. The moves themselves are not "
    "committed to: another legal order of moves with the same draws would pass as well."
)


def game_of(table: Table) -> Game:
    """The game, if it has begun."""
    if table.game is None:
        raise CoatlError("table.waiting", "The game has not begun: somebody is missing.")
    return table.game


def record_for(table: Table, viewer: Viewer) -> Record:
    """What a viewer may read."""
    return record_later(table, viewer)()


def record_later(table: Table, viewer: Viewer) -> Callable[[], Record]:
    """The same for whoever makes it later, in a thread for example: the table may go on meanwhile."""
    game = game_of(table)
    if table.status != OVER:
        return game.seen_later(viewer)
    whole = game.record()
    return lambda: whole


def encode(record: Callable[[], Record], format: str) -> bytes:
    """A record as text or as JSON."""
    made = record()
    return made.to_text().encode() if format == "text" else orjson.dumps(made.data())


class RecordCache:
    """Encoded records, made in a thread and once for each version of a table: the event loop waits for none."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self.places = places  # few are made at once: a thread takes its time from the process that serves everybody
        self.kept: OrderedDict[tuple[Any, ...], asyncio.Task[bytes]] = OrderedDict()

    def encoded(self, table: Table, viewer: Viewer, format: str) -> Awaitable[bytes]:
        """The record as it is now; it is not begun before that, so the caller need not hold the table any longer."""
        key = table.id, table.number, game_of(table).names, viewer, format  # names may be erased later
        task = self.kept.pop(key, None) or asyncio.create_task(self.make(record_later(table, viewer), format))
        self.kept[key] = task
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return asyncio.shield(task)

    async def make(self, record: Callable[[], Record], format: str) -> bytes:
        async with self.places:
            return await asyncio.to_thread(encode, record, format)


@dataclass(frozen=True)
class Seen:
    """A game as it was when somebody asked for a replay, so that it can be looked at while the table goes on."""

    whole: Record
    viewer: Viewer
    rules: Rules
    entries: list[EntryInfo]  # as the viewer may read them, with what they did
    over: bool
    choosing: bool


def seen(table: Table, viewer: Viewer) -> Seen:
    """What a replay for this viewer needs."""
    game = game_of(table)
    return Seen(game.record(), viewer, game.rules, entries_data(table, viewer), table.status == OVER, game.choosing)


def view_after(seen: Seen, step: int) -> dict[str, Any]:
    """The table after so many entries of the viewer's record, as the viewer saw it then; all of it at the end."""
    entries = seen.entries
    if step > len(entries):
        raise CoatlError("replay.step", f"The record has no step {step}.", [f"0 to {len(entries)}"])
    moment = moment_after(seen, step)
    view = moment.rules.view(moment.position().states, "all") if seen.over else moment.view(seen.viewer)
    return {
        "step": step,
        "steps": len(entries),
        "entry": entries[step - 1] if step else None,
        "view": view,
        "progress": progress(moment.rules, view),
    }


def moment_after(seen: Seen, step: int) -> Game:
    """The game at the last moment at which the viewer's record had so many entries."""
    shown: list[tuple[int, Entry]] = []
    kept = 0
    for number, entry in enumerate(seen.whole.entries):
        if entry.seat == seen.viewer or seen.over:
            shown.append((number, entry))
        elif not seen.choosing:
            add(shown, number, entry, seen.rules)
        if len(shown) == step:
            kept = number + 1
    return next(islice(Game.steps(seen.whole, seen.rules), kept, None))


def verification(table: Table) -> dict[str, Any]:
    """What was committed to before the first move, and once the game is over what is needed to check it."""
    game = game_of(table)
    seed = game.seed if table.status == OVER else None
    terms = None if seed is None else game.terms(seed)
    kept = None if terms is None else terms.commitment(game.format) == game.commitment
    erased = kept is False and lacks_names(game.record())
    return {
        "commitment": game.commitment,
        "stream": game.stream,
        "seed": seed,
        "kept": None if erased else kept,
        "erased": erased,
        "covers": list(COVERED[game.format]),
        "text": None if terms is None else terms.text(game.format),
        "explanation": [*EXPLANATION[game.format], *([ERASED] if erased else []), CHECKING],
    }
