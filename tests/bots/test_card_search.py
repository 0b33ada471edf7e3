"""The search of the card game: fair, repeatable, sensible with any budget, and strong."""

import numpy as np
import pytest

from coatl.bots.base import rng_of
from coatl.bots.card.redeal import redeal
from coatl.bots.card.search import CardSearch
from coatl.card.rules import CardRules
from coatl.engine.chance import key_of
from coatl.engine.jit import DISABLED
from coatl.engine.structs import Records, copy_of
from tests.card.scenes import against_carl, fresh, player, printed, table

TABLES = [
    {"players": 2},
    {"players": 3, "first": 3},
    {"players": 4},
    {"solo": True, "opponent": "carl", "manner": "daring"},
    {"solo": True, "opponent": "carl2", "manner": "domineering"},
]
BUDGET = 4 if DISABLED else 60
compiled = pytest.mark.skipif(DISABLED, reason="whole turns take too long as plain Python")


def legal_of(rules: CardRules, states: Records) -> list[int]:
    out = np.empty(rules.most_legal, np.int16)
    return [int(action) for action in out[: rules.legal(states, out)]]


def search(rules: CardRules, states: Records, seed: int = 1, budget: int = BUDGET) -> CardSearch:
    """A search by the deciding seat from what it sees."""
    rng, seat = rng_of(seed), rules.seat(states)
    dealt = rules.determinise(rules.view(states, seat), rng)
    found = CardSearch(rules, dealt, seat, legal_of(rules, states), rng)
    found.simulate(budget)
    return found


def played(rules: CardRules, seed: str, budget: int) -> Records:
    """A whole game in which every seat follows the search."""
    states = rules.blank()
    rules.seed(states, key_of(seed), 0)
    rules.set_up(states)
    while not rules.over(states):
        legal = legal_of(rules, states)
        action = legal[0]
        if len(legal) > 1:
            found = search(rules, states, budget=budget)
            action = found.line()[0]
            assert action in legal
            assert {option for option, _, _ in found.options()} <= set(legal)
        rules.play(states, action)
    return states


@compiled
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_decision_of_a_game_has_a_legal_answer(options: dict[str, object]) -> None:
    rules = printed(**options)
    assert rules.result(played(rules, "search", 2)) is not None


@compiled
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_what_cannot_be_seen_changes_nothing(options: dict[str, object]) -> None:
    """Two games that differ in other hands, in the deck and in CARL's action deck, and the same random stream."""
    rules = printed(**options)
    states = fresh(rules).states
    if rules.table.solo:
        rules.play(states, rules.parse("carl"))
    seat = rules.seat(states)
    other = rules.determinise(rules.view(states, seat), np.random.default_rng(5))
    assert other.tobytes() != states.tobytes()
    one, two = search(rules, states), search(rules, other)
    assert one.options() == two.options()
    assert one.line() == two.line()


@compiled
def test_the_same_budget_gives_the_same_answer_in_any_slices() -> None:
    states = fresh(printed(players=2)).states
    whole = search(printed(players=2), states, budget=BUDGET)
    sliced = search(printed(players=2), states, budget=0)
    for _ in range(BUDGET):
        sliced.simulate(1)
    assert sliced.options() == whole.options()
    assert sum(tries for _, _, tries in whole.options()) == BUDGET


@compiled
def test_the_line_goes_on_to_the_end_of_the_turn() -> None:
    """Its steps are legal one after the other, and the last one ends the turn or asks chance."""
    rules = printed(players=2)
    states = fresh(rules).states
    after = copy_of(states)
    line = search(rules, states).line()
    for action in line:
        assert after[0].turns == states[0].turns
        assert action in legal_of(rules, after)
        rules.play(after, action)
    assert after[0].turns == states[0].turns + 1 or rules.text(line[-1]).startswith("discard")


@compiled
def test_options_come_with_values_and_tries() -> None:
    found = search(printed(players=2), fresh(printed(players=2)).states)
    options = found.options()
    assert options[0][0] == found.line()[0]
    assert len(options) == len({action for action, _, _ in options})
    assert all(0 < value < 1 for _, value, tries in options if tries)


def test_without_a_budget_it_still_takes_what_lies_there() -> None:
    """The last card of the last turn of feathers: G R three times is worth more than anything else."""
    scene = table(player("GRKGRKG", "RB", "B1:2"), plays=1, round=4)
    line = [scene.rules.text(action) for action in search(scene.rules, scene.states, budget=0).line()]
    assert line == ["beside RB right", "raise B1", "done"]


def test_the_last_round_is_played_to_the_best_end() -> None:
    scene = table(player("RGRG", "", "B1:1"), pending="head", round=5)
    line = [scene.rules.text(action) for action in search(scene.rules, scene.states).line()]
    assert line == ["head G", "raise B1", "done", "tail R", "raise B1", "done"]


# ---------------------------------------------------------------- dealing anew


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_another_deal_looks_the_same(options: dict[str, object]) -> None:
    """The seat sees the same table, everything is there once, and what it cannot see differs now and then."""
    rules = printed(**options)
    states = fresh(rules).states
    if rules.table.solo:
        rules.play(states, rules.parse("carl"))
    seat = rules.seat(states)
    hidden = set()
    for number in range(8):
        other = copy_of(states)
        redeal(other[0], rules.decks[0], seat - 1, number)
        assert rules.view(other, seat) == rules.view(states, seat)
        shown = rules.view(other, "all")
        hidden.add((*(each.hand for each in shown.players), shown.carl and shown.carl.deck))
    assert len(hidden) > 1


# ---------------------------------------------------------------- strength


@compiled
def test_it_beats_carl() -> None:
    """The easiest manner, with 200 simulated games a decision."""
    rules = printed(solo=True, opponent="carl2", manner="greedy")
    wins = 0
    for number in range(20):
        result = rules.result(played(rules, f"carl {number}", 200))
        wins += result is not None and result.winners == (1,)
    assert wins >= 14


@compiled
def test_a_theft_from_carl_outweighs_a_level() -> None:
    """G R a third time is one point more; P1 at level 1 is two, and CARL has two less."""
    scene = against_carl(player("GRKGRKG", "RB YK BY", "B1:2"), "P1:1", plays=1, round=4)
    line = [scene.rules.text(action) for action in search(scene.rules, scene.states, budget=4 * BUDGET).line()]
    assert "steal P1" in line


@compiled
def test_few_rollouts_are_spent_on_the_plans_that_look_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tries for each of thirty plans would let chance choose; a line that somebody proposes races all the same."""
    rules = printed(players=2)
    states = fresh(rules).states
    seat, legal = rules.seat(states), legal_of(rules, states)
    worst = CardSearch(rules, copy_of(states), seat, legal, rng_of(1)).plans[-1]
    proposed = [int(step) for step in worst[1 : worst[0] + 1]]
    monkeypatch.setattr("coatl.bots.card.search.CANDIDATES", 10)
    found = CardSearch(rules, copy_of(states), seat, legal, rng_of(1), lines=[proposed])
    found.expect(60)
    assert found.simulate(60) > 0
    tried = found.race["tries"] > 0
    assert [bool(each) for each in tried] == [True] * 3 + [False] * 7 + [True]
    assert all(tries for _, _, tries in found.options())


@compiled
def test_many_rollouts_leave_no_plan_out() -> None:
    rules = printed(players=2)
    states = fresh(rules).states
    found = CardSearch(rules, copy_of(states), rules.seat(states), legal_of(rules, states), rng_of(1))
    found.expect(2500)
    assert not found.race["out"].any()
