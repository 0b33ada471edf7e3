"""The race of the card game's plans: rollouts in the same deals, until those clearly behind have dropped out."""

import numpy as np

from coatl.bots.card.fast_model import FAST_MODEL, FastModel, deal, seed_stream, write_model
from coatl.bots.card.rollout import drop_feather, end_turn, play_feathers, play_revealed, play_rollout
from coatl.bots.card.scratch import Scratch
from coatl.bots.card.weights import ResultWeights
from coatl.bots.weights import Float64, Floats
from coatl.card.apply import apply_action
from coatl.card.notation import DISCARD, RAISE, discarded_feather
from coatl.card.state import STATE
from coatl.card.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.playouts import higher
from coatl.engine.structs import Int8, Int64, Ints, Records

ROUND = 10  # deals after which plans may drop out
CLEARLY = 1.5  # how far behind is too far: it grows with the deals, for there are more looks
STREAMS = 64  # more than a game has turns


class Entry:
    """A plan in the race."""

    total: Float64  # of the values of its rollouts
    tries: Int64
    out: Int8


@jit_in_place
def result_value(model: FastModel, seat: int, weights: ResultWeights) -> float:
    """How good the end of a game is for a seat, from 0 to 1: winning, and by how much."""
    seats = 2 if model.solo else int(model.players)
    own = model.seats[seat].result
    lead, total = 1000, 0
    beaten, shared = True, 1
    for other in range(seats):
        if other != seat:
            theirs = model.seats[other].result
            lead = min(lead, own[0] - theirs[0])
            total += own[0] - theirs[0]
            if higher(theirs, own):
                beaten = False
            elif not higher(own, theirs):
                shared += 1
    won = 0.0
    if model.solo:
        won = 1.0 if lead > 0 else 0.0
    elif beaten:
        won = 1.0 / shared
    ahead = (lead + total / (seats - 1)) / 2
    return float(weights.win * won + (1.0 - weights.win) * (0.5 + 0.5 * np.tanh(ahead / weights.spread)))


@jit
def line_up(states: Records, decks: Records, seat: int, plans: Ints, models: Records) -> None:
    """Plays each plan up to its last step, where chance decides, and writes the fast model behind it."""
    room = np.empty(1, STATE)
    for plan in range(len(plans)):
        room[0] = states[0]
        for i in range(1, plans[plan, 0]):
            apply_action(room[0], decks[0], int(plans[plan, i]))
        write_model(room[0], decks[0], seat, models[plan])


@jit_in_place
def play_plan(models: Records, deck: Deck, scratch: Scratch, seat: int, last: int, number: int) -> float:
    """Plays one rollout in the first model: a deal, the last step of the plan, then the policy for all; its value."""
    model = models[0]
    seed_stream(scratch.stream, number)
    deal(model, seat, scratch.stream)
    if DISCARD <= last < RAISE:
        hand = model.seats[seat]
        place = 0
        while hand.hand[place] != discarded_feather(last):
            place += 1
        drop_feather(hand, place)
        play_revealed(model, deck, scratch, seat)
        model.plays += 1
        play_feathers(models, deck, scratch, seat)
    end_turn(model, deck, scratch, seat)
    play_rollout(models, deck, scratch, number)
    return result_value(model, seat, scratch.result)


@jit
def simulate(
    models: Records,
    decks: Records,
    scratches: Records,
    seat: int,
    plans: Ints,
    race: Records,
    values: Floats,
    count: int,
) -> None:
    """Plays so many rollouts more: all plans that are still in the race are tried in the same deals.

    After every few deals those that are clearly behind the leader drop out. `values[plan, deal]` are the results.
    """
    room = np.empty(2, FAST_MODEL)
    for _ in range(count):
        plan, number = next_rollout(race, values)
        if plan < 0:
            return
        last = int(plans[plan, plans[plan, 0]])
        room[0] = models[plan]
        values[plan, number] = play_plan(
            room, decks[0], scratches[0], seat, last, int(scratches[0].seed) + number * STREAMS
        )
        race[plan].total += values[plan, number]
        race[plan].tries += 1


@jit_in_place
def next_rollout(race: Records, values: Floats) -> tuple[int, int]:
    """The plan in the race with the fewest tries, and its next deal; none when only one is left, or no more deals."""
    least, running = -1, 0
    for i in range(len(race)):
        if not race[i].out:
            running += 1
            if least < 0 or race[i].tries < race[least].tries:
                least = i
    deals = int(race[least].tries)
    if least == first_running(race) and deals and deals % ROUND == 0:
        running = drop_out(race, values, deals)
        least = first_running(race)
    if running < 2 or deals == values.shape[1]:
        return -1, 0
    return least, deals


@jit_in_place
def first_running(race: Records) -> int:
    """The first plan that is still in the race."""
    i = 0
    while race[i].out:
        i += 1
    return i


@jit
def drop_out(race: Records, values: Floats, deals: int) -> int:
    """Takes out those clearly behind the leader, by the differences in the same deals; returns how many go on."""
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
