"""Options of the table (RULES 5.1, 5.5): what they say, and what contradicts."""

from typing import Any

import pytest

from coatl.card.rules import CardRules
from coatl.engine.errors import CoatlError
from tests.card.scenes import fresh, own, printed


def test_two_play_unless_the_table_says_otherwise() -> None:
    """5.1: seat 1 begins, and CARL does not play."""
    options = printed().table
    assert (options.players, options.first, options.solo) == (2, 1, False)
    assert (options.opponent, options.manner) == (None, None)


def test_alone_one_plays_against_carl_with_a_manner_drawn_at_random() -> None:
    """5.5."""
    options = printed(solo=True).table
    assert (options.players, options.first, options.opponent, options.manner) == (1, 1, "carl", "random")


@pytest.mark.parametrize("written", ["carl2", "CARL2", "carl 2.0", "CARL 2.0"])
def test_carl_2_0_is_called_as_people_write_it(written: str) -> None:
    """5.5."""
    assert CardRules(solo=True, opponent=written).table.opponent == "carl2"


@pytest.mark.parametrize("manner", ["daring", "Domineering", "GREEDY", "random"])
def test_the_three_manners_and_chance_can_be_chosen(manner: str) -> None:
    """5.5."""
    assert CardRules(solo=True, manner=manner).table.manner == manner.lower()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"solo": True, "players": 2}, "options.contradict"),
        ({"solo": True, "players": 0}, "options.contradict"),
        ({"solo": True, "first": 2}, "options.first"),
        ({"opponent": "carl"}, "options.contradict"),
        ({"manner": "daring"}, "options.contradict"),
        ({"players": 3, "opponent": "carl2"}, "options.contradict"),
        ({"solo": True, "opponent": "adam"}, "options.opponent"),
        ({"solo": True, "opponent": 2}, "options.opponent"),
        ({"solo": True, "manner": "shy"}, "options.manner"),
        ({"solo": True, "manner": ["daring"]}, "options.manner"),
        ({"solo": "yes"}, "options.value"),
        ({"solo": None}, "options.value"),
        ({"players": 1}, "options.players"),
        ({"players": 5}, "options.players"),
        ({"players": "2"}, "options.players"),
        ({"players": 2.0}, "options.players"),
        ({"players": True}, "options.players"),
        ({"first": 0}, "options.first"),
        ({"first": 3}, "options.first"),
        ({"players": 3, "first": 4}, "options.first"),
        ({"first": "1"}, "options.first"),
        ({"first": True}, "options.first"),
        ({"tokens": True}, "options.unknown"),
        ({"difficulties": (1,), "solo": True}, "options.unknown"),
    ],
)
def test_what_contradicts_is_refused_with_a_code(options: dict[str, Any], code: str) -> None:
    """5.1, 5.5: and a sentence that says what is allowed."""
    with pytest.raises(CoatlError) as error:
        CardRules(**options)
    assert error.value.code == code
    assert error.value.message.endswith(".")


def test_a_deck_without_carl_has_no_solo_game() -> None:
    """5.5: and can be played by two to four."""
    with pytest.raises(CoatlError, match=r"\[options\.deck\]"):
        own({"carl": False}, solo=True)
    assert fresh(own({"carl": False}, players=3)).now.seat == 1


def test_an_own_deck_says_for_how_many_it_is() -> None:
    """5.1: the printed one is for 2 to 4."""
    three = {"game": {"id": "card", "players": [3, 3]}}
    assert fresh(own(three, players=3)).now.options.players == 3
    with pytest.raises(CoatlError, match=r"\[options\.players\]"):
        own(three, players=2)


def test_an_own_deck_says_how_many_rounds_cards_and_plays_there_are() -> None:
    """5.1: the printed numbers are data."""
    deal = {"plays_per_turn": 1, "feathers": 2, "prophecies": 2, "supply": {2: 1, 3: 1, 4: 1}, "temples": 0}
    scene = fresh(own({"game": {"id": "card", "rounds": 2}, "deal": deal}))
    now = scene.now
    assert (now.rounds, len(now.middle), now.temple) == (2, 1, None)
    assert [(len(seat.hand), seat.levels) for seat in now.players] == [(2, (0, 0))] * 2
    for seat in (1, 2):
        assert scene.now.seat == seat
        scene.play(min(scene.can("start")), "done")
    assert scene.now.pending == "head"


def test_the_table_keeps_its_options_for_the_record() -> None:
    """5.1, 5.5."""
    assert printed(players=3, first=2).options == {
        "players": 3,
        "first": 2,
        "solo": False,
        "opponent": None,
        "manner": None,
    }
