"""Sacrifice tokens (RULES 4.2), and passing (R9), sentence by sentence."""

from typing import Any

import pytest

from tests.board.scenes import Scene, coatl, player, supply, table

ROW = "R1 R2 R3 R4 R5 K5"


@pytest.mark.parametrize(
    ("token", "actions"),
    [("pick", ["pick BB"]), ("future", ["future", "choose row1", "done"]), ("priest", ["priest pile1"])],
)
def test_each_token_is_used_once_instead_of_an_action(token: str, actions: list[str]) -> None:
    """4.2, Sacrifice tokens: the turn ends with it, and the other two stay."""
    scene = table(player()).play(*actions)
    assert scene.now.seat == 2
    assert set(scene.me().tokens) == {"pick", "future", "priest"} - {token}
    again = table(player(tokens=" ".join(scene.me().tokens)))
    assert not again.can(token)


def test_a_token_of_another_player_is_of_no_use() -> None:
    """4.2, Sacrifice tokens."""
    assert not table(player(tokens=""), player()).can("pick", "future", "priest")


# ---------------------------------------------------------------- Perfect pick


def test_perfect_pick_takes_1_head_or_1_tail_or_exactly_2_body_segments_from_the_bags() -> None:
    """4.2, Perfect pick."""
    scene = table(player(), pieces=supply(bag="RGG", bag_heads="B", bag_tails="YK"))
    assert scene.can("pick") == {"pick RG", "pick GG", "pick head B", "pick tail Y", "pick tail K"}


@pytest.mark.parametrize(
    ("action", "taken"),
    [
        ("pick GG", ("GG", "", "")),
        ("pick RG", ("RG", "", "")),
        ("pick head B", ("", "B", "")),
        ("pick tail K", ("", "", "K")),
    ],
)
def test_the_picked_pieces_leave_the_bags(action: str, taken: tuple[str, str, str]) -> None:
    """4.2, Perfect pick."""
    scene = table(player(), pieces=supply(bag="RGG", bag_heads="B", bag_tails="YK")).play(action)
    me, bags = scene.me(), scene.now.supply
    assert (me.bodies, me.heads, me.tails) == taken
    left = sum(bags.bag_bodies.values()), sum(bags.bag_heads.values()), sum(bags.bag_tails.values())
    assert left == (3 - len(taken[0]), 1 - len(taken[1]), 2 - len(taken[2]))


def test_both_picked_colours_must_be_there() -> None:
    """4.2, Perfect pick: two of one colour need two in the bag; one segment alone is never picked."""
    assert table(player(), pieces=supply(bag="RG", bag_heads="", bag_tails="")).can("pick") == {"pick RG"}
    assert not table(player(), pieces=supply(bag="R", bag_heads="", bag_tails="")).can("pick")


def test_perfect_pick_needs_room() -> None:
    """4.2, Perfect pick."""
    one_free = table(player(bodies="RRRRRRR"), pieces=supply(bag_heads="B", bag_tails="Y"))
    assert one_free.can("pick") == {"pick head B", "pick tail Y"}
    assert not table(player(bodies="RRRRRRRR")).can("pick")


def test_after_perfect_pick_all_empty_cells_of_the_supply_board_are_refilled() -> None:
    """4.2, Perfect pick: also where a Take would not refill."""
    scene = table(player(), pieces=supply("RG BY - - KK YY", "R -", "- Y", bag="GGGGGG")).play("pick GG")
    laid = scene.now.supply
    assert laid.bodies == ("RG", "BY", "GG", "GG", "KK", "YY")
    assert None not in laid.heads + laid.tails


# ---------------------------------------------------------------- See the future


def test_see_the_future_discards_the_whole_row_and_lays_out_a_new_one() -> None:
    """4.2, See the future: at once, before anything is chosen."""
    scene = table(player(), row=ROW, deck="Y1 Y2 Y3 Y4 Y5 Y6 Y7").play("future")
    assert set(scene.now.row) < {"Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7"}
    assert scene.now.discards == {"R1": 1, "R2": 1, "R3": 1, "R4": 1, "R5": 1, "K5": 1}


def test_the_old_row_is_among_the_discards() -> None:
    """4.2, See the future, and R4: with a short deck its cards may come again."""
    scene = table(player(), row=ROW, deck="Y1 Y2", discards="B1").play("future")
    row = set(scene.now.row)
    assert {"Y1", "Y2"} < row <= {"Y1", "Y2", "B1", *ROW.split()}
    assert (len(row), scene.now.deck, scene.now.discards) == (6, 3, {})


def test_then_any_number_of_cards_from_hand_is_discarded() -> None:
    """4.2, See the future: from none to all."""
    scene = table(player("B1 B2 B3")).play("future")
    assert scene.can("discard") == {"discard B1", "discard B2", "discard B3"}
    assert scene.copy().play("choose row1", "done").me().hand[:3] == ("B1", "B2", "B3")
    scene.play("discard B2", "discard B1", "discard B3")
    assert (scene.me().hand, scene.can("discard")) == ((), set())
    assert scene.me().own_discards == {"B1": 1, "B2": 1, "B3": 1}


def test_then_prophecies_are_chosen_at_least_one() -> None:
    """4.2, See the future."""
    scene = table(player("B1")).play("future")
    assert "done" not in scene.legal
    scene.play("discard B1")
    assert "done" not in scene.legal
    scene.play("choose row1", "choose deck", "done")
    assert len(scene.me().hand) == 2


def test_after_the_first_choice_nothing_more_is_discarded() -> None:
    """4.2, See the future: discard, then choose."""
    scene = table(player("B1 B2")).play("future", "choose row1")
    assert scene.can("done", "choose") == scene.legal


def test_the_new_row_is_refilled_at_the_end_of_the_turn() -> None:
    """4.2, See the future, and B."""
    scene = table(player()).play("future", "choose row3", "done")
    assert None not in scene.now.row


def test_no_prophecy_is_chosen_if_the_hand_is_still_full() -> None:
    """R8: with a full hand the player discards, or is done."""
    scene = table(player("B1 B2 B3 B4 B5")).play("future")
    assert scene.legal == {"done", *(f"discard B{card}" for card in range(1, 6))}
    assert scene.copy().play("done").now.seat == 2
    assert "done" not in scene.play("discard B1").legal


def test_no_prophecy_is_chosen_if_there_is_no_card() -> None:
    """R8: once a card is discarded, it is there to be drawn."""
    scene = table(player("B1"), row="", deck="").play("future")
    assert scene.legal == {"done", "discard B1"}
    assert scene.play("discard B1").legal == {"choose deck"}


# ---------------------------------------------------------------- Priest's commitment


def test_priests_commitment_takes_the_top_temple_of_one_pile_into_hand() -> None:
    """4.2, Priest's commitment."""
    scene = table(player(temples="T1"), tops="T2 T3", below="")
    assert scene.can("priest") == {"priest pile1", "priest pile2"}
    assert scene.play("priest pile2").me().temples == ("T1", "T3")
    assert scene.now.temples == ("T2", None)


def test_an_empty_temple_pile_gives_nothing() -> None:
    """4.2, Priest's commitment."""
    assert table(player(), tops="- T3", below="").can("priest") == {"priest pile2"}
    assert not table(player(), tops="- -", below="").can("priest")


def test_there_is_still_only_1_temple_per_coatl() -> None:
    """4.2, Priest's commitment: after one of two the coatl is closed."""
    scene = table(player(tails="G", temples="T2 T11", coatls=[coatl("(BBYY", "R5")])).play("extend 1 tail G")
    assert scene.can("temple T") == {"temple T2", "temple T11"}
    assert not scene.play("temple T2").can("temple")
    assert scene.me().temples == ("T11",)


# ---------------------------------------------------------------- passing


def stuck(tokens: str = "", hand: str = "B1 B2 B3 B4 B5", **more: Any) -> Scene:
    """A full board, a full hand, two coatls that nothing on the board extends."""
    me = player(hand, tokens=tokens, heads="RRRRRRRR", coatls=[coatl("(R"), coatl("(G")])
    return table(me, **more)


def test_a_player_who_has_no_legal_action_passes() -> None:
    """R9."""
    scene = stuck()
    assert scene.legal == {"pass"}
    assert scene.play("pass").now.seat == 2


def test_passing_is_legal_only_then() -> None:
    """R9."""
    assert "pass" not in table(player()).legal
    assert stuck(hand="B1 B2 B3 B4").can("choose", "pass") == stuck(hand="B1 B2 B3 B4").can("choose")


@pytest.mark.parametrize("token", ["future", "priest"])
def test_a_token_is_a_legal_action(token: str) -> None:
    """R9: whoever has one that can be used does not pass. (For Perfect pick there is no room.)"""
    assert stuck(tokens=token).can("pass", token) == stuck(tokens=token).can(token)
    assert stuck(tokens="pick").legal == {"pass"}
