"""Random games, with what must hold at every step: the slow referee agrees, no card is lost, undo undoes."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from coatl.card.rules import CardRules
from coatl.card.state import EMPTY, State
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.jit import DISABLED
from coatl.engine.record import UNDO
from coatl.engine.structs import Records
from coatl.game import Game
from tests.card.referee import Referee
from tests.card.tables import (
    ALL_TABLES,
    FEW_TABLES,
    MANY_TABLES,
    check_prophecies,
    games,
    name,
    play_on,
    random_move,
    rules_at,
    rules_of,
    state_of,
)

# ---------------------------------------------------------------- the slow referee


@pytest.mark.parametrize("table", ALL_TABLES, ids=name)
def test_the_slow_referee_sees_the_same_table_and_allows_the_same(table: dict[str, Any]) -> None:
    """RULES 5: losses, gains, draws, refills, CARL's turns and points, counted anew at every step."""
    for game, dice in games(table, 6):
        rules = rules_of(game)
        referee = Referee(rules.deck, rules.view(game._states, "all"))
        for number, _ in enumerate(play_on(game, dice)):
            if number:
                entry = game.entries[-1]
                assert entry.seat == referee.seat + 1
                referee.follow(entry.action, entry.outcomes)
            referee.check(rules.view(game._states, "all"))
            assert set(game.legal()) == referee.legal()
        check_result(game, referee)


def check_result(game: Game, referee: Referee) -> None:
    result = game.result
    assert result is not None
    ranks = [seat.result for seat in referee.seats]
    assert None not in ranks
    assert list(result.points) == [rank[0] for rank in ranks if rank]
    assert result.winners == referee.winners()
    assert result.details == {
        "goals": [rank[1] for rank in ranks if rank],
        "protected": [rank[2] for rank in ranks if rank],
    }


# ---------------------------------------------------------------- conservation


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_every_card_is_in_exactly_one_place_and_levels_are_sound(table: dict[str, Any]) -> None:
    for game, dice in games(table, 2):
        for _ in play_on(game, dice):
            check_prophecies(rules_of(game), state_of(game))
            check_feathers(game)
            check_levels(rules_of(game), state_of(game))


def check_feathers(game: Game) -> None:
    """Those in coatls are the cards that were played."""
    rules, state = rules_of(game), state_of(game)
    feathers = rules.names["<feather>"]
    found = Counter({feathers[i]: int(number) for i, number in enumerate(state.feathers + state.discards) if number})
    for player in state.players:
        assert (player.hand[player.hand_size :] == EMPTY).all()
        found += Counter(feathers[card] for card in player.hand[: player.hand_size])
    if state.revealed != EMPTY:
        found[feathers[state.revealed]] += 1
    for action in line_of_play(game):
        verb, *rest = action.split()
        if verb in ("start", "beside", "over"):
            found["".join(sorted(rest[0], key="RGBYK".index))] += 1
    copies = {name: card.copies for name, card in zip(feathers, rules.deck.feather, strict=True)}
    assert found == copies
    assert state.feathers.sum() == state.feather_count
    assert state.discards.sum() == state.discard_count


def line_of_play(game: Game) -> list[str]:
    """What was played and not taken back."""
    line: list[str] = []
    for entry in game.entries:
        if entry.action == UNDO:
            line.pop()
        else:
            line.append(entry.action)
    return line


def check_levels(rules: CardRules, state: State) -> None:
    solo = rules.table.solo
    for seat, player in enumerate(state.players):
        levels = player.levels[: player.prophecy_count]
        assert all(int(solo) <= level <= 3 for level in levels)
        assert not player.levels[player.prophecy_count :].any()
        assert player.head >= player.tail
        assert seat < rules.seats or player.prophecy_count == player.length == player.hand_size == 0
    if solo:
        assert state.players[1].length == state.players[1].hand_size == 0


# ---------------------------------------------------------------- legality, copies, undo


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_the_list_is_the_mask_and_nothing_else_is_accepted(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            position = game.position()
            legal = position.legal()
            assert len(set(legal)) == len(legal)
            assert np.flatnonzero(position.mask()).tolist() == sorted(legal)
            assert bool(legal) != game.over
            check_unlisted(game, legal, dice)


def check_unlisted(game: Game, legal: list[int], dice: random.Random) -> None:
    """Nothing that is not listed is accepted, and the refusal changes nothing."""
    before, told = game._states.tobytes(), game.entries
    for action in dice.sample(range(-1, game.rules.actions + 1), 3):
        if action not in legal:
            with pytest.raises(CoatlError):
                game.play(action)
    wrong = dice.choice([seat for seat in range(game.rules.seats + 2) if seat != game.seat])
    if legal:
        with pytest.raises(CoatlError, match=r"\[(action\.turn|seat\.unknown)\]"):
            game.play(legal[0], wrong)
    assert (game._states.tobytes(), game.entries) == (before, told)


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_copies_are_independent_and_old_states_never_change(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        kept: list[tuple[Records, bytes]] = []
        for _ in play_on(game, dice):
            kept.append((game._states, game._states.tobytes()))
            position = game.position()
            for action in dice.sample(position.legal(), min(len(position.legal()), 3)):
                other = position.copy()
                other.play(action)
                assert other != position
            kept.append((position.states, game._states.tobytes()))
        assert all(states.tobytes() == before for states, before in kept)


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_undo_is_the_inverse_of_play(table: dict[str, Any]) -> None:
    """Inside one's own turn, back to the last reveal."""
    undone = 0
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            if game.over:
                break
            before, seat = game._states.tobytes(), game.seat
            turn = game.rules.turns(game._states)
            game.play(random_move(game, dice))
            hidden = bool(game.entries[-1].outcomes) or game.rules.turns(game._states) != turn
            assert game.can_undo(seat) == (not hidden and not game.over)
            if not game.can_undo(seat):
                with pytest.raises(IllegalAction, match=r"\[undo\.refused\]"):
                    game.undo(seat)
                continue
            game.undo(seat)
            undone += 1
            assert game._states.tobytes() == before
            game.play(random_move(game, dice))
        assert Game.replay(game.record())._states.tobytes() == game._states.tobytes()
    assert undone


# ---------------------------------------------------------------- games inside the compiled engine


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_random_games_inside_the_engine_end_and_are_told_as_stepped_ones(table: dict[str, Any]) -> None:
    rules = rules_at(table)
    number = 2 if DISABLED else 50
    states = np.repeat(rules.blank(), number)
    decisions = np.zeros(number, np.int64)
    rules.play_games(states, key_of("inside"), 0, decisions)
    told = rules.standings(states)
    for i in range(number):
        result = rules.result(states[i : i + 1])
        assert result is not None
        assert tuple(told.points[i]) == result.points
        assert tuple(np.flatnonzero(told.won[i]) + 1) == result.winners
        assert decisions[i] > 0
        check_prophecies(rules, states[i])


def test_the_printed_deck_is_played_at_all_tables() -> None:
    """5.1, 5.5: all numbers of players, each of them first; both CARLs and all manners."""
    assert {(table["players"], table["first"]) for table in ALL_TABLES if "first" in table} == {
        (players, first) for players in (2, 3, 4) for first in range(1, players + 1)
    }
    assert len([table for table in ALL_TABLES if table.get("solo") and "deck" not in table]) == 2 * 4
