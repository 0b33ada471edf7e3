"""Losses after a card played (RULES 5.2, 1), sentence by sentence. B1 is green and red side by side."""

import pytest

from tests.card.scenes import player, table, with_prophecies


def hand_of(action: str) -> str:
    return "".join(sorted(action.split()[1], key="RGBYK".index))


def levels(coatl: str, prophecies: str, action: str, patterns: tuple[str, ...] = ()) -> str:
    """What the prophecies of seat 1 are at once it has played a card, before any gain."""
    rules = with_prophecies(*patterns) if patterns else None
    return table(player(coatl, hand_of(action), prophecies), rules=rules).play(action).held()


@pytest.mark.parametrize(
    ("coatl", "action"),
    [("KGR", "over BY right"), ("KGR", "over YB right"), ("GRK", "over YB left"), ("GRK", "over BY left")],
)
def test_a_prophecy_falls_if_the_card_covered_a_part_and_thereby_destroyed_its_place(coatl: str, action: str) -> None:
    """5.2, 1: on either end, turned either way."""
    assert levels(coatl, "B1:1", action) == "B1:0"


@pytest.mark.parametrize(("before", "now"), [(2, 1), (1, 1)])
def test_the_level_falls_to_its_present_count_if_that_is_lower(before: int, now: int) -> None:
    """5.2, 1: one of two places is left."""
    assert levels("GRKGR", f"B1:{before}", "over BY right") == f"B1:{now}"


def test_it_can_fall_by_two_levels() -> None:
    """5.2, 1: both places use the covered part."""
    assert levels("BBR", "X1:2", "over YK right", ("B+ R",)) == "X1:0"


def test_a_prophecy_without_a_place_at_the_covered_part_stays() -> None:
    """5.2, 1."""
    assert levels("GRK", "B1:1", "over BY right") == "B1:1"


def test_beside_nothing_is_covered_and_nothing_falls() -> None:
    """5.2, 1: not even what a new neighbour breaks."""
    assert levels("KGR", "B1:1", "beside BY right") == "B1:1"
    assert levels("KGR", "X1:1", "beside BY right", ("G R !B",)) == "X1:1"


def test_a_place_that_still_matches_is_not_destroyed() -> None:
    """R21: red lies on red when the whole card lies."""
    assert levels("KGR", "B1:1", "over RY right") == "B1:1"
    assert levels("GRK", "B1:1", "over YG left") == "B1:1"
    assert levels("KGR", "B1:2", "over RY right") == "B1:2"  # an unearned level does not fall either


def test_a_new_place_makes_up_for_a_lost_one() -> None:
    """R21: the count is taken when the whole card lies."""
    assert levels("KGR", "B1:1", "over GR right") == "B1:1"
    assert levels("GRK", "B1:1", "over GR left") == "B1:1"


def test_a_new_place_makes_up_for_a_lost_one_at_any_level() -> None:
    """R21: but a level does not rise by itself."""
    assert levels("GRKGR", "B1:2", "over GR right") == "B1:2"
    assert levels("GRKGR", "B1:1", "over GR right") == "B1:1"


def test_protected_ones_never_fall() -> None:
    """5.2, 1."""
    assert levels("KGR", "B1:3", "over BY right") == "B1:3"


def test_with_2_to_4_players_a_prophecy_that_falls_to_level_0_stays_with_its_owner_face_up() -> None:
    """5.2, 1: so it can be raised again."""
    for seats in ([player()], [player()] * 2, [player()] * 3):
        scene = table(player("KGR", "RG BY", "B1:1"), *seats).play("over BY right")
        assert (scene.held(), scene.now.lost) == ("B1:0", ())
        assert scene.play("done", "beside GR right", "raise B1").held() == "B1:1"


def test_a_prophecy_at_a_level_that_it_did_not_earn_falls_only_in_this_way() -> None:
    """5.2, 1: covering a part at which it does not stand takes nothing from it."""
    assert levels("KYK", "B1:1 B2:2", "over BY right") == "B1:1 B2:2"
    assert levels("GRK", "B1:2", "over BY right") == "B1:2"
    assert levels("KGR", "B1:2", "over BY right") == "B1:0"


def test_only_own_prophecies_fall() -> None:
    """5.2, 1: a neighbour's level is the neighbour's own count."""
    scene = table(player("KGR", "BY"), player("GR", "", "B1:1"), middle="B2").play("over BY right")
    assert scene.held(2) == "B1:1"


def test_every_prophecy_that_stood_there_falls() -> None:
    """5.2, 1: B1 and G1 share the covered red part, B8 does not use it."""
    assert levels("BGR", "B1:1 G1:1 B8:1", "over KY right") == "B8:1 B1:0 G1:0"


def test_losses_come_before_gains() -> None:
    """5.2: B1 falls, and one part later nothing is left to raise; B5 can be gained."""
    scene = table(player("KGR", "BY", "B1:1"), middle="B5").play("over YB right")
    assert scene.held() == "B1:0"
    assert scene.gains == {"fulfil B5"}


def test_cards_that_fall_lie_in_the_order_in_which_they_lay_higher_levels_first() -> None:
    """R24: B1 and G1 fall to level 0, the higher one first; B7 lies where it lay."""
    assert levels("BGBGR", "B1:1 B7:0 G1:2", "over KY right") == "B7:0 G1:0 B1:0"


def test_a_card_that_does_not_fall_keeps_its_place() -> None:
    """R24: one place was lost and another made up for it."""
    assert levels("KGR", "B1:1 B7:1", "over GR right") == "B1:1 B7:1"


def test_overlapping_places_are_lost_one_by_one() -> None:
    """5.2, 1 and RULES 3: Y1 is blue, another, blue."""
    assert levels("BRBKB", "Y1:2", "over RK right") == "Y1:1"
    assert levels("BRBKB", "Y1:2", "over RK left") == "Y1:1"


def test_the_one_colour_of_a_pair_of_equals_is_asked_for_at_both_ends() -> None:
    """5.2, 1 and RULES 3: Y6 is any colour, green, the same colour."""
    assert levels("KGK", "Y6:1", "over RB right") == "Y6:0"
    assert levels("KGK", "Y6:1", "over KB right") == "Y6:1"


def test_a_new_stack_can_make_up_for_what_was_covered() -> None:
    """5.2, 1 and R21: P6 is green and a stack that is not green."""
    assert levels("KGR^G", "P6:1", "over YK right") == "P6:1"
    assert levels("GR^G", "P6:1", "over KY left") == "P6:0"


# ---------------------------------------------------------------- own decks


@pytest.mark.parametrize(
    ("pattern", "coatl", "action", "level"),
    [
        ("G R !B", "GRK", "over BY right", 0),  # the covered part was next to the place
        ("G R !B", "GRK", "over YB right", 1),
        ("!B G R", "KGR", "over YB left", 0),
        ("!B G R", "KGR", "over BY left", 1),
        ("G R !B", "GR", "over RB right", 0),  # the covered red stays red, and blue sticks out
        ("!B G R", "GR", "over BG left", 0),
        ("R+", "GR", "over BY right", 0),
        ("R+ G", "RRG", "over BY left", 1),
        ("R .+ G", "KRRG", "over BY right", 0),
        ("G .+ R", "GKRR", "over BY left", 0),
    ],
)
def test_any_pattern_can_be_destroyed(pattern: str, coatl: str, action: str, level: int) -> None:
    """5.2, 1 and RULES 3: own decks may ask for what must not be there, and for one or more."""
    assert levels(coatl, "X1:1", action, (pattern,)) == f"X1:{level}"
