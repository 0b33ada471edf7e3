"""What any search must do, whichever way it thinks: use its simulated games, weigh several plans, and look again."""

import numpy as np
import pytest

from coatl.bots.base import Bot, Limit, Thought, rng_of
from coatl.bots.search import SEARCHES, SearchBot
from coatl.engine.jit import DISABLED
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.game import Game
from coatl.registry import rules_of

GAMES = ["board", "card"]
TRIES = Limit(simulations=300)
pytestmark = pytest.mark.skipif(DISABLED, reason="simulated games take too long as plain Python")


def begun(kind: str, seed: str = "sense", actions: int = 0) -> Game:
    """A game for two in which somebody has a turn to plan."""
    game, dice = Game(rules_of(kind, players=2), seed), rng_of(seed)
    while game.view(game.seat).pending == "keep":
        game.play("done")
    while len(game.entries) < actions or len(game.legal()) < 6:
        game.play(game.legal()[int(dice.integers(len(game.legal())))])
    return game


def thought(bot: Bot, game: Game, limit: Limit = TRIES) -> Thought:
    view = game.view(game.seat)
    return bot.think(view, view.legal, limit, rng_of(len(game.entries)))


@pytest.mark.parametrize("kind", GAMES)
def test_simulated_games_are_what_decides(kind: str) -> None:
    """The values tell their results, and now and then they change the mind of the first sight."""
    changed = tried = 0
    for number in range(12):
        game = begun(kind, f"decides {number}", actions=12)
        sight, found = (thought(SearchBot(game.rules), game, Limit(simulations=n)) for n in (0, 300))
        assert not any(option.tries for option in sight.options)
        if any(option.tries for option in found.options):
            assert len({option.value for option in found.options}) > 1
            tried += 1
            changed += found.line != sight.line
    assert tried > 6  # the others had one plan alone
    assert changed > 0


@pytest.mark.parametrize("kind", GAMES)
def test_several_first_steps_are_weighed_and_none_that_was_tried_as_often_is_better(kind: str) -> None:
    game = begun(kind, actions=12)
    found = thought(SearchBot(game.rules), game)
    assert len(found.options) > 2
    best = found.options[0]
    assert best.action == found.choice
    assert all(best.value >= rival.value for rival in found.options if rival.tries >= best.tries)


@pytest.mark.parametrize("kind", GAMES)
def test_a_plan_is_followed_as_long_as_the_table_looks_as_expected(kind: str) -> None:
    game = begun(kind, actions=12)
    bot = SearchBot(game.rules)
    line = thought(bot, game).line
    followed = 0
    while followed < 3:
        expected = line[1:]
        game.play(line[0])
        again = thought(bot, game)
        if expected and len(game.legal()) > 1:
            assert (again.line, again.simulations) == (expected, 0)
            followed += 1
        line = again.line or (again.choice,)


@pytest.mark.parametrize("kind", GAMES)
def test_another_step_than_the_planned_one_is_thought_about_anew(kind: str) -> None:
    """Though the second step of the plan would still be legal, the bot answers as one that has never planned."""
    met = 0
    for number in range(30):
        game = begun(kind, f"else {number}", actions=12)
        bot = SearchBot(game.rules)
        line = thought(bot, game).line
        other = detour(game, line)
        if other is not None:
            assert thought(bot, other) == thought(SearchBot(game.rules), other)
            met += 1
        if met == 4:
            return
    raise AssertionError("no plan has a second step that could follow another first one")


def detour(game: Game, line: tuple[str, ...]) -> Game | None:
    """The game behind another step of the same seat, after which the second step of a plan is legal among others."""
    for action in game.legal():
        if action != line[0] and len(line) > 1:
            other = Game.replay(game.record())
            other.play(action)
            if not other.over and other.seat == game.seat and line[1] in other.legal() and len(other.legal()) > 1:
                return other
    return None


@pytest.mark.parametrize("kind", GAMES)
def test_the_deal_that_stands_for_what_is_unseen_changes_nothing(kind: str) -> None:
    """Not even the search inside may look at the cards that were dealt to the others for the sake of a whole state."""
    game = begun(kind, actions=12)
    rules, view = game.rules, game.view(game.seat)
    deals = [rules.determinise(view, np.random.default_rng(seed)) for seed in range(3)]
    for deal in deals:
        deal["chance"] = deals[0]["chance"]
    assert deals[1].tobytes() != deals[0].tobytes()
    answers = [answer(rules, deal, game) for deal in deals]
    assert answers[0] == answers[1] == answers[2]


def answer(rules: Rules, states: Records, game: Game) -> tuple[list[tuple[int, float, int]], list[int]]:
    found = SEARCHES[rules.game](rules, copy_of(states), game.seat, game.numbers(), rng_of(1))
    found.simulate(200)
    return found.options(), found.line()
