"""Random games, with everything that must hold at every step (STYLE: property tests).

COATL_GAMES=5 plays five times as many; as plain Python (NUMBA_DISABLE_JIT=1) there are only a few.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from coatl.board.rules import BoardRules
from coatl.board.state import EMPTY, HAND, KEEP, State
from coatl.board.view import as_data
from coatl.describe.automata import steps
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.jit import DISABLED
from coatl.engine.record import parse_record
from coatl.engine.structs import Records
from coatl.game import Game
from coatl.position import Position
from tests.effort import times
from tests.property import invariants
from tests.property.tables import ALL_TABLES, Table, name, open_seats, play_on, random_move, rules_at, some

TABLES = some(ALL_TABLES, compiled=len(ALL_TABLES), plain=10)
FEW_TABLES = some(ALL_TABLES, compiled=12, plain=4)
LINES = 40 if DISABLED else 12  # steps from one check of the one-line positions to the next
DISCARDED = ("wasted", "discarded", "spent")  # steps by which ADAM throws a piece away


def state_of(game: Game) -> State:
    state: State = game._states[0]
    return state


def rules_of(game: Game) -> BoardRules:
    assert isinstance(game.rules, BoardRules)
    return game.rules


def new_games(table: Table, number: int) -> Iterator[tuple[Game, random.Random]]:
    for seed in range(number):
        yield Game(rules_at(table), f"{name(table)} {seed}"), random.Random(f"{name(table)} {seed}")


def without_chance(states: Records) -> bytes:
    """A state's bytes, but for where its chance comes from."""
    twin = states.copy()
    twin["chance"] = np.zeros((), twin.dtype["chance"])
    return twin.tobytes()


# ---------------------------------------------------------------- conservation, limits, points


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_pieces_and_cards_are_conserved_and_limits_kept(table: Table) -> None:
    for game, dice in new_games(table, times(1)):
        left = invariants.pieces_in_the_box(rules_of(game))
        for _ in play_on(game, dice):
            state, rules = state_of(game), rules_of(game)
            left = check_pieces(game, left)
            invariants.check_cards(rules, state)
            invariants.check_limits(rules, state)
            for coatl in invariants.closed(state):
                assert coatl.points == invariants.slow_points(rules, coatl)
        check_result(game)


def check_pieces(game: Game, before: invariants.Pieces) -> invariants.Pieces:
    """Pieces stay; only ADAM takes some off the table, and what it does not keep it says."""
    now = invariants.pieces_on_the_table(state_of(game))
    if not rules_of(game).table.solo:
        assert +now == +before
        return now
    if game.entries and game.entries[-1].action == "adam":
        assert now <= before
        assert (before - now).total() <= 2
    else:
        assert +now == +before
    return now


@pytest.mark.parametrize("table", [table for table in TABLES if table.get("solo")], ids=name)
def test_what_adam_takes_lies_on_its_line_or_is_discarded_aloud(table: Table) -> None:
    for game, dice in new_games(table, times(1)):
        held: Counter[str] = Counter()
        before, said = invariants.pieces_on_the_table(state_of(game)), list[str]()
        for _ in play_on(game, dice):
            state = state_of(game)
            if game.entries and game.entries[-1].action == "adam":
                taken = invariants.by_colour(before) - invariants.by_colour(invariants.pieces_on_the_table(state))
                spent = Counter(said)
                assert +invariants.adam_pieces(state) == held + taken - spent
            else:
                assert +invariants.adam_pieces(state) == held
            held = +invariants.adam_pieces(state)
            before = invariants.pieces_on_the_table(state)
            said = [piece for step in steps(game) if step["kind"] in DISCARDED for piece in step["colour"]]


def check_result(game: Game) -> None:
    """Points, winners and tie-breakers, counted anew from what lies on the table (RULES 4.4, 4.5)."""
    state, rules, result = state_of(game), rules_of(game), game.result
    assert result is not None
    assert list(result.points) == invariants.slow_result(rules, state)
    if rules.table.solo:
        assert result.winners == ((1,) if result.points[0] > result.points[1] else (2,))
        return
    ranks = []
    for points, player in zip(result.points, invariants.players(state), strict=True):
        finished = [coatl for coatl in invariants.coatls(player) if coatl.closed]
        cards = sum(int(coatl.card_count) + (coatl.temple != EMPTY) for coatl in finished)
        ranks.append((points, cards, max((int(coatl.points) for coatl in finished), default=0)))
    assert result.winners == tuple(seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks))


# ---------------------------------------------------------------- legality, copies, undo


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_the_list_is_the_mask_and_nothing_else_is_accepted(table: Table) -> None:
    for game, dice in new_games(table, times(1)):
        for _ in play_on(game, dice):
            position = game.position()
            legal = position.legal()
            assert len(set(legal)) == len(legal)
            assert np.flatnonzero(position.mask()).tolist() == sorted(legal)
            assert bool(legal) != game.over
            check_listed(position, legal, dice)
            check_unlisted(game, legal, dice)


def check_listed(position: Position, legal: list[int], dice: random.Random) -> None:
    """Every listed action can be played on a copy, and the original knows nothing of it."""
    before = position.states.tobytes()
    for action in dice.sample(legal, min(len(legal), 2 if DISABLED else 6)):
        other = position.copy()
        other.play(action)
        assert other.states.tobytes() != before
        assert other.over or other.legal()
    assert position.states.tobytes() == before


def check_unlisted(game: Game, legal: list[int], dice: random.Random) -> None:
    """Nothing that is not listed is accepted, and the refusal changes nothing."""
    before, told = game._states.tobytes(), game.entries
    for action in dice.sample(range(-1, game.rules.actions + 1), 3):
        if action not in legal:
            with pytest.raises(CoatlError):
                game.play(action)
    wrong = dice.choice([0, game.rules.seats + 1, *range(1, game.rules.seats + 1)])
    if wrong not in open_seats(game) and legal:
        with pytest.raises(CoatlError, match=r"\[(action\.turn|seat\.unknown|action\.over)\]"):
            game.play(legal[0], wrong)
    assert (game._states.tobytes(), game.entries) == (before, told)


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_old_states_never_change(table: Table) -> None:
    for game, dice in new_games(table, times(1)):
        kept: list[tuple[Records, bytes]] = []
        for _ in play_on(game, dice):
            kept.append((game._states, game._states.tobytes()))
            kept.append((game.position().states, game._states.tobytes()))
        assert all(states.tobytes() == before for states, before in kept)


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_undo_is_the_inverse_of_play(table: Table) -> None:
    undone = 0
    for game, dice in new_games(table, times(1)):
        for _ in play_on(game, dice):
            if game.over:
                break
            before = game._states.tobytes()
            action, seat = random_move(game, dice)
            game.play(action, seat)
            if not game.can_undo(seat):
                check_undo_is_refused(game, seat)
                continue
            assert not game.entries[-1].outcomes
            game.undo(seat)
            undone += 1
            assert game._states.tobytes() == before
            assert game.entries[-1].action == "undo"
        assert Game.replay(game.record())._states.tobytes() == game._states.tobytes()
    assert undone


def check_undo_is_refused(game: Game, seat: int) -> None:
    before = game._states.tobytes()
    with pytest.raises(IllegalAction, match=r"\[undo\.refused\]"):
        game.undo(seat)
    assert game._states.tobytes() == before


def test_the_end_of_the_secret_choice_cannot_be_undone() -> None:
    """Even if the first player chooses last: it shows how many cards the others kept."""
    game = Game(rules_at({"players": 2}), 1)
    game.play("done", 2)
    game.play(game.legal(1)[1], 1)
    assert game.can_undo(1)
    game.play("done", 1)
    assert (game.seat, game.can_undo(1)) == (1, False)


def test_looking_changes_nothing() -> None:
    game = Game(rules_at({"players": 4}), 1)
    before = game._states.tobytes()
    for seat in (3, 2, 4, 1, None):
        game.view(seat)
        game.position_line(seat)
        game.seen_by(seat)
    assert all(game.legal(seat) for seat in (4, 3, 2, 1))
    assert (game.seat, game._states.tobytes()) == (1, before)


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_text_and_json_are_inverse_and_replay_the_game(table: Table) -> None:
    for game, dice in new_games(table, times(1)):
        for _ in play_on(game, dice):
            if game.can_undo(game.seat) and dice.random() < 0.1:
                game.undo()
            if dice.random() < 0.01 or game.over:
                check_record(game)


def check_record(game: Game) -> None:
    record = game.record()
    assert parse_record(record.to_text()) == parse_record(record.to_json()) == plain(record)
    again = Game.replay(parse_record(record.to_text()))
    assert again._states.tobytes() == game._states.tobytes()
    assert (again.entries, again.result) == (game.entries, game.result)
    unseeded = Game.replay(parse_record(record.public().to_json()))
    assert without_chance(unseeded._states) == without_chance(game._states)
    assert (unseeded.entries, unseeded.result, unseeded.seed) == (game.entries, game.result, None)
    assert unseeded.record() == record.public()


def plain(record: Any) -> Any:
    """The record as it is after a journey through JSON."""
    return parse_record(record.to_json())


# ---------------------------------------------------------------- one-line positions


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_a_position_in_one_line_parses_back(table: Table) -> None:
    for game, dice in new_games(table, times(1)):
        for number, _ in enumerate(play_on(game, dice)):
            if number % LINES == 0 or game.over:
                check_whole_line(game)
                for seat in (*range(1, rules_of(game).table.players + 1), None):
                    check_seen_line(game, seat)


def check_whole_line(game: Game) -> None:
    """The line that shows all gives back the very state, but for its chance."""
    rules = game.rules
    line = rules.position(game._states, "all")
    assert "\n" not in line
    read = rules.read_position(line)
    assert rules.position(read, "all") == line
    assert without_chance(sorted_hands(read)) == without_chance(sorted_hands(game._states))


def sorted_hands(states: Records) -> Records:
    """Of two equal cards in hand it does not matter which one the others know."""
    twin = states.copy()
    for player in twin[0].players:
        cards = sorted((int(player.hand[i]), int(player.known[i]), i) for i in range(player.hand_size))
        if twin[0].pending != KEEP:
            cards += [(EMPTY, 0, 0)] * (HAND - len(cards))
            player.hand[:], player.known[:] = [card[0] for card in cards], [card[1] for card in cards]
    return twin


def check_seen_line(game: Game, seat: int | None) -> None:
    """What a viewer's line leaves open is dealt anew, and looks the same to this viewer."""
    rules = rules_of(game)
    line = rules.position(game._states, seat)
    read = rules.read_position(line, np.random.default_rng(len(line)))
    assert as_data(rules.view(read, seat)) == as_data(rules.view(game._states, seat))
    invariants.check_cards(rules, read[0])
    invariants.check_limits(rules, read[0])


# ---------------------------------------------------------------- every game ends


@pytest.mark.parametrize("table", TABLES, ids=name)
def test_games_of_pure_chance_end_too(table: Table) -> None:
    for seed in range(times(20, plain=1)):
        position = Game(rules_at(table), seed).position()
        dice = random.Random(seed)
        for _ in range(5_000):
            legal = position.legal()
            if not legal:
                break
            position.play(dice.choice(legal))
        assert position.over
        invariants.check_cards(rules_at(table), position.states[0])
