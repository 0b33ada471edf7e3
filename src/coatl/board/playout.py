"""Whole random games inside the compiled engine, and how they ended."""

import numpy as np

from coatl.board.apply import apply_action
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.scoring import standing
from coatl.board.setup import set_up
from coatl.board.state import PLAYERS, State
from coatl.board.tables import Deck
from coatl.engine.chance import STREAM_BITS, chacha_block, pick, seed_chance
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records


@jit
def seed_stream(stream: Ints, key: Ints, number: int) -> None:
    """The stream of the random players in game `number` of a seed, apart from the chance of the game itself."""
    nonce = np.zeros(3, np.int64)
    nonce[0] = number & 0xFFFFFFFF
    nonce[1] = number >> 32
    nonce[2] = 1  # the game's own chance has 0 here
    words = np.empty(16, np.int64)
    chacha_block(key, 0, nonce, words)
    stream[0] = ((words[0] << 31) ^ words[1]) & STREAM_BITS


@jit
def play_out(state: State, deck: Deck, stream: Ints, legal: Ints, most: int) -> int:
    """Plays uniformly random legal actions to the end, at most `most`; returns how many."""
    decisions = 0
    while decisions < most:
        count = legal_actions(state, deck, legal)
        if count == 0:
            break
        apply_action(state, deck, np.int64(legal[pick(stream, count)]))
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
        standing(decks[0], state, ranks)
        for seat in range(points.shape[1]):
            points[i, seat] = ranks[seat, 0]
            won[i, seat] = wins(ranks, points.shape[1], seat, state.options.solo)
        turns[i] = state.turns
        endings[i] = state.ending


@jit
def wins(ranks: Ints, seats: int, seat: int, solo: int) -> int:
    """1 if nobody stands higher; alone, the human wins only with more points than ADAM (RULES 4.4, 4.5)."""
    if solo:
        ahead = ranks[0, 0] > ranks[1, 0]
        return 1 if ahead == (seat == 0) else 0
    for other in range(seats):
        if higher(ranks[other], ranks[seat]):
            return 0
    return 1


@jit
def higher(one: Ints, other: Ints) -> bool:
    """More points; then more cards at finished coatls; then the better single coatl."""
    for i in range(3):
        if one[i] != other[i]:
            return bool(one[i] > other[i])
    return False
