"""Hints of the card game: the rest of the turn, judged by the search, with what the solver could have at once."""

import json
from random import Random
from typing import Any

import pytest

import coatl
from coatl.bots.base import Limit
from coatl.engine.jit import DISABLED
from coatl.hints import Hint, hint
from coatl.hints.facts import Facts, facts_from
from coatl.solver.card.solver import card_rules
from tests.card.scenes import player, table

pytestmark = pytest.mark.skipif(DISABLED, reason="a search takes too long as plain Python")
BRIEFLY = Limit(simulations=300)


def test_a_hint_names_the_rest_of_the_turn_and_why() -> None:
    scene = table(
        player("KG", "", "B1"), pending="head", round=5
    )  # B1 is G R: the tail brings it, and no feathers are left
    scene.play("head K", "done")
    advice = hint(scene.view(1), scene.rules, limit=BRIEFLY)
    assert advice.steps == ("tail R", "raise B1", "done")
    assert (advice.facts.kind, advice.facts.points, advice.facts.now, advice.facts.final) == ("turn", 2, 0, True)
    assert [change.kind for change in advice.facts.changes] == ["coatl", "level"]
    assert advice.data()["headline"] == "This turn brings you to 2 points, now 0."
    assert advice.facts.at_once is None


def test_points_at_once_are_named_where_the_search_advises_against_them() -> None:
    """A sure level is less than what a feather from the deck promises; the solver's sure turn is told beside."""
    scene = table(player("KG", "RB", "B1"), plays=1)
    advice = hint(scene.view(1), scene.rules, limit=BRIEFLY)
    assert advice.steps == ("discard RB",)
    assert advice.facts.average
    assert advice.facts.at_once == 2
    assert "2 points could be had at once" in " ".join(advice.data()["reasons"])


def test_who_waits_is_told_so() -> None:
    scene = table(player("KG", "RB", "B1"), plays=1)
    advice = hint(scene.view(2), scene.rules, limit=BRIEFLY)
    assert (advice.steps, advice.facts) == ((), Facts("waiting"))


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"solo": True}])
def test_every_hint_of_a_game_names_a_move_and_can_be_followed(options: dict[str, Any]) -> None:
    random = Random("hints")
    game = coatl.new("card", seed=3, **options)
    asked = 0
    while not game.over:
        if random.random() < 0.3 and game.legal() != ["carl"]:
            advice = hint(game, limit=Limit(simulations=60))
            check(advice)
            asked += 1
            trial = game.copy()
            for place, step in enumerate(advice.steps):
                assert step in trial.legal(), (advice, game.position_line("all"))
                assert not place or not trial.entries[-1].outcomes, "a line ends with the first reveal"
                trial.play(step)
        game.play(random.choice(game.legal()))
    assert asked > 5


def check(advice: Hint) -> None:
    """It names a move; facts travel as JSON and come back."""
    assert advice.action
    data = json.loads(json.dumps(advice.data()))
    assert "table.hint" not in json.dumps([data["headline"], data["reasons"], data["others"]])
    assert json.loads(json.dumps(Hint(advice.steps, facts_from(data["facts"])).data())) == data


def test_a_turn_keeps_what_the_hint_promises() -> None:
    """Whoever plays the line has the points that it names when the turn is over (RULES 5.4)."""
    game = coatl.new("card", players=2, seed=5)
    for _ in range(6):
        advice = hint(game, limit=BRIEFLY)
        seat, trial = game.seat, game.copy()
        for step in advice.steps:
            trial.play(step)
        if not advice.facts.average:
            levels = trial.view(None).players[seat - 1].levels
            worth = sum(card_rules(game.rules).deck.levels.points[level] for level in levels)
            temple = sum(change.points for change in advice.facts.changes if change.kind == "temple")
            assert worth == advice.facts.points - temple
        game = trial
