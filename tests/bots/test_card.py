"""The greedy bot at the card game."""

import statistics
import time

import pytest

from coatl.bots.base import rng_of
from coatl.bots.registry import make
from coatl.engine.jit import DISABLED
from coatl.game import Game
from coatl.registry import rules_of
from tests.bots.test_bots import play

MATCH = 20


@pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")
def test_greedy_beats_random() -> None:
    """Seat-balanced, on shared deals; it won all of 100 games, with some 32 to 3 points."""
    rules = rules_of("card", players=2)
    points: dict[str, list[int]] = {"greedy": [], "random": []}
    wins = 0
    for number in range(MATCH):
        kinds = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        result = play(Game(rules, "match", stream=number // 2), kinds).result
        assert result is not None
        for seat, kind in enumerate(kinds):
            points[kind].append(result.points[seat])
        wins += result.winners == (kinds.index("greedy") + 1,)
    assert wins > 0.9 * MATCH
    assert statistics.mean(points["greedy"]) > 4 * statistics.mean(points["random"])


@pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")
@pytest.mark.parametrize("opponent", ["carl", "carl2"])
def test_greedy_beats_carl_now_and_then(opponent: str) -> None:
    rules = rules_of("card", solo=True, opponent=opponent)
    results = [play(Game(rules, "alone", stream=number), ["greedy"]).result for number in range(MATCH)]
    assert sum(result is not None and result.winners == (1,) for result in results) > 0


@pytest.mark.skipif(DISABLED, reason="plain Python says nothing about speed")
def test_greedy_thinks_quickly() -> None:
    """Usually 1 ms a decision, and some 20 ms for the hardest; the bound leaves room for a busy machine."""
    rules = rules_of("card", players=4)
    game, bot, rng = Game(rules, "quick"), make("greedy", rules), rng_of(1)
    bot.warm_up()
    spent: list[float] = []
    while not game.over:
        view = game.view(game.seat)
        began = time.thread_time()
        action = bot.choose(view, view.legal, bot.limit, rng)
        spent.append(time.thread_time() - began)
        game.play(action)
    assert statistics.median(spent) < 0.02
    assert statistics.quantiles(spent, n=20)[-1] < 0.06


def test_greedy_takes_what_a_card_brings() -> None:
    game = Game(rules_of("card", players=2), "5", ["Ann", "Ben"])
    bot, rng = make("greedy", game.rules), rng_of(1)
    seen = 0
    while not game.over and seen < 5:
        view = game.view(game.seat)
        action = bot.choose(view, view.legal, bot.limit, rng)
        if any(choice.startswith(("raise", "fulfil")) for choice in view.legal):
            seen += action != "done"
        game.play(action)
    assert seen == 5
