"""Simulated games of the board game behind lines of play: the rollouts of the search (design D13)."""

import numpy as np

from coatl.bots.board.race import Race, context_of
from coatl.bots.board.resources import Context
from coatl.bots.board.rollout import play_rollout
from coatl.bots.weights import Floats
from coatl.engine.jit import jit
from coatl.engine.structs import Ints


@jit
def play_lines(origin: Context, race: Race, chosen: Ints, stream: Ints, goal: int, first: int, results: Floats) -> None:
    """Plays games behind the chosen lines: `results[line, game]`, in points; equal numbers meet the same chance."""
    chance = np.empty(1, np.int64)
    for i in range(len(chosen)):
        line = int(chosen[i])
        there, holdings = context_of(race, line, origin), race.holdings[line : line + 1]
        for game in range(results.shape[1]):
            seed = first + game + 1
            chance[0] = stream[0] + seed
            value = play_rollout(there, race.designs[line], int(race.sizes[line]), holdings, chance, seed, goal)
            results[i, game] = value + race.bonus[line]
