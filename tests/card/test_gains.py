"""Gains after a card played (RULES 5.2, 2), sentence by sentence. B1 is green and red side by side."""

from itertools import permutations
from typing import Any

import pytest

from coatl.card.view import PlayerView
from tests.card.scenes import Scene, player, quick_turn, table


def with_green_red(prophecies: str = "", *others: PlayerView, middle: str = "", **more: Any) -> Scene:
    """Seat 1 has just made green and red stand side by side, once."""
    return table(player("KG", "RB", prophecies), *others, middle=middle, **more).play("beside RB right")


# ---------------------------------------------------------------- which prophecies


def test_a_prophecy_that_stands_at_a_place_which_uses_a_part_of_the_card_just_played_may_be_fulfilled() -> None:
    """5.2, 2: one part of the card is enough, and so are both."""
    assert table(player("KG", "RB"), middle="B1").play("beside RB right").gains == {"fulfil B1"}
    assert table(player("RK", "GB"), middle="B1").play("beside BG left").gains == {"fulfil B1"}
    assert table(player("KK", "RG"), middle="B1").play("beside GR right").gains == {"fulfil B1"}


def test_a_place_of_old_parts_alone_gives_nothing() -> None:
    """5.2, 2: although the prophecy stands there."""
    scene = table(player("GRK", "BY", "B1"), player(prophecies="G1"), middle="B2")
    assert not scene.play("beside BY right").gains


def test_a_place_counts_even_if_the_same_colours_stood_there_before() -> None:
    """R22: red lies on red."""
    for action, coatl in (("over RY right", "KGR"), ("over YG left", "GRK")):
        scene = table(player(coatl, "".join(sorted(action[5:7], key="RGBYK".index))), middle="B1")
        assert scene.play(action).gains == {"fulfil B1"}


def test_a_place_may_reach_far_into_the_coatl() -> None:
    """5.2, 2: G1 is blue, any, red."""
    assert table(player("KBG", "RY"), middle="G1").play("beside RY right").gains == {"fulfil G1"}


def test_a_new_neighbour_alone_is_no_part_of_a_place() -> None:
    """5.2, 2: B1 stands at the old end, right beside the new card."""
    assert not table(player("KGR", "BY"), middle="B1").play("beside BY right").gains


def test_gains_follow_each_card_played() -> None:
    """5.2: the first, the second, and a revealed one."""
    scene = table(player("KG", "RB YK"), middle="B1 B6", feathers="RG")
    assert scene.play("beside RB right").gains == {"fulfil B1"}
    assert scene.play("done", "beside YK right").gains == {"fulfil B6"}
    revealed = table(player("K", "BY"), middle="B1", feathers="RG").play("discard BY", "beside GR right")
    assert revealed.gains == {"fulfil B1"}


def test_the_first_card_of_a_coatl_can_gain_too() -> None:
    """5.2."""
    assert table(player("", "RG", "B1")).play("start GR").gains == {"raise B1"}


def test_stacks_are_gained_with_the_card_that_makes_them() -> None:
    """5.2, 2: P1 is a stack with yellow on top, P6 green and a stack without green."""
    scene = table(player("KGR", "BY"), middle="P1 P6 P4")
    assert scene.play("over YB right").gains == {"fulfil P1", "fulfil P6"}


def test_each_may_be_fulfilled_at_most_once_per_card() -> None:
    """5.2, 2: whoever it came from."""
    for seats, action in (
        ((player("KG", "RB", "B1"), player()), "raise B1"),
        ((player("KG", "RB"), player(prophecies="B1:2")), "steal B1"),
    ):
        assert not table(*seats).play("beside RB right", action).gains
    assert not table(player("KG", "RB"), middle="B1").play("beside RB right", "fulfil B1").gains


def test_the_player_may_leave_any_out() -> None:
    """5.2, 2: even an own one, and it stays as it is."""
    scene = with_green_red("B1", middle="B4")
    assert scene.gains == {"raise B1", "fulfil B4"}
    scene.play("done")
    assert (scene.held(), scene.now.middle) == ("B1:0", ("B4", None, None))


def test_what_was_left_out_can_be_made_up_for_with_a_later_place() -> None:
    """5.2, 2: the count is the present one."""
    scene = table(player("KG", "RB RG", "B1")).play("beside RB right", "done", "beside GR right", "raise B1")
    assert scene.held() == "B1:2"


def test_the_player_may_fulfil_them_in_any_order() -> None:
    """5.2, 2."""
    for order in permutations(("raise B1", "fulfil B4", "steal G3")):
        scene = with_green_red("B1", player(prophecies="G3"), middle="B4")
        assert scene.gains == set(order)
        assert scene.play(*order).held() == " ".join(f"{action.split()[1]}:1" for action in order)


# ---------------------------------------------------------------- an own one


@pytest.mark.parametrize(("coatl", "level"), [("KG", 1), ("GRKG", 2), ("GRGRKG", 3), ("GRGRGRKG", 3)])
def test_an_own_ones_level_becomes_its_present_count(coatl: str, level: int) -> None:
    """5.2, 2: at once, whatever it was; three or more is level 3."""
    assert table(player(coatl, "RB", "B1")).play("beside RB right", "raise B1").held() == f"B1:{level}"


def test_an_own_one_rises_only_if_its_count_is_higher() -> None:
    """5.2, 2: an unearned level is not lowered either."""
    for level in (1, 2, 3):
        assert not with_green_red(f"B1:{level}").gains


# ---------------------------------------------------------------- one from the middle


def test_one_from_the_middle_moves_to_the_player_at_the_level_of_its_count() -> None:
    """5.2, 2: it leaves a gap until the end of the turn."""
    scene = table(player("GRKG", "RB"), middle="G1 B1 G2").play("beside RB right", "fulfil B1")
    assert (scene.held(), scene.now.middle) == ("B1:2", ("G1", None, "G2"))


def test_several_from_the_middle_may_be_taken() -> None:
    """5.2, 2."""
    scene = with_green_red(middle="B1 G1 B4").play("fulfil B1", "fulfil B4")
    assert (scene.held(), scene.now.middle) == ("B1:1 B4:1", (None, "G1", None))


# ---------------------------------------------------------------- one of a neighbour


@pytest.mark.parametrize("level", [0, 1, 2])
def test_one_of_a_neighbour_moves_to_the_player_at_the_level_of_ones_own_count(level: int) -> None:
    """5.2, 2: whatever the neighbour's was; a level-0 card can be stolen too."""
    scene = with_green_red("", player("GRGR", "", f"B1:{level}")).play("steal B1")
    assert (scene.held(1), scene.held(2)) == ("B1:1", "")


def test_a_stolen_card_can_reach_level_3_at_once() -> None:
    """5.2, 2."""
    scene = table(player("GRGRKG", "RB"), player(prophecies="B1")).play("beside RB right", "steal B1")
    assert scene.held() == "B1:3"


def test_neighbours_sit_directly_left_or_right() -> None:
    """5.2, 2: of four players the opposite one is none."""
    seats = [player(prophecies=name) for name in ("B1", "B4", "G4")]
    scene = table(player("RKG", "RB"), *seats).play("beside RB right")
    assert scene.gains == {"steal B1"}
    other = table(player("RKG", "RB"), seats[1], seats[0], player(prophecies="B7")).play("beside RB right")
    assert other.gains == {"steal B4"}


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_neighbours_all_round_the_table(seat: int) -> None:
    """5.2, 2: the last seat sits beside the first."""
    cards = ("B1", "B4", "P7", "B10")
    seats = [
        player("KG", "RB", f"{card}:1") if number == seat else player("", "", card)
        for number, card in enumerate(cards, 1)
    ]
    scene = table(*seats, seat=seat).play("beside RB right")
    beside = {cards[seat % 4], cards[seat - 2]}
    standing = {"B1", "B4"}
    assert scene.gains == {f"steal {card}" for card in beside & standing}


def test_with_three_players_both_others_are_neighbours() -> None:
    """5.2, 2: one may be taken of each."""
    scene = with_green_red("", player(prophecies="B1"), player(prophecies="B4"))
    assert scene.play("steal B4", "steal B1").held() == "B4:1 B1:1"


def test_with_two_players_the_one_opponent_is_one_neighbour() -> None:
    """R14: so one steal a round, not two."""
    scene = with_green_red("", player(prophecies="B1 B4"))
    assert scene.gains == {"steal B1", "steal B4"}
    assert not scene.play("steal B1").gains


def test_at_most_1_per_neighbour_per_round() -> None:
    """5.2, 2: with the first card and the second together; the other neighbour is free."""
    scene = table(player("KG", "RB YK"), player(prophecies="B1 B4"), player(prophecies="B6"))
    scene.play("beside RB right")
    assert scene.gains == {"steal B1", "steal B4"}
    assert not scene.play("steal B1").gains
    scene.play("done", "beside YK right")
    assert scene.gains == {"steal B6"}
    second = table(player("YG", "RB YK"), player(prophecies="B1 B6"), player()).play("beside RB right", "steal B1")
    assert not second.play("done", "beside YK right").gains


def test_in_the_next_round_a_neighbour_can_be_robbed_again() -> None:
    """5.2, 2."""
    scene = table(player("KG", "RB RG RG YK"), player("", "RG RG", "B1 B6"), middle="P1 P2 P3", feathers="RK RK RK RK")
    scene.play("beside RB right", "steal B1", "done", "beside RG left", "done")
    quick_turn(scene).play("beside YK right")
    assert scene.now.round == 2
    assert scene.gains == {"steal B6"}


def test_everybody_may_steal_in_a_round() -> None:
    """5.2, 2: also what was stolen just before."""
    scene = table(player("KG", "RB RK"), player("KG", "RB", "B1"), feathers="RK RK")
    scene.play("beside RB right", "steal B1", "done", "beside RK left", "done", "beside RB right")
    assert scene.play("steal B1").held(2) == "B1:1"


# ---------------------------------------------------------------- level 3


def test_count_3_or_more_is_level_3_and_the_card_is_protected() -> None:
    """5.2, 2: it cannot be stolen, and what cannot fall is in the losses."""
    scene = table(player("GRGRKG", "RB RK", "B1:2"), player("KG", "RB"), feathers="RK RK")
    scene.play("beside RB right", "raise B1", "done", "over RK left", "done")
    assert scene.held() == "B1:3"
    assert not scene.play("beside RB right").gains


@pytest.mark.parametrize("level", [0, 1, 2])
def test_lower_levels_are_not_protected(level: int) -> None:
    """5.2, 2."""
    assert with_green_red("", player(prophecies=f"B1:{level}")).gains == {"steal B1"}
    assert not with_green_red("", player(prophecies="B1:3")).gains


# ---------------------------------------------------------------- the rulebook's example


def test_the_two_plays_of_the_rulebooks_example_turn() -> None:
    """5.2: with blue and yellow P1 from the middle and G1 from the left, with green and red Y6 and B1 rise."""
    left = player("", "", "G1:1")
    scene = table(player("KR", "BY RG", "Y6 B1"), player(), left, middle="P1 P2")
    scene.play("over BY left")
    assert scene.coatl() == "BY^R"
    assert scene.gains == {"fulfil P1", "steal G1"}
    scene.play("fulfil P1", "steal G1", "done", "beside GR right")
    assert scene.coatl() == "BY^RGR"
    assert scene.gains == {"raise Y6", "raise B1"}
    assert scene.play("raise Y6", "raise B1").held() == "P1:1 G1:1 Y6:1 B1:1"
