"""The printed facts of both boxes, and everything that a deck may not say."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from coatl.decks.loader import load_board, load_card
from coatl.decks.schema import BoardDeck, CardDeck, split_goal

# A change: where in the deck, the new value (DELETE: leave it out), and where and with which code it is found.
DELETE = object()
Place = tuple[str | int, ...]


def changed(deck: BoardDeck | CardDeck, *changes: tuple[Place, Any]) -> dict[str, Any]:
    """The printed deck with other values."""
    data: dict[str, Any] = copy.deepcopy(deck.model_dump(mode="json"))
    for place, value in changes:
        inner: Any = data
        for step in place[:-1]:
            inner = inner[step]
        if value is DELETE:
            del inner[place[-1]]
        else:
            inner[place[-1]] = value
    return data


def faults_of(model: type[BoardDeck] | type[CardDeck], data: dict[str, Any]) -> set[tuple[Place, str]]:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(data)
    return {(found["loc"], found["type"]) for found in caught.value.errors()}


# ---------------------------------------------------------------- printed facts


def test_board_prophecies() -> None:
    deck = load_board()
    base = [card for card in deck.prophecy if card.set == "base"]
    assert len(base) == 49
    assert sum(card.copies for card in base) == 54
    assert {card.id for card in base if card.copies == 2} == {"R1", "R2", "R3", "R4", "R5"}
    assert [card.id for card in deck.prophecy if card.set == "promo"] == ["P1", "P2", "P3", "P4", "P5", "P6"]
    assert {card.kind for card in deck.prophecy if card.set == "promo"} == {"multiset"}
    assert deck.prophecy[0].levels == {3: 2, 4: 3, 5: 4, 6: 5}


def test_board_temples() -> None:
    deck = load_board()
    assert Counter(card.set for card in deck.temple) == {"base": 15, "promo": 5}
    assert all(len(card.goals) == len(card.points) for card in deck.temple)
    assert deck.has_promo


def test_board_pieces_and_options() -> None:
    deck = load_board()
    assert (deck.pieces.body, deck.pieces.head, deck.pieces.tail, deck.pieces.solo.body) == (24, 3, 3, 16)
    assert deck.player.dealt_prophecies == (3, 4, 5, 6)
    assert deck.adam is not None
    assert sorted(deck.adam.search_order) == sorted(deck.supply.cells())
    assert deck.golden_feathers is not None
    assert deck.golden_feathers.gold_bodies == (4, 5, 6)
    assert deck.fewer_bodies is not None


def test_card_game_facts() -> None:
    deck = load_card()
    assert sum(feather.copies for feather in deck.feather) == 50
    assert Counter(card.colour for card in deck.prophecy) == {"blue": 10, "green": 10, "yellow": 10, "pink": 10}
    assert sum(card.named_in == "rulebook" for card in deck.prophecy) == 7
    assert len(deck.temple) == 6
    assert all(len(card.goals) == 2 for card in deck.temple)
    assert deck.deal.supply == {2: 3, 3: 2, 4: 2}
    assert deck.levels.points == (0, 2, 5, 6)
    assert deck.temple_points.points == (3, 7)
    assert deck.carl is not None
    assert deck.carl.manner.greedy.carl2 == {"blue": 1, "yellow": 1, "pink": 4}


def test_goals_split() -> None:
    goals = [split_goal(goal) for card in load_card().temple for goal in card.goals]
    assert ("gods", "yellow,green,pink") in goals
    assert ("parts<=", "12") in goals
    assert ("twins", "") in goals
    assert ("below", "blue<pink") in goals


def test_pattern_kinds_do_not_hide_each_other() -> None:
    """A wrong god leaves the pattern's own fault visible, and its kind too."""
    data = changed(load_board(), (("prophecy", 0, "colour"), "pink"), (("prophecy", 0, "pattern"), "B B"))
    assert faults_of(BoardDeck, data) == {
        (("prophecy", 0, "colour"), "literal_error"),
        (("prophecy", 0, "pattern"), "pattern.count"),
    }


def test_decks_never_change() -> None:
    with pytest.raises(ValidationError):
        load_board().player.hand_limit = 6


# ---------------------------------------------------------------- what a deck may not say

ORDER = ["body1", "body2", "body3", "body4", "body5", "body6", "head1", "tail1", "head2", "head2"]
BOARD_FAULTS: list[tuple[Place, Any, str]] = [
    (("game", "players"), [4, 2], "span.order"),
    (("game", "name"), "a\nb", "text.control"),
    (("pieces", "head"), 21, "less_than_equal"),
    (("pieces", "solo", "body"), 1, "greater_than_equal"),
    (("pieces", "solo"), DELETE, "missing"),
    (("supply", "temple_piles"), 3, "less_than_equal"),
    (("player", "board_cells"), 13, "less_than_equal"),
    (("player", "board_cells"), True, "int_type"),
    (("player", "board_cells"), 8.0, "int_type"),
    (("player", "kept_prophecies"), 6, "number.large"),
    (("player", "prophecies_per_coatl"), [3, 2], "span.order"),
    (("player", "sacrifices"), ["perfect_pick", "perfect_pick"], "list.twice"),
    (("player", "luck"), 1, "extra_forbidden"),
    (("adam", "prophecies"), 4, "less_than_equal"),
    (("adam", "human_kept"), 5, "less_than_equal"),
    (("adam", "search_order"), ORDER, "list.twice"),
    (("adam", "search_order"), ORDER[:-1], "adam.search_order"),
    (("prophecy", 0, "id"), "R 1", "id.form"),
    (("prophecy", 0, "id"), "1R", "id.form"),
    (("prophecy", 0, "id"), "R1\n", "id.form"),
    (("prophecy", 0, "id"), "thirteen-long", "id.form"),
    (("prophecy", 0, "id"), "Row6", "id.reserved"),
    (("prophecy", 0, "id"), "pile2", "id.reserved"),
    (("prophecy", 0, "id"), "done", "id.reserved"),
    (("prophecy", 0, "id"), "Daring", "id.reserved"),
    (("prophecy", 0, "id"), "k", "id.reserved"),
    (("prophecy", 1, "id"), "r1", "id.twice"),
    (("temple", 0, "id"), "k5", "id.twice"),
    (("prophecy", 0, "colour"), "pink", "literal_error"),
    (("prophecy", 0, "kind"), "some", "literal_error"),
    (("prophecy", 5, "pattern"), "B X", "pattern.token"),
    (("prophecy", 5, "pattern"), "", "pattern.empty"),
    (("prophecy", 5, "pattern"), "B !B B", "pattern.inner"),
    (("prophecy", 5, "pattern"), "[^RGBYK]", "pattern.token"),
    (("prophecy", 5, "pattern"), "B^", "pattern.stack"),
    (("prophecy", 5, "pattern"), "B " * 41, "string_too_long"),
    (("prophecy", 0, "pattern"), "B B", "pattern.count"),
    (("prophecy", 0, "pattern"), "B+", "pattern.count"),
    (("prophecy", 49, "pattern"), "B .", "pattern.multiset"),
    (("prophecy", 49, "levels"), {"1": 2, "2": 3}, "levels.multiset"),
    (("prophecy", 5, "levels"), {}, "list.short"),
    (("prophecy", 5, "levels"), {"31": 2}, "levels.unreachable"),
    (("prophecy", 5, "levels"), {"1": 5, "2": 5}, "levels.rising"),
    (("prophecy", 0, "copies"), 21, "less_than_equal"),
    (("prophecy", 0, "copies"), "2", "int_type"),
    (("prophecy", 0, "set"), "extra", "literal_error"),
    (("prophecy",), [], "list.short"),
    (("temple", 0, "goals"), [], "list.short"),
    (("temple", 0, "goals"), ["length:7", "length:7"], "list.twice"),
    (("temple", 0, "points"), [3], "points.number"),
    (("temple", 0, "points"), [7, 3], "points.falling"),
    (("golden_feathers", "gold_bodies"), [4, 5, 6, 7], "too_long"),
    (("fewer_bodies", "bodies_per_colour"), 14, "tuple_type"),
]


@pytest.mark.parametrize(("place", "value", "code"), BOARD_FAULTS)
def test_board_fault_names_its_place(place: Place, value: Any, code: str) -> None:
    assert (place, code) in faults_of(BoardDeck, changed(load_board(), (place, value)))


@pytest.mark.parametrize(
    "goal",
    [
        "without:X",
        "without:RG",
        "length:2",
        "length:61",
        "length:07",
        "length:٧",
        "equal:RR",
        "equal:R",
        "no_card:pink",
        "twins",
        "length:7\n",
        "",
        "Length:7",
    ],
)
def test_board_goal_grammar(goal: str) -> None:
    data = changed(load_board(), (("temple", 0, "goals", 1), goal))
    assert (("temple", 0, "goals", 1), "goal.form") in faults_of(BoardDeck, data)


@pytest.mark.parametrize(
    ("key", "code"), [("0", "int_type"), ("03", "int_type"), ("x", "int_type"), ("61", "less_than_equal")]
)
def test_level_keys(key: str, code: str) -> None:
    data = changed(load_board(), (("prophecy", 5, "levels"), {key: 2}))
    assert (("prophecy", 5, "levels", key, "[key]"), code) in faults_of(BoardDeck, data)


def test_level_points() -> None:
    data = changed(load_board(), (("prophecy", 5, "levels"), {"1": -1, "2": 101}))
    found = faults_of(BoardDeck, data)
    assert found == {
        (("prophecy", 5, "levels", "1"), "greater_than_equal"),
        (("prophecy", 5, "levels", "2"), "less_than_equal"),
    }


def test_levels_come_in_their_order() -> None:
    data = changed(load_board(), (("prophecy", 5, "levels"), {"2": 5, "1": 2}))
    assert list(BoardDeck.model_validate(data).prophecy[5].levels) == [1, 2]


def numbered(cards: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    return [{**cards[0], "id": f"{cards[0]['id']}-{number}"} for number in range(count)]


def test_too_many_cards() -> None:
    data = changed(load_board())
    data["prophecy"] = numbered(data["prophecy"], 65)
    data["temple"] = numbered(data["temple"], 33)
    assert faults_of(BoardDeck, data) == {(("prophecy",), "list.long"), (("temple",), "list.long")}


def test_set_up_must_find_its_cards() -> None:
    data = changed(load_board())
    data["prophecy"] = numbered(data["prophecy"], 7)  # two copies each: enough for nobody
    data["temple"] = data["temple"][-5:] + data["temple"][:3]  # promo cards do not count
    assert faults_of(BoardDeck, data) == {(("prophecy",), "deck.small"), (("temple",), "deck.small")}
    data["player"]["dealt_prophecies"] = [2, 2, 2, 2]
    data["player"]["dealt_temples"] = 0
    data["adam"] = None
    assert BoardDeck.model_validate(data).adam is None


def test_adam_deals_no_more_than_the_hand_holds() -> None:
    data = changed(load_board(), (("player", "hand_limit"), 2), (("player", "kept_prophecies"), 2))
    assert faults_of(BoardDeck, data) == {(("adam", "human_kept"), "number.large")}


CARD_FAULTS: list[tuple[Place, Any, str]] = [
    (("game", "rounds"), 1, "greater_than_equal"),
    (("deal", "feathers"), 1, "number.small"),
    (("deal", "supply"), {"2": 3, "3": 2}, "deal.supply"),
    (("deal", "supply", "3"), 7, "less_than_equal"),
    (("levels", "points"), [0, 5, 2, 6], "points.falling"),
    (("temple_points", "points"), [3, 7, 9], "too_long"),
    (("heads_and_tails", "colours"), ["R", "R"], "list.twice"),
    (("heads_and_tails", "colours"), [], "list.short"),
    (("carl", "temple"), 0, "bool_type"),
    (("carl", "actions"), {"blue": "raise", "yellow": "raise", "pink": "fulfil"}, "carl.actions"),
    (("carl", "manner", "greedy"), DELETE, "missing"),
    (("carl", "manner", "daring", "carl"), {"blue": 3}, "carl.rounds"),
    (("carl", "manner", "daring", "carl", "green"), 1, "carl.god"),
    (("carl", "manner", "daring", "carl", "blue"), 11, "carl.prophecies"),
    (("feather", 0, "pair"), "RR", "feather.pair"),
    (("feather", 0, "pair"), "RX", "feather.pair"),
    (("feather", 0, "pair"), "RGB", "feather.pair"),
    (("feather", 1, "pair"), "GR", "feather.twice"),
    (("feather", 0, "copies"), 0, "greater_than_equal"),
    (("prophecy", 0, "colour"), "red", "literal_error"),
    (("prophecy", 0, "pattern"), "=+", "pattern.token"),
    (("prophecy", 0, "copies"), 2, "extra_forbidden"),
    (("prophecy", 0, "named_in"), "", "string_too_short"),
    (("temple", 0, "id"), "b1", "id.twice"),
    (("temple", 0, "goals"), ["twins", "run:3", "same:6"], "too_long"),
]


@pytest.mark.parametrize(("place", "value", "code"), CARD_FAULTS)
def test_card_fault_names_its_place(place: Place, value: Any, code: str) -> None:
    assert (place, code) in faults_of(CardDeck, changed(load_card(), (place, value)))


@pytest.mark.parametrize(
    "goal",
    [
        "gods:",
        "gods:red",
        "gods:pink,pink",
        "gods:pink,",
        "gods:pink,blue,pink",
        "gods:" + "a," * 5000,
        "below:blue",
        "twins:2",
        "parts>16",
        "parts>=0",
        "parts<=61",
        "run:0",
        "same:x",
        "equal:BB",
        "length:7",
        "without:B",
    ],
)
def test_card_goal_grammar(goal: str) -> None:
    data = changed(load_card(), (("temple", 0, "goals", 1), goal))
    assert (("temple", 0, "goals", 1), "goal.form") in faults_of(CardDeck, data)


def test_card_set_up_must_find_its_cards() -> None:
    data = changed(load_card(), (("carl",), None))
    data["prophecy"], data["feather"] = data["prophecy"][:5], data["feather"][:3]
    assert faults_of(CardDeck, data) == {(("prophecy",), "deck.small"), (("feather",), "deck.small")}


def test_faults_between_sections_are_told_with_those_inside() -> None:
    """A broken card hides neither the same id further on nor a cell that ADAM forgets."""
    data = changed(
        load_board(),
        (("prophecy", 0, "pattern"), "X"),
        (("prophecy", 0, "copies"), 0),
        (("prophecy", 3, "id"), "R1"),
        (("adam", "search_order"), ["body1"]),
        (("pieces", "head"), -1),
    )
    assert faults_of(BoardDeck, data) == {
        (("prophecy", 0, "pattern"), "pattern.token"),
        (("prophecy", 0, "copies"), "greater_than_equal"),
        (("prophecy", 3, "id"), "id.twice"),
        (("adam", "search_order"), "adam.search_order"),
        (("pieces", "head"), "greater_than_equal"),
    }
