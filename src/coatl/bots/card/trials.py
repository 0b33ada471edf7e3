"""Plans for a turn, and simulated games that try them."""

from typing import Annotated

import numpy as np

from coatl.bots.card.desk import Desk
from coatl.bots.card.outlook import Floats
from coatl.bots.card.policy import policy_action
from coatl.bots.card.redeal import redeal
from coatl.bots.card.swift import drop, end_turn, play_feathers, play_on, play_revealed
from coatl.bots.card.table import TABLE, Table, deal, stir, write_table
from coatl.bots.card.worth import FEATURES, worth
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.notation import DISCARD, DONE, RAISE
from coatl.card.state import GAIN, PLAY, STATE, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit
from coatl.engine.playouts import higher
from coatl.engine.records import Int8, Int64, Ints, Records
from coatl.solver.card.plans import STEPS, add_step, goals_turn_on_levels, turn_goes_on, ways_to_play

Float64 = Annotated[float, np.float64]

CARDS = 600  # ways to play one card; those beyond are not looked at
DEALS = 6  # by which a discard is judged
WIN = 0.1  # the share of winning in the value of an end; the rest is the lead, which is less a matter of luck
SPREAD = 24.0  # a lead of so many points is nearly everything
HEAT = 10  # deals after which plans may drop out
CLEARLY = 1.5  # how far behind is too far: it grows with the deals, for there are more looks
STREAMS = 64  # more than a game has turns
HOPEFUL = 4  # the first cards behind which a discard is thought of


class Runner:
    """A plan in the race."""

    total: Float64  # of the values of its simulated games
    tries: Int64
    out: Int8


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
        for number in range(DEALS):
            room[0] = state
            redeal(room[0], deck, seat, number)
            stream[0] = number
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
def end_value(table: Table, seat: int) -> float:
    """How good the end of a game is for a seat, from 0 to 1: winning, and by how much."""
    seats = 2 if table.solo else int(table.players)
    own = table.seats[seat].result
    lead, total = 1000, 0
    beaten, shared = True, 1
    for other in range(seats):
        if other != seat:
            theirs = table.seats[other].result
            lead = min(lead, own[0] - theirs[0])
            total += own[0] - theirs[0]
            if higher(theirs, own):
                beaten = False
            elif not higher(own, theirs):
                shared += 1
    won = 0.0
    if table.solo:
        won = 1.0 if lead > 0 else 0.0
    elif beaten:
        won = 1.0 / shared
    ahead = (lead + total / (seats - 1)) / 2
    return float(WIN * won + (1.0 - WIN) * (0.5 + 0.5 * np.tanh(ahead / SPREAD)))


@jit
def prepare(states: Records, decks: Records, seat: int, plans: Ints, tables: Records) -> None:
    """Plays each plan up to its last step, which asks chance, and lays the table behind it."""
    room = np.empty(1, STATE)
    for plan in range(len(plans)):
        room[0] = states[0]
        for i in range(1, plans[plan, 0]):
            apply_action(room[0], decks[0], int(plans[plan, i]))
        write_table(room[0], decks[0], seat, tables[plan])


@jit
def try_plan(tables: Records, deck: Deck, desk: Desk, seat: int, last: int, number: int) -> float:
    """One simulated game on the first table: a deal, the last step of the plan, then the quick player for all."""
    table = tables[0]
    stir(desk.stream, number)
    deal(table, seat, desk.stream)
    if DISCARD <= last < RAISE:
        hand = table.seats[seat]
        place = 0
        while hand.hand[place] != last - DISCARD:
            place += 1
        drop(hand, place)
        play_revealed(table, deck, desk, seat)
        table.plays += 1
        play_feathers(tables, deck, desk, seat)
    end_turn(table, deck, desk, seat)
    play_on(tables, deck, desk, number)
    return end_value(table, seat)


@jit
def simulate(
    tables: Records, decks: Records, desks: Records, seat: int, plans: Ints, race: Records, values: Floats, count: int
) -> None:
    """So many simulated games more: all plans that are still in the race are tried in the same deals.

    After every few deals those that are clearly behind the leader drop out. `values[plan, deal]` are the results.
    """
    room = np.empty(2, TABLE)
    for _ in range(count):
        plan, number = next_trial(race, values)
        if plan < 0:
            return
        last = int(plans[plan, plans[plan, 0]])
        room[0] = tables[plan]
        values[plan, number] = try_plan(room, decks[0], desks[0], seat, last, int(desks[0].seed) + number * STREAMS)
        race[plan].total += values[plan, number]
        race[plan].tries += 1


@jit
def next_trial(race: Records, values: Floats) -> tuple[int, int]:
    """The plan in the race with the fewest tries, and its next deal; none when only one is left, or no more deals."""
    least, running = -1, 0
    for i in range(len(race)):
        if not race[i].out:
            running += 1
            if least < 0 or race[i].tries < race[least].tries:
                least = i
    deals = int(race[least].tries)
    if least == first_running(race) and deals and deals % HEAT == 0:
        running = drop_out(race, values, deals)
        least = first_running(race)
    if running < 2 or deals == values.shape[1]:
        return -1, 0
    return least, deals


@jit
def first_running(race: Records) -> int:
    i = 0
    while race[i].out:
        i += 1
    return i


@jit
def drop_out(race: Records, values: Floats, deals: int) -> int:
    """Those clearly behind the leader leave the race, by the differences in the same deals; returns how many go on."""
    leader = -1
    for i in range(len(race)):
        if not race[i].out and (leader < 0 or race[i].total > race[leader].total):
            leader = i
    running = 0
    too_far = np.sqrt(CLEARLY * np.log(deals))  # standard errors
    for i in range(len(race)):
        if not race[i].out:
            behind = values[leader, :deals] - values[i, :deals]
            if i != leader and behind.mean() > too_far * np.sqrt(behind.var() / deals):
                race[i].out = 1
            else:
                running += 1
    return running
