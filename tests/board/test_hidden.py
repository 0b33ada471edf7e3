"""Hidden information (RULES 6), row by row of its table; R18."""

from collections.abc import Callable
from typing import Any

import pytest

from coatl.board.view import AdamView, View
from coatl.engine.errors import CoatlError
from coatl.game import Game
from tests.board.scenes import Scene, adams_turn, begun, coatl, finished, fresh, player, printed, supply, table

VIEWERS = (1, 2, 3, None)


def full_table() -> Scene:
    """Three players in the middle of a game."""
    return table(
        player("R1 K1 B1", bodies="RRG", heads="B", temples="T4", coatls=[coatl("(BBYY", "Y4")], known="K1"),
        player("R2 K2", tails="Y", temples="T5 T6", known_temples="T6", tokens="pick", discards="G4"),
        player("R3", bodies="KK", temples="T7", coatls=[finished("(BBRBB)", "K5", "T11", 6)]),
        row="G1 G2 G3 R4 R5 -",
        tops="T1 T2",
        discards="Y1 Y2",
    )


def seen_by_all(read: Callable[[View], Any]) -> bool:
    """Whether each viewer reads the same from the view as one who sees every card."""
    scene = full_table()
    return all(read(scene.view(viewer)) == read(scene.now) for viewer in VIEWERS)


# ---------------------------------------------------------------- everybody


def test_everybody_sees_the_supply_board() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: view.supply)
    assert full_table().view(None).supply.bodies[0] == "RG"


def test_everybody_sees_the_row() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: view.row)
    assert full_table().view(None).row == ("G1", "G2", "G3", "R4", "R5", None)


def test_everybody_sees_the_tops_of_the_temple_piles() -> None:
    """RULES 6: and how many cards lie there."""
    assert seen_by_all(lambda view: (view.temples, view.piles))
    assert full_table().view(None).temples == ("T1", "T2")


def test_everybody_sees_all_players_boards_and_coatls() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: [(seat.bodies, seat.heads, seat.tails) for seat in view.players])
    assert seen_by_all(lambda view: [seat.coatls for seat in view.players])


def test_everybody_sees_the_cards_beside_unfinished_coatls() -> None:
    """RULES 6."""
    assert full_table().view(2).players[0].coatls == (coatl("(BBYY", "Y4"),)


def test_the_face_down_cards_of_a_closed_coatl_stay_known() -> None:
    """RULES 6: they were played openly."""
    assert full_table().view(1).players[2].coatls == (finished("(BBRBB)", "K5", "T11", 6),)


def test_everybody_sees_the_numbers_of_cards_in_hands_decks_and_bags() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: [(len(seat.hand), len(seat.temples)) for seat in view.players])
    assert seen_by_all(lambda view: (view.deck, view.discards, [seat.discarded for seat in view.players]))
    assert seen_by_all(lambda view: sum(view.supply.bag_bodies.values()))


def test_everybody_sees_the_tokens_that_are_left() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: [seat.tokens for seat in view.players])
    assert full_table().view(None).players[1].tokens == ("pick",)


def test_everybody_sees_what_was_taken_from_the_row() -> None:
    """RULES 6: as long as it is in hand."""
    scene = table(player("K1 R5", coatls=[coatl("BBB")]), row="G1 G2 R5").play("choose row2", "done")
    for viewer in (2, None):
        assert scene.view(viewer).players[0].hand == ("G2", "?", "?")


def test_what_was_laid_openly_is_no_longer_in_hand() -> None:
    """RULES 6: the copy that all saw is laid before one that nobody saw."""
    scene = table(player("R5", coatls=[coatl("BBB")]), row="R5")
    scene.play("choose row1", "done", "take head1", "fulfil R5 1")
    assert scene.view(2).players[0].hand == ("?",)


def test_everybody_sees_adams_line_the_pieces_on_it_and_its_pile() -> None:
    """RULES 6."""
    scene = adams_turn("R1 R2 R3", "YY", "", "K", pile="Y1")
    for viewer in (1, None):
        assert scene.view(viewer).adam == AdamView(("R1", "R2", "R3"), ("YY", "", "K"), {"Y1": 1})


def test_the_colours_left_in_the_bags_are_public() -> None:
    """R18: everything drawn was seen."""
    scene = table(player(), pieces=supply(bag="RRG", bag_heads="B", bag_tails="KK"))
    laid = scene.view(None).supply
    assert (laid.bag_bodies, laid.bag_heads, laid.bag_tails) == ({"R": 2, "G": 1}, {"B": 1}, {"K": 2})


# ---------------------------------------------------------------- the owner alone


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_owner_alone_sees_the_prophecies_in_hand(viewer: int | None) -> None:
    """RULES 6: the others see those that were taken openly."""
    hands = [seat.hand for seat in full_table().view(viewer).players]
    expected = [("K1", "?", "?"), ("?", "?"), ("?",)]
    if viewer is not None:
        expected[viewer - 1] = [("R1", "K1", "B1"), ("R2", "K2"), ("R3",)][viewer - 1]
    assert hands == expected


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_owner_alone_sees_the_temples_in_hand(viewer: int | None) -> None:
    """RULES 6: but one taken openly is known to all."""
    temples = [seat.temples for seat in full_table().view(viewer).players]
    expected = [("?",), ("T6", "?"), ("?",)]
    if viewer is not None:
        expected[viewer - 1] = [("T4",), ("T5", "T6"), ("T7",)][viewer - 1]
    assert temples == expected


def test_the_owner_alone_sees_the_cards_just_drawn_from_the_deck() -> None:
    """RULES 6."""
    scene = table(player("K1")).play("choose deck")
    assert scene.view(1).players[0].hand == ("K1", scene.drawn[0])
    assert scene.view(2).players[0].hand == scene.view(None).players[0].hand == ("?", "?")


def test_a_temple_taken_openly_is_known_to_all() -> None:
    """RULES 6: by Priest's commitment; the dealt one stays hidden."""
    scene = table(player(temples="T4"), tops="T1 T2").play("priest pile1")
    assert scene.view(2).players[0].temples == ("T1", "?")


def test_of_two_temples_in_hand_the_known_one_is_known_to_be_gone() -> None:
    """RULES 6: what remains is the hidden one."""
    me = player(tails="G", temples="T11 T2", known_temples="T11", coatls=[coatl("(BBYY", "R5")])
    scene = table(me).play("extend 1 tail G", "temple T11")
    assert scene.view(2).players[0].temples == ("?",)


def test_prophecies_discarded_from_hand_are_not_shown() -> None:
    """R18: others see how many, and no longer which cards are still there."""
    scene = table(player("K1 G9", known="G9")).play("future", "discard K1")
    for viewer in (2, None):
        told = scene.view(viewer).players[0]
        assert (told.hand, told.discarded, told.own_discards) == (("?",), 1, {})
    assert scene.view(1).players[0].own_discards == {"K1": 1}


def test_the_prophecies_that_were_not_kept_are_not_shown() -> None:
    """R18 and 4.1, 5."""
    scene = begun(players=3)
    told = scene.view(1)
    assert [seat.discarded for seat in told.players] == [0, 1, 2]
    assert [len(seat.own_discards) for seat in told.players[1:]] == [0, 0]


def test_the_cards_that_were_dealt_are_seen_by_their_owner_alone() -> None:
    """4.1, 4 and 5."""
    scene = fresh(players=3)
    assert [set(seat.hand) for seat in scene.view(2).players if "?" in seat.hand] == [{"?"}, {"?"}]
    assert "?" not in scene.view(2).players[1].hand + scene.view(2).players[1].temples
    assert [len(seat.hand) for seat in scene.view(None).players] == [3, 4, 5]


# ---------------------------------------------------------------- nobody


def views(scene: Scene, *viewers: int | None) -> list[View]:
    return [scene.view(viewer) for viewer in viewers]


def test_nobody_sees_the_order_of_decks_and_bags() -> None:
    """RULES 6: another chance to come changes no view, not even of one who sees every hand."""
    scene = full_table()
    other = scene.copy()
    other.states[0].chance.key[:] = 7
    assert views(scene, *VIEWERS) == views(other, *VIEWERS)
    assert scene.now == other.now


def test_nobody_sees_which_prophecies_the_deck_holds() -> None:
    """RULES 6: a card of another hand might as well be in the deck; only its owner sees the difference."""
    scene, other = full_table(), full_table()
    state, names = other.states[0], other.rules.names["<prophecy>"]
    held, hidden = names.index("K2"), names.index("Y9")
    state.players[1].hand[1] = hidden
    state.prophecies.deck[held] += 1
    state.prophecies.deck[hidden] -= 1
    assert views(scene, 1, 3, None) == views(other, 1, 3, None)
    assert scene.view(2) != other.view(2)


def test_nobody_sees_the_lower_temple_cards() -> None:
    """RULES 6: a covered one might as well be in another hand."""
    scene, other = full_table(), full_table()
    state, names = other.states[0], other.rules.names["<temple>"]
    state.players[2].temples[0] = names.index("T9")
    state.temples.below[names.index("T9")] = 0
    state.temples.below[names.index("T7")] = 1
    assert views(scene, 1, 2, None) == views(other, 1, 2, None)
    assert scene.view(3) != other.view(3)


def test_no_view_names_an_unseen_card() -> None:
    """RULES 6: whatever the viewer cannot see is written nowhere in the view."""
    scene = full_table()
    told = str(scene.view(1))
    assert not any(f"'{card}'" in told for card in ("R2", "K2", "R3", "T5", "T7", "G4", "Y9", "T9"))


def test_the_hands_are_shown_to_all_only_when_the_game_is_over() -> None:
    """RULES 6."""
    game = Game(printed(), seed="1")
    with pytest.raises(CoatlError) as refused:
        game.view("end")
    assert refused.value.code == "view.early"
