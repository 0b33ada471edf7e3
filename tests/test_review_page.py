"""The page on reviews holds the tables that a command writes from the figures that are kept beside it."""

import json

from coatl.review import levels
from tools import review_figures


def kept() -> dict[str, dict[str, dict[str, dict[str, float]]]]:
    found: dict[str, dict[str, dict[str, dict[str, float]]]] = json.loads(
        review_figures.FIGURES.read_text(encoding="utf-8")
    )
    return found


def test_tables_are_those_of_the_kept_figures() -> None:
    text = review_figures.PAGE.read_text(encoding="utf-8")
    assert review_figures.page(text, kept()) == text, "python -m tools.review_figures"
    assert levels.MEASURED.read_text(encoding="utf-8") == review_figures.level_file(kept())


def test_figures_are_summed_up_by_game() -> None:
    """A game with many turns counts as one; the interval is that of games."""
    rows = [{"level": "novice", "costs": [[cost, 0.0, 0.0]] * turns} for cost, turns in ((1.0, 5), (3.0, 1))]
    found = {"games": 2, "turns": 6, "mean": 2.0, "low": 1.0, "high": 3.0, "error": 1.0}
    assert review_figures.sum_of_levels(rows) == {"novice": found}


def test_decisions_that_keep_their_grade_are_counted() -> None:
    grades = [("slip", "blunder"), ("slip", "fine"), ("fine", "brilliant"), ("fine", "inaccuracy"), ("fine", "mistake")]
    found = review_figures.sum_of_noise([{"kind": kind, "deep": deep} for kind, deep in grades])
    assert found == {"slips": 2, "slips_stay": 1, "slips_fine": 1, "fine": 3, "fine_stay": 1, "fine_slips": 1}


def test_luck_is_taken_out_of_the_results_of_each_level() -> None:
    """What a point is worth is fitted in the first half of the games, and looked at in the second."""
    games = [("novice", -9.0), ("priest", 5.0)]
    rows = [
        {"level": level, "luck": luck, "margin": mean + worth * luck}
        for worth in (0.5, 0.25)
        for level, mean in games
        for luck in (-3.0, -1.0, 1.0, 3.0)
    ]
    found = review_figures.sum_of_luck([*rows, {"level": "random", "luck": 17.0, "margin": 0.0}], 0.5)
    assert (found["games"], found["mean"], found["fitted"], found["checked"]) == (17, 0.5, 8, 8)
    assert found["fits"] == [0.5, 0.5, 0.5]
    assert (found["variance"], found["adjusted"], found["ratio"]) == (0.3125, 0.3125, (1.0, 1.0))
