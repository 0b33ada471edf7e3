"""What an action did, and how far the game is: what is told is what the tables before and after it show."""

import random
from collections import Counter
from typing import Any

import pytest

from coatl import new
from coatl.describe.actions import read
from coatl.describe.effects import Effects, effects, effects_data

BOARD: list[dict[str, Any]] = [{"players": 3, "golden_feathers": True}, {"solo": True, "difficulties": (1,)}]
CARD: list[dict[str, Any]] = [{"players": 3}, {"solo": True, "opponent": "carl2"}]


def moments(game: str, table: dict[str, Any], seed: int) -> Any:
    """Every action of a random game: the view before it, the entry, the view after it, the effects."""
    now, dice = new(game, seed=seed, **table), random.Random(seed)
    while not now.over:
        seat, before, state = now.seat, now.view(None), now.snapshot
        now.play(dice.choice(now.legal()))
        after = now.view("end" if now.over else None)
        assert now.entries[-1].seat == seat
        yield before, now.entries[-1], after, effects(now.rules, now.entries[-1], state, now.snapshot)


@pytest.mark.parametrize("table", BOARD, ids=str)
def test_effects_in_the_board_game_are_what_the_table_shows(table: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(2):
        for before, entry, after, found in moments("board", table, seed):
            seen.update([*effects_data(found)])
            action = read("board", entry.action)
            assert found.what == lying_at(before, action.place, action.number)
            assert found.pending == (before.pending if action.verb == "done" else None)
            assert found.refilled == any(outcome in "rgbyk*" for outcome in entry.outcomes)
            assert found.ending == (after.ending if not before.ending else None)
            closed = [
                (seat, number, coatl.points)
                for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True), 1)
                for number, coatl in enumerate(now.coatls, 1)
                if coatl.closed and not (number <= len(was.coatls) and was.coatls[number - 1].closed)
            ]
            told_closed = [] if found.closed is None else [(entry.seat, found.closed.coatl, found.closed.points)]
            assert told_closed == closed
            if found.closed is not None:
                coatl = after.players[entry.seat - 1].coatls[found.closed.coatl - 1]
                assert [*found.closed.cards] == [*coatl.cards, *([coatl.temple] if coatl.temple else [])]
                assert sum(found.closed.cards.values()) == coatl.points  # RULES 4.4
            if action.verb == "start":
                assert found.coatl == len(after.players[entry.seat - 1].coatls)
            if found.new and action.verb not in ("future", "adam"):
                assert set(found.new) <= set(after.row)
    assert {"what", "pending", "coatl", "refilled", "new"} <= set(seen)


def lying_at(view: Any, place: str | None, number: int | None) -> str | None:
    if number is None:
        return None
    supply = view.supply
    places = {"body": supply.bodies, "head": supply.heads, "tail": supply.tails, "row": view.row, "pile": view.temples}
    return str(places[str(place)][number - 1])


@pytest.mark.parametrize("table", CARD, ids=str)
def test_effects_in_the_card_game_are_what_the_table_shows(table: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for seed in range(6):
        for before, entry, after, found in moments("card", table, seed):
            seen.update([*effects_data(found)])
            action = read("card", entry.action)
            had, has = held(before, entry.seat), held(after, entry.seat)
            assert found.new == tuple(card for card in after.middle if card and card not in before.middle)
            if action.verb in ("raise", "fulfil", "steal"):
                assert found.level == has[str(action.card)]
            if action.verb == "steal":
                assert action.card in before.players[found.victim - 1].prophecies
                assert found.victim != entry.seat
            lower = {card: (level, has.get(card)) for card, level in had.items() if has.get(card, -1) < level}
            assert {fall.card: (fall.was, fall.now) for fall in found.falls} == lower
            pairs = enumerate(zip(before.players, after.players, strict=True), 1)
            finished = [(seat, now.points) for seat, (was, now) in pairs if now.final and not was.final]
            assert [(one.seat, one.points) for one in found.final] == finished
            assert (found.round is not None) == (after.round != before.round and after.pending != "over")
            assert found.revealed == (after.revealed if action.verb == "discard" else None)
    assert {"level", "new", "final", "round", "revealed"} <= set(seen)


def held(view: Any, seat: int) -> dict[str, int]:
    player = view.players[seat - 1]
    return dict(zip(player.prophecies, player.levels, strict=True))


def test_a_step_taken_back_has_no_effects() -> None:
    game = new("card", players=2, seed=3)
    game.play(game.legal()[0])
    before = game.snapshot
    game.undo()
    assert effects(game.rules, game.entries[-1], before, game.snapshot) == Effects()
