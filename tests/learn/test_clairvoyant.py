"""The clairvoyant, who measures what could be won: it foresees, and only in matches."""

import pytest

import coatl
from coatl.arena import match
from coatl.bots.base import Limit, rng_of
from coatl.bots.registry import BOTS
from coatl.engine.errors import CoatlError
from coatl.learn.clairvoyant import ClairvoyantSearch, board_foresight
from coatl.position import Position
from coatl.registry import rules_of

CLAIRVOYANT = "coatl.learn.clairvoyant:ClairvoyantSearch"


def test_who_sees_the_draws_to_come_scores_more() -> None:
    """Against CARL, on the same deals: some ten points a game."""
    found = match(CLAIRVOYANT, "search:20", game="card", games=24, seed="foresight", solo=True, opponent="carl")
    seer, search, _ = found.statistics.lines
    assert seer.forfeits == 0
    assert seer.points.mean > search.points.mean + 5


def test_rollouts_of_the_board_game_draw_what_will_be_drawn() -> None:
    """Another chance to come is another value; nothing else is by chance."""
    position = Position.new(rules_of("board", solo=True), "foresight")
    while position.rules.turns(position.states) == 0 or len(position.legal()) == 1:
        position.play(position.legal()[0])

    def values(key: int) -> list[tuple[float, int]]:
        other = position.copy()
        other.states[0].chance.key[0] = key
        other.states[0].chance.used = 16
        return board_foresight(other.rules, other.states, 1, other.legal(), rng_of(key))

    assert values(1) == values(1)
    assert values(1) != values(2)


def test_it_is_no_opponent() -> None:
    assert ClairvoyantSearch not in BOTS.values()
    game = coatl.new("card", players=2, seed=7)
    with pytest.raises(CoatlError, match="matches alone"):
        ClairvoyantSearch(game.rules).think(game.view(1), game.legal(), Limit(), rng_of(1))
