"""How good each action is for a seat: the quick value of the position at the end of its turn.

Gains are taken as long as they help; the second card of a turn is the best one for what the first has left.
"""

import numpy as np

from coatl.bots.card.evaluation import position_value
from coatl.bots.card.weights import PositionWeights
from coatl.bots.weights import Floats
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, RAISE
from coatl.card.setup import is_last_round
from coatl.card.state import GAIN, REVEALED, STATE, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records

SAMPLES = 3  # feathers by which a discard is judged
FIRST, BEST, SECOND, TRIAL, ROOM = 0, 1, 2, 3, 4  # the states of a plan


@jit
def write_action_values(
    states: Records, decks: Records, seat: int, actions: Ints, weights: Records, values: Floats
) -> None:
    """Writes for each action how good the position can be for the seat at the end of the turn, in points."""
    plan = np.empty(ROOM, STATE)
    for i in range(len(actions)):
        discards = DISCARD <= actions[i] < RAISE
        samples = SAMPLES if discards else 1
        values[i] = 0.0
        for sample in range(samples):
            plan[FIRST] = states[0]
            if discards:
                plan[FIRST].chance.stream = sample
                plan[FIRST].chance.used = 16
            values[i] += value_of(plan, decks[0], seat, int(actions[i]), weights[0].position) / samples


@jit_in_place
def value_of(plan: Records, deck: Deck, seat: int, action: int, weights: PositionWeights) -> float:
    """The value of the position after an action and the best that can follow in the same turn."""
    if action != DONE:
        apply_action(plan[FIRST], deck, action)
        if plan[FIRST].pending == REVEALED:
            best_card(plan, deck, seat, weights)
            plan[FIRST] = plan[BEST]
        take_gains(plan, FIRST, deck, seat, weights)
    if plan[FIRST].pending != GAIN or not turn_goes_on(plan[FIRST], deck):
        return position_value(plan[FIRST], deck, seat, weights)
    apply_action(plan[FIRST], deck, DONE)
    return best_card(plan, deck, seat, weights)


@jit_in_place
def turn_goes_on(state: State, deck: Deck) -> bool:
    """Whether another card follows the present one."""
    if is_last_round(state, deck):
        return state.players[state.seat].tail == 0
    return bool(state.plays + 1 < deck.plays)


@jit
def best_card(plan: Records, deck: Deck, seat: int, weights: PositionWeights) -> float:
    """The best value that the next card can bring, discards aside; the state behind it is kept in the plan."""
    legal = np.empty(MOST_LEGAL, np.int16)
    best = position_value(plan[FIRST], deck, seat, weights)
    plan[BEST] = plan[FIRST]
    found = False
    for i in range(legal_actions(plan[FIRST], deck, legal)):
        if DISCARD <= legal[i] < RAISE:
            continue
        plan[SECOND] = plan[FIRST]
        apply_action(plan[SECOND], deck, int(legal[i]))
        if plan[SECOND].pending == GAIN:
            value = take_gains(plan, SECOND, deck, seat, weights)
            if not found or value > best:
                best = value
                plan[BEST] = plan[SECOND]
            found = True
    return best


@jit
def take_gains(plan: Records, place: int, deck: Deck, seat: int, weights: PositionWeights) -> float:
    """Raises, fulfils and steals, the best first, as long as that helps; returns the value then."""
    legal = np.empty(MOST_LEGAL, np.int16)
    value = position_value(plan[place], deck, seat, weights)
    while True:
        best = DONE
        for i in range(1, legal_actions(plan[place], deck, legal)):
            plan[TRIAL] = plan[place]
            apply_action(plan[TRIAL], deck, int(legal[i]))
            found = position_value(plan[TRIAL], deck, seat, weights)
            if found > value:
                value = found
                best = int(legal[i])
        if best == DONE:
            return value
        apply_action(plan[place], deck, best)
