"""Every action of the printed deck has one notation, which parses back; and people may write it in other ways."""

from typing import Any

import pytest

from coatl.board import notation
from coatl.board.notation import ACTIONS, SPACE, Row, tidy
from coatl.board.rules import BoardRules
from coatl.board.state import BODY, COATLS, PROPHECIES, TAIL, TEMPLES
from coatl.engine.errors import CoatlError, UnknownAction
from coatl.game import Game

RULES = BoardRules(players=4, golden_feathers=True, promo=True)
CARDS, TEMPLE_CARDS = len(RULES.deck.prophecy), len(RULES.deck.temple)


def test_every_action_parses_back() -> None:
    for action, text in RULES.texts.items():
        assert RULES.text(action) == text
        assert RULES.parse(text) == action
        assert SPACE.parse(text, RULES.names) == action


def test_every_notation_is_said_once() -> None:
    assert len(set(RULES.texts.values())) == len(RULES.texts)


def test_every_number_is_an_action_or_a_card_that_the_deck_does_not_have() -> None:
    missing = (2 + COATLS) * (PROPHECIES - CARDS) + TEMPLES - TEMPLE_CARDS  # keep, discard and fulfil; temple
    assert len(RULES.texts) == ACTIONS - missing
    for action in set(range(ACTIONS)) - set(RULES.texts):
        with pytest.raises(UnknownAction, match="not in this deck"):
            RULES.text(action)


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**9])
def test_there_is_no_action_beyond_the_space(action: int) -> None:
    with pytest.raises(UnknownAction, match=r"\[action\.number\]"):
        RULES.text(action)


def test_upper_and_lower_case_and_spaces_are_alike() -> None:
    for action, text in RULES.texts.items():
        assert RULES.parse(f"  {text.upper().replace(' ', '   ')}\t") == action
        assert RULES.parse(text.lower()) == action


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("pick br", "pick RB"),
        ("pick RB", "pick RB"),
        ("PICK kr", "pick RK"),
        ("pick BB", "pick BB"),
        ("steal 3 yg", "steal 3 GY"),
        ("steal 2 K", "steal 2 K"),
        ("start  head b", "start head B"),
        ("Extend 2 LEFT g", "extend 2 left G"),
        ("fulfil k5 1", "fulfil K5 1"),
        ("temple t3", "temple T3"),
        ("temple PILE1", "temple pile1"),
        ("choose Deck", "choose deck"),
    ],
)
def test_what_people_write_is_understood(written: str, text: str) -> None:
    assert RULES.text(RULES.parse(written)) == text


def test_a_pair_of_colours_may_be_turned_round() -> None:
    assert tidy("pick KR") == tidy("pick RK") == "pick RK"
    assert tidy("steal 1 BG") == "steal 1 GB"
    assert tidy("take KR") == "take KR"


def test_a_card_of_the_row_may_be_named_instead_of_its_place() -> None:
    game = Game(RULES, "row")
    row = game.view(None).row
    for place, card in enumerate(row, 1):
        first = row.index(card) + 1  # of two equal cards the first
        assert RULES.text(RULES.parse(f"choose {card.lower()}", game._states)) == f"choose row{first}"
        assert RULES.text(RULES.parse(f"choose row{place}", game._states)) == f"choose row{place}"
    away = next(card.id for card in RULES.deck.prophecy if card.id not in row)
    with pytest.raises(UnknownAction, match=r"\[action\.unknown\]"):
        RULES.parse(f"choose {away}", game._states)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "done done", "take", "take body7", "take head3", "choose row7", "pick R", "pick RBG", "pick **"),
        *("steal 5 R", "steal R", "extend 4 left R", "extend 1 up R", "fulfil K5", "fulfil X1 1", "start *"),
        *("keep T1", "temple K5", "undo"),
    ],
)
def test_what_is_no_action_is_refused_with_the_forms_that_exist(text: str) -> None:
    with pytest.raises(UnknownAction) as caught:
        RULES.parse(text)
    assert caught.value.code == "action.unknown"
    verb = text.split()[0] if text.split() else ""
    forms = [form for form in caught.value.allowed if form.split()[0] == verb]
    assert caught.value.allowed == tuple(forms) or not forms


@pytest.mark.parametrize("text", ["R", "RGBYK", "(R", "R)", "(BBYR)", "(BBY", "BBY)", "R" * 60])
def test_a_coatl_parses_back(text: str) -> None:
    assert str(Row.parse(text)) == text
    assert str(Row.parse(f" {text.lower()} ")) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "coatl.empty"),
        ("()", "coatl.empty"),
        ("(", "coatl.empty"),
        ("(BB)", "coatl.short"),
        ("(B)", "coatl.short"),
        ("R" * 61, "coatl.long"),
        ("RXB", "coatl.letter"),
        ("R B", "coatl.letter"),
        ("R^G", "coatl.letter"),
        ("((RGB)", "coatl.letter"),
        ("R*", "coatl.letter"),
    ],
)
def test_what_is_no_coatl_is_refused(text: str, code: str) -> None:
    with pytest.raises(CoatlError) as caught:
        Row.parse(text)
    assert caught.value.code == code


# ---------------------------------------------------------------- numbers, and what they name

YELLOW = notation.LETTERS.index("Y")
NUMBERS = {
    "keep R5": notation.keep_action(RULES.names["<prophecy>"].index("R5")),
    "take body6": notation.take_action(5),
    "take tail2": notation.take_end_action(TAIL, 1),
    "choose row4": notation.choose_action(3),
    "start Y": notation.start_action(BODY, YELLOW),
    "start tail Y": notation.start_action(TAIL, YELLOW),
    "extend 2 head Y": notation.extend_action(1, notation.HEAD_SIDE, YELLOW),
    "extend 3 left Y": notation.extend_action(2, notation.LEFT, YELLOW),
    "fulfil K5 3": notation.fulfil_action(RULES.names["<prophecy>"].index("K5"), 2),
    "temple pile2": notation.temple_pile_action(1),
    "temple T3": notation.temple_hand_action(RULES.names["<temple>"].index("T3")),
    "pick RB": notation.pick_action(notation.PAIRS.index("RB")),
    "pick tail Y": notation.pick_end_action(TAIL, YELLOW),
    "discard K5": notation.discard_action(RULES.names["<prophecy>"].index("K5")),
    "priest pile2": notation.priest_action(1),
    "steal 3 Y": notation.steal_action(2, YELLOW),
    "steal 2 YY": notation.steal_pair_action(1, notation.PAIRS.index("YY")),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_made_from_what_the_notation_names(text: str) -> None:
    assert RULES.text(NUMBERS[text]) == RULES.text(RULES.parse(text))


def test_a_number_tells_what_it_names() -> None:
    """Each of these is the inverse of the one that makes the number."""
    inverses: list[tuple[Any, Any, Any]] = [
        (notation.keep_action, notation.kept_card, [(7,)]),
        (notation.take_action, notation.taken_cell, [(5,)]),
        (notation.choose_action, notation.chosen_place, [(3,)]),
        (notation.start_action, notation.started_piece, [(BODY, 0), (TAIL, 4)]),
        (notation.extend_action, notation.extension, [(0, 0, 0), (1, 2, 3), (2, 3, 4)]),
        (notation.fulfil_action, notation.fulfilment, [(9, 2)]),
        (notation.temple_pile_action, notation.temple_pile, [(1,)]),
        (notation.temple_hand_action, notation.temple_from_hand, [(3,)]),
        (notation.pick_action, notation.picked_pair, [(14,)]),
        (notation.pick_end_action, notation.picked_end, [(TAIL, 4)]),
        (notation.discard_action, notation.discarded_card, [(7,)]),
        (notation.priest_action, notation.priest_pile, [(1,)]),
        (notation.steal_action, notation.theft, [(3, 4)]),
        (notation.steal_pair_action, notation.pair_theft, [(3, 14)]),
    ]
    for make, read, cases in inverses:
        for named in cases:
            found = read(make(*named))
            assert (found if isinstance(found, tuple) else (found,)) == named
    assert notation.end_cell(notation.taken_cell(notation.take_end_action(TAIL, 1))) == (TAIL, 1)
