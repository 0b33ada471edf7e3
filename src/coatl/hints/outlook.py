"""What a seat may expect behind a line of play: the margin at the end of the game, and the chance of winning."""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from coatl.bots.judgement import Judgement
from coatl.engine.rules import Rules
from coatl.engine.structs import Records
from coatl.hints.facts import Outlook
from coatl.position import Position

DEALS = 4  # of what the seat cannot see: the last step of a line may reveal something


def outlook_behind(rules: Rules, view: Any, seat: int, line: Sequence[str], rng: np.random.Generator) -> Outlook:
    """The outlook of a seat (from 1) when a line of its turn is played, by what it sees now.

    >>> import coatl
    >>> from coatl.bots.base import rng_of
    >>> game = coatl.new("board", players=2, seed=7)
    >>> found = outlook_behind(game.rules, game.view(1), 1, ["done"], rng_of(1))
    >>> abs(found.margin) < 15, 0 < found.win < 1
    (True, True)
    """
    judgements = []
    for _ in range(DEALS):
        position = Position(rules, rules.determinise(view, rng))
        for step in line:
            position.play(rules.parse(step))
        judgements.append(judge_of(rules)(rules, position.states, seat))
    margin, win = np.mean(judgements, axis=0).tolist()
    return Outlook(round(margin, 2), round(win, 3))


def judge_of(rules: Rules) -> Callable[[Rules, Records, int], Judgement]:
    """The judge of a game: how a position stands for a seat (from 1)."""
    judge: Callable[[Rules, Records, int], Judgement] = import_module(f"coatl.bots.{rules.game}.judgement").judge
    return judge
