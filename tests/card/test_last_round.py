"""The last round (RULES 5.3), sentence by sentence."""

from typing import Any

import pytest

from coatl.card.view import PlayerView
from tests.card.scenes import Scene, player, quick_turn, table


def last_round(*seats: PlayerView, **more: Any) -> Scene:
    """Seat 1 is about to add its head."""
    return table(*seats, round=5, pending="head", **more)


def end_of_round_4(**more: Any) -> Scene:
    """Seat 2 of two players has its last turn of feathers."""
    feathers = more.pop("feathers", "RK RK RK RK")
    return table(player("RG", "RG BY"), player("RG", "BY BY GK YK"), round=4, seat=2, feathers=feathers, **more)


# ---------------------------------------------------------------- all discard their feathers


def test_all_discard_their_feathers() -> None:
    """5.3: when the last round begins."""
    scene = quick_turn(end_of_round_4())
    assert (scene.now.round, [seat.hand for seat in scene.now.players]) == (5, [(), ()])
    assert scene.now.discards == {"RG": 1, "BY": 1, "GK": 1, "YK": 1, "RK": 2}


def test_feathers_are_drawn_after_every_turn_of_feathers_also_the_last_one() -> None:
    """5.2: before they are discarded."""
    scene = quick_turn(end_of_round_4())
    assert scene.drawn[:2] == ["rk", "rk"]
    assert scene.now.feathers == 2


def test_no_feathers_are_discarded_before() -> None:
    """5.3."""
    scene = table(player("RG", "RG BY"), player("RG", "BY BY GK YK"), round=3, seat=2)
    assert [len(seat.hand) for seat in quick_turn(scene).now.players] == [2, 4]


def test_no_feathers_are_drawn_in_the_last_round() -> None:
    """5.3."""
    scene = quick_turn(last_round(player("RG"), player("RG"), middle="B1 B2 B3"))
    assert (scene.now.seat, scene.me().hand, scene.drawn) == (2, (), [])


# ---------------------------------------------------------------- head and tail


def test_in_turn_each_adds_1_head_of_any_colour_on_the_left_then_1_tail_on_the_right() -> None:
    """5.3."""
    scene = last_round(player("RG"), player("BY"))
    assert scene.legal == {f"head {colour}" for colour in "RGBYK"}
    assert scene.play("head K").coatl() == "(KRG"
    scene.play("done")
    assert scene.legal == {f"tail {colour}" for colour in "RGBYK"}
    assert scene.play("tail K").coatl() == "(KRGK)"
    assert scene.play("done").now.seat == 2
    assert scene.play("head R", "done", "tail G").coatl(2) == "(RBYG)"


def test_each_beside_so_nothing_is_covered_and_nothing_falls() -> None:
    """5.3: stacks and old places stay."""
    scene = last_round(player("GR^B", "", "B1:1 P2:1 B4:2"))
    scene.play("head K", "done", "tail K")
    assert (scene.coatl(), scene.held()) == ("(KGR^BK)", "B1:1 P2:1 B4:2")


def test_head_and_tail_are_no_stacks() -> None:
    """5.3: P1 is a stack with yellow on top."""
    scene = last_round(player("RG"), middle="P1")
    assert not scene.play("head Y").gains
    assert not scene.play("done", "tail Y").gains


def test_after_each_of_the_two_the_gains_apply() -> None:
    """5.3: B1 with the head, B7 with the tail; own, middle and neighbour alike."""
    scene = last_round(player("RB", "", "B1"), player(prophecies="B7"), middle="B4")
    assert scene.play("head G").gains == {"raise B1"}
    assert scene.play("raise B1", "done", "tail K").gains == {"steal B7"}
    scene = last_round(player("RB"), player(), middle="B1 B7")
    assert scene.play("head G").gains == {"fulfil B1"}
    assert scene.play("fulfil B1", "done", "tail K").gains == {"fulfil B7"}


def test_only_places_with_the_new_head_or_tail_gain() -> None:
    """5.3 and 5.2, 2: the head is no part of the card when the tail is played."""
    scene = last_round(player("RB"), middle="B1 B4")
    assert scene.play("head G").gains == {"fulfil B1"}
    assert not scene.play("done", "tail R").gains


def test_a_neighbour_can_be_robbed_once_with_head_and_tail_together() -> None:
    """5.3 and 5.2, 2: at most 1 per neighbour per round."""
    scene = last_round(player("RB"), player(prophecies="B1 B7")).play("head G", "steal B1")
    assert not scene.play("done", "tail K").gains


@pytest.mark.parametrize("first", [1, 2, 3])
def test_each_has_one_turn_in_the_last_round_clockwise_from_the_first_player(first: int) -> None:
    """5.3: then the game is over."""
    scene = table(*[player("RG")] * 3, round=5, pending="head", seat=first, first=first)
    seats = []
    while not scene.over:
        seats.append(scene.now.seat)
        quick_turn(scene)
    assert seats == [(first - 1 + i) % 3 + 1 for i in range(3)]
    assert not scene.legal


# ---------------------------------------------------------------- the middle


def test_the_middle_is_refilled_after_every_turn_also_in_the_last_round() -> None:
    """R23."""
    scene = quick_turn(last_round(player("RG"), player("RG"), middle="B9 - B10", deck="G1"))
    assert scene.now.middle == ("B9", "G1", "B10")


def test_but_not_after_the_games_last_turn() -> None:
    """R23."""
    scene = table(player("RG"), player("RG"), round=5, pending="head", seat=2, middle="B9 - B10", deck="G1")
    quick_turn(scene)
    assert scene.over
    assert (scene.now.middle, scene.now.deck) == (("B9", None, "B10"), 1)


def test_the_middle_is_refilled_when_the_last_round_begins() -> None:
    """R23: the turn before was not the game's last."""
    assert quick_turn(end_of_round_4(middle="B9 - B10", deck="G1")).now.middle == ("B9", "G1", "B10")


# ---------------------------------------------------------------- final results


def robbed() -> Scene:
    """Seat 1 has ended its last turn with B1 at level 2 and goals of T4; seat 2 then steals B1."""
    scene = last_round(player("GRGR", "", "B1:2 Y1:1 P1:3"), player("KG", "", "P2:3"), temple="T4", deck="", middle="")
    scene.play("head K", "done", "tail K", "done")
    assert (scene.me().points, scene.me().final) == (2 + 5 + 6 + 7, True)
    return scene.play("head K", "done", "tail R", "steal B1", "done")


def test_at_the_end_of_that_turn_the_players_result_is_final() -> None:
    """5.3: not before."""
    scene = last_round(player("GR", "", "B1:1"))
    scene.play("head K", "done", "tail G")
    assert (scene.me().final, scene.me().points) == (False, 0)
    scene.play("done")
    assert (scene.me().final, scene.me(2).final) == (True, False)


def test_later_thefts_move_the_card_but_not_the_points() -> None:
    """5.3: both count it."""
    scene = robbed()
    assert (scene.held(1), scene.held(2)) == ("Y1:1 P1:3", "P2:3 B1:1")
    assert scene.result.points == (20, 2 + 6 + 3)


def test_nor_anything_that_breaks_ties() -> None:
    """5.3: the goal that the stolen blue prophecy met is still met."""
    scene = robbed()
    assert scene.result.details == {"goals": [2, 1], "protected": [1, 1]}
