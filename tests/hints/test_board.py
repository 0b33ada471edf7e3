"""Hints of the board game: the search judges, the solver checks, and every line can be played."""

import json
from random import Random
from typing import Any

import pytest

import coatl
from coatl.bots.base import Limit, rng_of
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.hints import Hint, hint
from coatl.hints.facts import CardFact, CoatlFact, facts_from
from coatl.solver import solve
from tests.board.scenes import Scene, player, supply, table
from tests.board.scenes import coatl as laid

pytestmark = pytest.mark.skipif(DISABLED, reason="a search takes too long as plain Python")
NO_HELP = "T8 T9"  # temples that help only a coatl of 9 or 6 pieces here
EMPTY_BOARD = supply(bodies="- - - - - -", heads="- -", tails="- -")
BRIEFLY = Limit(simulations=600)


def asked(scene: Scene, seed: int = 1) -> Hint:
    return hint(scene.view(1), scene.rules, limit=BRIEFLY, rng=rng_of(seed))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("scene", "at_once", "promised"),
    [
        (table(player(bodies="BYYB", heads="B", tails="R", hand="K5 Y4 Y3 R1"), tops=NO_HELP), 9, 13),
        (table(player("Y4 Y3 K5", coatls=[laid("BBYY", "R1")], bodies="B", heads="B", tails="R"), tops=NO_HELP), 7, 16),
    ],
)
def test_no_coatl_is_closed_early_for_a_few_points(scene: Scene, at_once: int, promised: int, seed: int) -> None:
    """What the solver could finish now is less than what one turn more brings: the search says so."""
    best = solve(scene.view(1), scene.rules)
    assert best.points == at_once
    advice = asked(scene, seed)
    assert advice.action != best.steps[0]
    assert advice.facts.at_once == at_once
    assert advice.facts.aim is not None
    assert advice.facts.aim.points >= promised


def test_in_the_last_turn_everything_that_can_be_finished_is() -> None:
    """RULES 4.3: there is no turn to wait for, so the solver's best line wins the race."""
    me = player(bodies="BYY", heads="B", tails="R", hand="Y4 R1")
    scene = table(me, tops=NO_HELP, ending="third-coatl", ender=2, turns_left=0)
    advice = asked(scene)
    assert advice.steps[:5] == solve(scene.view(1), scene.rules).steps[:5]
    assert (advice.facts.kind, advice.facts.points, advice.facts.at_once) == ("finish", 4, None)
    assert advice.facts.coatls == (CoatlFact(1, "", "(BBYYR)", 4),)
    assert advice.facts.cards == (CardFact("Y4", 1, 1, 4, 1, ((1, 4),)),)
    assert advice.data()["headline"] == "Assemble now: 4 points."


def test_a_line_ends_the_turn_that_it_leads_to() -> None:
    me = player(bodies="BYY", heads="B", tails="R", hand="Y4 R1")
    scene = table(me, tops=NO_HELP, ending="third-coatl", ender=2, turns_left=0)
    scene.play(*asked(scene).steps)
    assert scene.now.pending == "over" or scene.now.seat != 1


def test_a_take_says_which_coatl_it_works_towards() -> None:
    cells = supply(bodies="GG - - - - -", heads="- -", tails="R -")
    me = player(bodies="BYY", heads="B", hand="Y4", tokens="")
    scene = table(me, tops=NO_HELP, row="- - - - - -", pieces=cells)
    advice = asked(scene)
    assert (advice.action, advice.facts.kind, advice.facts.what) == ("take tail1", "aim", "R")
    aim = advice.facts.aim
    assert aim is not None
    assert (aim.coatl, aim.points, aim.lacks, aim.head, aim.tail) == ("(BBYYGR)", 11, "G", "", "")  # 4 + 7 of T9
    data = advice.data()
    assert data["headline"] == "Towards (BBYYGR): 11 points."
    assert data["reasons"][:3] == ["Y4, 1×: 4 points.", "T9, 2×: 7 points.", "Still lacking: G."]


def test_what_the_aim_still_lacks_is_said() -> None:
    cells = supply(bodies="GG YY - - - -", heads="- -", tails="- -")
    scene = table(player(bodies="BB", hand="Y4", tokens=""), tops=NO_HELP, row="- - - - - -", pieces=cells)
    advice = asked(scene)
    assert advice.action == "take body2"
    aim = advice.facts.aim
    assert aim is not None
    assert aim.head
    assert aim.tail
    assert any(reason.startswith("Still lacking: ") for reason in advice.data()["reasons"])


def test_a_card_from_the_deck_is_no_reason() -> None:
    """Nobody knows what it will be, so no aim may count on it (design D4)."""
    scene = table(player(bodies="RG", tokens=""), tops=NO_HELP, row="- - - - - -", pieces=EMPTY_BOARD)
    advice = asked(scene)
    assert advice.steps == ("choose deck",)
    assert advice.facts.aim is None


def test_who_is_finishing_a_coatl_is_told_how_to_close_it() -> None:
    me = player(bodies="BYY", heads="B", tails="R", hand="Y4")
    scene = table(me, tops=NO_HELP, pieces=EMPTY_BOARD)
    scene.play("start head B", "extend 1 right B", "extend 1 right Y", "extend 1 right Y", "extend 1 tail R")
    advice = asked(scene)
    assert advice.steps[:2] == ("fulfil Y4 1", "done")
    assert (advice.facts.kind, advice.facts.points) == ("finish-on", 4)


def test_the_opening_names_the_cards_to_keep() -> None:
    """RULES 4.5: in the solo game exactly three are kept."""
    game = coatl.new("board", solo=True, seed=7)
    advice = hint(game, limit=BRIEFLY)
    assert [step.split()[0] for step in advice.steps] == ["keep", "keep", "keep", "done"]
    assert advice.facts.aim is not None
    kept = {step.split()[1] for step in advice.steps[:3]}
    assert {card.card for card in advice.facts.cards if card.card[0] != "T"} <= kept


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "promo": True}, {"solo": True}])
def test_every_hint_of_a_game_names_a_move_and_can_be_followed(options: dict[str, Any]) -> None:
    random, kinds = Random("hints"), set()
    for seed in range(2):
        game = coatl.new("board", seed=seed, **options)
        while not game.over:
            if random.random() < 0.15 and game.legal() != ["adam"]:
                advice = hint(game, limit=Limit(simulations=60))
                kinds.add(advice.facts.kind)
                check(advice)
                trial = game.copy()
                for place, step in enumerate(advice.steps):
                    assert step in trial.legal(), (advice, game.position_line("all"))
                    assert not place or not trial.entries[-1].outcomes, "a line ends with the first reveal"
                    trial.play(step)
            legal = game.legal()
            building = [action for action in legal if action.startswith(("fulfil", "extend", "start", "temple"))]
            game.play(random.choice(building if building and random.random() < 0.3 else legal))
    assert "aim" in kinds


def check(advice: Hint) -> None:
    """It names a move; facts travel as JSON and come back."""
    assert advice.action
    data = json.loads(json.dumps(advice.data()))
    assert data["headline"]
    assert "table.hint" not in json.dumps([data["headline"], data["reasons"], data["others"]])
    assert json.loads(json.dumps(Hint(advice.steps, facts_from(data["facts"])).data())) == data


def test_a_spectator_gets_no_hint() -> None:
    with pytest.raises(CoatlError) as refusal:
        hint(coatl.new("board", players=2, seed=7).view(None))
    assert refusal.value.code == "solve.hidden"
