"""How good each action is for a seat: its levels, and what is in reach, when its turn is over.

Gains are taken as long as they help; the second card of a turn is the best one for what the first has left.
"""

import numpy as np

from coatl.bots.card.outlook import Floats, outlook
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, RAISE
from coatl.card.setup import is_last_round
from coatl.card.state import GAIN, REVEALED, STATE, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records

SAMPLES = 3  # feathers by which a discard is judged
FIRST, BEST, SECOND, TRIAL, ROOM = 0, 1, 2, 3, 4  # the states of a plan


@jit
def appraise(states: Records, decks: Records, seat: int, actions: Ints, values: Floats) -> None:
    """Writes for each action how the seat can stand after the turn that it belongs to, in points."""
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
            values[i] += value_of(plan, decks[0], seat, int(actions[i])) / samples


@jit
def value_of(plan: Records, deck: Deck, seat: int, action: int) -> float:
    """How the seat stands after an action and the best that it can do in the same turn."""
    if action != DONE:
        apply_action(plan[FIRST], deck, action)
        if plan[FIRST].pending == REVEALED:
            best_card(plan, deck, seat)
            plan[FIRST] = plan[BEST]
        take_gains(plan, FIRST, deck, seat)
    if plan[FIRST].pending != GAIN or not turn_goes_on(plan[FIRST], deck):
        return outlook(plan[FIRST], deck, seat)
    apply_action(plan[FIRST], deck, DONE)
    return best_card(plan, deck, seat)


@jit
def turn_goes_on(state: State, deck: Deck) -> bool:
    """Whether another card follows the present one."""
    if is_last_round(state, deck):
        return state.players[state.seat].tail == 0
    return bool(state.plays + 1 < deck.plays)


@jit
def best_card(plan: Records, deck: Deck, seat: int) -> float:
    """The best that the next card can bring; the state behind it is noted. Nothing is hoped for from a discard."""
    legal = np.empty(MOST_LEGAL, np.int16)
    best = outlook(plan[FIRST], deck, seat)
    plan[BEST] = plan[FIRST]
    found = False
    for i in range(legal_actions(plan[FIRST], deck, legal)):
        if DISCARD <= legal[i] < RAISE:
            continue
        plan[SECOND] = plan[FIRST]
        apply_action(plan[SECOND], deck, int(legal[i]))
        if plan[SECOND].pending == GAIN:
            value = take_gains(plan, SECOND, deck, seat)
            if not found or value > best:
                best = value
                plan[BEST] = plan[SECOND]
            found = True
    return best


@jit
def take_gains(plan: Records, place: int, deck: Deck, seat: int) -> float:
    """Raises, fulfils and steals, the best first, as long as that helps; returns how the seat stands then."""
    legal = np.empty(MOST_LEGAL, np.int16)
    value = outlook(plan[place], deck, seat)
    while True:
        best = DONE
        for i in range(1, legal_actions(plan[place], deck, legal)):
            plan[TRIAL] = plan[place]
            apply_action(plan[TRIAL], deck, int(legal[i]))
            found = outlook(plan[TRIAL], deck, seat)
            if found > value:
                value = found
                best = int(legal[i])
        if best == DONE:
            return value
        apply_action(plan[place], deck, best)
