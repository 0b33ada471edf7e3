"""What hints and advice say of the end of the game: the margin to expect, and the chance of winning."""

from itertools import islice
from typing import Any

import pytest

import coatl
from coatl.bots.base import Limit, rng_of
from coatl.bots.registry import make
from coatl.game import Game
from coatl.hints import hint
from coatl.hints.facts import Facts, Outlook
from coatl.hints.outlook import outlook_behind
from coatl.hints.wording import english

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("board", {"players": 2}),
    ("board", {"solo": True}),
    ("card", {"players": 3}),
    ("card", {"solo": True, "opponent": "carl"}),
]


def played_by(game: Game, spec: str) -> Game:
    """The game, played to its end."""
    bot, rng = make(spec, game.rules), rng_of("outlook")
    while legal := game.legal():
        game.play(legal[0] if len(legal) == 1 else bot.choose(game.view(game.seat), legal, Limit(), rng))
    return game


def ended_by_a_player(name: str, options: dict[str, Any]) -> Game:
    """A finished game whose last step is a player's, not an automaton's."""
    games = (played_by(coatl.new(name, seed=f"outlook {i}", **options), "greedy") for i in range(30))
    return next(game for game in games if game.entries[-1].seat <= game.rules.options["players"])


def moment(ended: Game, number: int) -> Game:
    """The game after so many of its entries."""
    return next(islice(Game.steps(ended.record(), ended.rules), number, None))


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_outlook_of_the_last_step_is_the_result(name: str, options: dict[str, Any]) -> None:
    ended = ended_by_a_player(name, options)
    result = ended.result
    assert result is not None
    number, last = len(ended.entries) - 1, ended.entries[-1]
    before = moment(ended, number)
    found = outlook_behind(before.rules, before.view(last.seat), last.seat, [last.action], rng_of(1))
    others = [points for seat, points in enumerate(result.points, 1) if seat != last.seat]
    assert found.margin == result.points[last.seat - 1] - max(others)
    assert found.win == (last.seat in result.winners) / len(result.winners)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_first_hint_tells_what_to_expect(name: str, options: dict[str, Any]) -> None:
    """At set-up too, where cards are kept (RULES 4.1)."""
    game = coatl.new(name, seed="outlook", **options)
    while len(game.legal()) == 1:
        game.play(game.legal()[0])
    found = hint(game, limit=Limit(simulations=20)).facts.outlook
    assert found is not None
    assert -30 < found.margin < 30
    assert 0 < found.win < 1


def test_who_is_far_ahead_expects_to_win() -> None:
    """Before the last turn of a game that was won by far, the winner's outlook is better than the loser's."""
    ended = played_by(coatl.new("card", seed="far", players=2), "greedy")
    result = ended.result
    assert result is not None
    winner, loser = result.winners[0], 3 - result.winners[0]
    outlooks = {}
    for number in range(len(ended.entries) - 1, 0, -1):
        game = moment(ended, number)
        if game.seat not in outlooks and game.legal() and "done" not in game.legal():
            outlooks[game.seat] = outlook_behind(game.rules, game.view(game.seat), game.seat, [], rng_of(1))
        if len(outlooks) == 2:
            break
    assert outlooks[winner].win > outlooks[loser].win
    assert outlooks[winner].margin > outlooks[loser].margin


@pytest.mark.parametrize(
    ("margin", "said"),
    [(3.21, "3.2 points ahead"), (-1.0, "1 point behind"), (0.04, "level"), (-0.04, "level")],
)
def test_sentence_says_who_is_ahead(margin: float, said: str) -> None:
    reasons = english(Facts("best", outlook=Outlook(margin, 0.416)))["reasons"]
    assert reasons == [f"Expected at the end: {said}, 42% to win."]
