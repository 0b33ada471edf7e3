"""How good each action is for a seat: the plans for the rest of its turn, the best ones pursued side by side.

Nothing is planned beyond what chance or another player decides.
"""

import numpy as np

from coatl.board.apply import apply_action
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import CHOOSE_DECK, DONE, SEE_FUTURE
from coatl.board.state import OVER, STATE, State
from coatl.bots.board.outlook import Floats, outlook
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

WIDTH = 6  # plans that are pursued side by side
DEPTH = 9  # steps of a plan
SAMPLES = 6  # draws by which a card from the deck, or a new row, is judged


@jit
def appraise(states: Records, decks: Records, seat: int, actions: Ints, values: Floats) -> None:
    """Writes for each action how the seat can stand after the turn that it belongs to, in points."""
    turns = states[0].turns
    legal = np.empty(MOST_LEGAL, np.int16)
    plans, better = np.empty(WIDTH, STATE), np.empty(WIDTH, STATE)
    origins, better_origins = np.empty(WIDTH, np.int64), np.empty(WIDTH, np.int64)
    scores, trial = np.empty(WIDTH), np.empty(1, STATE)
    size = 0
    for i in range(len(actions)):
        values[i] = value_after(states, decks, seat, actions[i], trial)
        if goes_on(trial[0], seat, turns):
            size = keep_best(better, better_origins, scores, size, trial, i, values[i])
    for _ in range(DEPTH):
        plans[:size] = better[:size]
        origins[:size] = better_origins[:size]
        width, size = size, 0
        for plan in range(width):
            origin = origins[plan]
            for j in range(legal_actions(plans[plan], decks[0], legal)):
                trial[0] = plans[plan]
                apply_action(trial[0], decks[0], int(legal[j]))
                if legal[j] == DONE or trial[0].chance.drawn:
                    continue
                value = outlook(trial[0], decks[0], seat)
                values[origin] = max(values[origin], value)
                if goes_on(trial[0], seat, turns):
                    size = keep_best(better, better_origins, scores, size, trial, origin, value)


@jit
def value_after(states: Records, decks: Records, seat: int, action: int, trial: Records) -> float:
    """How the seat stands after an action, on the average if chance decides about it."""
    samples = SAMPLES if action == CHOOSE_DECK or action == SEE_FUTURE else 1
    value = 0.0
    for sample in range(samples):
        trial[0] = states[0]
        trial[0].chance.stream = sample
        trial[0].chance.used = 16
        apply_action(trial[0], decks[0], action)
        value += outlook(trial[0], decks[0], seat) / samples
    return value


@jit
def goes_on(state: State, seat: int, turns: int) -> bool:
    """Whether the turn goes on, with nothing new revealed."""
    return bool(state.seat == seat and state.turns == turns and state.pending != OVER and not state.chance.drawn)


@jit
def keep_best(
    better: Records, origins: Ints, scores: Floats, size: int, trial: Records, origin: int, value: float
) -> int:
    """Keeps a plan if it is among the best; one of equal value is taken for the same. Returns how many there are."""
    worst = 0
    for i in range(size):
        if scores[i] == value:
            return size
        if scores[i] < scores[worst]:
            worst = i
    if size < WIDTH:
        worst = size
        size += 1
    elif value <= scores[worst]:
        return size
    better[worst] = trial[0]
    origins[worst] = origin
    scores[worst] = value
    return size
