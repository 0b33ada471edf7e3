"""Finishing a coatl (RULES 4.2), sentence by sentence; what the solo difficulties add is in test_adam."""

from typing import Any

import pytest

from tests.board.scenes import Scene, coatl, finished, player, table


def being_finished(hand: str = "", cards: str = "R5", pieces: str = "(BBYY", temples: str = "", **more: Any) -> Scene:
    """A green tail has just finished the first of two coatls."""
    coatls = [coatl(pieces, cards), coatl("BBB")]
    scene = table(player(hand, bodies="R", tails="G", coatls=coatls, temples=temples), **more)
    return scene.play("extend 1 tail G")


# ---------------------------------------------------------------- the moment


@pytest.mark.parametrize(
    ("before", "piece", "after"),
    [("(RG", "tail B", "(RGB)"), ("RG)", "head B", "(BRG)")],
)
def test_a_coatl_is_finished_the_moment_it_has_a_head_a_tail_and_a_body_segment(
    before: str, piece: str, after: str
) -> None:
    """4.2, Finishing."""
    scene = table(player(heads="B", tails="B", coatls=[coatl(before, "R5")])).play(f"extend 1 {piece}")
    assert (scene.now.pending, scene.now.coatl) == ("finish", 1)
    assert scene.me().coatls[0].pieces == after


def test_a_second_body_segment_finishes_nothing() -> None:
    """4.2, Finishing."""
    scene = table(player(bodies="R", coatls=[coatl("(RG", "R5")])).play("extend 1 right R")
    assert scene.now.pending == "assemble"


# ---------------------------------------------------------------- prophecies, then a temple


def test_before_anything_else_the_player_may_fulfil_more_prophecies_with_it() -> None:
    """4.2, Finishing: only with this coatl, and no other step comes between."""
    scene = being_finished("Y4 K10 R3", tops="T3 T4")
    assert scene.legal == {"done", "fulfil Y4 1"}
    assert scene.play("fulfil Y4 1").me().coatls[0].cards == ("R5", "Y4")
    assert scene.now.pending == "finish"


def test_a_prophecy_may_need_the_finishing_piece() -> None:
    """4.2, Finishing: B1 is yellow, then green."""
    assert being_finished("B1").can("fulfil") == {"fulfil B1 1"}


def test_up_to_4_prophecies_in_all_lie_at_the_finished_coatl() -> None:
    """4.2, Finishing."""
    scene = being_finished("Y4 B1", cards="R5 K1 K5")
    assert scene.can("fulfil") == {"fulfil Y4 1", "fulfil B1 1"}
    assert not scene.play("fulfil B1 1").can("fulfil")


def test_after_the_prophecies_1_temple_may_be_fulfilled_from_hand_or_from_the_top_of_a_pile() -> None:
    """4.2, Finishing: T3 asks for no green, T12 for no blue; T2, T11 and T9 all accept (BBYYG)."""
    scene = being_finished(temples="T2 T3", tops="T11 T12")
    assert scene.can("temple") == {"temple T2", "temple pile1"}


def test_a_temple_from_hand_leaves_the_hand() -> None:
    """4.2, Finishing."""
    me = being_finished(temples="T3 T2 T4").play("temple T2").me()
    assert (sorted(me.temples), me.coatls[0].temple) == (["T3", "T4"], "T2")


def test_a_temple_from_a_pile_uncovers_the_next_at_once() -> None:
    """4.2, Finishing, and 4.1, 4."""
    scene = being_finished(tops="T12 T11", below="T1").play("temple pile2")
    assert scene.me().coatls[0].temple == "T11"
    assert scene.now.temples[1] == (scene.drawn[0] if scene.drawn else None)


def test_the_temple_closes_the_coatl() -> None:
    """4.2, Finishing: no prophecy follows it, though one would fit."""
    scene = being_finished("Y4", temples="T2").play("temple T2")
    assert scene.me().coatls[0].closed
    assert not scene.can("fulfil Y4 1", "temple")


def test_a_temple_may_be_fulfilled_and_must_not() -> None:
    """R29."""
    scene = being_finished(temples="T2").play("done")
    assert scene.me().coatls[0] == finished("(BBYYG)", "R5")
    assert scene.me().temples == ("T2",)


def test_prophecies_may_be_left_in_hand() -> None:
    """4.2, Finishing: may."""
    scene = being_finished("Y4").play("done")
    assert scene.me().hand == ("Y4",)


def test_a_temple_needs_at_least_1_of_its_goals_met() -> None:
    """R7: one goal will do, none will not."""
    none, one, both = "T1", "T2", "T7"  # no yellow or seven; no black or eight; yellow like green or six
    assert not being_finished(temples=none, tops="T4 T3").can("temple")
    assert being_finished(temples=one, tops="T4 T3").can("temple") == {"temple T2"}
    assert being_finished(temples=both, pieces="(YYGRB", cards="B1", tops="T4 T3").can("temple") == {"temple T7"}


# ---------------------------------------------------------------- R6: at least 1 prophecy


def test_the_piece_that_would_finish_a_coatl_without_a_prophecy_cannot_be_placed() -> None:
    """R6."""
    assert not table(player(heads="R", tails="R", coatls=[coatl("(BBYY"), coatl("RG)")])).can("extend")
    assert not table(player("R1", tails="R", coatls=[coatl("(BBYY")])).can("extend")


def test_the_first_end_needs_no_prophecy() -> None:
    """R6: it finishes nothing."""
    assert table(player(heads="R", tails="R", coatls=[coatl("BBYY")])).can("extend") == {
        "extend 1 head R",
        "extend 1 tail R",
    }


def test_it_can_be_placed_if_a_prophecy_lies_there_already() -> None:
    """R6: even one that is broken."""
    assert table(player(tails="R", coatls=[coatl("(BBYY", "R5")])).can("extend 1 tail R")


def test_it_can_be_placed_if_one_in_hand_would_be_reached_by_the_finished_coatl_and_that_is_laid_at_once() -> None:
    """R6: neither done nor a temple comes before it."""
    scene = table(player("Y4 R3", tails="G", temples="T2", coatls=[coatl("(BBYY")])).play("extend 1 tail G")
    assert scene.legal == {"fulfil Y4 1"}
    assert scene.play("fulfil Y4 1").can("done", "temple T2") == {"done", "temple T2"}


def test_the_finishing_piece_itself_may_reach_the_prophecy() -> None:
    """R6: the colour decides, at the left end as at the right."""
    tails = table(player("R5", tails="BG", coatls=[coatl("(BBY")]))
    assert tails.can("extend 1 tail") == {"extend 1 tail B"}
    heads = table(player("B3", heads="YK", coatls=[coatl("BK)")]))
    assert heads.can("extend 1 head") == {"extend 1 head Y"}


def test_a_prophecy_that_the_finishing_piece_breaks_is_not_reached() -> None:
    """R6: two blue at the end, and a blue tail; the same at the left end."""
    tails = table(player("K5", tails="BG", coatls=[coatl("(RBB")]))
    assert tails.can("extend 1 tail") == {"extend 1 tail G"}
    heads = table(player("K5", heads="BG", coatls=[coatl("BBR)")]))
    assert heads.can("extend 1 head") == {"extend 1 head G"}


def test_a_prophecy_laid_before_its_coatl_is_finished_opens_the_way() -> None:
    """R6: the same two pieces, after the card is laid."""
    scene = table(player("K5", tails="B", coatls=[coatl("(RBB")]))
    assert not scene.can("extend")
    assert scene.play("fulfil K5 1").can("extend") == {"extend 1 tail B"}


def test_of_two_cards_that_the_finished_coatl_reaches_either_may_be_laid_first() -> None:
    """R6."""
    scene = table(player("Y4 R5", tails="B", coatls=[coatl("(BBYY")])).play("extend 1 tail B")
    assert scene.legal == {"fulfil Y4 1", "fulfil R5 1"}


# ---------------------------------------------------------------- closed


def test_then_the_coatl_is_closed_and_everybody_is_told_its_points() -> None:
    """4.2, Finishing: Y4 is worth 4 and T2, without black, 3."""
    scene = being_finished(cards="Y4", temples="T2").play("temple T2")
    for viewer in (1, 2, None):
        told = scene.view(viewer).players[0].coatls[0]
        assert (told.closed, told.points) == (True, 7)


def test_a_coatl_without_a_temple_is_told_too() -> None:
    """4.2, Finishing."""
    assert being_finished(cards="Y4").play("done").view(2).players[0].coatls[0] == finished("(BBYYG)", "Y4", points=4)


def test_the_action_goes_on_if_the_player_likes() -> None:
    """4.2, Finishing: with the other coatl, or a new one; or it ends."""
    scene = being_finished("K10").play("done")
    assert scene.now.seat == 1
    assert scene.legal == {"done", "start R", "extend 2 left R", "extend 2 right R", "fulfil K10 2"}
    assert scene.play("done").now.seat == 2


def test_two_coatls_may_be_finished_in_one_action() -> None:
    """4.2, Finishing."""
    me = player(tails="GG", coatls=[coatl("(BBB", "R5"), coatl("(YYY", "R1")])
    scene = table(me).play("extend 1 tail G", "done", "extend 2 tail G", "done", "done")
    assert [serpent.closed for serpent in scene.me().coatls] == [True, True]
