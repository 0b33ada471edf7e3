"""The end of the game (RULES 4.3; R9, R11, R20, R26, R27), sentence by sentence."""

from typing import Any

import pytest

from coatl.board.view import PlayerView
from tests.board.scenes import Scene, coatl, finished, player, supply, table


def nearly_done() -> PlayerView:
    """Two coatls are finished; a green tail finishes the third."""
    return player(tails="G", coatls=[finished(), finished(), coatl("(BBB", "R5")])


def third_coatl(players: int, seat: int, **more: Any) -> Scene:
    """The third coatl of this seat is finished."""
    seats = [nearly_done() if number == seat else player() for number in range(1, players + 1)]
    return table(*seats, seat=seat, **more).play("extend 3 tail G", "done", "done")


def stuck() -> PlayerView:
    """A full board, a full hand, and nothing that fits."""
    return player("B1 B2 B3 B4 B5", tokens="", heads="RRRRRRRR", coatls=[coatl("(R"), coatl("(G")])


def stuck_too() -> PlayerView:
    return player("Y1 Y2 Y3 Y4 Y5", tokens="", tails="RRRRRRRR", coatls=[coatl("R)"), coatl("G)")])


def stuck_three() -> PlayerView:
    return player("G1 G2 G3 G4 G5", tokens="", tails="KKKKKKKK", coatls=[coatl("K)"), coatl("Y)")])


def seats_to_the_end(scene: Scene) -> list[int]:
    """Who still has a turn; each takes one action of it and leaves a second one out."""
    seats = []
    while not scene.over:
        seats.append(scene.now.seat)
        scene.play("choose row1", "done")
        if not scene.over and scene.now.acted:
            scene.play("done")
    return seats


# ---------------------------------------------------------------- (a) a third coatl


def test_the_end_begins_when_a_player_finishes_a_third_coatl() -> None:
    """4.3 (a)."""
    scene = third_coatl(2, 1)
    assert (scene.now.ending, scene.now.ender, scene.over) == ("third-coatl", 1, False)


def test_a_second_coatl_begins_no_end() -> None:
    """4.3 (a)."""
    scene = table(player(tails="G", coatls=[finished(), coatl("(BBB", "R5")]))
    assert scene.play("extend 2 tail G", "done", "done").now.ending is None


def test_the_action_that_finishes_the_third_coatl_goes_on() -> None:
    """4.2, Finishing: the turn is over only when the player is done."""
    scene = table(nearly_done()).play("extend 3 tail G", "done")
    assert (scene.now.seat, scene.now.pending, scene.legal) == (1, "assemble", {"done"})


@pytest.mark.parametrize(("players", "seat", "order"), [(2, 1, [2]), (3, 2, [3, 1]), (4, 4, [1, 2, 3])])
def test_every_other_player_clockwise_has_one_last_turn_and_the_one_who_ended_it_none(
    players: int, seat: int, order: list[int]
) -> None:
    """4.3 (a)."""
    assert seats_to_the_end(third_coatl(players, seat)) == order


def test_those_later_in_the_order_of_the_round_may_take_up_to_2_actions_and_those_earlier_1() -> None:
    """4.3 (a)."""
    scene = third_coatl(3, 2)
    scene.play("take head1")
    assert (scene.now.seat, scene.now.acted) == (3, 1)
    scene.play("take head2")
    assert scene.now.seat == 1
    scene.play("take tail1")
    assert scene.over


def test_the_order_of_the_round_is_counted_from_the_first_player() -> None:
    """4.3 (a): seat 2 begins, so seats 3 and 1 are later than it and seat 1 is the last."""
    scene = third_coatl(3, 3, first=2)
    scene.play("take head1", "take head2")  # seat 1: two actions
    assert scene.now.seat == 2
    assert scene.play("take tail1").over


def test_the_first_of_the_two_actions_is_due_and_the_second_free_to_leave() -> None:
    """4.3 (a)."""
    scene = third_coatl(2, 1)
    assert "done" not in scene.legal
    scene.play("take head1")
    assert {"done", "take head2"} < scene.legal
    assert scene.play("done").over


def test_a_token_is_an_action_of_the_two() -> None:
    """4.3 (a): two tokens, or a token and another action."""
    assert third_coatl(2, 1).play("priest pile1", "pick BB").over
    assert third_coatl(2, 1).play("take head1", "future", "choose row1", "done").over


def test_both_actions_may_be_of_one_kind() -> None:
    """4.3 (a)."""
    scene = third_coatl(2, 1).play("choose row1", "done", "choose row2", "done")
    assert scene.over


def test_a_player_without_a_legal_action_passes_in_the_last_turn() -> None:
    """R9: a pass is the whole turn."""
    scene = table(nearly_done(), stuck(), player()).play("extend 3 tail G", "done", "done")
    assert scene.legal == {"pass"}
    assert scene.play("pass").now.seat == 3


def test_another_third_coatl_in_a_last_turn_changes_nothing() -> None:
    """4.3 (a)."""
    other = player(tails="G", coatls=[finished(), finished(), coatl("(YYY", "R1")])
    scene = table(nearly_done(), other, player()).play("extend 3 tail G", "done", "done")
    scene.play("extend 3 tail G", "done", "done")
    assert (scene.now.ender, scene.now.seat, scene.now.acted) == (1, 2, 1)
    scene.play("done")
    assert seats_to_the_end(scene) == [3]


# ---------------------------------------------------------------- R20


def test_in_a_last_turn_with_two_actions_the_row_is_refilled_at_the_end_of_the_turn() -> None:
    """R20."""
    scene = third_coatl(3, 1).play("choose row1", "done")
    assert (scene.now.seat, scene.now.row[0], scene.drawn) == (2, None, [])
    assert "choose row1" not in scene.legal
    scene.play("choose row2", "done")
    assert scene.now.seat == 3
    assert (None not in scene.now.row, len(scene.drawn)) == (True, 2)


def test_in_a_last_turn_with_two_actions_the_supply_board_is_refilled_after_each_action() -> None:
    """R20."""
    scene = third_coatl(3, 1, pieces=supply("RG - - - - -", "R -", "- -")).play("take head1")
    assert (scene.now.seat, None in scene.now.supply.bodies) == (2, False)


# ---------------------------------------------------------------- (b) no body segment is left


def last_segments(players: int, seat: int, bag: str = "", **more: Any) -> Scene:
    """The last two segments of the supply board go to this seat."""
    laid = supply("- - RG - - -", bag=bag)
    return table(*[player()] * players, seat=seat, pieces=laid, **more).play("take body3")


@pytest.mark.parametrize("bag", ["", "K"])
def test_the_end_begins_when_no_body_segment_is_left_on_the_supply_board_and_in_the_bag(bag: str) -> None:
    """4.3 (b) and R27: a single one in the bag is none, since a cell takes two."""
    scene = last_segments(2, 1, bag)
    assert (scene.now.ending, scene.now.ender) == ("no-bodies", None)


def test_two_segments_in_the_bag_refill_a_cell_and_put_the_end_off() -> None:
    """4.3 (b) and R27."""
    scene = last_segments(2, 1, "KK")
    assert (scene.now.ending, scene.now.supply.bodies[0]) == (None, "KK")


def test_an_empty_bag_is_not_the_end_while_segments_lie_on_the_supply_board() -> None:
    """4.3 (b)."""
    scene = table(player(), pieces=supply("RG BY - - - -", bag="")).play("take body1")
    assert scene.now.ending is None


@pytest.mark.parametrize(
    ("seat", "first", "order"),
    [(1, 1, [2, 3, 1, 2, 3]), (2, 1, [3, 1, 2, 3]), (3, 1, [1, 2, 3]), (1, 2, [2, 3, 1]), (2, 2, [3, 1, 2, 3, 1])],
)
def test_the_round_goes_on_until_all_had_the_same_number_of_turns_then_everybody_has_one_last_turn(
    seat: int, first: int, order: list[int]
) -> None:
    """4.3 (b): the one who took the last segments too."""
    assert seats_to_the_end(last_segments(3, seat, first=first)) == order


def test_these_last_turns_have_one_action() -> None:
    """4.3 (b): two belong to a third coatl."""
    scene = last_segments(3, 1)
    for cell in ("head1", "head2", "tail1", "tail2"):
        scene.play(f"take {cell}")
    assert scene.now.seat == 3
    assert scene.play("priest pile1").over


# ---------------------------------------------------------------- R11


def test_once_a_third_coatl_has_begun_the_end_the_last_segments_change_nothing() -> None:
    """R11."""
    scene = third_coatl(3, 1, pieces=supply("RG - - - - -", bag="")).play("take body1", "done")
    assert scene.now.ending == "third-coatl"
    scene.play("take head1", "done")
    assert (scene.over, scene.result.ending) == (True, "third-coatl")


def test_once_the_last_segments_have_begun_the_end_a_third_coatl_changes_nothing() -> None:
    """R11: seat 2 finishes it, has its last turn all the same, and nobody has two actions."""
    laid = supply("RG - - - - -", bag="")
    scene = table(player(), nearly_done(), player(), pieces=laid).play("take body1")
    scene.play("extend 3 tail G", "done", "done")
    assert (scene.now.ending, scene.now.ender) == ("no-bodies", None)
    assert seats_to_the_end(scene) == [3, 1, 2, 3]
    assert scene.result.ending == "no-bodies"


def test_a_third_coatl_of_the_action_after_the_last_segments_is_no_new_end_for_its_own_player() -> None:
    """R11."""
    scene = table(nearly_done(), player(), pieces=supply("RG - - - - -", bag=""), seat=2).play("take body1")
    scene.play("extend 3 tail G", "done", "done")
    assert seats_to_the_end(scene) == [2]


# ---------------------------------------------------------------- R26


def test_when_all_players_pass_one_after_the_other_the_game_ends_at_once_and_is_scored() -> None:
    """R26."""
    scene = table(stuck(), stuck_too(), stuck_three(), seat=2)
    assert not scene.play("pass", "pass").copy().over
    scene.play("pass")
    assert (scene.result.ending, scene.result.points, scene.result.winners) == ("all-passed", (0, 0, 0), (1, 2, 3))
    assert scene.legal == set()


def test_an_action_between_the_passes_lets_the_game_go_on() -> None:
    """R26."""
    scene = table(stuck(), stuck_too(), player()).play("pass", "pass", "take head1", "pass", "pass")
    assert (scene.over, scene.now.seat) == (False, 3)


def test_the_points_of_finished_coatls_count_when_all_have_passed() -> None:
    """R26."""
    rich = player(
        "B1 B2 B3 B4 B5",
        tokens="",
        heads="RRRRRRRR",
        coatls=[coatl("(R"), coatl("(G"), finished("(BBYY)", "R1", points=4)],
    )
    scene = table(rich, stuck_too()).play("pass", "pass")
    assert (scene.result.points, scene.result.winners) == ((4, 0), (1,))


def test_when_the_game_is_over_nothing_is_legal() -> None:
    """4.3."""
    assert third_coatl(2, 2).play("take head1").legal == set()
