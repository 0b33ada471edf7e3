"""Games of the card game to their end: what came of them for a seat, by margin and by win.

They are the rollouts of the search, in its fast model, with its policy in every seat (design D13), begun at any moment
at which something was just revealed, seen by any player; or games by the rules, with the turn policy in every seat.
"""

import numpy as np

from coatl.bots.card.endgame import play_ends
from coatl.bots.card.fast_model import FAST_MODEL, FastModel, deal, seed_stream, write_model
from coatl.bots.card.race import STREAMS
from coatl.bots.card.rollout import best_moves, end_turn, play_feathers, play_move, play_rollout
from coatl.bots.card.scratch import Scratch
from coatl.bots.card.turn_policy import policy_action
from coatl.bots.weights import Floats
from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL
from coatl.card.state import CARL, REVEALED, State
from coatl.card.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.playouts import higher
from coatl.engine.structs import Ints, Records

MARGIN, WIN = 0, 1  # what a game came to


@jit_in_place
def write_result(model: FastModel, seat: int, out: Floats) -> None:
    """Writes by how many points a seat is ahead of the best other one, and its share of the win (RULES 5.4, 5.5)."""
    own = model.seats[seat].result
    lead, sharing, beaten = 1000, 1, True
    for other in range(2 if model.solo else int(model.players)):
        if other != seat:
            theirs = model.seats[other].result
            lead = min(lead, int(own[0] - theirs[0]))
            if higher(theirs, own):
                beaten = False
            elif not higher(own, theirs):
                sharing += 1
    out[MARGIN] = lead
    if model.solo:
        out[WIN] = 1.0 if lead > 0 else 0.0
    else:
        out[WIN] = 1.0 / sharing if beaten else 0.0


@jit
def play_from(states: Records, decks: Records, scratches: Records, viewer: int, first: int, results: Floats) -> None:
    """Plays games from a moment behind a reveal, as a seat sees it: `results[game]`."""
    room, models = np.empty(2, FAST_MODEL), np.empty(1, FAST_MODEL)
    write_model(states[0], decks[0], viewer, models[0])
    for game in range(len(results)):
        room[0] = models[0]
        number = int(scratches[0].seed) + (first + game) * STREAMS
        seed_stream(scratches[0].stream, number)
        deal(room[0], viewer, scratches[0].stream)
        play_begun_turn(room, states[0], decks[0], scratches[0])
        play_rollout(room, decks[0], scratches[0], number)
        write_result(room[0], viewer, results[game])


@jit_in_place
def play_begun_turn(models: Records, state: State, deck: Deck, scratch: Scratch) -> None:
    """Finishes a turn that a rollout cannot begin with: behind a revealed feather, or after CARL's."""
    model, seat = models[0], int(state.seat)
    if state.pending == CARL:
        model.seat = 0  # a round of the fast model begins with CARL
        return
    if state.pending == REVEALED:
        best_moves(model, deck, scratch, seat, int(state.revealed), scratch.first, scratch.value, scratch.move)
        play_move(model, deck, scratch, seat, int(scratch.move[0]), scratch.first)
        model.plays += 1
    elif not model.solo:
        return
    if model.round_number == model.rounds:
        play_ends(model, deck, scratch, seat)
    else:
        play_feathers(models, deck, scratch, seat)
    end_turn(model, deck, scratch, seat)


@jit
def play_to_end(states: Records, decks: Records, plan: Ints, stream: Ints, weights: Records) -> None:
    """Plays a plan, then the turn policy in every seat, to the end of the game."""
    state, deck, legal = states[0], decks[0], np.empty(MOST_LEGAL, np.int16)
    for i in range(plan[0]):
        apply_action(state, deck, int(plan[i + 1]))
    action = policy_action(state, deck, stream, legal, weights[0].discard)
    while action >= 0:
        apply_action(state, deck, action)
        action = policy_action(state, deck, stream, legal, weights[0].discard)
