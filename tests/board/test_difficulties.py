"""The five difficulties of the solo game, alone and together (RULES 4.5)."""

from itertools import combinations
from typing import Any

import pytest

from tests.board.scenes import (
    Scene,
    adams_turn,
    against_adam,
    coatl,
    fresh,
    player,
    prophecy,
    supply,
    with_prophecies,
)

ROW = "G1 G2 G3 G4 G5 G6"


def finishing(hand: str, cards: str, *difficulties: int, pieces: str = "(BBYY", **more: Any) -> Scene:
    """The human may finish a coatl with a green tail."""
    human = player(hand, tokens="", tails="G", coatls=[coatl(pieces, cards)])
    return against_adam(human, "R1", difficulties=difficulties, **more)


def test_difficulty_1_every_coatl_needs_a_temple_card_to_be_finished() -> None:
    """4.5, 1: (BBYYG) meets T2, which wants no black, and neither T3 nor T4."""
    assert not finishing("", "R5", 1, tops="T3 T4").can("extend")
    scene = finishing("Y4", "R5", 1, tops="T3 T2").play("extend 1 tail G")
    assert scene.legal == {"fulfil Y4 1", "temple pile2"}
    assert scene.play("fulfil Y4 1").legal == {"temple pile2"}
    assert scene.play("temple pile2").me().coatls[0].closed


def test_without_difficulty_1_none_is_needed() -> None:
    """R29."""
    scene = finishing("", "R5", 2, 3, 5, tops="T3 T4").play("extend 1 tail G")
    assert scene.legal == {"done"}


def test_difficulty_1_forbids_a_prophecy_that_would_rule_out_the_only_temple() -> None:
    """R19: PT2 wants no red card (there is no black piece, so its other goal is out of reach)."""
    scene = finishing("R5 K10", "Y4", 1, pieces="(BBBYY", tops="PT2 T3", promo=True).play("extend 1 tail G")
    assert scene.legal == {"fulfil K10 1", "temple pile1"}


def test_difficulty_1_forbids_the_finishing_piece_if_the_only_prophecy_rules_out_the_only_temple() -> None:
    """R19 and R6."""
    alone = finishing("R5", "", 1, pieces="(BBBYY", tops="PT2 T3", promo=True)
    assert not alone.can("extend")
    other = finishing("R5 K10", "", 1, pieces="(BBBYY", tops="PT2 T3", promo=True)
    assert other.play("extend 1 tail G").legal == {"fulfil K10 1"}


def test_difficulty_2_the_hand_limit_is_4() -> None:
    """4.5, 2."""
    assert finishing("R2 R3 R4", "R5", 2).play("choose row1").legal == {"done"}
    assert not finishing("R2 R3 R4 R1", "R5", 2).can("choose")
    assert finishing("R2 R3 R4 R1", "R5", 1, 3, 4, 5).can("choose")


def test_difficulty_3_the_prophecies_of_one_coatl_all_have_different_gods() -> None:
    """4.5, 3: K5 and K1 are black; at another coatl the second one may lie."""
    human = player("K1 Y4", tokens="", coatls=[coatl("(BBYY", "K5"), coatl("YYR")])
    assert against_adam(human, "R1", difficulties=(3,)).can("fulfil") == {"fulfil Y4 1", "fulfil K1 2"}
    assert "fulfil K1 1" in against_adam(human, "R1", difficulties=(1, 2, 4, 5)).legal


def test_difficulty_3_holds_while_a_coatl_is_being_finished() -> None:
    """4.5, 3."""
    scene = finishing("K1 Y4", "K5", 3, tops="T3 T4").play("extend 1 tail G")
    assert scene.legal == {"done", "fulfil Y4 1"}


def test_difficulty_4_a_coatl_needs_4_prophecies_to_be_finished() -> None:
    """4.5, 4: three there and one in hand will do, and that one must be laid."""
    assert not finishing("", "R5 Y4 K5", 4).can("extend")
    assert not finishing("R3", "R5 Y4 K5", 4).can("extend")
    scene = finishing("K1 R3", "R5 Y4 K5", 4, tops="T2 T3").play("extend 1 tail G")
    assert scene.legal == {"fulfil K1 1"}
    assert scene.play("fulfil K1 1").legal == {"done", "temple pile1"}


def test_difficulty_5_adam_has_4_prophecies_all_through_the_game() -> None:
    """4.5, 5 and R13."""
    assert len(fresh(solo=True, difficulties=(5,)).adam.line) == 4
    scene = adams_turn("R5 R1 R2 R3", "BBBBB", pieces=supply("BG"), row=ROW, difficulties=(5,)).play("adam")
    assert scene.adam.line == ("R1", "R2", "R3", "G6")


def test_difficulties_3_and_4_forbid_a_prophecy_after_which_four_gods_are_out_of_reach() -> None:
    """R19: K1 and K5 are both black; red, yellow and blue are needed besides."""
    assert not finishing("K1 K5", "Y4 R5", 3, 4).can("extend")
    scene = finishing("K1 K5 B1", "Y4 R5", 3, 4).play("extend 1 tail G")
    assert scene.legal == {"fulfil K1 1", "fulfil K5 1", "fulfil B1 1"}
    assert scene.play("fulfil K1 1").legal == {"fulfil B1 1"}


def test_difficulties_3_and_4_leave_the_choice_among_the_hands_cards_open() -> None:
    """R19: three cards are due of four, and no two black ones."""
    scene = finishing("K1 K5 B1 Y4", "R5", 3, 4).play("extend 1 tail G", "fulfil Y4 1", "fulfil B1 1")
    assert scene.legal == {"fulfil K1 1", "fulfil K5 1"}


def test_difficulty_4_counts_a_prophecy_that_may_not_lie_there_twice_once() -> None:
    """R19: two copies of R5 in hand are one card for this coatl."""
    assert not finishing("R5 R5", "Y4 K5", 4, pieces="(BBYYB").can("extend")
    scene = finishing("R5 R5 K1", "Y4 K5", 4, pieces="(BBYYB").play("extend 1 tail G")
    assert scene.play("fulfil R5 1").legal == {"fulfil K1 1"}


def test_difficulties_3_and_4_forbid_a_prophecy_that_stands_in_the_way_of_two_others() -> None:
    """R19: Twin is identical to Other and has the god of Third, which two are due."""
    rules = with_prophecies(
        prophecy("Twin", "B Y", god="red"),
        prophecy("Other", "B Y", god="blue"),
        prophecy("Third", "Y Y", god="red"),
        solo=True,
        difficulties=(3, 4),
    )
    scene = finishing("Twin Other Third", "Y4 K5", 3, 4, rules=rules).play("extend 1 tail G")
    assert scene.legal == {"fulfil Other 1", "fulfil Third 1"}


EVERY = [combination for size in range(6) for combination in combinations((1, 2, 3, 4, 5), size)]
GODS = {"R": "red", "K": "black", "Y": "yellow", "B": "blue"}


@pytest.mark.parametrize("difficulties", EVERY, ids=lambda numbers: "".join(map(str, numbers)) or "none")
def test_the_difficulties_hold_in_any_combination(difficulties: tuple[int, ...]) -> None:
    """4.5 and R19: whatever the player chooses while finishing, it ends as one of the allowed sets of cards."""
    scene = fresh(solo=True, difficulties=difficulties)
    assert len(scene.adam.line) == 3 + (5 in difficulties)
    for laid, hand in (("", "R5 K1 Y4 B1"), ("K5", "R5 K1 Y4 B1"), ("Y4 B1", "K1 K5 R1"), ("R1", "R5 K5")):
        scene = finishing(hand, laid, *difficulties, pieces="(BBYYGKBY", tops="PT2 T1", promo=True)
        allowed = allowed_sets(laid.split(), hand.split(), difficulties)
        assert ("extend 1 tail G" in scene.legal) == bool(allowed), (laid, hand)
        if allowed:
            assert endings(scene.play("extend 1 tail G")) == allowed, (laid, hand)


def allowed_sets(laid: list[str], hand: list[str], difficulties: tuple[int, ...]) -> set[tuple[str, ...]]:
    """Every set of cards that may lie at the coatl when it is closed; the only temple wants no red card."""
    found = set()
    for size in range(5 - len(laid)):
        for chosen in combinations(hand, size):
            cards = [*laid, *chosen]
            gods = [GODS[card[0]] for card in cards]
            if len(cards) < (4 if 4 in difficulties else 1) or (3 in difficulties and len(set(gods)) < len(gods)):
                continue
            if "red" not in gods:
                found.add((*sorted(cards), "PT2"))
            if 1 not in difficulties:
                found.add(tuple(sorted(cards)))
    return found


def endings(scene: Scene) -> set[tuple[str, ...]]:
    """How the finishing can end, over all choices."""
    found = set()
    seen = set()
    waiting = [scene]
    while waiting:
        now = waiting.pop()
        serpent = now.me().coatls[0]
        cards = tuple(sorted(serpent.cards))
        if serpent.closed:
            found.add((*cards, *([serpent.temple] if serpent.temple else [])))
        elif cards not in seen:
            seen.add(cards)
            assert now.legal, "a dead end"
            waiting += [now.copy().play(action) for action in now.legal]
    return found
