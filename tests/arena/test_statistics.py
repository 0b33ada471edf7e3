"""The statistics of a match: intervals, places, times and ratings, counted again in another way."""

import math
import random
from collections import Counter

import pytest

from coatl.arena import Match, match
from coatl.arena.match_game import STEPS, Played, Seat
from coatl.arena.ratings import ratings
from coatl.arena.statistics import Share, percentile, share, times, wilson


def seat(entrant: int, points: int, won: float, *seconds: float) -> Seat:
    steps = Counter(str(round(STEPS * math.log2(time))) for time in seconds)
    slowest = max(seconds, default=0.0)
    return Seat(entrant, points, won, len(seconds), sum(seconds), slowest, dict(steps), 0, [])


def game(number: int, *seats: Seat) -> Played:
    return Played(number, 1, "", "", list(seats))


@pytest.fixture(scope="module")
def played() -> Match:
    return match("random", "greedy", game="card", players=3, games=30)


@pytest.mark.parametrize(("mean", "games"), [(0.85, 400), (0.5, 10), (0.02, 60), (0.999, 1000)])
def test_the_ends_of_wilsons_interval_are_the_shares_that_just_do_not_contradict(mean: float, games: int) -> None:
    for end in wilson(mean, games):
        assert abs(mean - end) == pytest.approx(1.959964 * math.sqrt(end * (1 - end) / games), rel=1e-4)


def test_an_interval_stays_within_what_is_possible_and_is_never_empty_at_its_ends() -> None:
    always = share([(deal, 1.0) for deal in range(10)])
    assert (always.mean, always.high) == (1.0, 1.0)
    assert always.low == pytest.approx(0.7225, abs=1e-4)
    assert share([(deal, 0.0) for deal in range(10)]).low == 0.0
    assert share([]) == Share(0.0, 0.0, 1.0)


def test_shared_wins_count_as_fractions() -> None:
    assert share([(0, 0.5), (1, 1.0), (2, 0.0)]).mean == 0.5


def test_deals_that_decide_everything_count_as_one_game_each() -> None:
    """Four games of a deal that always end alike tell no more than one."""
    dice = random.Random(5)
    winners = [float(dice.random() < 0.7) for _ in range(200)]
    alike = share([(deal, won) for deal, won in enumerate(winners) for _ in range(4)])
    once = share(list(enumerate(winners)))
    assert (alike.low, alike.high) == pytest.approx((once.low, once.high), abs=0.001)


def test_mirrored_deals_make_an_interval_no_narrower_than_independent_games() -> None:
    mirrored = share([(deal, float(rotation)) for deal in range(100) for rotation in range(2)])
    assert (mirrored.low, mirrored.high) == wilson(0.5, 200)


def test_the_interval_of_95_percent_holds_the_truth_about_95_times_of_100() -> None:
    """Deals favour one side, and every deal is played in four rotations: games of a deal go together."""
    dice, held = random.Random(1), 0
    for _ in range(400):
        luck = [dice.choice((0.35, 0.95)) for _ in range(60)]
        found = share([(deal, float(dice.random() < odds)) for deal, odds in enumerate(luck) for _ in range(4)])
        held += found.low <= 0.65 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_winners_are_first_and_the_others_follow_by_points() -> None:
    assert game(0, seat(0, 9, 0), seat(1, 9, 1), seat(2, 4, 0)).places() == [1, 0, 2]
    assert game(0, seat(0, 9, 0.5), seat(1, 9, 0.5), seat(2, 4, 0)).places() == [0, 0, 1]


def test_the_99th_percentile_is_right_to_a_step() -> None:
    moves = [number / 1000 for number in range(1, 1001)]
    found = times([seat(0, 0, 0, *moves[:500]), seat(0, 0, 0, *moves[500:])])
    assert found is not None
    assert found.mean == pytest.approx(0.5005)
    assert found.p99 == pytest.approx(0.99, rel=0.035)
    assert found.slowest == 1.0
    assert times([seat(-1, 3, 0)]) is None
    assert percentile(Counter({0: 99, 60: 1}), 0.99) == 1.0


def test_ratings_follow_strength_and_grow_certain() -> None:
    games = [game(n, seat(0, 5, float(n % 4 > 0)), seat(1, 3, float(n % 4 == 0))) for n in range(200)]
    strong, weak = ratings(games, 2)
    early = ratings(games[:20], 2)
    assert strong.mean > 25 > weak.mean
    assert strong.deviation < early[0].deviation < 25 / 3
    assert ratings(games, 2) == [strong, weak]


def test_an_automaton_is_rated_like_everybody() -> None:
    games = [game(n, seat(n % 2, 5, 0), seat(-1, 9, 1)) for n in range(20)]
    first, second, automaton = ratings(games, 3)
    assert automaton.mean > 25 > first.mean
    assert second.mean < 25


def test_every_figure_can_be_counted_again_from_the_rows(played: Match) -> None:
    rows = played.rows()
    for line in played.statistics.lines:
        own = [row for row in rows if row["entrant"] == line.name]
        games = {row["game"] for row in own}
        assert line.games == len(games) == 30
        assert line.wins.mean == pytest.approx(sum(row["won"] for row in own) / len(games))
        assert line.points.mean == pytest.approx(sum(row["points"] for row in own) / len(own))
        assert line.moves == pytest.approx(sum(row["moves"] for row in own) / len(own))
        assert (line.points.least, line.points.most) == (
            min(row["points"] for row in own),
            max(r["points"] for r in own),
        )
    assert [round(line.fair, 3) for line in played.statistics.lines] == [0.333, 0.667]
    assert sum(row["won"] for row in rows) == pytest.approx(30)


def test_the_matrix_tells_who_was_ahead_at_the_same_table(played: Match) -> None:
    [[none, random_ahead], [greedy_ahead, _]] = played.statistics.matrix
    assert none is None
    assert random_ahead is not None
    assert greedy_ahead is not None
    assert random_ahead + greedy_ahead == pytest.approx(1)
    assert greedy_ahead > 0.9
