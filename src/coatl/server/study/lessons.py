"""First games that teach by doing: real games, shipped as records, that the learner plays again move by move."""

from functools import cache
from importlib.resources import files
from typing import Any

from coatl.describe.progress import progress
from coatl.describe.reach import Preview, preview
from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.server.study.models import NoPreview

LEARNER = 1


def text_of(game: str) -> str:
    """The record of a lesson."""
    return files("coatl.server.study").joinpath("lessons", f"{game}.coatl").read_text(encoding="utf-8")


@cache
def lesson(game: str) -> dict[str, Any]:
    """The table before each move as the learner sees it; the last move is free, so nothing has to follow from it."""
    record = parse_record(text_of(game))
    steps: list[dict[str, Any]] = []
    end: Any = None
    far: Any = None
    for number, played in enumerate(Game.steps(record)):
        end = played.view(LEARNER)
        far = progress(played.rules, end)
        if number < len(record.entries):
            free = number == len(record.entries) - 1
            move = step(record.entries[number], number + 1, end, free)
            steps.append(move | {"progress": far, "preview": forecast(played, end)})
    end = without_choice(end)
    return {"game": game, "players": record.players, "steps": steps, "end": end, "end_progress": far}


def step(entry: Any, number: int, view: Any, free: bool) -> dict[str, Any]:
    """One move; of all that is legal the learner is offered what the lesson is about."""
    kind = entry.action.split()[0]
    offered = [action for action in view.legal if action.split()[0] == kind] if free else [entry.action]
    view.__dict__.update(legal=tuple(offered) if entry.seat == LEARNER else (), can_undo=False)  # nobody else has it
    return {
        "number": number,
        "seat": entry.seat,
        "action": entry.action,
        "outcomes": entry.outcomes,
        "free": free,
        "view": view,
    }


def forecast(game: Game, view: Any) -> Preview | NoPreview:
    """How the learner's cards stand after what is offered; nothing while somebody else moves."""
    if not view.legal:
        return {}
    found = preview(game.rules, view)
    return Preview(found.now, {action: reach for action, reach in found.after.items() if action in view.legal})


def without_choice(view: Any) -> Any:
    """The last table: there is nothing more to do."""
    view.__dict__.update(legal=(), can_undo=False)
    return view
