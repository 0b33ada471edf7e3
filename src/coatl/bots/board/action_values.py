"""How good each action is for a seat: a beam search over the rest of its turn, by the quick value of positions.

Nothing is planned beyond what chance or another player decides.
"""

from typing import NamedTuple

import numpy as np

from coatl.board.apply import apply_action
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import CHOOSE_DECK, DONE, SEE_FUTURE
from coatl.board.state import OVER, STATE, State
from coatl.bots.board.evaluation import position_value
from coatl.bots.board.weights import PositionWeights
from coatl.bots.weights import Floats
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

WIDTH = 6  # plans that are pursued side by side
DEPTH = 9  # steps of a plan
SAMPLES = 6  # draws by which a card from the deck, or a new row, is judged


class Beam(NamedTuple):
    """The best states so far, each with its value and the action that it comes from."""

    states: Records
    origins: Ints
    values: Floats


@jit
def write_action_values(
    states: Records, decks: Records, seat: int, actions: Ints, weights: Records, values: Floats
) -> None:
    """Writes for each action how good the position can be for the seat at the end of the turn, in points."""
    turns = states[0].turns
    legal = np.empty(MOST_LEGAL, np.int16)
    plans, origins = np.empty(WIDTH, STATE), np.empty(WIDTH, np.int64)
    better = Beam(np.empty(WIDTH, STATE), np.empty(WIDTH, np.int64), np.empty(WIDTH))
    trial = np.empty(1, STATE)
    size = 0
    for i in range(len(actions)):
        values[i] = value_after(states, decks, seat, int(actions[i]), weights[0].position, trial)
        if goes_on(trial[0], seat, turns):
            size = keep_best(better, size, trial, i, values[i])
    for _ in range(DEPTH):
        plans[:size] = better.states[:size]
        origins[:size] = better.origins[:size]
        width, size = size, 0
        for plan in range(width):
            origin = origins[plan]
            for j in range(legal_actions(plans[plan], decks[0], legal)):
                trial[0] = plans[plan]
                apply_action(trial[0], decks[0], int(legal[j]))
                if legal[j] == DONE or trial[0].chance.drawn:
                    continue
                value = position_value(trial[0], decks[0], seat, weights[0].position)
                values[origin] = max(values[origin], value)
                if goes_on(trial[0], seat, turns):
                    size = keep_best(better, size, trial, origin, value)


@jit_in_place
def value_after(
    states: Records, decks: Records, seat: int, action: int, weights: PositionWeights, trial: Records
) -> float:
    """The value of the position after an action, on the average if chance decides about it."""
    samples = SAMPLES if action == CHOOSE_DECK or action == SEE_FUTURE else 1
    value = 0.0
    for sample in range(samples):
        trial[0] = states[0]
        trial[0].chance.stream = sample
        trial[0].chance.used = 16
        apply_action(trial[0], decks[0], action)
        value += position_value(trial[0], decks[0], seat, weights) / samples
    return value


@jit_in_place
def goes_on(state: State, seat: int, turns: int) -> bool:
    """Whether the turn goes on, with nothing new revealed."""
    return bool(state.seat == seat and state.turns == turns and state.pending != OVER and not state.chance.drawn)


@jit_in_place
def keep_best(beam: Beam, size: int, trial: Records, origin: int, value: float) -> int:
    """Keeps a state if it is among the best; one of equal value is taken for the same. Returns how many there are."""
    worst = 0
    for i in range(size):
        if beam.values[i] == value:
            return size
        if beam.values[i] < beam.values[worst]:
            worst = i
    if size < WIDTH:
        worst = size
        size += 1
    elif value <= beam.values[worst]:
        return size
    beam.states[worst] = trial[0]
    beam.origins[worst] = origin
    beam.values[worst] = value
    return size
