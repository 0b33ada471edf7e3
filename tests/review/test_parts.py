"""Grades, races, luck, stores and sums: the parts of a review, one by one."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import coatl
from coatl.board.rules import BoardRules
from coatl.bots.weights import Floats
from coatl.registry import rules_of
from coatl.review.board.proof import points_apart
from coatl.review.curve import blocks, marks
from coatl.review.exports import costs_by_kind, rows
from coatl.review.grades import BLUNDER, CHANCES, INACCURACY, MISTAKE, POINTS, accuracy, grade, summed
from coatl.review.levels import MEAN_COSTS, level_like
from coatl.review.moment import Moment
from coatl.review.race import Verdict, estimate
from coatl.review.report import EXAMPLE, Cost, Estimate, Part, Settings, Value
from coatl.review.store import PartStore
from tests.review.games import card_game


def cost(margin: float, doubt: float = 0.1, win: float = 0.0) -> Cost:
    return Cost(Estimate(margin, margin - doubt, margin + doubt), Estimate(win, win - 0.001, win + 0.001))


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (Cost(), "fine"),
        (cost(POINTS[INACCURACY] - 0.01), "fine"),
        (cost(POINTS[INACCURACY]), "inaccuracy"),
        (cost(POINTS[MISTAKE]), "mistake"),
        (cost(POINTS[BLUNDER]), "blunder"),
        (cost(POINTS[BLUNDER], doubt=POINTS[BLUNDER]), "fine"),  # within its interval it may be nothing
        (cost(0.0, win=CHANCES[MISTAKE]), "mistake"),
    ],
)
def test_grades_have_stated_bounds(found: Cost, wanted: str) -> None:
    assert grade(found) == wanted


def test_errors_of_sums_are_independent() -> None:
    total = summed([cost(1.0, 0.3), cost(2.0, 0.4)]).margin
    assert (total.value, total.low, total.high) == (3.0, 2.5, 3.5)


def test_accuracy_falls_from_100() -> None:
    scale = [accuracy("card", Value(lost, 0.0)) for lost in (0.0, 1.0, 2.8, 8.0)]
    assert scale[0] == 100.0
    assert scale == sorted(scale, reverse=True)
    assert scale[2] == 50.0
    assert scale[-1] > 0.0


def verdict(first: list[float], looks: list[float] | None) -> Verdict:
    """Two lines, the best and what was played, with these gaps in each game."""

    def of(gaps: list[float]) -> Floats:
        both: Floats = np.zeros((2, len(gaps), 2))
        both[0, :, 0] = gaps
        return both

    return Verdict(0, 1, (0, 1), np.zeros((2, 2)), of(first), None if looks is None else of(looks), 1.0, 8)


def test_two_judges_have_to_agree() -> None:
    """The smaller gap counts, and nothing if one of them thinks no worse of what was played."""
    assert verdict([4.0, 4.0], None).cost().margin.value == 4.0
    assert verdict([4.0, 4.0], [1.0, 1.0]).cost().margin.value == 1.0
    assert verdict([4.0, 4.0], [-1.0, -1.0]).cost() == Cost()


def test_an_interval_has_the_width_of_its_sample() -> None:
    found = estimate(np.array([1.0, 3.0] * 50))
    assert found.value == 2.0
    assert found.high - found.low == pytest.approx(2 * 1.96 * 1.0 / 10, abs=1e-3)


def test_tables_that_differ_in_a_closed_coatl_alone_differ_by_its_points() -> None:
    rules = rules_of("board", players=2)
    assert isinstance(rules, BoardRules)
    one, other = rules.blank(), rules.blank()
    for states, points in ((one, 9), (other, 6)):
        coatl = states[0].players[0].coatls[0]
        coatl.closed, coatl.points, coatl.length = 1, points, points
    assert points_apart(one, other, 1) == 3
    other[0].players[0].hand_size = 1
    assert points_apart(one, other, 1) is None


def test_a_cut_off_store_goes_on(tmp_path: Path) -> None:
    """What was being written when somebody pulled the plug is worked out anew."""
    settings = Settings(depth=0.5)
    store = PartStore(card_game(), settings, tmp_path)
    assert store.parts() == {}
    parts = [Part(number, EXAMPLE.turns[0], EXAMPLE.reveals, EXAMPLE.curve) for number in range(3)]
    for part in parts:
        store.add(part)
    text = store.path.read_text(encoding="utf-8")
    store.path.write_text(text[:-20], encoding="utf-8")
    assert store.parts() == {0: parts[0], 1: parts[1]}
    assert PartStore(card_game(), replace(settings, depth=1.0), tmp_path).path != store.path


def test_a_curve_has_a_column_for_each_turn() -> None:
    assert blocks([0.0] * 5) == "▅" * 5
    assert marks(EXAMPLE, 1, 3) == " ?"
    assert marks(EXAMPLE, 2, 3) == ""


def test_what_costs_most_over_many_games() -> None:
    slip = replace(EXAMPLE.turns[0].decisions[0], kind="theft")
    game = replace(EXAMPLE, turns=(replace(EXAMPLE.turns[0], decisions=(slip, replace(slip, kind="cards"), slip)),))
    assert costs_by_kind([game, game], "Ada") == [("theft", 6.0, 4), ("cards", 3.0, 2)]
    assert costs_by_kind([game], "Bo") == []
    assert [row["kinds"] for row in rows(["a"], [game])] == [["theft", "cards", "theft"]]


def test_somebody_plays_like_the_level_that_loses_as_much() -> None:
    for game, costs in MEAN_COSTS.items():
        assert list(costs.values()) == sorted(costs.values(), reverse=True)  # the stronger, the less is lost
        two = rules_of(game, players=2)
        assert [level_like(two, Value(lost, 0.0)) for lost in costs.values()] == list(costs)
        assert level_like(two, Value(0.0, 0.0)) == "high-priest"
        assert level_like(rules_of(game, solo=True), Value(1.0, 0.0)) is None  # not measured there


@pytest.mark.parametrize(
    ("played", "best", "kind"),
    [
        (("start G", "done"), ("take body2",), "pieces"),  # nothing was built wrongly
        (("start G", "done"), ("start B", "done"), "building"),
        (("take body2",), ("choose row1", "done"), "cards"),
        (("choose row1", "done"), ("take body2",), "cards"),
    ],
)
def test_the_kind_of_a_slip_follows_from_what_both_lines_do(
    played: tuple[str, ...], best: tuple[str, ...], kind: str
) -> None:
    game = coatl.new("board", players=2, seed=7)
    for action in ("keep R3", "done", "done", "take body3", "take body1"):
        game.play(action)
    view = game.view(1)
    states = game.rules.determinise(view, np.random.default_rng(1))
    assert Moment(game.rules, view, 1, states, played, best).kind() == kind
