"""Hidden information (RULES 6, column card game), row by row of its table; R25."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

from coatl.card.view import CarlView, PlayerView, View
from coatl.engine.errors import CoatlError
from coatl.game import Game
from tests.card.scenes import Scene, against_carl, carls_turn, fresh, lay_deck, player, printed, table

VIEWERS = (1, 2, 3, None)


def full_table() -> Scene:
    """Three players in the middle of a game."""
    return table(
        player("RG^B", "RG RK", "B1:2 B2:3"),
        player("BYK", "GB GB YK BY", "G1"),
        player("", "RY", "P1:3 Y1:1"),
        middle="B9 -",
        temple="T2",
        discards="RG BK BK",
        round=2,
        plays=1,
    )


def seen_by_all(read: Callable[[View], Any]) -> bool:
    """Whether each viewer reads the same from the view as one who sees every card."""
    scene = full_table()
    return all(read(scene.view(viewer)) == read(scene.now) for viewer in VIEWERS)


# ---------------------------------------------------------------- everybody


def test_everybody_sees_the_coatls() -> None:
    """RULES 6: with what lies on what."""
    assert seen_by_all(lambda view: [seat.coatl for seat in view.players])
    assert [seat.coatl for seat in full_table().view(None).players] == ["RG^B", "BYK", ""]


def test_everybody_sees_the_levels_and_all_prophecies_that_players_hold() -> None:
    """RULES 6: protected ones too, for they were taken openly."""
    assert seen_by_all(lambda view: [(seat.prophecies, seat.levels) for seat in view.players])
    assert full_table().view(None).players[0].prophecies == ("B1", "B2")
    assert full_table().view(2).players[2].levels == (3, 1)


def test_everybody_sees_the_middle() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: view.middle)
    assert full_table().view(None).middle == ("B9", None)


def test_everybody_sees_the_temple() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: view.temple)
    assert full_table().view(None).temple == "T2"


def test_everybody_sees_the_feathers_discarded() -> None:
    """RULES 6: also those discarded before the last round."""
    assert seen_by_all(lambda view: view.discards)
    assert full_table().view(None).discards == {"RG": 1, "BK": 2}


def test_everybody_sees_the_numbers_in_hands_and_decks() -> None:
    """RULES 6."""
    assert seen_by_all(lambda view: [len(seat.hand) for seat in view.players])
    assert seen_by_all(lambda view: (view.feathers, view.deck))
    now = full_table().view(None)
    assert (now.feathers, now.deck) == (50 - 3 - 7, 40 - 6)


def test_everybody_sees_whose_turn_it_is_and_how_far() -> None:
    """RULES 6: all of it lies open."""
    assert seen_by_all(lambda view: (view.seat, view.round, view.plays, view.pending, view.stolen, view.newest))


def test_everybody_sees_a_revealed_feather() -> None:
    """5.2: it was the top of the deck."""
    scene = table(player("RG", "RK"), feathers="BY").play("discard RK")
    assert [scene.view(viewer).revealed for viewer in (1, 2, None)] == ["BY"] * 3


def test_everybody_sees_carls_favourites_and_action_card() -> None:
    """5.5: what is turned up lies open; of the cards ahead the backs are known, as the manner says them."""
    scene = carls_turn("B1:1", action="B10 Y10", favourites="RG").play("carl")
    for viewer in (1, None):
        carl = scene.view(viewer).carl
        assert isinstance(carl, CarlView)
        assert (carl.favourites, carl.manner) == ("RG", "daring")
        assert (carl.action,) == carl.used
        assert sum(carl.backs.values()) == 1


# ---------------------------------------------------------------- the owner alone


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_owner_alone_sees_the_feathers_in_hand(viewer: int | None) -> None:
    """RULES 6."""
    open_hands = [("RG", "RK"), ("GB", "GB", "YK", "BY"), ("RY",)]
    expected = [hand if seat == viewer else ("?",) * len(hand) for seat, hand in enumerate(open_hands, 1)]
    assert [seat.hand for seat in full_table().view(viewer).players] == expected


def test_what_is_not_seen_is_known_by_elimination() -> None:
    """RULES 6: the deck and the hidden hands together, of each kind of feather."""
    scene = full_table()
    for viewer in VIEWERS:
        view = scene.view(viewer)
        hidden = sum(hand.count("?") for hand in (seat.hand for seat in view.players))
        assert sum(view.unseen_feathers.values()) == view.feathers + hidden
    assert scene.view(1).unseen_feathers["GB"] == 5
    assert scene.view(2).unseen_feathers["GB"] == 3
    assert scene.view(None).unseen_feathers["RG"] == 4


def test_a_game_shows_a_seat_only_its_own_view() -> None:
    """RULES 6: nobody asks for everything before the end."""
    game = Game(printed(players=2), "1")
    for viewer in ("all", 0, 3, True, 1.0):
        with pytest.raises(CoatlError, match=r"\[seat\.unknown\]"):
            game.view(viewer)  # type: ignore[arg-type]
    with pytest.raises(CoatlError, match=r"\[view\.early\]"):
        game.view("end")


def test_only_who_decides_is_told_what_is_legal() -> None:
    """RULES 6: the legal plays tell the hand."""
    game = Game(printed(players=2), "1")
    assert game.view(1).legal == tuple(game.legal())
    assert game.view(2).legal == game.view(None).legal == ()


# ---------------------------------------------------------------- nobody


def test_nobody_sees_the_order_of_the_decks() -> None:
    """RULES 6: there is none before a card is drawn; another chance looks the same."""
    one, other = fresh(players=3), fresh(players=3)
    other.states[0].chance.key[:] += 1
    assert all(one.view(viewer) == other.view(viewer) for viewer in VIEWERS)


def test_nobody_sees_carls_action_deck_ahead() -> None:
    """RULES 6: not which cards it has, and not which comes next."""
    scene = fresh(solo=True, manner="daring")
    carl = scene.carl
    for viewer in (1, None):
        view = scene.view(viewer)
        assert view.carl == replace(carl, deck=())
        assert set(carl.deck) < set(view.unseen_prophecies)


def test_action_cards_ahead_can_be_any_of_their_god() -> None:
    """RULES 6: exchanged with the prophecy deck the table looks the same."""
    scene = fresh(solo=True, manner="daring")
    other = scene.copy()
    names = scene.rules.names["<prophecy>"]
    ahead = next(card for card in scene.carl.deck if card[0] == "B")
    free = next(card for card in scene.now.unseen_prophecies if card[0] == "B" and card not in scene.carl.deck)
    state = other.states[0]
    for pile, out, into in ((state.carl.deck, ahead, free), (state.deck, free, ahead)):
        pile[names.index(out)], pile[names.index(into)] = 0, 1
    assert other.now != scene.now
    assert all(other.view(viewer) == scene.view(viewer) for viewer in (1, None))


def test_the_gods_on_the_backs_of_the_prophecy_deck_are_not_shown() -> None:
    """R25: without CARL the deck is what lies nowhere else, and its next god cannot be told."""
    scene, other = fresh(players=2), fresh(players=2)
    for table_of, card in ((scene, "B1"), (other, "P1")):
        free = table_of.now.unseen_prophecies
        assert card in free
        lay_deck(table_of, free)
    assert scene.view(1) == other.view(1)
    names = {field.name for field in fields(View)} | {field.name for field in fields(PlayerView)}
    assert "backs" not in names


# ---------------------------------------------------------------- the log


def test_feathers_drawn_to_hand_are_told_to_their_player_alone() -> None:
    """RULES 6: the new cards of the middle are told to all."""
    game = Game(printed(players=2), "log")
    while game.seat == 1:
        game.play(next(action for action in game.legal() if not action.startswith("discard")))
    drawn = game.entries[-1].outcomes
    assert [text.islower() for text in drawn[:2]] == [True, True]
    assert game.seen_by(1).entries[-1].outcomes == drawn
    for viewer in (2, None):
        assert game.seen_by(viewer).entries[-1].outcomes == ("?", "?", *drawn[2:])


def test_refilled_prophecies_are_told_to_all() -> None:
    """RULES 6."""
    scene_game = Game(printed(players=2), "log")
    fulfilled = False
    while not (fulfilled and scene_game.entries[-1].action == "done" and scene_game.entries[-1].outcomes):
        legal = scene_game.legal()
        takes = [action for action in legal if action.startswith("fulfil")]
        fulfilled = fulfilled or bool(takes)
        scene_game.play((takes or [action for action in legal if not action.startswith("discard")])[0])
    new = scene_game.entries[-1].outcomes[2:]
    assert new
    assert all(scene_game.seen_by(viewer).entries[-1].outcomes[2:] == new for viewer in (1, 2, None))


def test_a_revealed_feather_is_told_to_all() -> None:
    """5.2."""
    game = Game(printed(players=2), "log")
    game.play(next(action for action in game.legal() if action.startswith("discard")))
    for viewer in (1, 2, None):
        assert game.seen_by(viewer).entries[-1] == game.entries[-1]
    assert len(game.entries[-1].outcomes) == 1


def test_feathers_dealt_are_told_to_their_player_alone() -> None:
    """RULES 6: prophecies, middle and temple to all."""
    game = Game(printed(players=3, first=2), "dealt")
    setup = game.record().setup
    hands = {2: slice(0, 4), 3: slice(4, 8), 1: slice(8, 12)}
    for seat, own in hands.items():
        told = game.seen_by(seat).setup
        assert told[own] == setup[own]
        assert told.count("?") == 8
        assert told[12:] == setup[12:]
    assert game.seen_by(None).setup == ("?",) * 12 + setup[12:]


def test_carls_action_deck_is_told_to_nobody() -> None:
    """RULES 6: its manner is, and its turns are."""
    game = Game(printed(solo=True), "carl")
    setup = game.record().setup
    assert game.seen_by(1).setup == (setup[0], *"?????", *setup[6:])
    assert game.seen_by(None).setup == (setup[0], *"?????", *"????", *setup[10:])
    game.play("carl")
    assert game.seen_by(None).entries == game.entries


def test_no_seen_record_holds_the_seed() -> None:
    """RULES 7."""
    game = Game(printed(players=2), "unlikely-word-42")
    for viewer in (1, 2, None):
        assert "unlikely-word-42" not in game.seen_by(viewer).to_text() + game.position_line(viewer)


def test_the_human_of_the_solo_game_has_a_hidden_hand_too() -> None:
    """RULES 6: a spectator does not see it."""
    scene = against_carl(player("RG", "RG BY"))
    assert scene.view(1).players[0].hand == ("RG", "BY")
    assert scene.view(None).players[0].hand == ("?", "?")
