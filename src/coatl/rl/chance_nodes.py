"""Actions split into nodes of chance: what can be drawn next, with its exact probability.

Rules draw from multisets inside an action (design D3). The outcomes so far are laid down as for a replay, and the next
draw is asked for every place of its multiset: the generator's next word, modulo the number of things, is the place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from coatl.engine.rules import Rules, lay_down_outcomes
from coatl.engine.structs import Records, copy_of

SET_UP = -1  # the action before the first one
MOST_THINGS = 512  # in a bag or a deck


@dataclass(frozen=True)
class Reveal:
    """An action whose outcomes are not all known yet."""

    action: int
    outcomes: tuple[int, ...] = ()


def played(rules: Rules, before: Records, reveal: Reveal, place: int = 0) -> Records:
    """The state after an action with the outcomes so far; what is drawn next is at this place of its multiset."""
    states = copy_of(before)
    chance = states[0].chance
    chance.words[0], chance.used = place, 0
    if reveal.action == SET_UP:
        lay_down_outcomes(chance, reveal.outcomes)
        rules.set_up(states)
    else:
        rules.follow(states, reveal.action, reveal.outcomes)
    return states


def is_complete(states: Records, reveal: Reveal) -> bool:
    """Whether nothing more was drawn than is known."""
    return int(states[0].chance.drawn) == len(reveal.outcomes)


def chances(rules: Rules, before: Records, reveal: Reveal) -> list[tuple[int, float]]:
    """What can be drawn next, and how likely. A multiset lies kind by kind, and after its end begins again."""
    drawn: list[int] = []
    for place in range(MOST_THINGS):
        outcome = int(played(rules, before, reveal, place)[0].chance.outcomes[len(reveal.outcomes)])
        if drawn and outcome < drawn[-1]:
            break
        drawn.append(outcome)
    kinds, counts = np.unique(drawn, return_counts=True)
    return [(int(kind), int(count) / len(drawn)) for kind, count in zip(kinds, counts, strict=True)]


def without_chance(states: Records) -> Records:
    """A state whose generator tells nothing: its draws are nodes of chance."""
    chance: Any = states[0].chance
    chance.key[:] = 0
    chance.stream = chance.block = 0
    chance.words[:] = 0
    return states


def outcome_texts(rules: Rules, outcomes: Sequence[int]) -> tuple[str, ...]:
    """The names of outcomes, as in a record."""
    return tuple(rules.outcome_text(outcome) for outcome in outcomes)
