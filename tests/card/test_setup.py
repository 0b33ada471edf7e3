"""Setting up (RULES 5.1), sentence by sentence."""

import pytest

from tests.card.scenes import fresh, player, quick_turn, table

TABLES = [(2, 3), (3, 2), (4, 2)]  # players, and prophecies in the middle


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_4_feather_cards_in_hand(players: int) -> None:
    """5.1: the rest of the 50 is the deck."""
    now = fresh(players=players).now
    assert [len(seat.hand) for seat in now.players] == [4] * players
    assert now.feathers == sum(now.unseen_feathers.values()) == 50 - 4 * players


def test_the_feather_cards_in_hand_are_hidden() -> None:
    """5.1."""
    scene = fresh(players=3)
    assert [seat.hand for seat in scene.view(2).players] == [("?",) * 4, scene.me(2).hand, ("?",) * 4]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_1_prophecy_face_up_at_level_0(players: int) -> None:
    """5.1: seen by all."""
    for viewer in (1, 2, None):
        seats = fresh(players=players).view(viewer).players
        assert [seat.levels for seat in seats] == [(0,)] * players
        assert all(name[0] in "BGYP" for seat in seats for name in seat.prophecies)


def test_each_player_has_an_own_set_of_5_heads_and_5_tails_one_per_colour() -> None:
    """5.1: what another player used is still in one's own set."""
    scene = table(player("RG"), player("RG"), round=5, pending="head")
    for _ in range(2):
        assert scene.legal == {f"head {colour}" for colour in "RGBYK"}
        scene.play("head R", "done")
        assert scene.legal == {f"tail {colour}" for colour in "RGBYK"}
        scene.play("tail R", "done")


def test_there_is_a_first_player() -> None:
    """5.1: seat 1 unless the table chooses otherwise."""
    assert [fresh(players=4, first=seat).now.seat for seat in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert fresh().now.seat == 1


def test_deals_go_clockwise_from_the_first_player() -> None:
    """5.1: feathers, then prophecies."""
    scene = fresh(players=4, first=3)
    dealt = [scene.me(seat) for seat in (3, 4, 1, 2)]
    assert scene.drawn[:16] == [feather.lower() for seat in dealt for feather in seat.hand]
    assert scene.drawn[16:20] == [seat.prophecies[0] for seat in dealt]


def test_turns_go_clockwise_from_the_first_player() -> None:
    """5.1: and so in the next round."""
    scene = fresh(players=4, first=3)
    seats = []
    for _ in range(6):
        seats.append(scene.now.seat)
        quick_turn(scene)
    assert seats == [3, 4, 1, 2, 3, 4]


@pytest.mark.parametrize(("players", "number"), TABLES)
def test_in_the_middle_lie_3_face_up_prophecies_with_two_players_2_with_three_or_four(
    players: int, number: int
) -> None:
    """5.1."""
    now = fresh(players=players).now
    assert len(now.middle) == number
    assert None not in now.middle
    assert now.deck == 40 - players - number


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_1_temple_card_for_all(players: int) -> None:
    """5.1: any of the six."""
    temples = {fresh(players=players, seed=str(seed)).now.temple for seed in range(40)}
    assert temples == {"T1", "T2", "T3", "T4", "T5", "T6"}


def test_the_decks_lie_face_down() -> None:
    """5.1: shuffled, so that other seeds deal other cards; their order is seen by nobody."""
    assert len({fresh(seed=str(seed)).me().hand for seed in range(8)}) == 8
    assert len({fresh(seed=str(seed)).now.middle for seed in range(8)}) == 8
    one, other = fresh(), fresh()
    other.states[0].chance.key[0] ^= 1
    assert one.view(1) == other.view(1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_five_rounds(players: int) -> None:
    """5.1: four of feathers, then head and tail."""
    scene = fresh(players=players)
    rounds = []
    while not scene.over:
        rounds.append((scene.now.round, scene.now.pending))
        quick_turn(scene)
    assert rounds == [(number, "play") for number in (1, 2, 3, 4) for _ in range(players)] + [(5, "head")] * players
