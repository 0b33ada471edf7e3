"""What CARL does in its turn: the action card, raise, steal, fulfil (RULES 5.5, 2 and 3), sentence by sentence."""

from collections import Counter

import pytest

from tests.card.scenes import carls_turn, player

RAISE, STEAL, FULFIL = "B10", "Y10", "P10"  # action cards of the gods that double these actions


# ---------------------------------------------------------------- the action card


def test_turn_up_the_next_card_of_the_action_deck() -> None:
    """5.5, 2: seen by all, and put away."""
    scene = carls_turn(action="B10").play("carl")
    for viewer in (1, None):
        carl = scene.view(viewer).carl
        assert carl is not None
        assert (carl.action, carl.used, carl.backs) == ("B10", ("B10",), {})


@pytest.mark.parametrize(
    ("action", "held"),
    [
        (RAISE, "B2:3 B1:2 G1:1 P1:1"),  # the highest first, then the next
        (STEAL, "B1:1 B2:3 G1:1 G2:1 P1:1"),
        (FULFIL, "B1:1 B2:3 G1:1 P1:1 P2:1"),
    ],
)
def test_the_action_of_that_god_is_done_twice_in_a_row_the_others_once(action: str, held: str) -> None:
    """5.5, 2: blue raises, yellow steals, pink fulfils."""
    human = player(prophecies="G1:1 G2:1")
    assert carls_turn("B1:1 B2:2", human, action=action, middle="P1 P2 P3").play("carl").held(2) == held


def test_each_half_chooses_anew() -> None:
    """5.5, 2: what the first half raised is still the highest, unless it is protected now."""
    assert carls_turn("B1:1 B2:1", action=RAISE).play("carl").held(2) == "B2:1 B1:3"
    assert carls_turn("B1:1 B2:2", action=RAISE).play("carl").held(2) == "B2:3 B1:2"


def test_each_half_is_skipped_alone() -> None:
    """5.5, 2."""
    assert carls_turn("B1:2", action=RAISE).play("carl").held(2) == "B1:3"
    scene = carls_turn("", player(prophecies="G1:2"), action=STEAL).play("carl")
    assert (scene.held(1), scene.held(2)) == ("", "G1:2")
    assert carls_turn("", action=FULFIL, middle="- B1 -").play("carl").held(2) == "B1:1"


def test_in_this_order_raise_steal_fulfil() -> None:
    """5.5, 3: what is stolen or fulfilled is not raised in the same turn, and the middle does not come to the human."""
    scene = carls_turn("", player(prophecies="G1:2"), action=RAISE, middle="B1").play("carl")
    assert scene.held(2) == "G1:2 B1:1"


# ---------------------------------------------------------------- raise


def test_raise_one_of_carls_prophecies_goes_up_one_level() -> None:
    """5.5, 3."""
    assert carls_turn("B1:1").play("carl").held(2) == "B1:2"


def test_raise_the_highest_level_one_below_3_among_those_with_a_favourite_colour() -> None:
    """5.5, 3: although a higher one has none."""
    assert carls_turn("B7:2 B1:1 B3:0", favourites="RY").play("carl").held(2) == "B7:2 B3:0 B1:2"
    assert carls_turn("B1:1 B3:2", favourites="RY").play("carl").held(2) == "B1:1 B3:3"
    assert carls_turn("B1:3 B3:1", favourites="RY").play("carl").held(2) == "B1:3 B3:2"


def test_raise_if_there_is_none_the_highest_level_one_of_all_below_3() -> None:
    """5.5, 3: a protected one with a favourite colour does not count."""
    assert carls_turn("B1:3 B7:1 B9:2", favourites="RY").play("carl").held(2) == "B1:3 B7:1 B9:3"


def test_raise_the_nearest_among_equals() -> None:
    """5.5, 3: the one that has lain there longest, with and without favourites."""
    assert carls_turn("B7:2 B8:2").play("carl").held(2) == "B8:2 B7:3"
    assert carls_turn("B7:1 B1:1 B3:1", favourites="RY").play("carl").held(2) == "B7:1 B3:1 B1:2"


def test_raise_at_level_3_it_is_protected() -> None:
    """5.5, 3: the human cannot steal it."""
    scene = carls_turn("B1:2", player("KG", "RB"), favourites="BK").play("carl", "beside RB right")
    assert (scene.held(2), scene.gains) == ("B1:3", set())


# ---------------------------------------------------------------- steal


def test_steal_one_of_the_humans_prophecies_moves_to_carl_at_the_same_level() -> None:
    """5.5, 3."""
    for level in (1, 2):
        scene = carls_turn("", player(prophecies=f"B1:{level}")).play("carl")
        assert (scene.held(1), scene.held(2)) == ("", f"B1:{level}")


def test_steal_never_a_protected_one() -> None:
    """5.5, 3: so the action may be skipped."""
    scene = carls_turn("", player(prophecies="B1:3 B3:3"), favourites="RY").play("carl")
    assert (scene.held(1), scene.held(2)) == ("B1:3 B3:3", "")


@pytest.mark.parametrize(
    ("human", "stolen"),
    [
        ("B7:2 B1:1", "B1:1"),  # a favourite colour before a higher level
        ("B1:1 B3:2 B4:1", "B3:2"),  # the highest of them
        ("B7:1 B9:2", "B9:2"),  # none has one: the highest of all
        ("B1:3 B7:1", "B7:1"),  # a protected one does not count
        ("B7:2 B3:1 B1:1", "B3:1"),  # the nearest among equals
        ("B7:2 B9:2", "B7:2"),
    ],
)
def test_steal_by_the_same_preference(human: str, stolen: str) -> None:
    """5.5, 3: red and yellow are the favourites."""
    scene = carls_turn("", player(prophecies=human), favourites="RY").play("carl")
    assert scene.held(2) == stolen
    assert Counter(scene.held(1).split()) + Counter([stolen]) == Counter(human.split())


# ---------------------------------------------------------------- fulfil


@pytest.mark.parametrize(
    ("middle", "card"),
    [("B7 B1 B3", "B1"), ("B7 B9 B3", "B3"), ("B7 B9 B6", "B6"), ("B7 B9 G3", "B7"), ("- B9 G3", "B9")],
)
def test_fulfil_the_leftmost_card_of_the_middle_with_a_favourite_colour_else_the_leftmost(
    middle: str, card: str
) -> None:
    """5.5, 3: it moves to CARL's level 1; red and yellow are the favourites."""
    scene = carls_turn("", favourites="RY", middle=middle).play("carl")
    assert scene.held(2) == f"{card}:1"
    left = tuple(None if name in (card, "-") else name for name in middle.split())
    assert scene.now.middle == left


def test_fulfil_the_rulebooks_example() -> None:
    """5.5, 3: a pink action card, and the outer two of the middle have a favourite colour."""
    scene = carls_turn("", action=FULFIL, favourites="RK", middle="B1 G6 B6").play("carl")
    assert (scene.held(2), scene.now.middle) == ("B1:1 B6:1", (None, "G6", None))


def test_an_action_without_a_possible_card_is_skipped() -> None:
    """5.5, 3."""
    scene = carls_turn("B1:3", player(prophecies="B2:3"), favourites="RY").play("carl")
    assert (scene.held(1), scene.held(2), scene.now.seat) == ("B2:3", "B1:3", 1)


# ---------------------------------------------------------------- order on a level, and the middle


def test_a_card_that_arrives_on_a_level_is_the_farthest_there() -> None:
    """R17: raised, stolen and fulfilled ones."""
    scene = carls_turn("B1:1 B2:2 B3:1", player(prophecies="G1:1"), favourites="RG", middle="B4")
    scene.play("carl")
    assert scene.held(2) == "B1:1 B3:1 B2:3 G1:1 B4:1"


def test_the_middle_is_refilled_at_the_end_of_carls_turn() -> None:
    """R17: not between the two halves; new cards into the gaps from the left, the others keep their places."""
    scene = carls_turn("", action=FULFIL, middle="B7 B8 B9", deck="G1").play("carl")
    assert (scene.held(2), scene.now.middle) == ("B7:1 B8:1", ("G1", None, "B9"))
