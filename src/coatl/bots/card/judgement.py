"""Judgement by whole games: the margin to expect at the end of the game, and the chance of winning, of a position."""

import numpy as np

from coatl.bots.card.fast_model import FAST_MODEL, write_model
from coatl.bots.card.policy_weights import write_policy_weights
from coatl.bots.card.search import prepared_scratch
from coatl.bots.card.turn_policy import policy_action
from coatl.bots.card.weights import WEIGHTS
from coatl.bots.card.whole_games import MARGIN, WIN, play_from
from coatl.bots.judgement import Judgement, outcome
from coatl.bots.weights import Floats
from coatl.card.state import GAIN, TAIL
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of

GAMES = 64  # that judge a position


def judge(rules: Rules, states: Records, seat: int) -> Judgement:
    """How a position stands for a seat (from 1), by what that seat may know; of a finished game, how it ended.

    >>> import coatl, numpy
    >>> game = coatl.new("card", players=2, seed=7)
    >>> judgement = judge(game.rules, game.rules.determinise(game.view(1), numpy.random.default_rng(1)), 1)
    >>> abs(judgement.margin) < 15, 0 < judgement.win < 1
    (True, True)
    """
    states = settled(rules, states)
    result = rules.result(states)
    if result is not None:
        return outcome(result, seat)
    scratches = copy_of(prepared_scratch(rules.decks.tobytes()))
    results = results_from(rules, scratches, states, seat, 0, GAMES)
    return Judgement(float(results[:, MARGIN].mean()), float(results[:, WIN].mean()))


def settled(rules: Rules, states: Records) -> Records:
    """The position when the turn policy has taken what the newest card brings, and laid a tail behind a head."""
    states, stream, legal = copy_of(states), np.ones(1, np.int64), np.empty(rules.most_legal, np.int16)
    while states[0].pending in (GAIN, TAIL):
        rules.play(states, int(policy_action(states[0], rules.decks[0], stream, legal, WEIGHTS[0].discard)))
    return states


def results_from(rules: Rules, scratches: Records, states: Records, seat: int, first: int, count: int) -> Floats:
    """Results of so many games from a position, as the seat (from 1) sees it: games × (margin, win).

    Games of one number, from `first` on, meet the same deal.
    """
    results, models = np.zeros((count, 2)), np.zeros(1, FAST_MODEL)
    write_model(states[0], rules.decks[0], seat - 1, models[0])
    write_policy_weights(scratches, rules.decks, models, WEIGHTS)
    scratches[0].viewer = seat - 1
    play_from(states, rules.decks, scratches, seat - 1, first, results)
    return results
