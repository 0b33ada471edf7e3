"""The ground below environments: kept decks, positions that refuse nonsense, points so far."""

import random
import time
from typing import Any

import numpy as np
import pytest

import coatl
from coatl.describe.progress import progress
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.game import Game
from coatl.position import Position
from coatl.registry import rules_of

TABLES: list[dict[str, Any]] = [
    {"game": "board", "players": 3, "golden_feathers": True},
    {"game": "board", "solo": True},
    {"game": "card", "players": 3},
    {"game": "card", "solo": True},
]


def test_a_position_plays_a_game_by_numbers_and_texts() -> None:
    position = Position.new(rules_of("card", players=2), seed=7)
    text = position.text(position.legal()[0])
    assert position.parse(text.upper()) == position.legal()[0]
    dice = random.Random(1)
    while legal := position.legal():
        assert position.result is None
        position.play(dice.choice(legal))
    assert position.result is not None
    assert position.scores == position.result.points
    assert Position.new(position.rules, 7) == Position.new(position.rules, "7")
    assert Position.new(position.rules, 7) != Position.new(position.rules, 7, stream=1)


@pytest.mark.parametrize("action", [-1, 9999, 10**30, np.int64(-1)])
def test_an_illegal_number_changes_nothing(action: int) -> None:
    position = Position.new(rules_of("board", players=2), seed=7)
    before = position.copy()
    with pytest.raises(IllegalAction) as told:
        position.play(action)
    assert told.value.code == "action.illegal"
    assert position == before
    assert position.legal() == before.legal()


@pytest.mark.parametrize("action", ["done", None, 1.5, [0]])
def test_what_is_no_number_is_refused_with_a_sentence(action: Any) -> None:
    position = Position.new(rules_of("board", players=2), seed=7)
    with pytest.raises(CoatlError) as told:
        position.play(action)
    assert told.value.code == "action.number"


def test_numpy_numbers_and_trusted_ones_are_played() -> None:
    position = Position.new(rules_of("card", players=2), seed=7)
    position.play(np.int16(position.legal()[0]))  # type: ignore[arg-type]
    position.play(position.legal()[0], trust=True)


def points_in(game: Game) -> tuple[int, ...]:
    """What anybody can add up."""
    view = game.view(None)
    if game.rules.game == "board":
        return progress(game.rules, view).points
    worth = game.rules.deck.levels.points
    return tuple(
        player.points if player.final else sum(worth[level] for level in player.levels) for player in view.players
    )


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_points_so_far_are_those_that_follow_from_any_view(table: dict[str, Any]) -> None:
    """RULES 4.4, 4.6 and 5.4: in the card game those of the levels, to which the end adds the temple."""
    game = coatl.new(seed=3, **table)
    dice = random.Random(5)
    while not game.over:
        assert game.scores == game.position().scores == points_in(game)
        game.play(dice.choice(game.legal()))
    assert game.result is not None
    assert game.scores == game.result.points


def test_rules_with_the_printed_deck_are_made_once() -> None:
    """A new game starts at once: no deck is compiled again."""
    assert rules_of("board", players=2) is rules_of("board", players=2)
    assert rules_of("board", players=2) is not rules_of("board", players=3)
    assert rules_of("board", players=2).decks is rules_of("board", players=3).decks
    coatl.new("board", players=2, seed=1)
    began = time.process_time()
    for seed in range(20):
        coatl.new("board", players=2, seed=seed)
    assert (time.process_time() - began) / 20 < 0.005  # a compilation of the deck takes 25 ms
