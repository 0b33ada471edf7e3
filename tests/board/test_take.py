"""A turn, and taking pieces (RULES 4.2 A), sentence by sentence."""

import pytest

from coatl.board.view import SupplyView
from tests.board.scenes import player, supply, table


def test_a_turn_is_exactly_one_action() -> None:
    """4.2: whatever the action, the next player follows."""
    hand = player("K5", bodies="BB")
    for actions in (["take body1"], ["choose row1", "done"], ["start B", "done"], ["priest pile1"]):
        assert (table(hand).play(*actions).now.seat, actions) == (2, actions)


@pytest.mark.parametrize(
    ("cell", "taken"),
    [("head1", ("", "R", "")), ("tail2", ("", "", "Y")), ("body3", ("RK", "", ""))],
)
def test_all_of_one_cell_is_taken_1_head_or_1_tail_or_both_body_segments(
    cell: str, taken: tuple[str, str, str]
) -> None:
    """4.2 A: the cell is empty then."""
    scene = table(player()).play(f"take {cell}")
    me, laid = scene.me(), scene.now.supply
    assert (me.bodies, me.heads, me.tails) == taken
    cells = {"head1": laid.heads[0], "tail2": laid.tails[1], "body3": laid.bodies[2]}
    assert cells[cell] is None
    assert list(cells.values()).count(None) == 1


def test_every_occupied_cell_can_be_taken_and_no_empty_one() -> None:
    """4.2 A."""
    scene = table(player(), pieces=supply("RG - - GB - -", "- G", "B -"))
    assert scene.can("take") == {"take body1", "take body4", "take head2", "take tail1"}


def test_there_must_be_room_for_all_of_it_on_the_8_cells() -> None:
    """4.2 A: heads and tails fill cells too; one free cell is too few for two segments."""
    every = {f"take {cell}" for cell in ("head1", "head2", "tail1", "tail2")}
    assert len(table(player(bodies="RRRR", heads="RR")).can("take")) == 10
    assert table(player(bodies="RRRRR", heads="R", tails="B")).can("take") == every
    assert table(player(bodies="RRRRRR", heads="R", tails="B")).can("take") == set()


def test_after_the_action_every_empty_cell_is_refilled_if_the_board_holds_no_body_segment() -> None:
    """4.2 A: head and tail cells as well."""
    scene = table(player(), pieces=supply("- - RG - - -", "R -", "- Y")).play("take body3")
    laid = scene.now.supply
    assert None not in laid.bodies + laid.heads + laid.tails
    assert (laid.heads[0], laid.tails[1]) == ("R", "Y")
    assert len(scene.drawn) == 14


def test_after_the_action_every_empty_cell_is_refilled_if_the_board_holds_neither_head_nor_tail() -> None:
    """4.2 A: body cells as well."""
    scene = table(player(), pieces=supply("RG - - - - -", "- -", "- Y")).play("take tail2")
    laid = scene.now.supply
    assert None not in laid.bodies + laid.heads + laid.tails
    assert laid.bodies[0] == "RG"


@pytest.mark.parametrize(
    ("laid", "cell"),
    [
        (supply("RG BY - - - -", "- -", "B -"), "body1"),
        (supply("RG - - - - -", "R -", "B -"), "head1"),
        (supply("RG - - - - -", "R -", "B -"), "tail1"),
        (supply("RG - - - - -", "R G", "- -"), "head2"),
    ],
)
def test_otherwise_no_cell_is_refilled(laid: SupplyView, cell: str) -> None:
    """4.2 A: one body cell, one head or one tail is enough to wait."""
    scene = table(player(), pieces=laid).play(f"take {cell}")
    assert scene.drawn == []


def test_what_refills_the_board_comes_out_of_the_bags() -> None:
    """4.2 A."""
    scene = table(player(), pieces=supply("RG", "R", "B Y", bag="R" * 12, bag_heads="KK", bag_tails="G"))
    laid = scene.play("take body1").now.supply
    assert laid.bodies == ("RR",) * 6
    assert laid.heads == ("R", "K")
    assert (laid.bag_bodies, laid.bag_heads, laid.bag_tails) == ({}, {"K": 1}, {"G": 1})


def test_if_a_bag_runs_short_what_can_be_filled_is_filled_cell_1_first() -> None:
    """4.2 A and R3."""
    scene = table(player(), pieces=supply("- - RG - - -", "- -", "- -", bag="KKKK", bag_heads="B", bag_tails=""))
    laid = scene.play("take body3").now.supply
    assert laid.bodies == ("KK", "KK", None, None, None, None)
    assert (laid.heads, laid.tails) == (("B", None), (None, None))


def test_the_cells_are_refilled_in_their_order_beside_those_that_are_occupied() -> None:
    """R3."""
    scene = table(player(), pieces=supply("- RG - BY - -", "- -", "B -", bag="KKKKK", bag_heads="", bag_tails="GG"))
    laid = scene.play("take tail1").now.supply
    assert laid.bodies == ("KK", "RG", "KK", "BY", None, None)
    assert laid.tails == ("G", "G")


def test_a_body_cell_always_gets_two() -> None:
    """R3: a single segment stays in the bag."""
    scene = table(player(), pieces=supply("RG - - - - -", bag="KKK")).play("take body1")
    assert scene.now.supply.bodies == ("KK", None, None, None, None, None)
    assert scene.now.supply.bag_bodies == {"K": 1}


def test_once_heads_and_tails_are_gone_for_good_every_take_refills_the_bodies() -> None:
    """4.2 A."""
    scene = table(player(), pieces=supply("RG BY KR GB YK RG", "- -", "- -", bag_heads="", bag_tails=""))
    for cell in ("body2", "body5"):
        scene.play(f"take {cell}")
        assert None not in scene.now.supply.bodies
        assert len(scene.drawn) == 2
