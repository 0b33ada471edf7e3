"""Bots choose legal actions at every table, see only their view, and the stronger ones win."""

import statistics
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from coatl.board.rules import BoardRules
from coatl.bots.base import rng_of
from coatl.bots.registry import make
from coatl.decks.loader import load_board
from coatl.engine.jit import DISABLED
from coatl.engine.rules import Rules
from coatl.game import Game
from coatl.position import Position
from coatl.registry import rules_of
from tests.board.scenes import Scene, coatl, fresh, player, supply, table
from tests.bots.players import LEVELS_ALIKE, SPECS, served
from tests.card.tables import FEW_TABLES as CARD_TABLES
from tests.card.tables import name as card_name
from tests.card.tables import rules_at as card_rules_at
from tests.property.tables import ALL_TABLES, Table, name, rules_at, some

MATCH = 12
ROUNDS = 120  # a greedy game is over long before


def play(game: Game, kinds: list[str]) -> Game:
    """Plays a game to its end with these bots; the automaton plays by itself."""
    seated = {seat: make(kind, game.rules) for seat, kind in enumerate(kinds, 1)}
    chance = {seat: rng_of(f"{game.seed} {game.stream} {seat}") for seat in seated}
    while not game.over:
        seat = game.seat
        legal = game.legal()
        if seat in seated:
            view = game.view(seat)
            assert view.legal == tuple(legal)
            bot = seated[seat]
            action = bot.choose(view, view.legal, bot.limit, chance[seat])
        else:
            action = legal[0]
        assert action in legal
        game.play(action, seat)
    return game


def turns(game: Game) -> int:
    return int(game.position().states[0].turns)


@pytest.mark.parametrize("at", some(ALL_TABLES, compiled=6, plain=2), ids=name)
@pytest.mark.parametrize("kind", SPECS)
def test_bots_play_every_table_to_its_end(kind: str, at: Table) -> None:
    rules = rules_at(at)
    game = play(Game(rules, f"every table {name(at)}"), [kind] * rules.options["players"])
    assert turns(game) < ROUNDS * rules.seats


@pytest.mark.parametrize("at", CARD_TABLES, ids=card_name)
@pytest.mark.parametrize("kind", SPECS)
def test_bots_play_every_table_of_the_card_game_to_its_end(kind: str, at: Table) -> None:
    rules = card_rules_at(at)
    assert play(Game(rules, f"every table {card_name(at)}"), [kind] * rules.options["players"]).over


@pytest.mark.parametrize(("level", "kind"), LEVELS_ALIKE.items())
def test_a_level_with_the_mind_of_another_bot_plays_as_that_one_does(level: str, kind: str) -> None:
    """So whatever is tested for the one holds for the other."""
    for rules in (rules_of("card", players=2), rules_of("board", players=2, fewer_bodies=True)):
        assert play(Game(rules, "alike"), [level] * 2).record() == play(Game(rules, "alike"), [kind] * 2).record()


@pytest.mark.parametrize("kind", SPECS)
def test_bots_play_own_decks(kind: str) -> None:
    """Smaller hands and boards, no tokens, four cards a coatl, patterns that no printed card has."""
    deck = load_board()
    cards = [
        card.model_copy(update={"pattern": pattern}) if card.kind == "sequence" else card
        for card, pattern in zip(deck.prophecy, ["= = =", "[GY] [^B] .", "R+ . !R", "K .+ K"] * 20, strict=False)
    ]
    player = deck.player.model_copy(update={"board_cells": 5, "hand_limit": 3, "sacrifices": ()})
    own = deck.model_copy(update={"prophecy": tuple(cards), "player": player})
    for options in ({"players": 3}, {"solo": True, "difficulties": [3]}):
        rules = BoardRules(own, **options)
        play(Game(rules, "own deck"), [kind] * rules.options["players"])


@pytest.mark.skipif(DISABLED, reason="a match takes too long as plain Python")
def test_greedy_beats_random() -> None:
    """Seat-balanced, on shared deals; a longer match gave some 0.95 of the wins."""
    rules = rules_of("board", players=2)
    wins = 0.0
    points: dict[str, list[int]] = {"greedy": [], "random": []}
    for number in range(MATCH):
        kinds = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        result = play(Game(rules, "match", stream=number // 2), kinds).result
        assert result is not None
        for seat, kind in enumerate(kinds):
            points[kind].append(result.points[seat])
        wins += (kinds.index("greedy") + 1 in result.winners) / len(result.winners)
    assert wins / MATCH > 0.7
    assert statistics.mean(points["greedy"]) > 2 * statistics.mean(points["random"])


@pytest.mark.skipif(DISABLED, reason="many games take too long as plain Python")
def test_greedy_games_are_shorter_and_better_than_random_ones() -> None:
    rules = rules_of("board", players=2)
    kinds = ("random", "greedy")
    games = {kind: [play(Game(rules, "lengths", stream=i), [kind] * 2) for i in range(4)] for kind in kinds}
    lengths = {kind: statistics.mean(turns(game) for game in played) for kind, played in games.items()}
    points = {kind: statistics.mean(sum(points_of(game)) for game in played) for kind, played in games.items()}
    assert lengths["greedy"] < 0.9 * lengths["random"]
    assert points["greedy"] > 2 * points["random"]


def points_of(game: Game) -> tuple[int, ...]:
    assert game.result is not None
    return game.result.points


@pytest.mark.skipif(DISABLED, reason="plain Python says nothing about speed")
def test_greedy_thinks_quickly() -> None:
    """Usually some 3 ms a decision; the bound leaves room for a busy machine."""
    rules = rules_of("board", players=2)
    game = Game(rules, "quick")
    bot, rng = make("greedy", rules), rng_of(1)
    bot.warm_up()
    spent: list[float] = []
    while not game.over and len(spent) < 100:
        view = game.view(game.seat)
        began = time.thread_time()
        action = bot.choose(view, view.legal, bot.limit, rng)
        spent.append(time.thread_time() - began)
        game.play(action)
    assert statistics.median(spent) < 0.02


# ---------------------------------------------------------------- fairness


def dealt_anew(rules: Rules, view: Any, seed: int) -> Any:
    """The view of a state that differs from the true one in whatever the viewer cannot see."""
    states = rules.determinise(replace(view, legal=(), can_undo=False), np.random.default_rng(seed))
    legal = [rules.text(action) for action in Position(rules, states).legal()]
    return replace(rules.view(states, int(view.viewer)), legal=tuple(legal), can_undo=view.can_undo)


def check_fair(rules: Rules, one: str, other: str, seed: str, steps: int) -> None:
    """Two bots of a kind, in two games that differ only in what they cannot see, choose alike all along."""
    game, dice = Game(rules, seed), np.random.default_rng(5)
    bots = make(one, rules), make(other, rules)
    for step in range(steps):
        if game.over:
            break
        seat = game.seat
        if seat <= rules.options["players"]:
            view = game.view(seat)
            views = view, dealt_anew(rules, view, step)
            assert views[0] == views[1]
            choices = [
                bot.choose(seen, seen.legal, bot.limit, rng_of(step)) for bot, seen in zip(bots, views, strict=True)
            ]
            assert choices[0] == choices[1]
        legal = game.legal()
        game.play(legal[dice.integers(len(legal))])
    for bot in bots:
        bot.close()


@pytest.mark.parametrize("at", some(ALL_TABLES, compiled=6, plain=2), ids=name)
@pytest.mark.parametrize("kind", SPECS)
def test_games_that_differ_only_in_secrets_get_the_same_choice(kind: str, at: Table) -> None:
    check_fair(rules_at(at), kind, kind, f"fair {name(at)}", steps=15 if DISABLED else 60)


@pytest.mark.parametrize("at", CARD_TABLES, ids=card_name)
@pytest.mark.parametrize("kind", SPECS)
def test_card_games_that_differ_only_in_secrets_get_the_same_choice(kind: str, at: Table) -> None:
    check_fair(card_rules_at(at), kind, kind, f"fair {card_name(at)}", steps=15 if DISABLED else 60)


@pytest.mark.skipif(DISABLED, reason="a process as plain Python is slow to start, and no different")
@pytest.mark.parametrize("kind", SPECS)
def test_a_bot_in_another_process_is_as_fair(kind: str) -> None:
    check_fair(rules_of("board", players=3), kind, served(kind), "fair wire", steps=40)
    check_fair(rules_of("card", players=3), kind, served(kind), "fair wire", steps=40)


@pytest.mark.parametrize("kind", SPECS)
def test_a_bot_is_its_seed(kind: str) -> None:
    rules = rules_of("board", players=2)
    one = play(Game(rules, "same"), [kind] * 2)
    assert play(Game(rules, "same"), [kind] * 2).record() == one.record()


@pytest.mark.parametrize("kind", SPECS)
def test_a_bot_leaves_view_and_game_as_they_were(kind: str) -> None:
    game = Game(rules_of("board", players=3), "untouched")
    before = game.position()
    view = game.view(1)
    bot = make(kind, game.rules)
    bot.choose(view, view.legal, bot.limit, rng_of(1))
    assert game.view(1) == view
    assert game.position() == before


# ---------------------------------------------------------------- sense


def choice(scene: Scene) -> str:
    """What greedy does as seat 1."""
    legal = sorted(scene.legal)
    bot = make("greedy", scene.rules)
    return bot.choose(scene.view(1), legal, bot.limit, rng_of(1))


def test_greedy_finishes_a_coatl_in_its_last_turn() -> None:
    mine = player("", tails="B", coatls=[coatl("(BBBB", "R5")])
    scene = table(mine, player(), ending="third-coatl", ender=2, turns_left=0, tokens=False)
    assert choice(scene) == "extend 1 tail B"


def test_greedy_lays_what_it_can_and_takes_the_better_temple() -> None:
    mine = player("Y4", tails="R", coatls=[coatl("(BBYY", "R5")])
    scene = table(mine, player(), tops="T2 T3", tokens=False, ending="third-coatl", ender=2, turns_left=0)
    scene.play("extend 1 tail R")
    assert choice(scene) == "fulfil Y4 1"
    assert choice(scene.play("fulfil Y4 1")) in ("temple pile1", "temple pile2")


def test_greedy_takes_the_pieces_that_its_hand_asks_for() -> None:
    scene = table(player("K10", bodies="B"), player(), pieces=supply("RR GG BB YY KK RG"), tokens=False)
    assert choice(scene) == "take body3"


def test_greedy_keeps_prophecies_at_the_set_up() -> None:
    scene = fresh(players=2)
    kept = 0
    while scene.now.pending == "keep" and scene.now.seat == 1:
        action = choice(scene)
        kept += action.startswith("keep")
        scene.play(action)
    assert kept == 3
