"""Choosing prophecies (RULES 4.2 B), sentence by sentence."""

import pytest

from tests.board.scenes import player, supply, table

ROW = "R1 R2 R3 R4 R5 K5"


def test_one_or_more_cards_are_chosen_from_the_row_and_from_the_deck_one_at_a_time_in_any_mix() -> None:
    """4.2 B."""
    scene = table(player(), row=ROW, deck="Y1")
    scene.play("choose row6", "choose deck", "choose row1", "done")
    assert scene.me().hand == ("K5", "Y1", "R1")


@pytest.mark.parametrize("choice", ["choose row3", "choose deck"])
def test_one_card_is_enough(choice: str) -> None:
    """4.2 B."""
    scene = table(player(), row=ROW).play(choice, "done")
    assert (len(scene.me().hand), scene.now.seat) == (1, 2)


def test_choosing_without_a_card_is_no_action() -> None:
    """R10: there is nothing to be done with before a card is chosen."""
    assert "done" not in table(player(), row=ROW).legal
    assert "done" in table(player(), row=ROW).play("choose row1").legal


def test_an_action_once_begun_is_finished_before_anything_else() -> None:
    """R10: after the first card there are only more cards, or the end of the turn."""
    scene = table(player(bodies="BB"), row=ROW, deck="Y1").play("choose row2")
    assert scene.legal == {"done", "choose deck", *(f"choose row{place}" for place in (1, 3, 4, 5, 6))}


def test_a_card_drawn_from_the_deck_is_seen_before_the_next_choice() -> None:
    """4.2 B."""
    scene = table(player(), row=ROW, deck="Y1 Y2").play("choose deck")
    assert scene.view(1).players[0].hand == (scene.drawn[0],)
    assert "choose row1" in scene.legal


def test_there_are_never_more_than_5_in_hand() -> None:
    """4.2 B."""
    scene = table(player("B1 B2 B3 B4"), row=ROW).play("choose row1")
    assert scene.legal == {"done"}
    assert not table(player("B1 B2 B3 B4 B5"), row=ROW).can("choose")


def test_temples_in_hand_do_not_count_for_the_limit() -> None:
    """4.2 B: the limit is of prophecies."""
    assert table(player("B1 B2 B3 B4", temples="T1 T2"), row=ROW).can("choose row1")


def test_at_the_end_of_the_turn_the_row_is_refilled_to_6() -> None:
    """4.2 B: not before."""
    scene = table(player(), row=ROW, deck="Y1 Y2 Y3").play("choose row1", "choose row4")
    assert scene.now.row == (None, "R2", "R3", None, "R5", "K5")
    assert scene.drawn == []
    scene.play("done")
    assert len([card for card in scene.now.row if card]) == 6


def test_new_cards_fill_the_gaps_and_the_others_keep_their_places() -> None:
    """4.2 B."""
    scene = table(player(), row=ROW, deck="Y1").play("choose row4", "done")
    assert scene.now.row == ("R1", "R2", "R3", "Y1", "R5", "K5")


def test_what_is_drawn_comes_out_of_the_deck() -> None:
    """4.2 B."""
    scene = table(player(), row=ROW, deck="Y1 Y2 Y3").play("choose deck", "choose row1", "done")
    assert scene.now.deck == 1
    assert {scene.me().hand[0], scene.now.row[0]} < {"Y1", "Y2", "Y3"}


def test_when_a_card_is_needed_and_the_deck_is_empty_the_discards_become_the_deck() -> None:
    """R4: those that all saw and those from hands."""
    scene = table(player(discards="Y2"), player(discards="Y3"), row=ROW, deck="", discards="Y1 R1")
    scene.play("choose deck")
    assert scene.drawn[0] in ("Y1", "Y2", "Y3", "R1")
    assert scene.now.deck == 3
    assert not scene.now.discards
    assert [seat.discarded for seat in scene.now.players] == [0, 0]
    scene.play("choose deck", "choose deck", "choose deck", "done")
    assert sorted(scene.me().hand) == ["R1", "Y1", "Y2", "Y3"]


def test_the_discards_become_the_deck_for_the_row_too() -> None:
    """R4."""
    scene = table(player(), row=ROW, deck="", discards="Y1").play("choose row2", "done")
    assert scene.now.row == ("R1", "Y1", "R3", "R4", "R5", "K5")


def test_the_discards_wait_until_the_deck_is_empty() -> None:
    """R4."""
    scene = table(player(), row=ROW, deck="Y1", discards="Y2").play("choose deck")
    assert scene.me().hand == ("Y1",)
    assert scene.now.discards == {"Y2": 1}


def test_if_there_are_no_discards_the_row_stays_short() -> None:
    """R4: the place stays empty, and there is no deck to choose from."""
    scene = table(player(), row=ROW, deck="").play("choose row2", "done")
    assert scene.now.row == ("R1", None, "R3", "R4", "R5", "K5")
    assert scene.can("choose") == {f"choose row{place}" for place in (1, 3, 4, 5, 6)}


def test_without_any_card_there_is_nothing_to_choose() -> None:
    """R4."""
    scene = table(player(), row="", deck="", pieces=supply())
    assert not scene.can("choose")


def test_two_copies_of_a_card_may_be_in_one_hand() -> None:
    """4.2 B: only at one coatl they may not meet."""
    scene = table(player("R1"), row=ROW).play("choose row1", "done")
    assert scene.me().hand == ("R1", "R1")
