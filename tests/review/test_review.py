"""Reviews: what they promise of every game, at a depth at which the numbers are rough (docs/review.md)."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coatl.engine.errors import CoatlError, RecordError
from coatl.engine.record import Record
from coatl.review import Review, Reviewer, review
from coatl.review.luck import both_views
from coatl.review.report import Cost, Part, part_from_json, part_json
from tests.leaks.exchange import exchanged
from tests.review.games import SHALLOW, card_game, played

OWN = Path(__file__).parents[1] / "golden" / "own.toml"


@cache
def reviewed() -> Review:
    return review(card_game(), SHALLOW)


def test_parts_are_the_same_in_any_order_and_after_json() -> None:
    """So they may be worked out anywhere, and kept."""
    reviewer = Reviewer(card_game(), SHALLOW)
    parts = [part_from_json(part_json(reviewer.part(number))) for number in reversed(range(reviewer.parts))]
    assert reviewer.whole(parts) == reviewed()
    assert Review.from_json(reviewed().to_json()) == reviewed()


def test_another_seed_is_another_opinion() -> None:
    first, other = (Reviewer(card_game(), SHALLOW, seed).part(1) for seed in ("review", "other"))
    assert first.turn is not None
    assert other.turn is not None
    assert first.turn.decisions[0].played.steps == other.turn.decisions[0].played.steps
    assert first != other


def test_a_review_adds_up() -> None:
    found = reviewed()
    assert found.complete
    assert found.finished
    for seat in found.seats:
        own = [turn for turn in found.turns if turn.seat == seat.seat and turn.kind == "choice"]
        assert seat.mean_cost.margin == pytest.approx(sum(turn.cost.margin.value for turn in own) / len(own), abs=1e-3)
        lucks = [reveal.luck[seat.seat - 1].margin for reveal in found.reveals]
        assert seat.luck.margin.value == pytest.approx(sum(lucks), abs=1e-3)
        assert seat.margin is not None
        assert seat.adjusted is not None
        assert seat.adjusted.value == pytest.approx(seat.margin - seat.luck.margin.value, abs=1e-3)
        assert seat.adjusted.low < seat.adjusted.value < seat.adjusted.high
    assert found.seats[0].luck.margin.value == -found.seats[1].luck.margin.value  # what one gains the other loses


def test_no_cost_is_below_nothing_and_steps_are_what_was_played() -> None:
    record = card_game()
    for turn in reviewed().turns:
        for decision in turn.decisions:
            assert decision.cost.margin.value >= 0.0 or decision.cost.win.value >= 0.0
            assert decision.played.steps == tuple(
                entry.action for entry in record.entries[decision.first : decision.last + 1]
            )
            assert (decision.best == decision.played) == (decision.cost == Cost())
            assert (decision.kind is not None) == (decision.grade in ("inaccuracy", "mistake", "blunder"))


def test_the_last_turn_of_a_game_is_proven() -> None:
    """Nothing is left to chance there: the cost has no interval (RULES 5.4)."""
    last = reviewed().turns[-1].decisions[-1]
    assert last.proven
    assert last.cost.margin.certain
    assert last.cost.win.certain


def test_lessons_differ_in_kind_and_are_the_dearest() -> None:
    found = reviewed()
    for seat in (1, 2):
        lessons = [lesson for lesson in found.lessons if lesson.seat == seat]
        assert len({lesson.kind for lesson in lessons}) == len(lessons) <= 3
        costs = [lesson.cost.margin.value for lesson in lessons]
        assert costs == sorted(costs, reverse=True)
        slips = [d.cost.margin.value for turn in found.turns if turn.seat == seat for d in turn.decisions if d.kind]
        assert not slips or costs[0] == max(slips)
    assert found.lessons


def test_each_game_is_compared_with_deals_of_its_own() -> None:
    """Else the luck of many games would share one error, and not be 0 on the average."""
    first, other = (Reviewer(played("card", seed, 1, players=2), SHALLOW) for seed in (1, 2))
    tables = [reviewer.rules.blank() for reviewer in (first, other)]
    for reviewer, states in zip((first, other), tables, strict=True):
        reviewer.reseed(states, "lay-out", 0)
    assert tables[0].tobytes() != tables[1].tobytes()


@pytest.mark.parametrize(
    ("second", "luck"),
    [
        ([-3.0, 1.0, -1.0], 2.5),  # both see it: 2 for one, 3 for the other
        ([0.5, 0.5, 0.5], 2.0),  # the other one sees nothing of it
    ],
)
def test_luck_of_two_is_told_by_whoever_sees_it(second: list[float], luck: float) -> None:
    first = [2.0, -1.0, 1.0]  # after what came, and after two other deals
    views = np.array([[[one, 0.0], [other, 0.0]] for one, other in zip(first, second, strict=True)])
    brought = both_views(views)
    assert (brought[0] - brought[1:].mean(axis=0))[:, 0].tolist() == [luck, -luck]


# ---------------------------------------------------------------- what was hidden


@pytest.mark.parametrize(
    ("game", "options"), [("card", {"players": 2}), ("board", {"players": 2}), ("card", {"solo": True})]
)
def test_a_decision_is_judged_by_what_its_seat_saw(game: str, options: dict[str, Any]) -> None:
    """What was hidden then is exchanged, chance included, and not a byte of the decision changes (RULES 6)."""
    reviewer = Reviewer(played(game, 5, 14, **options), SHALLOW)
    turns = [turn for turn in reviewer.timeline.turns if turn.seat == 1 and turn.number][:2]
    for turn in turns:
        steps = turn.decisions(game)[0]
        found = reviewer.decision(steps, 1)
        before = exchanged(reviewer.rules, steps[0].before, 1, random.Random(8))
        assert before.tobytes() != steps[0].before.tobytes()
        other = (replace(steps[0], before=before), *steps[1:])
        assert reviewer.decision(other, 1) == found


@pytest.mark.parametrize("game", ["board", "card"])
def test_a_standing_is_judged_by_what_its_seat_sees(game: str) -> None:
    """Curve and luck: each player's value comes from its own view."""
    reviewer = Reviewer(played(game, 6, 20, players=2), SHALLOW)
    states = reviewer.timeline.end
    for seat in (1, 2):
        other = exchanged(reviewer.rules, states, seat, random.Random(9))
        assert np.array_equal(reviewer.standing.mean(other, seat), reviewer.standing.mean(states, seat))


# ---------------------------------------------------------------- all kinds of games


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("board", {"players": 2}),
        ("board", {"players": 4, "golden_feathers": True}),
        ("board", {"solo": True}),
        ("board", {"players": 2, "deck": OWN}),
        ("card", {"players": 3}),
        ("card", {"solo": True, "opponent": "carl2"}),
    ],
)
def test_a_game_that_was_left_is_reviewed_as_far_as_it_went(game: str, options: dict[str, Any]) -> None:
    reviewer = Reviewer(played(game, 4, 16, **options), SHALLOW)
    parts: list[Part] = [reviewer.part(number) for number in (0, 1, reviewer.parts - 1)]
    found = reviewer.whole(parts)
    assert not found.finished
    assert not found.complete
    assert all(seat.margin is None for seat in found.seats)
    assert all(seat.adjusted is None for seat in found.seats)
    for point in found.curve:
        assert all(0.0 <= value.win <= 1.0 for value in point.values)


def test_automata_cost_nothing_but_are_luck() -> None:
    """CARL's turns are nobody's decision."""
    found = review(played("card", 2, solo=True), SHALLOW)
    automaton = [turn for turn in found.turns if turn.seat == 2]
    assert automaton
    assert all(turn.kind == "automaton" and turn.cost == Cost() for turn in automaton)
    assert {reveal.seat for reveal in found.reveals} >= {0, 2}
    assert len(found.seats) == 1


def test_what_was_undone_is_not_reviewed() -> None:
    import coatl

    game = coatl.new("board", players=2, seed=1)
    for action in ("done", "done"):
        game.play(action)
    game.play(next(action for action in game.legal() if action.startswith("choose row")))
    game.undo()
    game.play("take body1")
    turns = Reviewer(game.record(), SHALLOW).timeline.turns
    assert [step.action for step in turns[-1].steps] == [game.rules.parse("take body1")]


def test_without_a_move_there_is_nothing_to_review() -> None:
    with pytest.raises(CoatlError) as refused:
        Reviewer(played("card", 1, 0, players=2))
    assert refused.value.code == "review.empty"


def test_a_damaged_record_is_refused_with_the_place() -> None:
    record: Record = card_game()
    entries = (*record.entries[:3], replace(record.entries[3], action="head R"), *record.entries[4:])
    with pytest.raises(RecordError):
        Reviewer(replace(record, entries=entries))
