"""Short forms of actions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coatl.engine.errors import CoatlError, IllegalAction, UnknownAction
from coatl.registry import rules_of
from coatl.terminal.seats import number_of_seats, seat_names, spec_of
from coatl.terminal.shorthand import resolve

RULES = rules_of("board", players=2)
LYING = {"row1": "K1", "row2": "K10", "row4": "G13", "pile1": "T3"}
LEGAL = [
    *(f"take {cell}" for cell in ("body1", "body3", "head1", "head2", "tail1")),
    *("choose row1", "choose row2", "choose row4", "choose deck"),
    *("start B", "start head B", "extend 1 left G", "extend 1 right G", "extend 2 head R", "extend 1 tail B"),
    *("fulfil K5 1", "fulfil K5 2", "fulfil R2 1", "temple T15", "temple pile1"),
    *("pick RB", "pick head B", "future", "priest pile1", "discard K5", "keep G11", "done"),
]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("take body3", "take body3"),
        ("TAKE  Body3", "take body3"),
        ("t b3", "take body3"),
        ("t 3", "take body3"),
        ("ta h2", "take head2"),
        ("c K1", "choose row1"),
        ("c k10", "choose row2"),
        ("c 4", "choose row4"),
        ("c g13", "choose row4"),
        ("c d", "choose deck"),
        ("s b", "start B"),
        ("s h b", "start head B"),
        ("e 1 l G", "extend 1 left G"),
        ("e 2", "extend 2 head R"),
        ("f K5 1", "fulfil K5 1"),
        ("f R2", "fulfil R2 1"),
        ("t T15", "temple T15"),
        ("te t3", "temple pile1"),
        ("pi BR", "pick RB"),
        ("pick head b", "pick head B"),
        ("fut", "future"),
        ("pr 1", "priest pile1"),
        ("di k5", "discard K5"),
        ("k g11", "keep G11"),
        ("d", "done"),
        ("1", "take body1"),
        ("27", "done"),
        ("keep 26", "keep G11"),
    ],
)
def test_short_forms(typed: str, action: str) -> None:
    assert resolve(typed, LEGAL, RULES, LYING) == action


@pytest.mark.parametrize("typed", ["t 1", "e 1", "f", "f K5", "fu", "take", "p"])
def test_what_could_mean_several_actions_is_asked_again(typed: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        resolve(typed, LEGAL, RULES, LYING)
    assert refused.value.code == "action.ambiguous"
    assert len(refused.value.allowed) > 1


@pytest.mark.parametrize("typed", ["take body2", "t b6", "steal 2 B", "choose row6", "adam", "pass"])
def test_an_action_that_is_not_legal_is_told_from_one_that_does_not_exist(typed: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        resolve(typed, LEGAL, RULES, LYING)
    assert refused.value.code == "action.illegal"
    with pytest.raises(UnknownAction):
        resolve("juggle body2", LEGAL, RULES, LYING)


def test_the_actions_of_the_same_kind_are_named_as_allowed() -> None:
    with pytest.raises(IllegalAction) as refused:
        resolve("take body6", LEGAL, RULES, LYING)
    assert refused.value.allowed == tuple(LEGAL[:5])


@given(st.text(max_size=30))
def test_whatever_is_typed_is_an_action_or_a_clear_refusal(typed: str) -> None:
    assert answer(typed) in LEGAL or answer(typed).startswith("action.")


def answer(typed: str) -> str:
    try:
        return resolve(typed, LEGAL, RULES, LYING)
    except CoatlError as refused:
        return refused.code if refused.allowed else ""


@given(st.sampled_from(LEGAL))
def test_every_action_is_understood_as_it_is_written(action: str) -> None:
    assert resolve(action, LEGAL, RULES, LYING) == action
    assert resolve(str(LEGAL.index(action) + 1), LEGAL, RULES, LYING) == action


# ---------------------------------------------------------------- seats


@pytest.mark.parametrize(
    ("players", "seats", "bots", "solo", "names"),
    [
        (None, [], [], False, ["You", "Artisan"]),
        (4, [], [], False, ["You", "Artisan", "Artisan 2", "Artisan 3"]),
        (None, ["Ann", "Ben"], [], False, ["Ann", "Ben"]),
        (None, ["Ann", "greedy", "Ben"], [], False, ["Ann", "Greedy", "Ben"]),
        (3, ["Ann"], ["random"], False, ["Ann", "Random", "Artisan"]),
        (None, [], [], True, ["You"]),
        (None, ["Ann"], [], True, ["Ann"]),
        (None, [], ["random"], True, ["Random"]),
        (None, [], ["high-priest", "High Priest"], False, ["You", "High priest", "High priest 2"]),
        (None, ["Ann", "search:50ms"], [], False, ["Ann", "search:50ms"]),
    ],
)
def test_who_sits_where(players: int | None, seats: list[str], bots: list[str], solo: bool, names: list[str]) -> None:
    assert seat_names(number_of_seats(players, seats, bots, solo), seats, bots, solo) == names


def test_bots_are_known_by_their_names() -> None:
    assert spec_of("greedy 3") == spec_of("Greedy") == "greedy"
    assert spec_of("High priest 2") == "high-priest"
    assert spec_of("search:50ms 2") == "search:50ms"
    assert spec_of("Greedy Ann") is None
