"""Learned judgement: the margin to expect at the end of the game, and the chance of winning, of any position.

Two networks are shipped, for the solo game and for tables of two to four; each with a card that tells what it was made
from and how well it does. `coatl learn` makes them.
"""

from functools import cache
from pathlib import Path

import numpy as np

from coatl.board.state import NEEDS_FOUR
from coatl.bots.board.features import COUNT, write_features
from coatl.bots.board.network import Network, Singles, judged, read_network
from coatl.bots.board.resources import RESOURCES, Context
from coatl.bots.board.weights import for_table
from coatl.bots.judgement import Judgement, outcome
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

FOLDER = Path(__file__).parent
WIDTH = 8  # coatls that are grown side by side when designs are looked for
TRAINED_FOUR = {  # the weights with difficulty 4 when the networks were trained: they read designs by them
    "future": -16.0,
    "lacking": 1.0,
    "unmet": 0.0,
    "crowded": 0.0,
    "stuck": 0.0,
}


def judge(rules: Rules, states: Records, seat: int) -> Judgement:
    """How a position stands for a seat (from 1), by what that seat may know; of a finished game, how it ended.

    >>> import coatl, numpy
    >>> game = coatl.new("board", players=2, seed=7)
    >>> judgement = judge(game.rules, game.rules.determinise(game.view(1), numpy.random.default_rng(1)), 1)
    >>> abs(judgement.margin) < 15, 0 < judgement.win < 1
    (True, True)
    """
    result = rules.result(states)
    if result is not None:
        return outcome(result, seat)
    network = shipped("solo" if states[0].options.solo else "table")
    return Judgement(*judged(network, features_of(rules, states, seat)))


def features_of(rules: Rules, states: Records, seat: int) -> Singles:
    """What a network reads of a position for a seat (from 1)."""
    features = np.zeros(COUNT, np.float32)
    weights = copy_of(for_table(states)["designs"])
    weights["width"] = WIDTH
    if states[0].options.difficulties[NEEDS_FOUR]:
        for name, value in TRAINED_FOUR.items():
            weights[name] = value
    write_features(Context(states, rules.decks, np.zeros(1, RESOURCES), weights, seat - 1), features)
    return features


@cache
def shipped(kind: str) -> Network:
    """The network for the solo game, or for tables of several."""
    return read_network(FOLDER / f"judgement_{kind}.npz")
