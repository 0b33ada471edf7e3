"""The solver against brute force with the real rules, and its steps played by them."""

from random import Random

import numpy as np
import pytest

import coatl
import coatl.solver
from coatl.board.rules import BoardRules
from coatl.board.state import FINISH
from coatl.board.view import View
from coatl.engine.jit import DISABLED
from coatl.engine.structs import Records, copy_of
from coatl.position import Position
from coatl.solver.board.assembly import Solution, answer, solved
from coatl.solver.board.question import QUESTION, ask
from tests.effort import times
from tests.solver.brute import POINT, BruteForce
from tests.solver.positions import Dealer, tables

TABLES = tables()
POSITIONS = times(600, plain=60)  # at each of the 22 tables


def dealt(rules: BoardRules, random: Random) -> Records | None:
    """A random small position; one in eight in the middle of finishing a coatl."""
    dealer = Dealer(rules, random)
    states = dealer.deal(random.randint(2, 6 if not DISABLED else 3), random.randint(0, 4 if not DISABLED else 2))
    if random.random() < 0.125 and not dealer.finish_one(states):
        return None
    return states


def question_at(rules: BoardRules, states: Records) -> Records:
    questions = np.zeros(1, QUESTION)
    ask(states, rules.decks, 0, questions)
    return questions


def solution_at(rules: BoardRules, states: Records) -> Solution:
    player = states[0].players[0]
    numbers = [i + 1 for i in range(player.coatl_count) if not player.coatls[i].closed]
    numbers.sort(key=lambda number: number != int(states[0].coatl) + 1)
    return solved(rules, question_at(rules, states), numbers, int(player.coatl_count) + 1)


def closed_points(states: Records) -> int:
    player = states[0].players[0]
    return sum(int(player.coatls[i].points) for i in range(player.coatl_count) if player.coatls[i].closed)


def played(rules: BoardRules, states: Records, steps: tuple[str, ...]) -> Records:
    """The steps, each of which must be legal; the last coatl of a solo game may end it."""
    after = copy_of(states)
    for step in steps:
        action = rules.parse(step)
        legal = Position(rules, after).legal()
        assert action in legal, f"{step!r} of {steps} is not among {[rules.text(number) for number in legal]}"
        rules.play(after, action)
    return after


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_the_best_is_what_brute_force_finds(place: int) -> None:
    rules, random, brute = TABLES[place], Random(f"exact {place}"), BruteForce()
    compared = 0
    while compared < POSITIONS:
        states = dealt(rules, random)
        slow = None if states is None else brute(states, rules.decks)
        if states is None or slow is None:
            continue
        found = answer(rules, question_at(rules, states), 1)
        assert found.count == 1
        assert int(found.ways[0]["value"].sum()) == slow, rules.view(states, 1).players[0]
        if compared % 4 == 0:
            check_unique(rules, states, solution_at(rules, states), int(brute.ends[0]))
        compared += 1


def check_unique(rules: BoardRules, states: Records, best: Solution, ends: int) -> None:
    """Unique is what no other end equals; cards that broke and score nothing may be exchanged in brute force's eyes."""
    if best.unique:
        assert ends == 1, rules.view(states, 1).players[0]
    hand = states[0].players[0].hand[: states[0].players[0].hand_size]
    if ends == 1 and best.points and not any("!" in rules.deck.prophecy[card].pattern for card in hand):
        assert best.unique, rules.view(states, 1).players[0]


def test_there_are_at_least_10000_comparisons() -> None:
    assert DISABLED or POSITIONS * len(TABLES) >= 10_000


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_the_steps_are_legal_and_bring_what_is_promised(place: int) -> None:
    rules, random = TABLES[place], Random(f"steps {place}")
    scored = 0
    for _ in range(POSITIONS // 6):
        states = dealt(rules, random)
        if states is None:
            continue
        best = solution_at(rules, states)
        for solution in (best, *best.alternatives):
            after = played(rules, states, solution.steps)
            assert after[0].pending != FINISH
            assert closed_points(after) - closed_points(states) == solution.points
            scored += solution.points > 0
    assert scored or DISABLED


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_alternatives_differ_and_are_in_order(place: int) -> None:
    rules, random = TABLES[place], Random(f"others {place}")
    for _ in range(POSITIONS // 6):
        states = dealt(rules, random)
        if states is None:
            continue
        best = solution_at(rules, states)
        every = [best, *best.alternatives]
        assert [each.points for each in every] == sorted((each.points for each in every), reverse=True)
        ends = [tuple((made.number, made.coatl) for made in each.coatls) for each in every]
        assert len(set(ends)) == len(ends)


@pytest.mark.skipif(DISABLED, reason="as plain Python it takes too long")
def test_views_of_real_games_are_solved_as_their_states_are() -> None:
    random, scored = Random("games"), 0
    for seed in range(3):
        game = coatl.new("board", players=2, seed=seed, promo=seed % 2 == 1)
        while not game.over:
            if game.view(game.seat).pending in ("turn", "assemble", "finish") and random.random() < 0.3:
                best = coatl.solver.solve(game)
                position = game.position()
                before = points_of(game.view(game.seat), game.seat)
                seat = game.seat
                for step in best.steps:
                    number = game.rules.parse(step)
                    assert number in position.legal()
                    position.play(number)
                after = points_of(game.rules.view(position.states, seat), seat)
                assert after - before == best.points
                scored += best.points > 0
            legal = game.legal()
            building = [action for action in legal if action.startswith(("fulfil", "extend", "start", "temple"))]
            game.play(random.choice(building if building and random.random() < 0.4 else legal))
    assert scored > 10


def points_of(view: View, seat: int) -> int:
    return sum(made.points for made in view.players[seat - 1].coatls if made.closed)


def test_a_point_weighs_more_than_all_that_can_be_used_up() -> None:
    assert POINT > 256 * 12 + 12
