"""Observations of both games: their fields, their size, and one observation of one seat (docs/rl.md)."""

from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Ints, Records
from coatl.rl.fields import Place, fingerprint, placed


def compiled_of(game: str) -> Any:
    """The compiled functions of a game: begin_games, step_games, observe_at and so on."""
    return import_module(f"coatl.rl.{game}.batch")


@lru_cache(maxsize=256)
def observation_fields(rules: Rules, compact: bool = False) -> tuple[Place, ...]:
    """What stands where in the observations of a table.

    >>> from coatl.registry import rules_of
    >>> places = {place.name: place for place in observation_fields(rules_of("card", players=2))}
    >>> places["own_parts"].shape, places["scores"].about
    ((48, 5), 'points so far, from the own seat on')
    """
    return tuple(placed(import_module(f"coatl.rl.{rules.game}.observation").fields(rules), compact))


def observation_size(rules: Rules, compact: bool = False) -> int:
    """How many numbers an observation has."""
    return observation_fields(rules, compact)[-1].stop


def observation_hash(rules: Rules, compact: bool = False) -> str:
    """What a policy is trained for: the rules version and every field. Own decks keep it; other seats change it."""
    return fingerprint(rules.game, observation_fields(rules, compact))


def observation(rules: Rules, states: Records, seat: int, compact: bool = False) -> Ints:
    """What a seat (from 1) may know of a state."""
    if not 1 <= seat <= rules.options["players"]:
        raise CoatlError("seat.unknown", f"Nobody sits on seat {seat!r}.")
    row = np.zeros(observation_size(rules, compact), np.int8)
    compiled_of(rules.game).observe_at(states, rules.decks, seat - 1, int(compact), row)
    return row
