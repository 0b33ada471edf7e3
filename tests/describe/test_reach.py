"""The reach of a seat: what it says of an action is what the engine does, and it tells of nothing unseen."""

import copy
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from coatl import new
from coatl.board.scoring import coatl_points, player_points
from coatl.card.scoring import finalise
from coatl.describe.board.matches import piece_numbers
from coatl.describe.card.matches import goals_met
from coatl.describe.reach import CoatlReach, Fall, Reach, Rung, Spans, preview
from coatl.describe.scores import scored
from coatl.engine.patterns import spans
from coatl.engine.structs import copy_of
from coatl.game import Game
from tests.card import tables as card
from tests.property import tables as board

BOARD: list[dict[str, Any]] = [
    {"players": 2, "promo": True},
    {"players": 3, "golden_feathers": True},
    {"solo": True, "difficulties": (4,)},
]
CARD = [card.ALL_TABLES[i] for i in (0, 8, 9, 17, 18)]


def moments(table: dict[str, Any]) -> Iterator[tuple[Game, random.Random]]:
    """Every moment of a random game in which a player decides."""
    dice = random.Random(f"reach {table}")
    if table in CARD:
        game, play_on = Game(card.rules_at(table), "reach"), card.play_on
    else:
        game, play_on = Game(board.rules_at(table), "reach"), board.play_on
    for now in play_on(game, dice):
        if not now.over and now.seat <= now.rules.options["players"]:
            yield now, dice


def played(game: Game, action: str) -> Game:
    """The same game after an action."""
    other = copy.copy(game)
    other._steps, other._entries = [*game._steps], [*game._entries]
    other.play(action)
    return other


# ---------------------------------------------------------------- the engine says the same


@pytest.mark.parametrize("table", BOARD, ids=board.name)
def test_a_preview_of_the_board_game_is_what_really_happens(table: dict[str, Any]) -> None:
    told = 0
    for game, dice in moments(table):
        seen = preview(game.rules, game.view(game.seat))
        check_board(game, game.seat, seen.now)
        placements = {action for action in game.legal() if action.split()[0] in ("start", "extend", "fulfil", "temple")}
        assert set(seen.after) == placements
        for action in dice.sample(sorted(placements), min(4, len(placements))):
            later = played(game, action)
            check_board(later, game.seat, seen.after[action])
            mine = later.legal() if later.seat == game.seat and not later.over else []
            assert seen.after[action].opens == tuple(a for a in mine if a.startswith(("fulfil", "temple")))
            told += 1
    assert told > 30


def check_board(game: Game, seat: int, told: Reach) -> None:
    rules: Any = game.rules
    deck, player = rules.decks[0], game._states[0].players[seat - 1]
    seen = game.view(seat if not game.over else "end").players[seat - 1]
    assert told.scored == player_points(deck, player)
    assert [(c.pieces, c.closed) for c in told.coatls] == [(c.pieces, c.closed) for c in seen.coatls]
    for i, (reached, coatl) in enumerate(zip(told.coatls, seen.coatls, strict=True)):
        assert reached.points == coatl_points(deck, player.coatls[i])
        for name, standing in reached.cards.items():
            beside = [card for card in coatl.cards if card != name]
            found = scored(rules, coatl.pieces, [*beside, name]).cards[name]
            assert (standing.times, standing.points, standing.level, standing.where) == (
                found.times,
                found.points,
                found.level,
                found.where,
            )
            check_places(rules, name, coatl.pieces.strip("()"), standing.where)
        laid = {name for name, standing in reached.cards.items() if standing.lies == "laid"}
        assert laid == {*coatl.cards, *([coatl.temple] if coatl.temple else [])}
        if not coatl.closed:
            assert {*seen.hand, *seen.temples} <= set(reached.cards)


def check_places(rules: Any, name: str, colours: str, where: Spans) -> None:
    """The places of a sequence are those that compiled code finds."""
    text = next((card for card in rules.deck.prophecy if card.id == name), None)
    if text is not None and text.kind == "sequence":
        engine = rules.decks[0].prophecies[rules.names["<prophecy>"].index(name)]
        found = spans(engine.pattern, piece_numbers(colours), len(colours))
        assert where == tuple((start + 1, end) for start, end in found)


@pytest.mark.parametrize("table", CARD, ids=card.name)
def test_a_preview_of_the_card_game_is_what_really_happens(table: dict[str, Any]) -> None:
    told = 0
    for game, dice in moments(table):
        seen = preview(game.rules, game.view(game.seat))
        check_card(game, game.seat, seen.now)
        placements = {action for action in game.legal() if action.split()[0] not in ("discard", "done", "pass")}
        assert set(seen.after) == placements
        for action in dice.sample(sorted(placements), min(3, len(placements))):
            later = played(game, action)
            check_card(later, game.seat, seen.after[action])
            gains = later.legal() if later.seat == game.seat else []
            known = seen.after[action].coatls[0].cards
            assert seen.after[action].opens == tuple(a for a in gains if a.split()[-1] in known)
            told += 1
    assert told > 30


def check_card(game: Game, seat: int, told: Reach) -> None:
    rules: Any = game.rules
    states = copy_of(game._states)
    finalise(states[0], rules.decks[0], states[0].players[seat - 1])
    assert told.points == told.scored == states[0].players[seat - 1].points
    view = game.view(seat)
    player = view.players[seat - 1]
    (coatl,) = told.coatls
    assert coatl.pieces == player.coatl
    levels = dict(zip(player.prophecies, player.levels, strict=True))
    assert {name: standing.held for name, standing in coatl.cards.items() if standing.lies == "own"} == levels
    for name, standing in coatl.cards.items():
        if standing.lies == "temple":
            assert standing.times == sum(goals_met(rules, player, name)) == states[0].players[seat - 1].goals
        elif player.coatl:
            found = scored(rules, player.coatl, [name]).cards[name]
            assert (standing.times, standing.points, standing.level, standing.where) == (
                found.times,
                found.points,
                found.level,
                found.where,
            )


# ---------------------------------------------------------------- nothing unseen


@pytest.mark.parametrize("table", [*BOARD, *CARD], ids=str)
def test_a_preview_does_not_change_with_what_the_seat_cannot_see(
    table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another truth behind the same view, and another deal in the preview's mind."""
    for number, (game, dice) in enumerate(moments(table)):
        if number % 4 or game.choosing:
            continue
        seat = game.seat
        other = copy.copy(game)
        other._become(game.rules.determinise(game.view(seat), np.random.default_rng(dice.getrandbits(32))))
        told = preview(game.rules, game.view(seat))
        deal = np.random.default_rng(dice.getrandbits(32))
        with monkeypatch.context() as patch:
            patch.setattr(np.random, "default_rng", lambda seed, deal=deal: deal)
            assert preview(other.rules, other.view(seat)) == told


# ---------------------------------------------------------------- what it says


def coatl_of(told: Reach, number: int = 1) -> CoatlReach:
    return told.coatls[number - 1]


def test_before_the_turn_and_while_others_play_there_is_only_the_present() -> None:
    game = new("board", players=2, seed=7)
    assert preview(game.rules, game.view(1)).after == {}
    while game.choosing:
        game.play("done")
    waiting = 3 - game.seat
    told = preview(game.rules, game.view(waiting))
    assert (told.after, told.now.coatls, told.now.points) == ({}, (), 0)


def test_the_next_level_is_told_until_there_is_none() -> None:
    for table, ladder in ((BOARD[0], levels_of_board), (CARD[-1], levels_of_card)):
        rungs: set[bool] = set()
        for game, _ in moments(table):
            levels = ladder(game.rules)
            for coatl in preview(game.rules, game.view(game.seat)).now.coatls:
                for name, standing in coatl.cards.items():
                    higher = [Rung(*rung) for rung in levels[name].items() if rung[0] > standing.times]
                    assert standing.next == (higher[0] if higher else None)
                    rungs.add(bool(higher))
        assert rungs == {True, False}


def levels_of_board(rules: Any) -> dict[str, dict[int, int]]:
    temples = {card.id: dict(enumerate(card.points, 1)) for card in rules.deck.temple}
    return temples | {card.id: dict(sorted(card.levels.items())) for card in rules.deck.prophecy}


def levels_of_card(rules: Any) -> dict[str, dict[int, int]]:
    temples = {card.id: dict(enumerate(rules.deck.temple_points.points, 1)) for card in rules.deck.temple}
    prophecies = dict(list(enumerate(rules.deck.levels.points))[1:])
    return temples | {card.id: prophecies for card in rules.deck.prophecy}


def test_a_card_beside_a_coatl_that_a_piece_would_break_falls() -> None:
    """Board game: a sequence that must not be followed by a colour."""
    broken = 0
    for table in BOARD:
        for game, _ in moments(table):
            told = preview(game.rules, game.view(game.seat))
            for later in told.after.values():
                for fall in later.falls:
                    before = {coatl.cards[fall.card].points for coatl in told.now.coatls if fall.card in coatl.cards}
                    assert fall.was in before
                    assert fall.was > fall.now
                    broken += 1
    assert broken


def test_an_own_prophecy_that_a_placement_would_break_falls() -> None:
    falls: list[tuple[Fall, ...]] = []
    for game, _ in moments(CARD[0]):
        seat = game.seat
        for action, later in preview(game.rules, game.view(seat)).after.items():
            if later.falls:
                was = game.view(seat).players[seat - 1]
                now = played(game, action).view(seat).players[seat - 1]
                levels = [dict(zip(player.prophecies, player.levels, strict=True)) for player in (was, now)]
                assert later.falls == tuple(
                    Fall(name, level, levels[1].get(name, 0))
                    for name, level in levels[0].items()
                    if levels[1].get(name, 0) < level
                )
                falls.append(later.falls)
    assert falls
