"""The solo game against ADAM (RULES 4.5), sentence by sentence: all but ADAM's turn."""

from collections import Counter

import pytest

from coatl.board.rules import BoardRules
from coatl.engine.errors import CoatlError
from tests.board.scenes import (
    adams_turn,
    against_adam,
    begun,
    cells,
    coatl,
    finished,
    fresh,
    player,
    supply,
)

COLOURS = "RGBYK"
ROW = "G1 G2 G3 G4 G5 G6"


# ---------------------------------------------------------------- set-up


def test_there_are_no_sacrifice_tokens() -> None:
    """4.5, Set-up."""
    scene = begun(solo=True).play("adam")
    assert scene.me().tokens == ()
    assert not scene.can("pick", "future", "priest")


def test_there_are_16_body_segments_3_heads_and_3_tails_per_colour() -> None:
    """4.5, Set-up."""
    supply = fresh(solo=True).now.supply
    assert Counter("".join(filter(None, supply.bodies))) + Counter(supply.bag_bodies) == dict.fromkeys(COLOURS, 16)
    assert Counter("".join(filter(None, supply.heads))) + Counter(supply.bag_heads) == dict.fromkeys(COLOURS, 3)
    assert Counter("".join(filter(None, supply.tails))) + Counter(supply.bag_tails) == dict.fromkeys(COLOURS, 3)


def test_adam_has_3_face_up_prophecies_in_a_line() -> None:
    """4.5, Set-up: with nothing on them yet."""
    scene = fresh(solo=True)
    for viewer in (1, None):
        adam = scene.view(viewer).adam
        assert adam is not None
        assert (len(adam.line), adam.pieces, adam.pile) == (3, ("", "", ""), {})


def test_the_human_is_dealt_5_prophecies_and_keeps_exactly_3() -> None:
    """4.5, Set-up."""
    scene = fresh(solo=True)
    hand = scene.me().hand
    assert (len(hand), scene.now.deck) == (5, 54 - 6 - 3 - 5)
    for card in hand[:3]:
        assert "done" not in scene.legal
        scene.play(f"keep {card}")
    assert scene.legal == {"done"}
    assert sorted(scene.play("done").me().hand) == sorted(hand[:3])


def test_the_temples_form_two_piles_as_usual_and_the_human_has_none_in_hand() -> None:
    """R12."""
    scene = fresh(solo=True)
    assert (scene.now.piles, scene.me().temples) == ((8, 7), ())
    assert None not in scene.now.temples


def test_adam_moves_first() -> None:
    """4.5, Set-up: then human and ADAM in turn."""
    scene = begun(solo=True)
    assert (scene.legal, scene.now.seat) == ({"adam"}, 2)
    assert scene.play("adam").now.seat == 1
    assert scene.play("choose row1", "done").now.seat == 2


def test_adam_has_neither_board_nor_coatls() -> None:
    """4.5, Set-up: the human is the only player with one."""
    assert len(fresh(solo=True).now.players) == 1


# ---------------------------------------------------------------- the row and the supply board


def test_the_rest_of_the_row_moves_right_and_new_cards_come_in_on_the_left() -> None:
    """4.5: at the end of ADAM's turn."""
    scene = adams_turn("R5 R1 R2", "BBBBB", pieces=supply("BG"), row=ROW, deck="Y1").play("adam")
    assert scene.now.row == ("Y1", "G1", "G2", "G3", "G4", "G5")


def test_the_row_moves_right_after_the_humans_choice_too() -> None:
    """4.5: at the end of the turn, not before."""
    scene = against_adam(player(), "R1", row=ROW, deck="Y1 Y2").play("choose row2", "choose row5")
    assert scene.now.row == ("G1", None, "G3", "G4", None, "G6")
    row = scene.play("done").now.row
    assert row[2:] == ("G1", "G3", "G4", "G6")
    assert set(row[:2]) == {"Y1", "Y2"}
    assert scene.drawn == [row[1], row[0]]


def test_a_short_row_stands_at_the_right() -> None:
    """4.5 and R4: no card is left to come in."""
    scene = against_adam(player(), "R1", row=ROW, deck="").play("choose row3", "done")
    assert scene.now.row == (None, "G1", "G2", "G4", "G5", "G6")


def test_a_turn_in_which_no_card_was_taken_leaves_the_row() -> None:
    """4.5."""
    scene = adams_turn("R1 R2 R3", pieces=supply("YB"), row=ROW).play("adam")
    assert scene.now.row == tuple(ROW.split())
    assert scene.play("take body2").now.row == tuple(ROW.split())


def test_the_supply_board_is_refilled_after_adams_take() -> None:
    """4.5, 2 and 4.2 A: if it holds no body segment, or neither head nor tail."""
    bodies = adams_turn("R1 R2 R3", pieces=supply("- YB - - - -", "B -", "- -")).play("adam")
    assert None not in cells(bodies).values()
    ends = adams_turn("R1 R2 R3", pieces=supply("BB - - - - -", "- -", "- Y")).play("adam")
    assert None not in cells(ends).values()


# ---------------------------------------------------------------- the end


def test_the_game_ends_at_once_when_the_human_finishes_a_third_coatl() -> None:
    """4.5: in the middle of the action."""
    human = player(tokens="", bodies="R", tails="G", coatls=[finished(), finished(), coatl("(BBB", "R5")])
    scene = against_adam(human, "R1").play("extend 3 tail G", "done")
    assert scene.result.ending == "third-coatl"
    assert scene.legal == set()


def test_the_game_ends_at_once_when_the_human_takes_the_last_segments() -> None:
    """4.5: one in the bag is none (R27)."""
    scene = against_adam(player(), "R1", pieces=supply("- RG", bag="K")).play("take body2")
    assert scene.result.ending == "no-bodies"


def test_adam_finishes_its_turn_even_if_it_took_the_last_segments() -> None:
    """4.5: it plays and draws; then the game ends."""
    laid = supply("- BG - - - -", bag="")
    scene = adams_turn("R5 R1 R2", "BBBBB", pieces=laid, row=ROW).play("adam")
    assert (scene.adam.pile, scene.adam.line) == ({"R5": 1}, ("R1", "R2", "G6"))
    assert (scene.result.ending, scene.result.points) == ("no-bodies", (0, 5))


def test_the_game_ends_at_once_when_adam_discards_the_last_segments() -> None:
    """4.5."""
    scene = adams_turn("R1", pieces=supply("- BG - - - -", "B -", "- -", bag="")).play("adam")
    assert scene.over


def test_adam_goes_on_when_the_human_passes() -> None:
    """R26: not in the solo game."""
    human = player("B1 B2 B3 B4 B5", tokens="", heads="RRRRRRRR", coatls=[coatl("(R"), coatl("(G")])
    scene = against_adam(human, "R1 R2 R3").play("pass", "adam", "pass", "adam")
    assert (scene.over, scene.legal) == (False, {"pass"})


# ---------------------------------------------------------------- points


def solo_result(human: int, pile: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    scene = against_adam(
        player(coatls=[finished(points=human)]), "R1", pile=pile, pending="over", ending="no-bodies", turns_left=0
    )
    return scene.result.points, scene.result.winners


def test_adam_scores_the_highest_level_of_each_card_it_played() -> None:
    """4.5: R5 five, both copies; K5 five, Y1 six, G1 six. The cards of its line score nothing."""
    assert solo_result(0, "R5 R5 K5 Y1 G1")[0] == (0, 27)


def test_adam_never_uses_temples() -> None:
    """4.5: the piles are as they were."""
    scene = adams_turn("R5 K5 K10", "BBBBB", pieces=supply("BG"))
    before = scene.now.temples, scene.now.piles
    assert (scene.play("adam").now.temples, scene.now.piles) == before


@pytest.mark.parametrize(("human", "winners"), [(10, (2,)), (11, (2,)), (12, (1,))])
def test_the_human_wins_only_with_more_points(human: int, winners: tuple[int, ...]) -> None:
    """4.5: Y1 and R5 are 11."""
    assert solo_result(human, "R5 Y1")[1] == winners


# ---------------------------------------------------------------- the options


@pytest.mark.parametrize("option", ["tokens", "fewer_bodies", "golden_feathers"])
def test_the_solo_game_takes_promo_cards_only(option: str) -> None:
    """4.6."""
    assert fresh(solo=True, promo=True).now.options.promo
    with pytest.raises(CoatlError, match=r"options\.contradict"):
        BoardRules(solo=True, **{option: True})
