"""Differences on the same deals, and the sequential test that stops as soon as it is clear who is better."""

import numpy as np
import pytest

from coatl.arena import match
from coatl.arena.match_game import Played, Seat
from coatl.arena.matches import run
from coatl.arena.paired import FEWEST, SequentialTest, difference, per_deal
from coatl.arena.plan import Plan
from coatl.engine.errors import CoatlError

PLAN = Plan(("random", "greedy"), "card", 4000)


def seat(entrant: int, points: int, won: float) -> Seat:
    return Seat(entrant, points, won, 0, 0.0, 0.0, {}, 0, [])


def deals_of(wins: list[int]) -> list[Played]:
    """A deal for each number: so many of its two games were won by the first entrant, each by 3 points."""
    games = []
    for deal, won in enumerate(wins):
        for rotation in range(2):
            first = float(rotation < won)
            one, other = seat(0, 10 + 3 * int(first), first), seat(1, 13 - 3 * int(first), 1.0 - first)
            games.append(Played(2 * deal + rotation, 1, "", "", [one, other] if rotation == 0 else [other, one]))
    return games


def test_a_difference_is_the_mean_of_the_deals_and_its_interval_that_of_deals() -> None:
    found = difference(PLAN, deals_of([2, 1, 1, 0, 2, 2]))
    assert found is not None
    assert found.deals == 6
    assert [found.wins, found.points] == pytest.approx([1 / 3, 1.0])
    spread = np.std([1, 0, 0, -1, 1, 1], ddof=1)
    assert found.wins_margin == pytest.approx(1.959964 * spread / np.sqrt(6))


def test_a_deal_that_is_not_played_in_all_seats_does_not_count() -> None:
    assert [deal for deal, _, _ in per_deal(PLAN, deals_of([1, 1, 1])[:-1])] == [0, 1]


def test_more_than_two_entrants_have_no_difference() -> None:
    assert match("random", "random", "greedy", game="card", games=6).statistics.difference is None


@pytest.mark.parametrize(("share", "better"), [(0.60, True), (0.50, False)])
def test_a_sequential_test_finds_who_is_better_and_errs_seldom(share: float, better: bool) -> None:
    """Of 200 matches at either hypothesis about one in twenty may err; more than one in ten would be a fault."""
    rng, test = np.random.default_rng(3), SequentialTest(0.2)  # 60 to 40 is a difference of 20 in 100
    verdicts = [test.verdict(PLAN, deals_of(rng.binomial(2, share, 400).tolist())) for _ in range(200)]
    assert sum(verdict.better is not better for verdict in verdicts) <= 20
    assert all(verdict.deals >= FEWEST for verdict in verdicts)
    assert np.mean([verdict.deals for verdict in verdicts]) < 150


def test_games_that_were_finished_first_do_not_change_the_verdict() -> None:
    """A gap in the deals ends what counts: later deals wait for it."""
    test, games = SequentialTest(0.2), deals_of([2] * 30)
    assert test.verdict(PLAN, games[2:]).deals == 0
    assert test.verdict(PLAN, games).better is True


def test_a_match_stops_when_its_test_is_decided_and_goes_on_from_its_store() -> None:
    plan = Plan(("greedy", "random"), "card", 4000, seed="sequential")
    found = run(plan, test=SequentialTest(0.3))
    assert found.verdict is not None
    assert found.verdict.better is True
    assert len(found.games) == 2 * found.verdict.deals < 200
    assert found.data()["verdict"]["better"] is True


@pytest.mark.parametrize("gain", [0.0, -0.1, 1.5])
def test_a_gain_is_a_share(gain: float) -> None:
    with pytest.raises(CoatlError, match=r"arena\.sprt"):
        SequentialTest(gain)


def test_a_test_takes_two_entrants() -> None:
    with pytest.raises(CoatlError, match=r"arena\.sprt"):
        run(Plan(("random", "random", "greedy"), "card", 10), test=SequentialTest(0.1))
