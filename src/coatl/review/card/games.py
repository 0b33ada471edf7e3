"""Simulated games of the card game behind plans, to their end: what came of them for a seat, by margin and by win.

They are the rollouts of the search, in its fast model, with its policy in every seat (design D13).
"""

import numpy as np

from coatl.bots.card.fast_model import FAST_MODEL
from coatl.bots.card.race import STREAMS, play_plan
from coatl.bots.card.whole_games import write_result
from coatl.bots.weights import Floats
from coatl.engine.jit import jit
from coatl.engine.structs import Ints, Records


@jit
def play_plans(
    models: Records,
    decks: Records,
    scratches: Records,
    seat: int,
    plans: Ints,
    chosen: Ints,
    first: int,
    results: Floats,
) -> None:
    """Plays games behind the chosen plans: `results[plan, game]`; games of one number meet the same deal."""
    room = np.empty(2, FAST_MODEL)
    for i in range(len(chosen)):
        plan = int(chosen[i])
        last = int(plans[plan, plans[plan, 0]])
        for game in range(results.shape[1]):
            room[0] = models[plan]
            number = int(scratches[0].seed) + (first + game) * STREAMS
            play_plan(room, decks[0], scratches[0], seat, last, number)
            write_result(room[0], seat, results[i, game])
