"""Whole random games inside the compiled engine, and how they ended."""

import numpy as np

from coatl.card.apply import apply_action
from coatl.card.legal import MOST_LEGAL, legal_actions
from coatl.card.scoring import standing
from coatl.card.setup import set_up
from coatl.card.state import NOBODY, PLAYERS, State
from coatl.card.tables import Deck
from coatl.engine.chance import pick, seed_chance
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.playouts import seed_stream, wins
from coatl.engine.structs import Ints, Records


@jit_in_place
def play_out(state: State, deck: Deck, stream: Ints, legal: Ints, most: int) -> int:
    """Plays uniformly random legal actions to the end, at most `most`; returns how many."""
    decisions = 0
    while decisions < most:
        count = legal_actions(state, deck, legal)
        if count == 0:
            break
        apply_action(state, deck, int(legal[pick(stream, count)]))
        decisions += 1
    return decisions


@jit
def play_games(states: Records, decks: Records, blank: Records, key: Ints, number: int, decisions: Ints) -> None:
    """Fills `states` with the final positions of random games `number`, `number` + 1, … of a seed.

    `blank` holds the options; `decisions[i]` receives the number of decisions of each game.
    """
    legal = np.empty(MOST_LEGAL, np.int16)
    stream = np.empty(1, np.int64)
    for i in range(len(states)):
        states[i] = blank[0]
        seed_chance(states[i].chance, key, number + i)
        seed_stream(stream, key, number + i)
        set_up(states[i], decks[0])
        decisions[i] = play_out(states[i], decks[0], stream, legal, 1_000_000)


@jit
def write_standings(states: Records, decks: Records, points: Ints, won: Ints, turns: Ints, endings: Ints) -> None:
    """What `Standings` tells of finished games, row by row."""
    ranks = np.zeros((PLAYERS, 3), np.int64)
    for i in range(len(states)):
        state = states[i]
        standing(state, ranks)
        for seat in range(points.shape[1]):
            points[i, seat] = ranks[seat, 0]
            won[i, seat] = wins(ranks, points.shape[1], seat, 1 if state.options.carl != NOBODY else 0)
        turns[i] = state.turns
        endings[i] = 0
