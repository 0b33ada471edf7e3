"""A turn of feathers (RULES 5.2, without losses and gains), sentence by sentence."""

from collections import Counter
from typing import Any

import pytest

from tests.card.scenes import Scene, fresh, player, table

ALL_PLACEMENTS = {
    f"{how} {turned} {side}" for how in ("beside", "over") for turned in ("RG", "GR") for side in ("left", "right")
}


# ---------------------------------------------------------------- two cards


def test_play_2_feather_cards_one_after_the_other() -> None:
    """5.2: then the next player."""
    scene = table(player("BY", "RG RK GK BK"))
    scene.play("beside RG left", "done")
    assert (scene.now.seat, scene.now.plays, scene.now.pending) == (1, 1, "play")
    assert scene.me().hand == ("RK", "GK", "BK")
    scene.play("beside RK left", "done")
    assert (scene.now.seat, scene.now.plays, scene.now.pending) == (2, 0, "play")
    assert scene.coatl() == "RKRGBY"


def test_a_feather_has_two_parts_and_may_be_turned_round() -> None:
    """5.2."""
    assert table(player("", "RG")).play("start RG").coatl() == "RG"
    assert table(player("", "RG")).play("start GR").coatl() == "GR"


def test_the_first_card_of_a_coatl_starts_it() -> None:
    """5.2: there is no end yet to go to."""
    assert table(player("", "RG")).legal == {"start RG", "start GR", "discard RG"}


def test_every_other_card_goes_to_the_left_or_right_end() -> None:
    """5.2: beside or over, in both directions."""
    assert table(player("BY", "RG")).legal == ALL_PLACEMENTS | {"discard RG"}


def test_two_equal_cards_in_hand_give_the_same_choices_once() -> None:
    """5.2."""
    assert table(player("BY", "RG RG RG")).legal == ALL_PLACEMENTS | {"discard RG"}


def test_each_card_in_hand_can_be_chosen() -> None:
    """5.2: and no other."""
    scene = table(player("BY", "RG BK"))
    assert len(scene.can("beside", "over")) == 16
    assert scene.can("discard") == {"discard RG", "discard BK"}


@pytest.mark.parametrize(
    ("action", "coatl", "newest"),
    [
        ("beside RG left", "RGBYK", (1, 2)),
        ("beside GR left", "GRBYK", (1, 2)),
        ("beside RG right", "BYKRG", (4, 5)),
        ("beside GR right", "BYKGR", (4, 5)),
    ],
)
def test_beside_the_coatl_grows_by_2(action: str, coatl: str, newest: tuple[int, int]) -> None:
    """5.2."""
    scene = table(player("BYK", "RG")).play(action)
    assert (scene.coatl(), scene.now.newest) == (coatl, newest)


@pytest.mark.parametrize(
    ("action", "coatl", "newest"),
    [
        ("over RG left", "RG^YK", (1, 2)),
        ("over GR left", "GR^YK", (1, 2)),
        ("over RG right", "BYR^G", (3, 4)),
        ("over GR right", "BYG^R", (3, 4)),
    ],
)
def test_over_one_half_covers_the_outermost_part_and_makes_a_stack_the_other_sticks_out(
    action: str, coatl: str, newest: tuple[int, int]
) -> None:
    """5.2: the coatl grows by 1."""
    scene = table(player("BYK", "RG")).play(action)
    assert (scene.coatl(), scene.now.newest) == (coatl, newest)


def test_stacks_stay_stacks_when_the_coatl_grows() -> None:
    """5.2: on either end."""
    scene = table(player("BY", "RG GK BK")).play("over RG left", "done", "over GK right")
    assert scene.coatl() == "RG^G^K"
    assert table(player("BR^G", "YK")).play("beside YK left").coatl() == "YKBR^G"


def test_cards_never_go_underneath() -> None:
    """5.2: whatever is played, its own two parts are seen."""
    for action in ALL_PLACEMENTS:
        scene = table(player("BYK", "RG")).play(action)
        first, last = scene.now.newest
        assert scene.coatl().replace("^", "")[first - 1 : last] == action.split()[1]


# ---------------------------------------------------------------- discard and reveal


def test_instead_of_playing_a_card_from_hand_discard_one_reveal_the_top_card_and_play_that_one() -> None:
    """5.2: the card from the deck, not one from hand."""
    scene = table(player("BY", "RK GB"), feathers="RG").play("discard RK")
    assert (scene.now.revealed, scene.drawn, scene.now.discards) == ("RG", ["rg"], {"RK": 1})
    assert scene.legal == ALL_PLACEMENTS
    scene.play("over RG right")
    assert (scene.coatl(), scene.me().hand, scene.now.revealed) == ("BR^G", ("GB",), None)


def test_a_revealed_card_is_one_of_the_two() -> None:
    """5.2: both may be."""
    scene = table(player("BY", "RK GB"), feathers="RG RG RY RY")
    scene.play("discard RK")
    scene.play(f"beside {scene.now.revealed} left", "done", "discard GB")
    assert scene.now.plays == 1
    scene.play(f"beside {scene.now.revealed} left", "done")
    assert (scene.now.seat, scene.now.discards, len(scene.coatl())) == (2, {"RK": 1, "GB": 1}, 6)


def test_a_revealed_card_can_start_the_coatl() -> None:
    """5.2."""
    assert table(player("", "RK"), feathers="RG").play("discard RK").legal == {"start RG", "start GR"}


def test_a_revealed_card_stays_when_its_kind_is_in_hand_too() -> None:
    """5.2: the one in hand is kept."""
    scene = table(player("BY", "RK RG"), feathers="RG").play("discard RK", "beside RG left")
    assert scene.me().hand == ("RG",)


# ---------------------------------------------------------------- the end of a turn


def second_card_done(hand: str = "GK BK", **more: Any) -> Scene:
    """Seat 1 has played both cards of its turn, the second one just now."""
    more = {"feathers": "RG RG RG", "middle": "B1 - B3", "deck": "G1 G2"} | more
    return table(player("BY", f"RG {hand}"), plays=1, **more).play("beside RG left", "done")


def test_after_the_second_card_draw_2_feathers() -> None:
    """5.2."""
    scene = second_card_done()
    assert scene.me().hand == ("GK", "BK", "RG", "RG")
    assert scene.now.feathers == 1


def test_nothing_is_drawn_or_refilled_after_the_first_card() -> None:
    """5.2."""
    scene = table(player("BY", "RG GK"), middle="B1 - B3").play("beside RG left", "done")
    assert (scene.me().hand, scene.now.middle, scene.drawn) == (("GK",), ("B1", None, "B3"), [])


def test_then_refill_the_middle_from_the_prophecy_deck() -> None:
    """5.2; R17: the others keep their places."""
    scene = second_card_done(deck="G1")
    assert (scene.now.middle, scene.now.deck) == (("B1", "G1", "B3"), 0)


def test_then_it_is_the_next_players_turn() -> None:
    """5.2."""
    assert second_card_done().now.seat == 2


# ---------------------------------------------------------------- short decks


def test_when_a_feather_is_needed_and_the_deck_is_empty_the_discards_become_the_deck() -> None:
    """R15: the last card of the deck is drawn before."""
    scene = second_card_done(feathers="RK", discards="GB GB GB")
    assert scene.me().hand == ("GK", "BK", "RK", "GB")
    assert (scene.now.feathers, scene.now.discards) == (2, {})


def test_the_discards_stay_while_the_deck_has_a_card() -> None:
    """R15."""
    scene = second_card_done(feathers="RK RK", discards="GB")
    assert (scene.now.feathers, scene.now.discards) == (0, {"GB": 1})


def test_an_own_discard_that_opens_the_reveal_is_among_them() -> None:
    """R15: it may come back as the top card."""
    scene = table(player("BY", "RK GB"), feathers="").play("discard RK")
    assert (scene.now.revealed, scene.now.discards, scene.now.feathers) == ("RK", {}, 0)


def test_the_revealed_card_comes_from_the_discards_if_need_be() -> None:
    """R15."""
    found = Counter[str | None]()
    for seed in range(12):
        scene = table(player("BY", "RK"), feathers="", discards="GB")
        scene.rules.seed(scene.states, scene.states[0].chance.key.astype("int64"), seed)
        found[scene.play("discard RK").now.revealed] += 1
    assert set(found) == {"RK", "GB"}


def test_an_empty_prophecy_deck_is_not_renewed() -> None:
    """R15: the middle stays short."""
    scene = second_card_done(deck="")
    assert scene.now.middle == ("B1", None, "B3")


def test_a_short_prophecy_deck_fills_the_gaps_from_the_left() -> None:
    """R15, R17."""
    assert second_card_done(middle="- B2 -", deck="G1").now.middle == ("G1", "B2", None)


def test_if_no_feather_can_be_had_fewer_are_drawn() -> None:
    """R15."""
    assert second_card_done(feathers="RK").me().hand == ("GK", "BK", "RK")
    assert second_card_done(feathers="").me().hand == ("GK", "BK")


def test_without_a_feather_there_is_nothing_to_play_and_nothing_to_discard() -> None:
    """R15: the turn passes, and ends as every turn does."""
    scene = table(player("BY"), feathers="", discards="RG RG", middle="B1 - B3", deck="G1")
    assert scene.legal == {"pass"}
    scene.play("pass")
    assert (scene.now.seat, scene.me().hand, scene.now.middle) == (2, ("RG", "RG"), ("B1", "G1", "B3"))


def test_with_one_feather_only_one_card_is_played() -> None:
    """R15."""
    scene = table(player("BY", "RG"), feathers="").play("beside RG left", "done")
    assert (scene.now.seat, scene.legal) == (1, {"pass"})
    assert scene.play("pass").now.seat == 2


def test_passing_is_not_open_to_who_has_a_feather() -> None:
    """5.2: two cards are due."""
    assert "pass" not in fresh().legal
