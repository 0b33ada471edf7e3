"""The best turn of the card game: against brute force, and what is told about it."""

import json
from itertools import count

import numpy as np
import pytest

import coatl
import coatl.solver
from coatl.card.rules import CardRules
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.registry import rules_of
from coatl.solver.card import solver
from coatl.solver.card.best_turn import weighed
from coatl.solver.card.solver import best_turn
from tests.card.scenes import against_carl, player, printed, table, with_prophecies
from tests.effort import times
from tests.solver.card_brute import most_points, points_after, small_positions, standing, viewed

POSITIONS = times(2_500, plain=150)
TABLES = [
    {"players": 2},
    {"players": 3},
    {"players": 4, "first": 2},
    {"solo": True, "opponent": "carl"},
    {"solo": True, "opponent": "carl2"},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_no_mismatch_with_brute_force(options: dict[str, object]) -> None:
    """Every legal action of random small positions, at every kind of table."""
    rules = printed(**options)
    checked = 0
    for number in count():
        for states in small_positions(rules, f"small {number}"):
            actions, values = weighed(rules, states)
            if checked % 10 == 0:
                expected = [points_after(rules, states, action) for action in actions]
                assert values == pytest.approx(expected), rules.position(states)
            else:
                assert max(values) == pytest.approx(most_points(rules, states)), rules.position(states)
            checked += 1
            if checked == POSITIONS // len(TABLES):
                return


def test_a_deal_that_looks_the_same_gives_the_same_answer() -> None:
    """The deck and the other hands are exchanged; only what the seat sees may count."""
    rules = printed(players=3)
    scene = table(player("RG^BYK", "RB GY", "B1:1 P2"), player(hand="RG RG RK YK"), middle="G3 B4", players=3)
    view = scene.view(1)
    answers = {tuple(weighed(rules, rules.determinise(view, np.random.default_rng(seed)))[1]) for seed in range(10)}
    assert len({tuple(round(value, 9) for value in answer) for answer in answers}) == 1


def test_a_discard_is_a_mean_over_what_may_come() -> None:
    found = best_turn("KK", ["RB"], ["B1"], second=True)
    assert found.actions == ("discard RB",)
    assert sum(each.chance for each in found.reveals) == pytest.approx(1)
    assert sum(each.chance * each.points for each in found.reveals) == pytest.approx(found.points)
    assert [each.feather for each in found.reveals if each.points == 2] == ["RG"]


def test_reasons_tell_levels_places_points_and_losses() -> None:
    found = best_turn("KG", ["RB"], ["B1"], second=True)
    assert found.actions == ("beside RB right", "raise B1", "done")
    assert found.reasons == (
        "KG becomes KGRB",
        "B1: G R stands once (parts 2–3); level 0 becomes 1: +2 points",
    )
    assert (found.points, found.before, found.final) == (2, 0, False)
    grown, raised = (change for step in found.steps for change in step.changes)
    assert (grown.kind, grown.action, grown.was, grown.now) == ("coatl", "beside RB right", "KG", "KGRB")
    assert (raised.kind, raised.card, raised.was, raised.now, raised.points) == ("level", "B1", 0, 1, 2)
    assert (raised.action, raised.times, raised.where) == ("raise B1", 1, ((2, 3),))


def test_a_loss_is_told() -> None:
    """Whatever covers the only G R loses it, and the best way does not."""
    scene = table(player("GR", "YK", "B1:1"), middle="P1 P9", plays=1)
    found = solver.solve(scene.rules, scene.view(1), alternatives=20)
    lossy = {
        other.actions[0] for other in found.alternatives if "B1 falls from level 1 to 0: -2 points" in other.reasons
    }
    falls = [change for other in found.alternatives for change in other.steps[0].changes if change.kind == "fall"]
    assert {(fall.card, fall.was, fall.now, fall.points) for fall in falls} == {("B1", 1, 0, -2)}
    assert lossy == {"over YK left", "over KY left", "over YK right", "over KY right"} - set(found.actions)


def test_the_last_round_is_final() -> None:
    """Head G and tail R: each makes one more place; brute force agrees."""
    found = best_turn("RGRG", [], ["B1:1"])
    assert found.final
    assert found.actions == ("head G", "raise B1", "done", "tail R", "raise B1", "done")
    assert found.points == 6


@pytest.mark.parametrize(("temple", "own"), [("T3", "B1:2 B3:2"), ("T5", "B1:2 P1:3")])
def test_a_level_is_left_out_if_it_spoils_a_goal(temple: str, own: str) -> None:
    """T3 asks for twins and T5 for a blue prophecy below a pink one: G R a third time is a point, the goal is more."""
    scene = table(player("GRYKGRYKG", "RB", own), temple=temple, plays=1)
    found = solver.solve(scene.rules, scene.view(1), alternatives=50)
    ways = {other.actions[0]: other for other in (found, *found.alternatives)}
    chosen = ways["beside RB right"]
    assert chosen.actions == ("beside RB right", "done")
    action = scene.rules.parse("beside RB right")
    assert chosen.points == points_after(scene.rules, scene.states, action)
    assert "raise B1" in scene.play("beside RB right").legal


def test_a_card_that_brings_a_lot_is_weighed_to_the_end() -> None:
    """Ten prophecies that stand at once, and a temple for which levels matter: a thousand ways to take them."""
    own = " ".join(f"X{number}" for number in range(1, 11))
    scene = table(player("KG", "RB", own), temple="T3", plays=1, rules=with_prophecies(*["G R"] * 10))
    states = scene.rules.determinise(scene.view(1), np.random.default_rng(0))
    actions, values = weighed(scene.rules, states)
    assert values[actions.index(scene.rules.parse("beside RB right"))] == 10 * 2 + 3


def test_a_prophecy_is_stolen_from_carl_twice() -> None:
    scene = against_carl(player("RG", "BK", "P1:1"), "B7:1 B9:1", plays=1)
    found = solver.solve(scene.rules, scene.view(1))
    assert {"steal B7", "steal B9"} <= set(found.actions)


def test_the_steps_can_be_played() -> None:
    """Whole games by the solver: its line is legal and ends with the points that it promised."""
    for number in range(2):
        rules = printed(players=2)
        for states in small_positions(rules, f"line {number}"):
            view = viewed(rules, states)
            found = solver.solve(rules, view, alternatives=0)
            scene = table(rules=rules)
            scene.states = states
            if not found.reveals:
                scene.play(*found.actions[:-1])
                assert standing(rules, scene.states) == found.points


def test_it_becomes_plain_data() -> None:
    data = best_turn("KK", ["RB"], ["B1"], second=True).data()
    assert json.loads(json.dumps(data)) == data
    assert data["steps"][0]["action"] == "discard RB"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"coatl": "KX"}, "coatl.letter"),
        ({"hand": ["RR"]}, "feather.unknown"),
        ({"own": ["Z9"]}, "card.unknown"),
        ({"own": ["B1:7"]}, "solve.level"),
        ({"middle": ["B1", "B2", "B3", "B4"]}, "solve.middle"),
        ({"own": ["B1"], "middle": ["B1"]}, "position.impossible"),
        ({"temple": "T99"}, "position.impossible"),
        ({"hand": ["RG"] * 6}, "position.impossible"),
    ],
)
def test_impossible_tables_are_refused(given: dict[str, object], code: str) -> None:
    with pytest.raises(CoatlError) as fault:
        best_turn(**{"coatl": "RG", "hand": ["RB"], **given})  # type: ignore[arg-type]
    assert fault.value.code == code


def test_another_seats_turn_and_hidden_hands_are_refused() -> None:
    scene = table(player("KG", "RB", "B1"), player("RG", "RB"))
    for viewer, seat, code in ((2, None, "solve.turn"), (2, 1, "solve.hidden"), (1, 9, "seat.unknown")):
        with pytest.raises(CoatlError) as fault:
            solver.solve(scene.rules, scene.view(viewer), seat)
        assert fault.value.code == code


def test_rules_of_the_other_game_are_refused() -> None:
    assert isinstance(solver.card_rules(printed()), CardRules)
    with pytest.raises(CoatlError):
        solver.card_rules(rules_of("board"))


@pytest.mark.skipif(DISABLED, reason="a whole turn takes too long as plain Python")
def test_the_solver_is_asked_like_that_of_the_board_game() -> None:
    game = coatl.new("card", players=2, seed=7)
    found = coatl.solver.solve(game)
    assert found.actions[0] in game.legal()
