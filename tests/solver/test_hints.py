"""Hints: what they advise, why, and that it can be done."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import coatl
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.solver import hint
from coatl.solver.facts import CardFact, CoatlFact, Facts, Other
from coatl.solver.hints import Hint
from tests.board.scenes import coatl as laid
from tests.board.scenes import player, supply, table

NO_HELP = "T8 T9"  # temples that help only a coatl of 9 or 6 pieces here
EMPTY_BOARD = supply(bodies="- - - - - -", heads="- -", tails="- -")


def told_facts(advice: Hint) -> Facts:
    assert advice.facts is not None
    return advice.facts


def check_facts(advice: Hint) -> None:
    """They say what the words say, and can travel as JSON."""
    facts, words = told_facts(advice), "\n".join(advice.words)
    for card in facts.cards:
        if card.level:
            assert card.card in words
            assert ("1 point" if card.points == 1 else f"{card.points} points") in words
    assert all(coatl.coatl in words for coatl in facts.coatls)
    assert len(facts.others) == len(advice.others)
    assert json.loads(json.dumps(advice.data()))["facts"]["kind"] == facts.kind


def test_points_that_can_be_had_come_first() -> None:
    scene = table(player(bodies="BYY", heads="B", tails="R", hand="Y4"), tops=NO_HELP, pieces=EMPTY_BOARD)
    advice = hint(scene.view(1), scene.rules)
    assert advice.headline == "Assemble now: 4 points from coatl 1."
    assert advice.action == "start head B"
    assert advice.points == 4
    assert "Y4: B B Y Y stands once (pieces 1–4); level 1: 4 points" in advice.reasons
    assert "A new one, (BBYYR): 4 points." in advice.reasons
    assert advice.facts == Facts(
        "finish",
        4,
        coatls=(CoatlFact(1, "", "(BBYYR)", 4),),
        cards=(CardFact("Y4", 1, 1, 4, 1, ((1, 4),)),),
        others=told_facts(advice).others,
    )


def test_a_cell_that_raises_the_points_is_named() -> None:
    cells = supply(bodies="YY - - - - -", heads="- -", tails="- -")
    me = player(bodies="BYY", heads="B", tails="R", hand="Y4 R1")
    scene = table(me, tops=NO_HELP, pieces=cells)
    advice = hint(scene.view(1), scene.rules)
    assert advice.points == 4
    assert advice.others[0] == "With YY from body1 first, it could be 9 points."  # (BBYYYR): 4 + 2, and 3 of T9
    assert told_facts(advice).others[0] == Other(9, ("take body1",), "YY")


def test_without_points_the_cell_that_brings_them_is_named() -> None:
    cells = supply(bodies="GG - - - - -", heads="- -", tails="R -")
    scene = table(player(bodies="BYY", heads="B", hand="Y4"), tops=NO_HELP, row="- - - - - -", pieces=cells)
    advice = hint(scene.view(1), scene.rules)
    assert advice.action == "take tail1"
    assert advice.headline == "Take tail1 (R): then you can score 4 points."
    facts = told_facts(advice)
    assert (facts.kind, facts.what, facts.points) == ("score-with", "R", 4)
    assert [(card.card, card.where) for card in facts.cards] == [("Y4", ((1, 4),))]


def test_else_what_brings_the_cards_nearer() -> None:
    cells = supply(bodies="GG YY - - - -", heads="- -", tails="- -")
    scene = table(player(bodies="BB", hand="Y4"), tops=NO_HELP, row="- - - - - -", pieces=cells)
    advice = hint(scene.view(1), scene.rules)
    assert advice.action == "take body2"
    assert advice.headline == "Take body2 (YY): your cards could stand at 4 points, now at 0."
    assert advice.reasons[0].startswith("A new coatl could become BBYY: Y4")
    facts = told_facts(advice)
    assert (facts.kind, facts.what, facts.points, facts.now) == ("grow-with", "YY", 4, 0)


def test_a_card_of_the_row_can_be_what_helps() -> None:
    scene = table(player(bodies="BBYY", hand="K1"), tops=NO_HELP, row="- Y4 - - - -", pieces=EMPTY_BOARD)
    assert hint(scene.view(1), scene.rules).action == "choose row2"


def test_cards_can_be_laid_without_finishing() -> None:
    me = player(bodies="Y", hand="Y4", coatls=[laid("BBY")], tokens="")
    scene = table(me, tops=NO_HELP, row="- - - - - -", pieces=EMPTY_BOARD)
    advice = hint(scene.view(1), scene.rules)
    assert advice.steps == ("extend 1 right Y", "fulfil Y4 1")
    facts = told_facts(advice)
    assert (facts.kind, facts.points, facts.now) == ("grow", 4, 0)
    assert facts.coatls == (CoatlFact(1, "BBY", "BBYY", 4),)


def test_far_from_all_cards_the_cell_with_what_they_lack_is_named() -> None:
    cells = supply(bodies="GG BY - - - -", heads="- -", tails="- -")
    scene = table(player(hand="Y4 Y3"), tops=NO_HELP, row="- - - - - -", pieces=cells)
    view = replace(scene.view(1), legal=tuple(scene.legal))
    advice = hint(view, scene.rules)
    assert advice.action == "take body2"
    assert advice.reasons == ("Y4 still lacks B B Y Y.", "Y3 still lacks B B B Y Y.")
    assert told_facts(advice) == Facts("near", what="BY", lacks={"Y4": "BBYY", "Y3": "BBBYY"})


def test_without_cards_the_advice_is_to_choose_some() -> None:
    scene = table(player(bodies="RG"), tops=NO_HELP, row="- - - - - -", pieces=EMPTY_BOARD)
    assert hint(scene.view(1), scene.rules).headline.startswith("You have no prophecy in hand")


def test_who_is_finishing_a_coatl_is_told_how_to_close_it() -> None:
    me = player(bodies="BYY", heads="B", tails="R", hand="Y4")
    scene = table(me, tops=NO_HELP, pieces=EMPTY_BOARD)
    scene.play("start head B", "extend 1 right B", "extend 1 right Y", "extend 1 right Y", "extend 1 tail R")
    assert hint(scene.view(1), scene.rules).steps == ("fulfil Y4 1", "done")


def test_at_the_beginning_there_is_something_to_say() -> None:
    assert hint(coatl.new("board", players=2, seed=7)).headline.startswith("Nothing lies on your board yet.")


@pytest.mark.skipif(DISABLED, reason="as plain Python it takes too long")
@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "promo": True}, {"solo": True}])
def test_every_hint_of_a_game_can_be_followed(options: dict[str, Any]) -> None:
    random, kinds = Random("hints"), set()
    for seed in range(2):
        game = coatl.new("board", seed=seed, **options)
        while not game.over:
            if random.random() < 0.25 and game.legal() != ["adam"]:
                advice = hint(game)
                kinds.add(advice.headline.split()[0])
                check_facts(advice)
                assert advice.words[0] == advice.headline
                position = game.position()
                for step in advice.steps or ([advice.action] if advice.action else []):
                    assert game.rules.parse(step) in position.legal(), (advice, game.position_line("all"))
                    position.play(game.rules.parse(step))
            legal = game.legal()
            building = [action for action in legal if action.startswith(("fulfil", "extend", "start", "temple"))]
            game.play(random.choice(building if building and random.random() < 0.3 else legal))
    assert {"Take", "Assemble"} <= kinds


def test_a_spectator_gets_no_hint() -> None:
    game = coatl.new("board", players=2, seed=7)
    with pytest.raises(CoatlError) as refusal:
        hint(game.view(None), game.rules)
    assert refusal.value.code == "solve.hidden"
