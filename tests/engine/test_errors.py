"""Errors say what is wrong, under a code that stays, and what would be allowed."""

import copy
import pickle

import pytest

from coatl.engine.errors import CoatlError, DeckError, IllegalAction, RecordError, UnknownAction, shortened

ERRORS = [
    CoatlError("players.number", "Not 7.", ["2", "3"]),
    IllegalAction("action.illegal", "Not now."),
    UnknownAction("action.unknown", "What?", ["pass"]),
    RecordError("record.broken", "It stops."),
    DeckError("deck.broken", "Two faults.", ["R1: no level", "T2: no goal"]),
]


def test_the_text_ends_with_the_code() -> None:
    assert str(IllegalAction("action.illegal", "Not now.")) == "Not now. [action.illegal]"


def test_the_text_names_what_is_allowed() -> None:
    assert str(CoatlError("x", "Not 7.", ["2", "3"])) == "Not 7. Allowed: 2, 3. [x]"


def test_a_deck_error_names_every_fault_on_its_own_line() -> None:
    assert str(ERRORS[-1]).splitlines() == ["Two faults. [deck.broken]", "  R1: no level", "  T2: no goal"]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_every_error_is_a_coatl_error(error: CoatlError) -> None:
    assert isinstance(error, CoatlError)
    assert isinstance(error.allowed, tuple)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_to_another_process(error: CoatlError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


def test_a_long_list_is_shortened_and_counted() -> None:
    assert shortened([]) == ""
    assert shortened(["a", "b"], most=2) == "a, b"
    assert shortened(["a", "b", "c"], most=2) == "a, b … (3 in all)"
