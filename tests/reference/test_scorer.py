"""The slow scorer against the printed examples, and against an even slower one."""

import random
import tomllib
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

import coatl.decks
from tests.reference import scorer
from tests.reference.scorer import Place, Prophecy, Temple

CARDS = tomllib.loads(Path(coatl.decks.__file__).with_name("board.toml").read_text("utf-8"))


def card(group: str, name: str) -> dict[str, Any]:
    return next(entry for entry in CARDS[group] if entry["id"] == name)


def prophecy(name: str) -> Prophecy:
    entry = card("prophecy", name)
    return Prophecy(entry["colour"], entry["kind"], entry["pattern"], entry["levels"])


def temple(name: str) -> Temple:
    entry = card("temple", name)
    return Temple(entry["goals"], entry["points"])


# ---------------------------------------------------------------- the board game

EXAMPLE = "(BBRBBYKBBYY)"


def test_the_rulebooks_example_of_the_board_game() -> None:
    prophecies = [prophecy(name) for name in ("Y4", "K5", "R5")]
    assert [scorer.coatl_points(EXAMPLE, [card]) for card in prophecies] == [4, 5, 5]
    assert scorer.coatl_points(EXAMPLE, [], temple("T3")) == 3
    assert scorer.coatl_points(EXAMPLE, prophecies, temple("T3")) == 17


def test_only_finished_coatls_score() -> None:
    assert scorer.coatl_points(EXAMPLE[:-1], [prophecy("Y4")], temple("T3")) == 0


def test_only_one_level_counts() -> None:
    levels = {"1": 1, "2": 3, "3": 5}
    assert [scorer.level_points(levels, times) for times in range(5)] == [0, 1, 3, 5, 5]


@pytest.mark.parametrize(("coatl", "times"), [("(YYGGR)", 1), ("(GYRGY)", 1), ("(YYGRR)", 0), ("(YYGGRKK)", 1)])
def test_multiset_is_1_if_all_the_listed_pieces_are_somewhere(coatl: str, times: int) -> None:
    assert scorer.prophecy_times("multiset", "Y Y G G R", coatl) == times


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("without:Y", "(RGB)", "(RYB)"),
        ("length:4", "(RGBB)", "(RGB)"),
        ("equal:RY", "(RYYR)", "(RRY)"),
        ("equal:RY", "(RBY)", "(KGB)"),  # at least one of each
    ],
)
def test_temple_goals(goal: str, met: str, missed: str) -> None:
    assert scorer.goal_met(goal, met, [])
    assert not scorer.goal_met(goal, missed, [])


def test_points_by_number_of_goals_met() -> None:
    goals, points = temple("PT1")
    coatls = ["(RRGGGGGGG)", "(RGGGGGGGB)", "(RGGGGGGGGB)"]
    assert [scorer.temple_points(goals, points, coatl, ["red"]) for coatl in coatls] == [3, 6, 10]
    assert scorer.temple_points(goals, points, coatls[0], ["blue"]) == 0


# ---------------------------------------------------------------- the card game


def test_the_rulebooks_example_of_the_card_game() -> None:
    levels = [("blue", 1), ("blue", 2), ("green", 2), ("pink", 3), ("yellow", 3)]
    assert scorer.card_points("(RGB)", levels, ["parts<=12", "run:3"]) == 27


def test_every_place_counts_overlaps_included() -> None:
    assert scorer.overlapping_times("R R R", "RRRR") == 2
    assert scorer.card_level("R", "RRRRR") == 3


def test_stacks_are_parts_that_lie_on_another_part() -> None:
    assert scorer.overlapping_times("G [^G]^", "GR^GG^GB") == 1
    assert scorer.places("Y^", "YY^BY^") == [(1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("gods:blue,pink", [("blue", 1), ("pink", 2)], [("blue", 1), ("pink", 0)]),
        ("below:green<yellow", [("green", 1), ("yellow", 2)], [("green", 0), ("yellow", 2)]),
        ("below:green<yellow", [("green", 2), ("yellow", 1), ("yellow", 3)], [("green", 2), ("yellow", 2)]),
        ("twins", [("blue", 3), ("pink", 1), ("blue", 3)], [("blue", 1), ("pink", 1), ("blue", 2)]),
        ("twins", [("blue", 1), ("blue", 1)], [("blue", 0), ("blue", 0)]),
    ],
)
def test_goals_that_look_at_prophecies(goal: str, met: list[tuple[str, int]], missed: list[tuple[str, int]]) -> None:
    assert scorer.card_goal_met(goal, "RG", met)
    assert not scorer.card_goal_met(goal, "RG", missed)


@pytest.mark.parametrize(
    ("goal", "met", "missed"),
    [
        ("parts>=3", "R^GB", "RG"),
        ("parts<=2", "R^G", "RGB"),
        ("run:3", "GRR^RB", "RRGRR"),
        ("same:3", "RGRGR", "RGGR"),
        ("equal:RG", "RGB", "RRG"),
        ("equal:RG", "BYK", "R"),
    ],
)
def test_goals_that_look_at_parts(goal: str, met: str, missed: str) -> None:
    assert scorer.card_goal_met(goal, met, [])
    assert not scorer.card_goal_met(goal, missed, [])


# ---------------------------------------------------------------- the scorer itself


@pytest.mark.parametrize("text", ["", "R", "(R", "R)", "(BBYR)", "RG^B", "(R^GB^)"])
def test_reading_a_coatl_is_the_inverse_of_writing_it(text: str) -> None:
    assert scorer.write_coatl(scorer.read_coatl(text)) == text


@pytest.mark.parametrize("text", ["X", "^R", "R^^", "R(", ")R", "((R", "r", "(R)"])
def test_what_is_no_coatl(text: str) -> None:
    with pytest.raises(ValueError, match="no coatl"):
        scorer.read_coatl(text)


def largest_disjoint_by_trying_all(places: list[Place]) -> int:
    for number in range(len(places), 0, -1):
        for chosen in combinations(sorted(places), number):
            if all(one[1] <= other[0] for one, other in pairwise(chosen)):
                return number
    return 0


def test_the_largest_number_of_matches_by_trying_all_choices() -> None:
    dice = random.Random(1)
    for _ in range(300):
        starts = [dice.randrange(10) for _ in range(dice.randrange(9))]
        places = [(start, start + dice.randint(1, 4)) for start in starts]
        assert scorer.largest_disjoint(places) == largest_disjoint_by_trying_all(places)
