"""Plans for a turn, and simulated games that try them."""

import numpy as np

from coatl.bots.card.outlook import Floats
from coatl.bots.card.policy import play_turns, policy_action
from coatl.bots.card.redeal import redeal
from coatl.bots.card.worth import FEATURES, worth
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, RAISE
from coatl.card.scoring import standing
from coatl.card.state import GAIN, NOBODY, PLAY, PLAYERS, STATE, State
from coatl.card.tables import Deck
from coatl.engine.chance import STREAM_BITS
from coatl.engine.jit import jit
from coatl.engine.playouts import higher
from coatl.engine.records import Ints, Records
from coatl.solver.card.plans import STEPS, add_step, goals_turn_on_levels, turn_goes_on, ways_to_play

CARDS = 600  # ways to play one card; those beyond are not looked at
DEALS = 6  # by which a discard is judged
LAST_TURN = 10_000
HOPEFUL = 4  # the first cards behind which a discard is thought of


@jit
def keep(values: Floats, plans: Ints, steps: Ints, value: float) -> None:
    """Puts a plan among the best, the best first; one that is like another is left out."""
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
def find_plans(states: Records, decks: Records, seat: int, values: Floats, plans: Ints) -> None:
    """The best plans for the turn by their worth: whole turns, or up to a discard."""
    deck = decks[0]
    features = np.empty(FEATURES)
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
            best[node] = worth(nodes[node], deck, seat, features)
            keep(values, plans, steps[node], best[node])
            continue
        behind[0] = nodes[node]
        apply_action(behind[0], deck, DONE)
        path[0] = steps[node]
        for end in range(1, ways_to_play(behind, path, deck, free)):
            add_step(path, end, DONE)
            value = worth(behind[end], deck, seat, features)
            best[node] = max(best[node], value)
            keep(values, plans, path[end], value)
    if states[0].pending == PLAY:
        try_discards(states[0], deck, seat, path[0], values, plans, nodes)
    for _ in range(HOPEFUL):
        node = int(np.argmax(best))
        if best[node] > -1e9 and nodes[node].pending == GAIN and turn_goes_on(nodes[node], deck):
            apply_action(nodes[node], deck, DONE)
            if nodes[node].pending == PLAY:
                try_discards(nodes[node], deck, seat, steps[node], values, plans, behind)
        best[node] = -1e9


@jit
def try_discards(state: State, deck: Deck, seat: int, steps: Ints, values: Floats, plans: Ints, room: Records) -> None:
    """Judges a discard by some deals in which the quick player goes on to the end of the turn."""
    legal = np.empty(MOST_LEGAL, np.int16)
    spare = np.empty(MOST_LEGAL, np.int16)
    stream = np.zeros(1, np.int64)
    features = np.empty(FEATURES)
    found = np.zeros((1, STEPS), np.int16)
    for i in range(legal_actions(state, deck, legal)):
        if not DISCARD <= legal[i] < RAISE:
            continue
        total = 0.0
        for deal in range(DEALS):
            room[0] = state
            redeal(room[0], deck, seat, deal)
            stream[0] = deal
            apply_action(room[0], deck, int(legal[i]))
            finish_turn(room[0], deck, stream, spare)
            total += worth(room[0], deck, seat, features)
        found[0] = steps
        add_step(found, 0, int(legal[i]))
        keep(values, plans, found[0], total / DEALS)


@jit
def finish_turn(state: State, deck: Deck, stream: Ints, legal: Ints) -> None:
    """The quick player goes on until only the end of the turn is left."""
    while True:
        action = policy_action(state, deck, stream, legal)
        if action < 0 or (action == DONE and not turn_goes_on(state, deck)):
            return
        apply_action(state, deck, action)


@jit
def end_value(state: State, seat: int, ranks: Ints, tuning: Floats) -> float:
    """How good the end of a game is for a seat, from 0 to 1: winning, and by how much."""
    standing(state, ranks)
    seats = 2 if state.options.carl != NOBODY else int(state.options.players)
    lead, total = 1000, 0
    beaten, shared = True, 1
    for other in range(seats):
        if other != seat:
            lead = min(lead, ranks[seat, 0] - ranks[other, 0])
            total += ranks[seat, 0] - ranks[other, 0]
            if higher(ranks[other], ranks[seat]):
                beaten = False
            elif not higher(ranks[seat], ranks[other]):
                shared += 1
    won = 0.0
    if state.options.carl != NOBODY:
        won = 1.0 if lead > 0 else 0.0
    elif beaten:
        won = 1.0 / shared
    return float(
        tuning[0] * won + (1.0 - tuning[0]) * (0.5 + 0.5 * np.tanh((lead + total / (seats - 1)) / 2 / tuning[1]))
    )


@jit
def try_plan(states: Records, decks: Records, seat: int, steps: Ints, number: int, tuning: Floats) -> float:
    """One simulated game: a deal, the plan, then the quick player for all."""
    deck = decks[0]
    room = np.empty(1, STATE)
    legal = np.empty(MOST_LEGAL, np.int16)
    ranks = np.zeros((PLAYERS, 3), np.int64)
    stream = np.zeros(1, np.int64)
    stream[0] = (number * 7919 + 13) & STREAM_BITS
    room[0] = states[0]
    redeal(room[0], deck, seat, number)
    for i in range(1, steps[0] + 1):
        apply_action(room[0], deck, int(steps[i]))
    play_turns(room[0], deck, stream, legal, LAST_TURN)
    return end_value(room[0], seat, ranks, tuning)


@jit
def estimates(worths: Floats, totals: Floats, tries: Ints, tuning: Floats, out: Floats) -> None:
    """The value of each plan: what its worth promises beside the others, corrected by its simulated games."""
    slope, trust = 0.5 / tuning[1], tuning[3]
    games = tries.sum()
    level = (totals.sum() - slope * (tries * worths).sum()) / max(games, 1)
    for i in range(len(tries)):
        out[i] = (totals[i] + trust * (level + slope * worths[i])) / (tries[i] + trust)


@jit
def simulate(
    states: Records,
    decks: Records,
    seat: int,
    plans: Ints,
    worths: Floats,
    totals: Floats,
    tries: Ints,
    tuning: Floats,
    count: int,
) -> None:
    """So many simulated games more, each for the plan that promises the most (UCB)."""
    values = np.empty(len(tries))
    for _ in range(count):
        estimates(worths, totals, tries, tuning, values)
        logarithm = np.log(tries.sum() + 1.0)
        for i in range(len(tries)):
            values[i] += tuning[2] * np.sqrt(logarithm / (tries[i] + tuning[3]))
        best = int(np.argmax(values))
        totals[best] += try_plan(states, decks, seat, plans[best], int(tries[best]), tuning)
        tries[best] += 1
