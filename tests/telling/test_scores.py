"""Why a score: card by card as the engine counts, and at the end all points of all seats."""

import random
from typing import Any

import pytest

from coatl import new, score
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Result
from coatl.game import Game, printed_rules
from coatl.telling.reach import Rung
from coatl.telling.scores import SeatReport, decided, final_players, report, scored
from tests.card.scenes import player, table

COATL, CARDS = "(BBRBBKYBBYY)", ["Y4", "K5", "R5", "T3"]


def test_a_score_of_the_board_game_is_the_engines() -> None:
    told, engine = scored(printed_rules("board"), COATL, CARDS), score("board", COATL, CARDS)
    assert (told.coatl, told.closed, told.total) == (COATL, True, engine.total)
    for name, card in told.cards.items():
        found = engine.cards[name]
        assert (card.times, card.level, card.points, card.why) == (found.times, found.level, found.points, found.why)
        assert card.where == found.where
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
    told, engine = scored(rules, coatl, cards), score("card", coatl, cards)
    assert told.total == engine.total
    assert {name: (card.times, card.level, card.points, card.where, card.why) for name, card in told.cards.items()} == {
        name: (card.times, card.level, card.points, card.where, card.why) for name, card in engine.cards.items()
    }
    held = scored(rules, coatl, ["B1"], {"b1": 1}).cards["B1"]
    assert (held.level, held.points, held.times) == (1, rules.deck.levels.points[1], told.cards["B1"].times)


def test_the_temple_of_the_card_game_is_judged_by_coatl_and_levels() -> None:
    scene = table(player("GRYKGRYKG", "", "B1:2 B3:2"), temple="T3", round=2)
    me = scene.view(1).players[0]
    told = scored(scene.rules, me.coatl, ["T3"], {"B1": 2, "B3": 2}).cards["T3"]
    assert tuple(goal.met for goal in told.goals) == scene.rules.goals_met(me, "T3")
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
