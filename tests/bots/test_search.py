"""The search at the board game: it plans whole turns, keeps its limit, and wins."""

import statistics
import time

import numpy as np
import pytest

from coatl.bots.base import Limit, rng_of
from coatl.bots.board.design_table import nothing_found
from coatl.bots.board.designs import DESIGN
from coatl.bots.board.race import builds, line_up, new_race
from coatl.bots.board.resources import HOLDINGS, RESOURCES
from coatl.bots.board.rollout import wanted_cards
from coatl.bots.board.search import BoardSearch
from coatl.bots.board.turn_costs import turns_for
from coatl.bots.board.weights import WEIGHTS, for_difficulty_four
from coatl.bots.search import SearchBot
from coatl.engine.jit import DISABLED
from coatl.game import Game
from coatl.registry import rules_of
from tests.board.scenes import Scene, coatl, player, supply, table
from tests.bots.players import match, play_out

slow = pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")


def choice(scene: Scene, simulations: int = 20) -> str:
    """What the search does as seat 1."""
    bot = SearchBot(scene.rules)
    return bot.choose(scene.view(1), sorted(scene.legal), Limit(simulations=simulations), rng_of(1))


@pytest.mark.parametrize("simulations", [0, 40])
def test_it_finishes_a_coatl_in_its_last_turn(simulations: int) -> None:
    """RULES 4.3: only finished coatls score."""
    mine = player("", tails="B", coatls=[coatl("(BBBB", "R5")])
    scene = table(mine, player(), ending="third-coatl", ender=2, turns_left=0, tokens=False)
    assert choice(scene, simulations) == "extend 1 tail B"


def test_it_takes_the_pieces_that_its_hand_asks_for() -> None:
    mine = player("K10 K5 R5 Y3 Y4", bodies="B", heads="R", tails="R")  # a full hand
    scene = table(mine, player(), pieces=supply("RR GG BB YY KK RG"), tokens=False)
    assert choice(scene) == "take body3"


def test_its_line_is_a_whole_assembly_and_it_follows_it() -> None:
    """One thought for the turn: the steps that follow are those of the line."""
    mine = player("Y4", bodies="BBYY", heads="R", tails="R")
    scene = table(mine, player(), tops="T2 T3", tokens=False, ending="third-coatl", ender=2, turns_left=0)
    bot, rng = SearchBot(scene.rules), rng_of(1)
    view = scene.view(1)
    thought = bot.think(view, sorted(scene.legal), Limit(simulations=20), rng)
    assert len(thought.line) >= 8
    assert "fulfil Y4 1" in thought.line
    for step in thought.line[:-1]:
        assert bot.think(scene.view(1), sorted(scene.legal), Limit(simulations=20), rng).choice == step
        scene.play(step)


def test_designs_found_while_planning_are_those_that_rollouts_would_look_for() -> None:
    """Looking for designs is nearly all of the time of planning: what is kept must be what would be found again."""
    mine = player("Y4 K5 R5", bodies="BBYYK", heads="RB", tails="R", coatls=[coatl("BBK")])
    scene = table(mine, player("K10"), tops="T2 T3", pieces=supply("RR GG BB YY KK RG"), tokens=False)
    numbers = [scene.rules.parse(action) for action in scene.legal]
    search = BoardSearch(scene.rules, scene.states, 1, numbers, rng_of(3))
    again = new_race(len(search.order))
    line_up(search.context, search.plans, search.order, again, nothing_found())
    assert sum(builds(search.plans[place]) for place in search.order) > 2
    assert again.sizes.tolist() == search.race.sizes.tolist()
    for size, kept, found in zip(again.sizes, search.race.designs, again.designs, strict=True):
        for name in DESIGN.names or ():
            if name != "pieces":  # behind the end of a coatl lies what was tried before
                assert np.array_equal(kept[name][:size], found[name][:size]), name


def test_the_options_are_legal_and_the_best_comes_first() -> None:
    game = Game(rules_of("board", players=2), "options")
    while game.view(game.seat).pending == "keep":
        game.play("done")
    view = game.view(1)
    thought = SearchBot(game.rules).think(view, view.legal, Limit(simulations=120), rng_of(2))
    assert thought.simulations == 120
    assert thought.options[0].action == thought.choice
    assert {option.action for option in thought.options} <= set(view.legal)
    assert sum(option.tries for option in thought.options) <= 120


@slow
@pytest.mark.parametrize("kind", ["board", "card"])
def test_it_keeps_a_limit_in_time(kind: str) -> None:
    """Only decisions that it thinks about count, not the steps of a plan that it follows."""
    rules = rules_of(kind, players=2)
    game, bot, rng = Game(rules, "quick"), SearchBot(rules), rng_of(3)
    bot.warm_up()
    spent: list[tuple[float, float]] = []
    while not game.over and len(spent) < 20:
        view = game.view(game.seat)
        began, busy = time.perf_counter(), time.thread_time()
        thought = bot.think(view, view.legal, Limit(seconds=0.05), rng)
        if thought.simulations:
            spent.append((time.perf_counter() - began, time.thread_time() - busy))
        game.play(thought.choice)
    assert statistics.median(busy for _, busy in spent) < 0.1  # its own work, whatever else the machine does
    assert max(passed for passed, _ in spent) > 0.03  # a race that is decided ends early, others use their time


@slow
def test_it_beats_greedy() -> None:
    """A longer match is in docs/strength.md."""
    wins, mine, theirs = match(rules_of("board", players=2), "search:100", "greedy", 10)
    assert wins >= 0.7
    assert mine > theirs


@slow
def test_it_beats_adam_more_often_than_not() -> None:
    rules = rules_of("board", solo=True)
    bot = SearchBot(rules)
    bot.limit = Limit(simulations=400)
    results = [play_out(Game(rules, "adam", stream=number), [bot]).result for number in range(12)]
    assert sum(result is not None and result.winners == (1,) for result in results) >= 6


@slow
def test_difficulty_4_it_finishes_coatls_with_four_prophecies() -> None:
    """RULES 4.5: they take long, so that each looks like a loss of time; not to build them loses more."""
    rules = rules_of("board", solo=True, difficulties=(4,))
    bot = SearchBot(rules)
    bot.limit = Limit(simulations=100)
    games = [play_out(Game(rules, "four", stream=number), [bot]) for number in range(6)]
    assert sum(coatl.closed for game in games for coatl in game.view(1).players[0].coatls) >= 9


def test_a_full_hand_takes_one_card_of_the_row_in_rollouts_if_another_can_be_laid() -> None:
    """RULES 4.5, difficulty 2: without it, designs with cards of the row would stand still for ever."""
    designs, holdings = np.zeros(1, DESIGN), np.zeros(1, HOLDINGS)
    designs[0]["cards"] = 0b110001  # one in hand, two in the row
    holdings[0]["hand"], holdings[0]["row"], holdings[0]["hand_limit"] = 0b1111, 0b110000, 4
    chosen = np.array([0, -1, -1])
    assert wanted_cards(designs, holdings[0], chosen) == 0b010000
    holdings[0]["hand"] = 0b0111
    assert wanted_cards(designs, holdings[0], chosen) == 0b010000
    holdings[0]["hand"] = 0b0011
    assert wanted_cards(designs, holdings[0], chosen) == 0b110000
    designs[0]["cards"], holdings[0]["hand"] = 0b110000, 0b1111
    assert wanted_cards(designs, holdings[0], chosen) == 0


def test_designs_for_which_the_hand_has_no_room_take_longer() -> None:
    """Each card too many costs the turns in which another one is laid before."""
    designs, holdings, resources = np.zeros(1, DESIGN), np.zeros(1, HOLDINGS), np.zeros(1, RESOURCES)
    weights = for_difficulty_four(WEIGHTS)[0].designs
    designs[0]["head"] = designs[0]["tail"] = -1
    designs[0]["cards"], holdings[0]["row"] = 0b110000, 0b110000
    turns = []
    for hand in (0b0011, 0b0111, 0b1111):
        holdings[0]["hand"], holdings[0]["hand_limit"] = hand, 4
        turns.append(turns_for(designs[0], resources[0], holdings[0], weights))
    assert [later - turns[0] for later in turns] == pytest.approx([0.0, weights.crowded, 2 * weights.crowded])
