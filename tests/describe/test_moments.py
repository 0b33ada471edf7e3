"""The best moment of a game (RULES 4.4, 5.4): which turn brought most points."""

import random
from typing import Any

import coatl
from coatl.describe.effects import EffectsData, effects, effects_data
from coatl.describe.moments import Moment, best_moment
from coatl.describe.progress import progress
from coatl.engine.record import Entry
from coatl.registry import printed_rules

TENTH = 10  # of the steps of people are taken back


def played(seed: int, **options: Any) -> tuple[Any, list[EffectsData], list[tuple[int, ...]]]:
    """A game at random, with steps that are taken back: what each entry did, and the points after it."""
    game, dice = coatl.new(seed=seed, **options), random.Random(seed)
    done: list[EffectsData] = []
    points: list[tuple[int, ...]] = []
    while not game.over:
        before, seat = game.snapshot, game.seat
        if game.can_undo(seat) and dice.randrange(TENTH) == 0:
            game.undo(seat)
            done.append({})
        else:
            game.play(dice.choice(game.legal()))
            done.append(effects_data(effects(game.rules, game.entries[-1], before, game.snapshot)))
        points.append(progress(game.rules, game.view(None)).points)
    return game, done, points


def test_a_finished_coatl_is_the_best_moment_of_the_board_game() -> None:
    for seed in range(40):
        game, done, _ = played(seed, game="board", players=2)
        closed = [(one["closed"].points, number) for number, one in enumerate(done, 1) if "closed" in one]
        best = best_moment(game.rules, game.entries, done)
        if best is None:
            assert max((points for points, _ in closed), default=0) == 0
            continue
        assert best.points == max(game.snapshot.players[i].coatls[j].points for i in range(2) for j in range(3))
        assert (best.points, best.step) in closed
        return
    raise AssertionError("no coatl was finished: choose other seeds")


def test_a_turn_of_the_card_game_brings_what_the_levels_say() -> None:
    """The points of all levels before and after the turn tell the same, whatever was taken back meanwhile."""
    for seed in range(6):
        game, done, points = played(seed, game="card", players=2)
        best = best_moment(game.rules, game.entries, done)
        assert best is not None
        start = next(
            number for number in range(best.step, 0, -1) if number == 1 or game.entries[number - 2].seat != best.seat
        )
        before = points[start - 2][best.seat - 1] if start > 1 else 0
        final = done[best.step - 1].get("final")
        if not final:  # the temple comes to the last turn
            assert best.points == points[best.step - 1][best.seat - 1] - before
        assert best.cards


def test_what_was_taken_back_is_no_moment() -> None:
    rules = printed_rules("card")
    entries = [Entry(1, "fulfil P8"), Entry(1, "undo"), Entry(1, "done"), Entry(2, "fulfil B1"), Entry(2, "done")]
    done: list[EffectsData] = [{"level": 3}, {}, {}, {"level": 1}, {}]
    assert best_moment(rules, entries, done) == Moment(2, 5, 2, cards=("B1",))
    assert best_moment(rules, entries[:3], done[:3]) is None
