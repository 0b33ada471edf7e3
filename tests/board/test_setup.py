"""Setting up (RULES 4.1), sentence by sentence."""

from collections import Counter

import pytest

from coatl.engine.errors import IllegalAction
from coatl.game import Game
from tests.board.scenes import Scene, begun, coatl, fresh, player, printed, table

COLOURS = "RGBYK"


def pieces_in_play(scene: Scene) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Body segments, heads and tails by colour, on the supply board and in the bags."""
    supply = scene.now.supply
    return (
        Counter("".join(filter(None, supply.bodies))) + Counter(supply.bag_bodies),
        Counter("".join(filter(None, supply.heads))) + Counter(supply.bag_heads),
        Counter("".join(filter(None, supply.tails))) + Counter(supply.bag_tails),
    )


# ---------------------------------------------------------------- 1. pieces


@pytest.mark.parametrize("players", [2, 3, 4])
def test_per_colour_there_are_24_body_segments_3_heads_and_3_tails(players: int) -> None:
    """4.1, 1."""
    bodies, heads, tails = pieces_in_play(fresh(players=players))
    assert bodies == dict.fromkeys(COLOURS, 24)
    assert heads == tails == dict.fromkeys(COLOURS, 3)


def test_the_supply_board_has_6_body_cells_with_2_segments_each_2_head_cells_and_2_tail_cells() -> None:
    """4.1, 1."""
    supply = fresh().now.supply
    assert [len(cell or "") for cell in supply.bodies] == [2] * 6
    assert [len(cell or "") for cell in supply.heads + supply.tails] == [1] * 4


def test_the_supply_board_is_filled_at_random_from_the_bags() -> None:
    """4.1, 1: what was drawn lies there, and another seed draws something else."""
    scene = fresh(seed="a")
    supply = scene.now.supply
    laid = "".join(filter(None, supply.bodies + supply.heads + supply.tails))
    assert "".join(scene.drawn[:16]).upper() == laid
    assert len({fresh(seed=str(seed)).now.supply.bodies for seed in range(8)}) == 8


# ---------------------------------------------------------------- 2. players' boards and tokens


def test_each_player_has_a_board_with_8_cells() -> None:
    """4.1, 2: nothing lies there at first, and eight pieces fill it."""
    scene = fresh(players=4)
    assert all(not seat.bodies + seat.heads + seat.tails for seat in scene.now.players)
    assert table(player(bodies="RRRRRR", heads="R")).can("take head")
    assert not table(player(bodies="RRRRRRR", heads="R")).can("take")


def test_each_player_has_the_3_sacrifice_tokens_by_default() -> None:
    """4.1, 2."""
    assert [seat.tokens for seat in fresh(players=3).now.players] == [("pick", "future", "priest")] * 3


def test_the_sacrifice_tokens_can_be_left_out() -> None:
    """4.1, 2: the rulebook advises so for a first game."""
    scene = begun(tokens=False)
    assert [seat.tokens for seat in scene.now.players] == [(), ()]
    assert not scene.can("pick", "future", "priest")


# ---------------------------------------------------------------- 3. the first player


def test_seat_1_begins_unless_the_table_chooses_otherwise() -> None:
    """4.1, 3."""
    assert begun(players=4).now.seat == 1
    assert begun(players=4, first=3).now.seat == 3


def test_play_goes_clockwise() -> None:
    """4.1, 3."""
    scene = begun(players=4, first=3)
    seats = []
    for cell in ("head1", "head2", "body1", "body2", "body3"):
        seats.append(scene.now.seat)
        scene.play(f"take {cell}")
    assert seats == [3, 4, 1, 2, 3]


# ---------------------------------------------------------------- 4. temples


@pytest.mark.parametrize(("players", "piles"), [(2, (7, 6)), (3, (6, 6)), (4, (6, 5))])
def test_the_rest_of_the_temples_become_2_piles_of_nearly_equal_size_pile_1_the_larger(
    players: int, piles: tuple[int, int]
) -> None:
    """4.1, 4."""
    assert fresh(players=players).now.piles == piles


def test_each_player_is_dealt_1_temple() -> None:
    """4.1, 4: and no two players the same."""
    scene = fresh(players=4)
    dealt = [seat.temples for seat in scene.now.players]
    assert [len(temples) for temples in dealt] == [1] * 4
    assert len({*dealt, *((top,) for top in scene.now.temples)}) == 6


def test_the_temples_are_shuffled() -> None:
    """4.1, 4."""
    assert len({fresh(seed=str(seed)).now.temples for seed in range(8)}) > 4


def test_only_the_top_cards_of_the_temple_piles_are_in_play() -> None:
    """4.1, 4: a coatl of 7 could close with T1, which lies covered."""
    open_one, covered = (
        table(player(heads="B", coatls=[coatl("BBRBBK)", "R5")]), tops=tops, below=below).play("extend 1 head B")
        for tops, below in (("T1 T2", "T3"), ("T7 T2", "T1"))
    )
    assert open_one.can("temple") == {"temple pile1"}
    assert not covered.can("temple")


def test_a_temple_taken_uncovers_the_next_at_once() -> None:
    """4.1, 4."""
    scene = table(player(), tops="T1 T2", below="T3").play("priest pile1")
    assert scene.drawn == ["T3"]
    assert (scene.now.temples, scene.now.piles) == (("T3", "T2"), (1, 1))


def test_the_last_temple_of_a_pile_leaves_an_empty_place() -> None:
    """4.1, 4."""
    scene = table(player(), tops="T1 T2", below="").play("priest pile1")
    assert (scene.now.temples, scene.now.piles, scene.drawn) == ((None, "T2"), (0, 1), [])


# ---------------------------------------------------------------- 5. prophecies


def test_6_prophecies_face_up_are_the_row() -> None:
    """4.1, 5."""
    assert len([card for card in fresh().view(None).row if card]) == 6


def test_the_prophecies_are_shuffled() -> None:
    """4.1, 5."""
    assert len({fresh(seed=str(seed)).now.row for seed in range(8)}) == 8


@pytest.mark.parametrize(("first", "dealt"), [(1, [3, 4, 5, 6]), (3, [5, 6, 3, 4])])
def test_the_1st_2nd_3rd_and_4th_player_are_dealt_3_4_5_and_6_prophecies(first: int, dealt: list[int]) -> None:
    """4.1, 5: counted from the first player on."""
    scene = fresh(players=4, first=first)
    assert [len(seat.hand) for seat in scene.now.players] == dealt
    assert scene.now.deck == 54 - 6 - 18


@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_each_player_keeps_any_number_of_prophecies_from_0_to_3(kept: int) -> None:
    """4.1, 5 and R2."""
    scene = fresh(first=2)  # seat 1 is dealt four
    scene.play("done")
    chosen = scene.me(1).hand[:kept]
    scene.play(*(f"keep {card}" for card in chosen), "done")
    assert sorted(scene.me(1).hand) == sorted(chosen)


def test_nobody_keeps_more_than_3_prophecies() -> None:
    """4.1, 5."""
    scene = fresh(first=2).play("done")
    scene.play(*(f"keep {card}" for card in scene.me(1).hand[:3]))
    assert scene.legal == {"done"}


def test_a_prophecy_is_kept_once_and_two_copies_of_it_twice() -> None:
    """4.1, 5."""
    scene = table(player("R1 R1 K5 B1"), player(), pending="keep")
    scene.states[0].players[0].ready = 0
    assert scene.legal == {"done", "keep R1", "keep K5", "keep B1"}
    assert scene.play("keep R1").legal == {"done", "keep R1", "keep K5", "keep B1"}
    assert scene.play("keep R1").legal == {"done", "keep K5", "keep B1"}


def test_the_prophecies_that_are_not_kept_are_discarded() -> None:
    """4.1, 5."""
    scene = fresh()
    kept, *rest = scene.me(1).hand
    scene.play(f"keep {kept}", "done")
    assert Counter(scene.me(1).own_discards) == Counter(rest)
    assert scene.now.deck == 54 - 6 - 7


def test_the_players_choose_at_the_same_time() -> None:
    """4.1, 5: the choices may come in any order of seats, and play begins when all are made."""
    game = Game(printed(players=3), seed="1")
    game.play("done", seat=3)
    with pytest.raises(IllegalAction):
        game.play("done", seat=3)
    game.play("done", seat=1)
    assert game.view().pending == "keep"
    game.play("done", seat=2)
    assert (game.view().pending, game.seat) == ("turn", 1)


def test_the_players_choose_unseen() -> None:
    """4.1, 5: neither what others keep, nor how many, nor whether they have chosen."""
    before = fresh(players=3)
    after = before.copy()
    after.play(f"keep {after.me(1).hand[0]}", "done")
    assert before.view(2) == after.view(2)
    assert before.view(None) == after.view(None)
