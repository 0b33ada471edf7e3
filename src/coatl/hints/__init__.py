"""Hints: a concrete next move and its reasons, by the strongest judgement that a second buys.

The search judges (design D13); what the solver would do at once races with its plans, so a coatl is closed for a few
points only if the search agrees, and nothing that can be finished is overlooked.

>>> import coatl
>>> from coatl.bots.base import Limit
>>> game = coatl.new("board", players=2, seed=7)
>>> advice = hint(game, limit=Limit(simulations=50))
>>> advice.action in game.legal(), advice.steps[-1]
(True, 'done')
"""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from coatl.bots.base import Limit, Thought, rng_of
from coatl.bots.search import SearchBot
from coatl.engine.errors import CoatlError
from coatl.engine.redaction import HIDDEN
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.game import Game
from coatl.hints.facts import Facts, Hint
from coatl.hints.judgement import Judgement
from coatl.hints.outlook import judge_of, outlook_behind
from coatl.position import Position
from coatl.solver import seen

__all__ = ["A_SECOND", "Hint", "hint", "warm_up"]
A_SECOND = Limit(seconds=1.0)
"""How long a hint is thought about, unless a limit is given."""


def hint(
    asked: Game | Any,
    rules: Rules | None = None,
    seat: int | None = None,
    limit: Limit = A_SECOND,
    rng: np.random.Generator | None = None,
) -> Hint:
    """What a seat should do now: the viewer's, or in a game the deciding seat's. It sees what the seat sees.

    :raises CoatlError: if the view does not show the hand of the seat.
    """
    table, view = seen(asked, rules, seat)
    game = import_module(f"coatl.hints.{table.game}")
    chosen = game.seat_of(view, seat)
    if HIDDEN in view.players[chosen - 1].hand:
        raise CoatlError("solve.hidden", f"This view does not show the hand of seat {chosen}.", [view.viewer])
    chance = rng_of("hint") if rng is None else rng
    states = table.determinise(view, chance)
    legal = legal_for(table, states, chosen)
    if not legal:
        return Hint((), Facts("waiting"))
    best = game.solution(table, view, chosen)
    thought = judged(table, states, chosen, legal, game.proposals(table, states, best), limit, chance)
    found = Judgement(table, view, chosen, states, thought.line, thought, best)
    line = tuple(up_to_reveal(table, states, game.checked(found)))
    facts = game.facts(replace(found, line=line))
    if len(legal) > 1:
        facts = replace(facts, outlook=outlook_behind(table, view, chosen, line, chance))
    return Hint(line, facts)


def legal_for(rules: Rules, states: Records, seat: int) -> list[int]:
    """What a seat may do now; nothing if it is not its turn."""
    may = not rules.over(states) and rules.act_as(states, seat)
    return Position(rules, states).legal() if may and rules.seat(states) == seat else []


def judged(
    rules: Rules,
    states: Records,
    seat: int,
    legal: Sequence[int],
    proposals: Sequence[Sequence[int]],
    limit: Limit,
    rng: np.random.Generator,
) -> Thought:
    """What the search thinks; without a choice there is nothing to think about."""
    if len(legal) == 1:
        return Thought(rules.text(legal[0]), line=(rules.text(legal[0]),))
    return SearchBot(rules).search(copy_of(states), seat, legal, limit, rng, lines=proposals)


def up_to_reveal(rules: Rules, states: Records, line: Sequence[str]) -> list[str]:
    """The part of a line that can be played as it stands: up to the next reveal, or the end of the turn."""
    trial, turn, seat = Position(rules, copy_of(states)), rules.turns(states), rules.seat(states)
    played: list[str] = []
    for step in line:
        action = rules.parse(step)
        if action not in trial.legal():
            break
        trial.play(action)
        played.append(step)
        moved_on = trial.over or rules.turns(trial.states) != turn or rules.seat(trial.states) != seat
        if moved_on or rules.outcomes(trial.states):
            break
    return played


def warm_up(rules: Rules) -> None:
    """Compiles, or loads, what a hint needs."""
    from coatl.solver import module_of

    module_of(rules).warm_up(rules)
    SearchBot(rules).warm_up()
    judge_of(rules)(rules, Position.new(rules, "warm up").states, 1)
