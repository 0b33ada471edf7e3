"""The levels for people: each is clearly stronger than the one below, and the novice errs like a person."""

import statistics

import pytest

from coatl.bots.base import Option, rng_of
from coatl.bots.evaluation import Evaluation
from coatl.bots.failings import Failings, misjudged, not_overlooked
from coatl.bots.registry import make
from coatl.engine.jit import DISABLED
from coatl.game import Game
from coatl.registry import rules_of
from tests.bots.players import match

GAMES = {"board": 8, "card": 16}  # those of the card game are short


@pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")
@pytest.mark.parametrize("kind", ["board", "card"])
def test_the_novice_beats_random(kind: str) -> None:
    wins, points, others = match(rules_of(kind, players=2), "novice", "random", GAMES[kind])
    assert wins > 0.8
    assert points > 2 * others


@pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")
@pytest.mark.parametrize("kind", ["board", "card"])
def test_the_novice_loses_to_the_artisan(kind: str) -> None:
    wins, points, others = match(rules_of(kind, players=2), "novice", "artisan", GAMES[kind])
    assert wins < 0.4
    assert points < others


@pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")
@pytest.mark.parametrize("kind", ["board", "card"])
def test_the_priest_beats_the_artisan(kind: str) -> None:
    wins, _, _ = match(rules_of(kind, players=2), "priest", "artisan", GAMES[kind])
    assert wins > 0.5


def regrets(name: str, kind: str) -> list[float]:
    """How many points each choice of a bot gives away, by the evaluation of greedy."""
    rules = rules_of(kind, players=2)
    found = []
    for number in range(2):
        game, bot, guide = Game(rules, "regrets", stream=number), make(name, rules), make("greedy", rules)
        while not game.over and len(game.entries) < 200:
            view, rng = game.view(game.seat), rng_of(len(game.entries))
            if len(view.legal) > 1:
                states = rules.determinise(view, rng)
                numbers = [rules.parse(action) for action in view.legal]
                values = Evaluation(rules).action_values(states, game.seat, numbers)
                choice = bot.choose(view, view.legal, bot.limit, rng)
                found.append(max(values) - values[view.legal.index(choice)])
            game.play(guide.choose(view, view.legal, guide.limit, rng))
    return found


@pytest.mark.skipif(DISABLED, reason="few decisions say nothing, and many take too long as plain Python")
@pytest.mark.parametrize("kind", ["board", "card"])
def test_the_novice_errs_often_a_little_and_seldom_much(kind: str) -> None:
    novice, blind = regrets("novice", kind), regrets("random", kind)
    assert statistics.mean(regret > 0.01 for regret in novice) > 0.1
    assert statistics.mean(novice) < 0.4 * statistics.mean(blind)


def test_what_is_hidden_is_overlooked_more_often() -> None:
    legal = ["take body1", "extend 1 right R", "extend 2 left R", "pick RR", "pass"]
    times = dict.fromkeys(legal, 0)
    for seed in range(400):
        for action in not_overlooked(legal, rng_of(seed)):
            times[action] += 1
    assert times["take body1"] > times["extend 2 left R"] > times["pick RR"] > 0
    assert times["extend 1 right R"] > times["extend 2 left R"]


def test_the_novice_looks_again_rather_than_pass() -> None:
    seen = [not_overlooked(["priest pile1", "pass"], rng_of(seed)) for seed in range(50)]
    assert all(actions == ["priest pile1", "pass"] for actions in seen)


def test_who_oversees_nothing_sees_everything() -> None:
    legal = ["take body1", "extend 2 left R", "pick RR", "steal R1"]
    assert all(not_overlooked(legal, rng_of(seed), oversight=0.0) == legal for seed in range(20))


def test_nobody_gives_away_much_with_open_eyes() -> None:
    """Whatever the errors are, what is seen to be much worse is not played; a point is worth less in other values."""
    options = [Option("take body1", 10.0), Option("take body2", 9.0), Option("take head1", 7.0)]
    overrating = {"take body1": 0.0, "take body2": 0.0, "take head1": 1.5}
    rough = Failings(0.0, 5.0, 3.0)
    chosen = {misjudged(options, rough, rng_of(seed), overrating)[0].action for seed in range(50)}
    assert chosen == {"take body1", "take body2"}
    scaled = [Option(option.action, option.value / 50) for option in options]
    again = {misjudged(scaled, rough, rng_of(seed), overrating, point=1 / 50)[0].action for seed in range(50)}
    assert again == chosen


def test_without_failings_the_best_is_chosen() -> None:
    options = [Option("fulfil R1", 1.0), Option("raise R2", 1.1)]
    overrating = {"fulfil R1": 0.7, "raise R2": 0.0}
    assert misjudged(options, Failings(0.0, 0.0, 0.0), rng_of(1), overrating)[0].action == "raise R2"
    assert misjudged(options, Failings(0.0, 1.0, 0.0), rng_of(1), overrating)[0].action == "fulfil R1"
