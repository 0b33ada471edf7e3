"""Simulations: the same games for the same seed, whatever the jobs, and numbers that can be counted again."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from coatl.arena import simulation as arena
from coatl.arena.simulation import Summary, simulate
from coatl.engine.chance import key_of, pick
from coatl.engine.errors import CoatlError
from coatl.engine.jit import DISABLED
from coatl.engine.playouts import seed_stream
from coatl.engine.rules import Rules
from coatl.game import Game
from coatl.position import Position
from coatl.registry import rules_of

GAMES = 3 if DISABLED else 60
TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "promo": True, "tokens": False},
    {"players": 4, "golden_feathers": True, "first": 3},
    {"players": 2, "fewer_bodies": True},
    {"solo": True},
    {"solo": True, "difficulties": [1, 2, 3, 4, 5], "promo": True},
]


def timeless(summary: Summary) -> Summary:
    """The summary without what the machine decides."""
    return replace(summary, seconds=0, decisions_per_second=0)


def stepped(rules: Rules, seed: str, number: int) -> tuple[Game, int]:
    """Game `number` of a seed, played one action after the other; and the number of decisions."""
    game = Game(rules, seed, stream=number)
    stream = np.zeros(1, np.int64)
    seed_stream(stream, key_of(seed), number)
    decisions = 0
    while legal := game.numbers():
        game.play(legal[pick(stream, len(legal))])
        decisions += 1
    return game, decisions


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_equal_seeds_give_equal_games_whatever_the_jobs_and_chunks(options: dict[str, Any]) -> None:
    rules = rules_of("board", **options)
    once = timeless(simulate(rules, GAMES, "s"))
    assert timeless(simulate(rules, GAMES, "s", jobs=2)) == once
    assert timeless(simulate(rules, GAMES, "s", jobs=3, chunk=7)) == once
    assert timeless(simulate(rules_of("board", **options), GAMES, "s", chunk=1)) == once


def test_another_seed_another_table_and_another_number_give_another_digest() -> None:
    rules = rules_of("board", players=2)
    others = [
        simulate(rules, GAMES, "s"),
        simulate(rules, GAMES, "t"),
        simulate(rules, GAMES - 1, "s"),
        simulate(rules_of("board", players=2, promo=True), GAMES, "s"),
        simulate(rules_of("board", players=3), GAMES, "s"),
    ]
    assert len({summary.digest for summary in others}) == len(others)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_number_can_be_counted_again_by_stepping_through_the_same_games(options: dict[str, Any]) -> None:
    rules = rules_of("board", **options)
    games = GAMES // 3
    summary = simulate(rules, games, "again")
    played = [stepped(rules, "again", number) for number in range(games)]
    digest = hashlib.sha256()
    for game, _ in played:
        digest.update(game.position().states.tobytes())
    assert summary.digest == digest.hexdigest()
    decisions = [count for _, count in played]
    turns = [int(game.position().states[0].turns) for game, _ in played]
    results = [game.result for game, _ in played]
    assert summary.games == games
    assert summary.decisions == sum(decisions)
    for spread, numbers in ((summary.decisions_per_game, decisions), (summary.turns, turns)):
        assert (spread.mean, spread.least, spread.most) == (sum(numbers) / games, min(numbers), max(numbers))
    for seat, spread in enumerate(summary.points):
        points = [result.points[seat] for result in results if result]
        assert (spread.mean, spread.least, spread.most) == (sum(points) / games, min(points), max(points))
    for seat, wins in enumerate(summary.wins, 1):
        shares = [1 / len(result.winners) for result in results if result and seat in result.winners]
        assert wins == pytest.approx(sum(shares))
    assert sum(summary.wins) == pytest.approx(games)
    assert summary.shared_wins == sum(len(result.winners) > 1 for result in results if result)
    endings = [result.ending for result in results if result]
    assert summary.endings == {ending: endings.count(ending) for ending in set(endings)}


@pytest.mark.skipif(DISABLED, reason="shared wins are rare: too many games for plain Python")
def test_the_winners_are_those_of_the_results() -> None:
    rules = rules_of("board", players=3, tokens=False)
    chunk = arena.Chunk(rules, 400)
    rules.play_games(chunk.states, key_of("winners"), 0, chunk.decisions)
    ends = rules.standings(chunk.states)
    assert (ends.won.sum(axis=1) > 1).any()
    for number in range(len(chunk.states)):
        result = rules.result(chunk.states[number : number + 1])
        assert result is not None
        assert result.points == tuple(ends.points[number])
        assert result.winners == tuple(seat + 1 for seat in range(3) if ends.won[number, seat])
        assert result.ending == rules.endings[ends.endings[number]]


def test_all_games_are_played_to_their_end() -> None:
    for options in TABLES:
        rules = rules_of("board", **options)
        chunk = arena.Chunk(rules, GAMES)
        rules.play_games(chunk.states, key_of("ends"), 0, chunk.decisions)
        for number in range(GAMES):
            assert not Position(rules, chunk.states[number : number + 1]).legal()


def test_progress_is_told_game_by_game_and_never_too_much() -> None:
    heard: list[int] = []
    simulate(rules_of("board", players=2), 10, "p", jobs=2, advance=heard.append, chunk=4)
    assert heard == [4, 4, 2]


def test_a_caller_who_stops_is_not_kept_waiting() -> None:
    heard: list[int] = []

    def stop(games: int) -> None:
        heard.append(games)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(rules_of("board", players=2), 1_000_000, "stop", jobs=2, advance=stop, chunk=4)
    assert heard == [4]


def test_the_data_is_plain() -> None:
    summary = simulate(rules_of("board", solo=True), 2, 1)
    data = json.loads(json.dumps(summary.data()))
    assert {"games", "decisions", "seconds", "decisions_per_second", "digest"} <= set(data)
    assert data["games"] == 2
    assert data["seed"] == "1"
    assert data["points"][1] == {"mean": summary.points[1].mean, **spread_ends(summary)}
    assert len(data["digest"]) == 64


def spread_ends(summary: Summary) -> dict[str, int]:
    return {"least": summary.points[1].least, "most": summary.points[1].most}


@pytest.mark.parametrize("games", [0, -1, 10_000_001, True, 2.0, "9"])
def test_an_absurd_number_of_games_is_refused(games: Any) -> None:
    with pytest.raises(CoatlError, match=r"Allowed: 1 to 10000000\. \[simulate\.games\]"):
        simulate(rules_of("board", players=2), games, "s")


@pytest.mark.parametrize("jobs", [0, -2, 65, None])
def test_an_absurd_number_of_jobs_is_refused(jobs: Any) -> None:
    with pytest.raises(CoatlError, match=r"Allowed: 1 to 64\. \[simulate\.jobs\]"):
        simulate(rules_of("board", players=2), 5, "s", jobs)


def test_a_seed_is_checked_like_that_of_a_game() -> None:
    with pytest.raises(CoatlError, match=r"seed\.text"):
        simulate(rules_of("board", players=2), 5, 'no "quotes"')
