"""Why a score: card by card as the engine counts, and at the end all points of all seats."""

import random
from typing import Any

import numpy as np
import pytest

from coatl import new, score
from coatl.board.scoring import prophecy_points, times_of
from coatl.card.notation import Row, part_numbers
from coatl.card.scoring import count_of
from coatl.describe.card.matches import goals_met
from coatl.describe.reach import Rung
from coatl.describe.scores import SeatReport, decided, final_players, report, scored
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import stands
from coatl.engine.rules import Result
from coatl.game import Game
from coatl.registry import printed_rules
from tests.card.scenes import player, table

COATL, CARDS = "(BBRBBKYBBYY)", ["Y4", "K5", "R5", "T3"]


def test_a_score_of_the_board_game_is_the_engines() -> None:
    rules: Any = printed_rules("board")
    told, pieces = scored(rules, COATL, CARDS), np.array(["RGBYK".index(letter) for letter in COATL[1:-1]], np.int8)
    assert told == score("board", COATL, CARDS)
    assert (told.coatl, told.closed, told.total) == (COATL, True, 17)
    for name in CARDS[:3]:
        card, engine = told.cards[name], rules.decks[0].prophecies[rules.names["<prophecy>"].index(name)]
        assert card.times == times_of(engine, pieces, len(pieces))
        assert card.points == prophecy_points(engine, pieces, len(pieces))
        assert card.why.endswith(f"level {card.level}: {card.points} points")
    assert [told.cards[name].where for name in ("Y4", "R5")] == [((8, 11),), tuple((i, i) for i in (1, 2, 4, 5, 8, 9))]
    assert [(goal.goal, goal.met) for goal in told.cards["T3"].goals] == [("without:G", True), ("length:9", False)]
    assert told.cards["T3"].next == Rung(2, 7)


def test_a_temple_sees_the_gods_of_the_cards_beside_it() -> None:
    """`no_card` goals of the printed deck depend on what else is named."""
    rules: Any = printed_rules("board")
    temple = next(card for card in rules.deck.temple if any(goal.startswith("no_card") for goal in card.goals))
    goal = next(goal for goal in temple.goals if goal.startswith("no_card"))
    card = next(card.id for card in rules.deck.prophecy if card.colour == goal.split(":")[1])

    def met(*cards: str) -> bool:
        return {each.goal: each.met for each in scored(rules, COATL, [temple.id, *cards]).cards[temple.id].goals}[goal]

    assert met()
    assert not met(card)


def test_a_score_of_the_card_game_counts_or_takes_the_levels_that_are_given() -> None:
    rules: Any = printed_rules("card")
    coatl, cards = "RG^BYGRKGR", ["B1", "b7"]
    told, parts = scored(rules, coatl, cards), part_numbers(Row.parse(coatl))
    assert told == score("card", coatl, cards)
    for name, card in told.cards.items():
        engine = rules.decks[0].prophecies[rules.names["<prophecy>"].index(name)]
        assert card.times == count_of(engine, parts, 9)
        assert card.level == min(card.times, 3)
        assert card.points == rules.deck.levels.points[card.level]
        assert all(stands(engine.pattern, parts, 9, start - 1, end) for start, end in card.where)
        assert len(card.where) == card.times
        assert f"; level {card.level}" in card.why
    held = scored(rules, coatl, ["B1"], {"b1": 1}).cards["B1"]
    assert (held.level, held.points, held.times) == (1, rules.deck.levels.points[1], told.cards["B1"].times)


def test_the_temple_of_the_card_game_is_judged_by_coatl_and_levels() -> None:
    scene = table(player("GRYKGRYKG", "", "B1:2 B3:2"), temple="T3", round=2)
    me = scene.view(1).players[0]
    told = scored(scene.rules, me.coatl, ["T3"], {"B1": 2, "B3": 2}).cards["T3"]
    assert tuple(goal.met for goal in told.goals) == goals_met(scene.rules, me, "T3")
    assert told.times == sum(goal.met for goal in told.goals) > 0
    apart = scored(scene.rules, me.coatl, ["T3"], {"B1": 2, "B3": 1}).cards["T3"]
    assert apart.times == told.times - 1


@pytest.mark.parametrize(
    ("game", "coatl", "cards", "levels", "code"),
    [
        ("board", "(BBX)", ["Y4"], None, "coatl.letter"),
        ("board", "", ["Y4"], None, "coatl.empty"),
        ("board", COATL, ["Q9"], None, "card.unknown"),
        ("board", COATL, ["Y4", "y4"], None, "card.twice"),
        ("card", "RG", ["B1", "b1"], None, "card.twice"),
        ("card", "RG", ["Q9"], None, "card.unknown"),
        ("card", "RG", ["B1"], {"B1": 4}, "solve.level"),
        ("card", "RG", ["B1"], {"T3": 1}, "card.unknown"),
    ],
)
def test_what_cannot_be_is_refused(game: str, coatl: str, cards: list[str], levels: Any, code: str) -> None:
    with pytest.raises(CoatlError) as refusal:
        scored(printed_rules(game), coatl, cards, levels)
    assert refusal.value.code == code


# ---------------------------------------------------------------- the end


def ended(seed: int, finals: dict[int, Any] | None = None, **table: Any) -> Game:
    """A random game, to its end."""
    game, dice = new(seed=seed, **table), random.Random(seed)
    known: dict[int, Any] = {}
    while not game.over:
        legal = game.legal()
        verbs = ("raise", "fulfil", "steal", "temple", "extend", "head", "tail")
        gains = [action for action in legal if action.split()[0] in verbs]
        game.play(dice.choice(gains if gains and dice.random() < 0.6 else legal))
        known = final_players(game, known)
    if finals is not None:
        finals |= known
    return game


def added(seat: SeatReport, game: str) -> int:
    coatls = sum(coatl.total for coatl in seat.coatls if coatl.closed or game == "card")
    return coatls + seat.consolation + sum(pile.points for pile in seat.pile.values())


@pytest.mark.parametrize(
    "table",
    [
        {"game": "board", "players": 2, "promo": True},
        {"game": "board", "players": 3, "golden_feathers": True},
        {"game": "board", "solo": True},
        {"game": "card", "players": 2},
        {"game": "card", "players": 4},
        {"game": "card", "solo": True},
    ],
    ids=str,
)
def test_all_points_of_a_game_add_up_card_by_card(table: dict[str, Any]) -> None:
    for seed in range(5):
        finals: dict[int, Any] = {}
        game = ended(seed, finals, **table)
        told = report(game, finals)
        assert game.result is not None
        assert [seat.points for seat in told] == list(game.result.points)
        assert [added(seat, table["game"]) for seat in told] == list(game.result.points)
        for seat in told:
            for coatl in seat.coatls:
                assert sum(card.points for card in coatl.cards.values()) == coatl.total
        assert report(game) == told  # played again


def test_a_theft_after_a_final_result_does_not_change_its_cards() -> None:
    for seed in range(60):
        finals: dict[int, Any] = {}
        game = ended(seed, finals, game="card", players=3)
        now = game.view("end").players
        if robbed := [seat for seat in finals if finals[seat].prophecies != now[seat - 1].prophecies]:
            told = report(game, finals)[robbed[0] - 1].coatls[0]
            assert [name for name in told.cards if name[0] != "T"] == list(finals[robbed[0]].prophecies)
            return
    raise AssertionError("nobody was robbed: choose other seeds")


@pytest.mark.parametrize(
    ("points", "details", "solo", "expected"),
    [
        ((9, 7), {"cards": [1, 2]}, False, "points"),
        ((9, 9), {"cards": [1, 2], "best coatl": [5, 5]}, False, "cards"),
        ((9, 9), {"cards": [2, 2], "best coatl": [5, 6]}, False, "best coatl"),
        ((9, 9, 3), {"goals": [1, 1, 0], "protected": [0, 0, 2]}, False, "shared"),
        ((9, 9), {"cards": [1, 0]}, True, "solo"),
    ],
)
def test_what_decided_is_named(points: tuple[int, ...], details: dict[str, Any], solo: bool, expected: str) -> None:
    assert decided(Result(points, (1,), "", details), solo) == expected
