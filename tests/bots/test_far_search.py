"""The search that looks on: the same as without when rollouts are few, repeatable, and swayed by what it sees."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from coatl.bots.base import Limit, rng_of
from coatl.bots.board.far_search import RACE, SOON, FarSearch
from coatl.bots.board.search import BoardSearch
from coatl.bots.registry import make
from coatl.engine.jit import DISABLED
from coatl.engine.rules import Rules
from coatl.game import Game
from coatl.registry import rules_of

SLOW = pytest.mark.skipif(DISABLED, reason="looking on takes long as plain Python")
TABLES: list[dict[str, Any]] = [{"solo": True}, {"players": 2}]


def turn_of(rules: Rules, moves: int = 40) -> Game:
    """A game of greedy, at a turn some way in with several plans."""
    game, guide = Game(rules, "far search"), make("greedy", rules)
    while len(game.entries) < moves or game.seat != 1 or game.view(1).pending != "turn":
        legal = game.legal()
        chance = rng_of(len(game.entries))
        game.play(guide.choose(game.view(game.seat), legal, Limit(), chance) if len(legal) > 1 else legal[0])
    return game


def begun(kind: type[BoardSearch], game: Game) -> Any:
    """A search of the first seat."""
    states = game.rules.determinise(game.view(1), rng_of(1))
    return kind(game.rules, states, 1, game.numbers(), rng_of(2))


@SLOW
@pytest.mark.parametrize("table", TABLES)
def test_few_rollouts_choose_as_before(table: dict[str, Any]) -> None:
    game = turn_of(rules_of("board", **table))
    searches = begun(FarSearch, game), begun(BoardSearch, game)
    for search in searches:
        search.simulate(RACE)
    assert searches[0].ranked() == searches[1].ranked()


@SLOW
@pytest.mark.parametrize("table", TABLES)
def test_looking_on_is_repeatable_and_changes_no_state(table: dict[str, Any]) -> None:
    """In one piece or in slices, as the clock cuts them."""
    game = turn_of(rules_of("board", **table))
    whole, sliced = begun(FarSearch, game), begun(FarSearch, game)
    before = whole.context.states.tobytes()
    whole.simulate(8000)
    for _ in range(80):
        sliced.simulate(100)
    assert len(whole.looks[SOON]) > 1
    assert whole.ranked() == sliced.ranked()
    assert {type(value) for _, value, _ in whole.ranked()} == {float}  # hints are sent as JSON
    assert whole.context.states.tobytes() == before


@SLOW
def test_plans_that_come_to_the_same_are_followed_once() -> None:
    search = begun(FarSearch, turn_of(rules_of("board", solo=True)))
    search.simulate(RACE + 1)
    entries = {int(place): entry for entry, place in enumerate(search.order)}
    states = {search.race.states[entries[place]].tobytes() for place, _ in search.followed}
    assert len(states) == len(search.followed) > 1


@SLOW
def test_all_plans_of_a_look_meet_the_same_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """And those of the next look others; the last one may not be whole yet."""
    search = begun(FarSearch, turn_of(rules_of("board", solo=True)))
    draws: Counter[int] = Counter()
    seed = search.rules.seed

    def noted(states: Any, key: Any, number: int) -> None:
        draws[number] += 1
        seed(states, key, number)

    monkeypatch.setattr(search.rules, "seed", noted)
    search.simulate(8000)
    looks = sum(map(len, search.looks.values()))
    assert looks > 1
    assert sorted(draws) in (list(range(looks)), list(range(looks + 1)))
    assert [draws[number] for number in range(looks)] == [len(search.followed)] * looks


@SLOW
@pytest.mark.parametrize(("spread", "first"), [(0.1, 1), (60.0, 0)])
def test_looks_outweigh_the_race_unless_they_differ_widely(spread: float, first: int) -> None:
    """The second plan is 3 points better by what was seen behind it; the race has it 6 points behind."""
    search = begun(FarSearch, turn_of(rules_of("board", solo=True)))
    search.simulate(RACE)
    (one, best, _), (other, _, _) = search.ranked()[:2]
    search.followed = [(one, best), (other, best - 6.0)]
    search.looks[SOON] = [np.array([0.0, 3.0 + sign * spread]) for sign in (-1, 1, -1, 1)]
    assert search.ranked()[0][0] == (one, other)[first]
