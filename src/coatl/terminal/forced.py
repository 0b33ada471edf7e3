"""What a session plays by itself, because there is nothing to decide, and what of a line of play is left to type."""

from collections.abc import Sequence
from typing import Any

from coatl.engine.errors import CoatlError
from coatl.game import Game

FORCED = ("done", "pass")


def forced(view: Any) -> bool:
    """Whether a player has nothing to decide: one way to go on, and no way back that is still open."""
    return len(view.legal) == 1 and view.legal[0] in FORCED and not view.can_undo


def goes_without_saying(game: Game) -> bool:
    """Whether there is nothing to do but `done`, and the turn then goes on, so that it can still be taken back."""
    if game.over or game.legal() != ["done"] or not game.can_undo(game.seat):
        return False
    after = game.position()
    turn = game.rules.turns(after.states)
    after.play(game.numbers()[0])
    return game.rules.turns(after.states) == turn > 0 and not game.rules.outcomes(after.states)


def plays_itself(game: Game) -> bool:
    """Whether a session goes on here without asking."""
    return forced(game.view(game.seat)) or goes_without_saying(game)


def left_to_type(game: Game, steps: Sequence[str]) -> list[str]:
    """The steps of a line of play without those that the session plays itself.

    What comes behind a reveal is left as it is: nobody knows it yet.
    """
    trial, turn = game.copy(), game.turn
    left: list[str] = []
    for place, step in enumerate(steps):
        known = not trial.over and trial.turn == turn and not (place and trial.entries[-1].outcomes)
        if not known:
            return [*left, *steps[place:]]
        itself = bool(place) and plays_itself(trial)
        try:
            trial.play(step)
        except CoatlError:  # a plan for another moment
            return [*left, *steps[place:]]
        left += [] if itself else [step]
    return left
