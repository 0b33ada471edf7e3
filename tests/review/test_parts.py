"""Grades, races, luck, stores and sums: the parts of a review, one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import coatl
from coatl.board.rules import BoardRules
from coatl.bots.registry import LEVELS
from coatl.bots.weights import Floats
from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.engine import oneline
from coatl.hints import card as hints
from coatl.registry import rules_of
from coatl.review.board.proof import points_apart
from coatl.review.card.thefts import stolen_points
from coatl.review.collection import costs_by_kind
from coatl.review.curve import blocks, marks
from coatl.review.exports import rows_of
from coatl.review.grades import BLUNDER, CHANCES, INACCURACY, MISTAKE, POINTS, accuracy, grade, summed
from coatl.review.levels import LevelCost, level_costs, levels_like, table_of
from coatl.review.moment import Moment
from coatl.review.race import Verdict, estimate, raced
from coatl.review.report import EXAMPLE, Cost, Estimate, Part, Settings, Value
from coatl.review.store import PartStore
from tests.review.games import card_game

OPEN_TO_THIEVES = (
    "viewer:1 options:[players:2] pending:revealed seat:1 round:4 rounds:5 middle:[B4 B5 Y10] temple:T5 feathers:27 "
    "deck:27 unseen_feathers:[BK:2 BY:3 GB:4 GK:4 GY:4 RB:3 RG:1 RK:3 RY:5 YK:2] unseen_prophecies:[B1 B3 B6 B7 B8 B9 "
    "B10 G3 G4 G5 G6 G7 G8 G10 Y2 Y3 Y4 Y6 Y9 P1 P2 P3 P4 P6 P7 P9 P10] players:[[coatl:YKBKBK^B^K^Y hand:[RG RG RK] "
    "prophecies:[Y1 G1 Y5 Y8 P5] levels:[1 0 3 3 2]] [coatl:BK^Y^KGYBR^B hand:[? ? ? ?] prophecies:[G9 G2 B2 P8 Y7] "
    "levels:[1 1 1 2 1]]] revealed:GB turns:6 discards:[GK:1 RG:2]"
)


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

    seen = {} if looks is None else dict(enumerate(of(looks)))
    return Verdict(0, 1, (0, 1), np.zeros((2, 2)), of(first), seen, 1.0, 8)


def test_two_judges_have_to_agree() -> None:
    """The smaller gap counts, and nothing if one of them thinks no worse of what was played."""
    assert verdict([4.0, 4.0], None).cost().margin.value == 4.0
    assert verdict([4.0, 4.0], [1.0, 1.0]).cost().margin.value == 1.0
    assert verdict([4.0, 4.0], [-1.0, -1.0]).cost() == Cost()


@dataclass
class TwoLines:
    """Two lines, the second of which was played: a game tells the gaps between them, the second judge its own."""

    gaps: float
    looks: list[float]
    asked: int = 0
    lines: Any = ((1,), (2,))

    def play(self, chosen: Sequence[int], first: int, count: int) -> Floats:
        results = np.zeros((len(chosen), count, 2))
        results[list(chosen).index(0), :, 0] = self.gaps + np.tile([-0.1, 0.1], count // 2)
        return results

    def look(self, chosen: Sequence[int], first: int, count: int) -> Floats:
        self.asked = first + count
        results = np.zeros((len(chosen), count, 2))
        results[0, :, 0] = np.tile(self.looks, self.asked)[first : self.asked]
        return results


@pytest.mark.parametrize(
    ("gaps", "looks", "asked"),
    [
        (0.2, [0.0, 9.0], 4),  # a fine move stays fine whatever the second judge says
        (3.0, [3.0, 3.2], 4),  # both agree at once
        (3.0, [0.5, 0.1], 4),  # the second judge sees at once that it is nothing
        (3.0, [0.0, 4.0], 16),  # a mistake or not: it looks as often as it may
        (3.0, [3.5, 4.5], 4),  # whatever it is, it is more than the first judge found, which counts
    ],
)
def test_a_second_judge_looks_on_while_a_grade_hangs_on_it(gaps: float, looks: list[float], asked: int) -> None:
    lines: Any = TwoLines(gaps, looks)
    judge: Any = SimpleNamespace(first=8, plays=32, looks=16, scale=1.0)
    found = raced(lines, 1, judge, 1.0)
    assert lines.asked == asked
    assert found.looks[0].shape == (asked, 2)
    assert found.cost().margin.value == pytest.approx(min(gaps, float(np.mean(looks))))


def test_an_interval_has_the_width_of_its_sample() -> None:
    """Of a few games it is wider: Student's t."""
    for size, factor in ((100, 1.984), (4, 3.182)):
        found = estimate(np.array([1.0, 3.0] * (size // 2)))
        assert found.value == 2.0
        deviation = np.sqrt(size / (size - 1))
        assert found.high - found.low == pytest.approx(2 * factor * deviation / np.sqrt(size), rel=0.01)


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
    assert [row["kinds"] for row in rows_of("a", game)] == [["theft", "cards", "theft"]]


def test_somebody_plays_like_the_levels_that_lose_as_much() -> None:
    """A few turns leave several levels; many leave those that were not told apart when they were measured."""
    costs = (LevelCost(mean, 0.05) for mean in (4.0, 3.0, 2.1, 2.0, 1.0, 0.0))
    levels = dict(zip(LEVELS, costs, strict=True))

    def like(mean: float, spread: float, turns: int) -> tuple[str, ...]:
        return levels_like(levels, [mean - spread, mean + spread] * (turns // 2))

    assert like(3.0, 1.0, 400) == ("apprentice",)
    assert like(2.05, 1.0, 400) == ("artisan", "astronomer")
    assert like(3.0, 1.0, 10) == ("apprentice",)
    assert like(3.0, 2.0, 10) == ("novice", "apprentice", "artisan", "astronomer")
    assert like(9.0, 1.0, 10) == ("novice",)  # the nearest, though it fits nobody
    assert like(3.0, 3.0, 2) == ()  # fits everybody
    assert levels_like({}, [1.0, 2.0]) == levels_like(levels, [1.0]) == ()


def test_levels_are_measured_for_two() -> None:
    for table in ("board", "card"):
        assert list(level_costs()[table]) == list(LEVELS)


def test_kinds_of_tables_have_names() -> None:
    tables = [rules_of("card", players=2), rules_of("card", solo=True), rules_of("board", players=4)]
    assert [table_of(rules) for rules in tables] == ["card", "card-solo", "board-4"]


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
    assert Moment(game.rules, view, 1, states, played, best, None).kind() == kind


def test_who_gives_a_rival_a_theft_is_told_so() -> None:
    """The turn that scores more leaves a card of 5 points where the other player can steal it."""
    view = oneline.read(View, OPEN_TO_THIEVES)
    rules = rules_of("card", players=2)
    assert isinstance(rules, CardRules)
    states = rules.determinise(view, np.random.default_rng(1))
    begin = ("over BG right", "raise Y1", "fulfil Y10", "done")
    greedy = (*begin, "over GR right", "raise G1", "steal P8", "done")
    careful = (*begin, "over KR right", "raise P5", "steal P8", "done")
    solution = hints.solution(rules, view, 1)
    moment = Moment(rules, view, 1, states, greedy, careful, solution)
    assert moment.played_facts.points > moment.best_facts.points
    assert stolen_points(moment, greedy) > 3.0
    assert stolen_points(moment, careful) < 1.0
    assert moment.kind() == "exposed"
    assert replace(moment, played=careful, best=greedy).kind() == "left-points"
