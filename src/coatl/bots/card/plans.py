"""Plans for a turn of the card game: whole turns, or up to a discard, ranked by the lead to expect behind them."""

from typing import NamedTuple

import numpy as np

from coatl.bots.card.evaluation import expected_lead
from coatl.bots.card.redeal import redeal
from coatl.bots.card.turn_policy import policy_action
from coatl.bots.card.weights import DiscardWeights
from coatl.bots.weights import Floats
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, RAISE
from coatl.card.state import GAIN, PLAY, STATE, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints, Records
from coatl.solver.card.plans import STEPS, add_step, goals_turn_on_levels, turn_goes_on, ways_to_play

CARDS = 600  # ways to play one card; those beyond are not looked at
DEALS = 6  # by which a discard is judged
DISCARDS_BEHIND = 4  # the first cards behind which a discard is thought of


class Ranking(NamedTuple):
    """The best plans so far, the best first: their values, and their steps as `solver.card.plans` writes them."""

    values: Floats
    plans: Ints


@jit
def keep_plan(ranking: Ranking, steps: Ints, value: float) -> None:
    """Inserts a plan among the best, the best first; one of equal value is taken for the same."""
    values, plans = ranking.values, ranking.plans
    last = len(values) - 1
    if value <= values[last]:
        return
    for i in range(len(values)):
        if values[i] == value:
            return
    place = last
    while place > 0 and values[place - 1] < value:
        values[place] = values[place - 1]
        plans[place] = plans[place - 1]
        place -= 1
    values[place] = value
    plans[place] = steps


@jit
def find_plans(states: Records, decks: Records, seat: int, weights: Records, ranking: Ranking) -> None:
    """Ranks the plans for the turn by the lead to expect behind them: whole turns, or up to a discard."""
    deck = decks[0]
    nodes = np.empty(CARDS, STATE)
    steps = np.zeros((CARDS, STEPS), np.int16)
    nodes[0] = states[0]
    free = goals_turn_on_levels(states[0], deck)
    count = ways_to_play(nodes, steps, deck, free)
    best = np.full(CARDS, -1e9)
    behind = np.empty(CARDS, STATE)
    path = np.zeros((CARDS, STEPS), np.int16)
    for node in range(count):
        if nodes[node].pending != GAIN:
            continue
        add_step(steps, node, DONE)
        if not turn_goes_on(nodes[node], deck):
            best[node] = expected_lead(nodes[node], deck, seat, weights[0].expected)
            keep_plan(ranking, steps[node], best[node])
            continue
        behind[0] = nodes[node]
        apply_action(behind[0], deck, DONE)
        path[0] = steps[node]
        for end in range(1, ways_to_play(behind, path, deck, free)):
            add_step(path, end, DONE)
            value = expected_lead(behind[end], deck, seat, weights[0].expected)
            best[node] = max(best[node], value)
            keep_plan(ranking, path[end], value)
    if states[0].pending == PLAY:
        add_discards(states[0], deck, seat, path[0], weights, ranking, nodes)
    for _ in range(DISCARDS_BEHIND):
        node = int(np.argmax(best))
        if best[node] > -1e9 and nodes[node].pending == GAIN and turn_goes_on(nodes[node], deck):
            apply_action(nodes[node], deck, DONE)
            if nodes[node].pending == PLAY:
                add_discards(nodes[node], deck, seat, steps[node], weights, ranking, behind)
        best[node] = -1e9


@jit
def add_discards(
    state: State, deck: Deck, seat: int, steps: Ints, weights: Records, ranking: Ranking, room: Records
) -> None:
    """Ranks the discards: each by some deals in which the turn policy goes on to the end of the turn."""
    legal = np.empty(MOST_LEGAL, np.int16)
    spare = np.empty(MOST_LEGAL, np.int16)
    stream = np.zeros(1, np.int64)
    found = np.zeros((1, STEPS), np.int16)
    for i in range(legal_actions(state, deck, legal)):
        if not DISCARD <= legal[i] < RAISE:
            continue
        total = 0.0
        for number in range(DEALS):
            room[0] = state
            redeal(room[0], deck, seat, number)
            stream[0] = number
            apply_action(room[0], deck, int(legal[i]))
            finish_turn(room[0], deck, stream, spare, weights[0].discard)
            total += expected_lead(room[0], deck, seat, weights[0].expected)
        found[0] = steps
        add_step(found, 0, int(legal[i]))
        keep_plan(ranking, found[0], total / DEALS)


@jit_in_place
def finish_turn(state: State, deck: Deck, stream: Ints, legal: Ints, weights: DiscardWeights) -> None:
    """Lets the turn policy go on until only the end of the turn is left."""
    while True:
        action = policy_action(state, deck, stream, legal, weights)
        if action < 0 or (action == DONE and not turn_goes_on(state, deck)):
            return
        apply_action(state, deck, action)
