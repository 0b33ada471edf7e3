"""Points so far, and the turns that the end still allows."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from coatl import new
from coatl.board.view import AdamView, CoatlView, View
from coatl.card.rules import CardRules
from coatl.describe.card.matches import held
from coatl.describe.card.scores import scored
from coatl.describe.progress import Progress, progress
from coatl.game import Game

ADAM: dict[str, Any] = {"solo": True, "difficulties": (1,)}
CARL: dict[str, Any] = {"solo": True, "opponent": "carl2"}


def at_the_end(players: int, **more: Any) -> Progress:
    """A board game in which the end has begun like this."""
    game = new("board", players=players, seed=1)
    view: View = replace(game.view(None), pending="turn", **more)
    return progress(game.rules, view)


def test_those_later_in_the_round_have_two_actions_those_earlier_one_and_who_ended_it_no_turn() -> None:
    """RULES 4.3 a."""
    found = at_the_end(3, ending="third-coatl", ender=2, seat=3, turns_left=1)
    assert (found.turns, found.actions, found.remaining) == ((1, 0, 1), (1, 1, 2), 2)


def test_the_round_counts_from_the_first_player() -> None:
    """RULES 4.3 a: with seat 3 first, seat 1 comes later in the round than seat 4, and seat 3 earlier."""
    game = new("board", players=4, seed=1)
    seen = game.view(None)
    view = replace(seen, pending="turn", options=replace(seen.options, first=3), ending="third-coatl", ender=4)
    found = progress(game.rules, replace(view, seat=1, turns_left=2))
    assert (found.turns, found.actions, found.remaining) == ((1, 1, 1, 0), (2, 2, 1, 1), 3)


def test_without_body_segments_there_may_be_two_turns_of_one_action() -> None:
    """RULES 4.3 b."""
    found = at_the_end(3, ending="no-bodies", seat=3, turns_left=3)
    assert (found.turns, found.actions, found.remaining) == ((1, 1, 2), (1, 1, 1), 4)


@pytest.mark.parametrize("more", [{}, {"ending": "no-bodies", "turns_left": 0, "pending": "over"}], ids=str)
def test_no_turn_is_promised_before_the_end_begins_and_after_it(more: dict[str, Any]) -> None:
    game = new("board", players=3, seed=1)
    assert progress(game.rules, replace(game.view(None), **more)) == Progress((0, 0, 0))


def test_points_are_those_of_finished_coatls() -> None:
    game = new("board", players=2, seed=1)
    first, second = (view := game.view(None)).players
    coatls = (CoatlView("(BR)", closed=True, points=9), CoatlView("BB", points=4), CoatlView("(G)", (), None, True, 2))
    assert progress(game.rules, replace(view, players=(replace(first, coatls=coatls), second))).points == (11, 0)


def test_adam_scores_the_highest_level_of_each_card_that_it_has_played() -> None:
    """RULES 4.5: the best of R5 is 5 points, that of K5 as well; each copy counts."""
    game = new("board", solo=True, seed=1)
    view = replace(game.view(None), adam=AdamView(pile={"R5": 2, "K5": 1}))
    assert progress(game.rules, view).points == (0, 15)


def test_points_of_the_card_game_are_those_that_are_explained() -> None:
    """RULES 5.4: levels and temple, as the reasons of each score count them, at every moment of a game."""
    game, dice, temples = new("card", players=3, seed=4), random.Random(4), 0
    rules = game.rules
    assert isinstance(rules, CardRules)
    while not game.over:
        view = game.view(None)
        for points, one in zip(progress(game.rules, view).points, view.players, strict=True):
            if not one.coatl:
                assert points == 0  # even if its temple wants few parts
            elif not one.final:
                reasons = scored(rules, one.coatl, [*one.prophecies, view.temple], held(one))
                assert points == reasons.total
                temples += reasons.cards[view.temple].points
        game.play(dice.choice(game.legal()))
    assert temples > 0


def test_in_the_last_round_of_the_card_game_each_has_the_turn_that_makes_the_result_final() -> None:
    """RULES 5.3."""
    game, dice = new("card", players=3, seed=2), random.Random(2)
    while game.view(None).round < game.view(None).rounds:
        assert progress(game.rules, game.view(None)).turns == ()
        game.play(dice.choice(game.legal()))
    assert progress(game.rules, game.view(None)).turns == (1, 1, 1)
    while not game.over:
        now = progress(game.rules, game.view(None))
        assert now.turns == tuple(int(not player.final) for player in game.view(None).players)
        assert now.remaining == sum(now.turns)
        assert now.actions == (1, 1, 1)
        game.play(dice.choice(game.legal()))
    assert progress(game.rules, game.view("end")).turns == ()


@pytest.mark.parametrize("options", [{"players": 3}, {"solo": True}], ids=str)
@pytest.mark.parametrize("game", ["board", "card"])
def test_every_viewer_finds_the_same(game: str, options: dict[str, Any]) -> None:
    """So the server finds it once after an event, and sends it to all."""
    now, dice = new(game, seed=3, **options), random.Random(3)
    while not now.over:
        viewers = [None, *range(1, now.rules.options["players"] + 1)]
        assert len({progress(now.rules, now.view(viewer)) for viewer in viewers}) == 1
        now.play(dice.choice(now.legal()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turns_that_are_told_are_those_that_come(players: int) -> None:
    """RULES 4.3: whoever plays as told from the beginning of the end has exactly so many turns and actions."""
    endings: set[str] = set()
    for seed in range(30):
        game = rushed(players, seed)
        if game.result is not None:
            continue
        ending = str(game.view(None).ending)
        promised, took = progress(game.rules, game.view(None)), Counter[int]()
        dice, last = random.Random(seed), -1
        while not game.over:
            if game.turn != last:
                last = game.turn
                took[game.seat] += 1
            now = progress(game.rules, game.view(None))
            assert now.turns[game.seat - 1] >= 1
            assert now.actions == promised.actions
            game.play(dice.choice(game.legal()))
        assert tuple(took[seat] for seat in range(1, players + 1)) == promised.turns
        endings.add(ending)
        if len(endings) == 2:
            break
    assert endings


def rushed(players: int, seed: int) -> Game:
    """A game in which everybody takes pieces, up to the moment at which the end has begun."""
    game, dice = new("board", players=players, seed=seed, fewer_bodies=True), random.Random(seed)
    while not game.over and game.view(None).ending is None:
        legal = game.legal()
        takes = [action for action in legal if action.startswith(("take body", "extend", "start"))]
        game.play(dice.choice(takes or legal))
    return game


def test_points_so_far_are_those_of_the_end_when_it_comes() -> None:
    for name, table in (("board", ADAM), ("card", CARL)):
        game, dice = new(name, seed=1, **table), random.Random(1)
        while not game.over:
            assert len(progress(game.rules, game.view(None)).points) == 2
            game.play(dice.choice(game.legal()))
        assert game.result is not None
        assert progress(game.rules, game.view("end")).points == game.result.points
