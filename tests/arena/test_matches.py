"""Matches: the same deals for all, every seat, the same results however they are played, and bots that go wrong."""

from collections import Counter
from typing import Any

import pytest

from coatl.arena import Match, match
from coatl.arena.match_game import Table
from coatl.arena.matches import run
from coatl.arena.plan import Plan
from coatl.engine.errors import CoatlError
from coatl.game import Game
from tests.arena.faulty_bots import Seeing

STRANGE = "tests.arena.faulty_bots"
TABLES: list[dict[str, Any]] = [
    {"game": "board", "players": 2, "promo": True},
    {"game": "board", "players": 3, "golden_feathers": True, "first": 2},
    {"game": "board", "solo": True, "difficulties": [1, 4]},
    {"game": "card", "players": 4},
    {"game": "card", "solo": True, "opponent": "carl2", "manner": "daring"},
]


def timeless(found: Match) -> list[dict[str, Any]]:
    """The rows without what the machine decides."""
    return [
        {name: row[name] for name in row if name not in ("seconds_per_move", "slowest_move")} for row in found.rows()
    ]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_match_repeated_gives_the_same_games_and_another_seed_others(table: dict[str, Any]) -> None:
    once = timeless(match("random", "random", games=8, seed="s", **table))
    assert timeless(match("random", "random", games=8, seed="s", **table)) == once
    assert timeless(match("random", "random", games=8, seed="t", **table)) != once


def test_two_processes_give_the_same_games_as_one() -> None:
    entrants = ("greedy", "random", f"{STRANGE}:Illegal")
    alone = match(*entrants, game="card", players=2, games=18)
    together = match(*entrants, game="card", players=2, games=18, jobs=2)
    assert timeless(together) == timeless(alone)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    table = Table(Plan(("greedy", "random"), "card", 6))
    forwards = [table.play(number) for number in range(6)]
    backwards = [table.play(number) for number in reversed(range(6))][::-1]
    assert [game.digest for game in forwards] == [game.digest for game in backwards]


def test_every_deal_is_played_in_every_rotation_with_the_last_entrant_on_the_other_seats() -> None:
    found = match("random", "greedy", game="card", players=4, games=9)
    assert len(found.games) == 12  # three deals, rounded up
    seated = {(row["deal"], row["rotation"], row["seat"]): row["entrant"] for row in found.rows()}
    for deal in range(3):
        for rotation in range(4):
            seats = [seated[deal, rotation, seat] for seat in range(1, 5)]
            assert seats == ["greedy" if (seat + rotation) % 4 else "random" for seat in range(4)]


def test_more_entrants_than_seats_play_everybody_against_everybody() -> None:
    found = match("random", "random", "random", game="card", games=1)
    met = Counter(frozenset(one.entrant for one in game.seats) for game in found.games)
    assert met == {frozenset(pair): 2 for pair in [(0, 1), (0, 2), (1, 2)]}
    assert [line.games for line in found.statistics.lines] == [4, 4, 4]


def test_deals_are_the_games_of_the_seed_and_the_same_for_all() -> None:
    table = Table(Plan(("random", "greedy"), "board", 4, "s"))
    for deal in range(3):
        assert table.dealt(deal) == Game(table.rules, "s", stream=deal).position()


def test_bots_that_play_alike_end_alike_in_every_rotation_of_a_deal() -> None:
    found = match(f"{STRANGE}:Seeing", f"{STRANGE}:Seeing", game="card", players=3, games=9)
    digests = [game.digest for game in found.games]
    assert [digests[place] for place in range(9)] == [digests[3 * (place // 3)] for place in range(9)]
    assert len(set(digests)) == 3


def test_alone_every_entrant_meets_the_automaton_on_every_deal() -> None:
    found = match("greedy", "random", game="card", games=6, solo=True, opponent="carl", manner="greedy")
    assert [(row["deal"], row["seat"], row["entrant"]) for row in found.rows()] == [
        (deal, seat, name)
        for deal in range(3)
        for entrant in ("greedy", "random")
        for seat, name in ((1, entrant), (2, "CARL"))
    ]
    for game in found.games:
        assert sum(seat.won for seat in game.seats) == 1


def test_points_and_winners_are_those_of_the_game() -> None:
    """A match of one bot that plays the first action can be followed by hand."""
    found = match(f"{STRANGE}:Seeing", f"{STRANGE}:Seeing", game="card", games=2, seed="s")
    game = Game(found.plan.rules, "s", stream=0)
    while not game.over:
        game.play(game.numbers()[0])
    result = game.result
    assert result is not None
    assert [seat.points for seat in found.games[0].seats] == list(result.points)
    assert [seat.won > 0 for seat in found.games[0].seats] == [seat in result.winners for seat in (1, 2)]
    assert found.games[0].turns == game.rules.turns(game.position().states)


def test_a_bot_sees_the_view_of_its_seat_and_is_not_asked_without_a_choice() -> None:
    Seeing.seen.clear()
    match(f"{STRANGE}:Seeing", "random", game="board", games=2, seed="s")
    assert {view.viewer for view, _ in Seeing.seen} == {"1", "2"}
    for view, legal in Seeing.seen:
        assert str(view.seat) == view.viewer
        assert view.legal == legal
        assert len(legal) > 1


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Crashing", "bot.crashed: ZeroDivisionError: integer division or modulo by zero"),
        ("Illegal", "bot.illegal: It answered 'fly away', which is not legal."),
        ("Illegal", "bot.illegal: It answered None, which is not legal."),
        ("Leaving", "bot.crashed: SystemExit: 3"),
    ],
)
def test_a_bot_that_goes_wrong_forfeits_its_decisions_and_the_match_goes_on(bot: str, reason: str) -> None:
    found = match(f"{STRANGE}:{bot}", "random", game="card", games=4)
    broken, sound = found.statistics.lines
    assert broken.forfeits == sum(game_row["moves"] for game_row in found.rows() if game_row["entrant"] != "random")
    assert broken.forfeits > 0
    assert reason in broken.reasons
    assert (sound.forfeits, sound.reasons) == (0, {})
    assert len(found.games) == 4
    assert any(reason in row["reasons"] for row in found.rows())


def test_a_bot_that_hangs_forfeits_that_decision_only() -> None:
    found = match(f"{STRANGE}:Hanging", "random", game="card", games=2, patience=0.2)
    line = found.statistics.lines[0]
    assert line.forfeits == 2  # one a game
    assert line.reasons == {"bot.hangs: It did not answer within 0.2 seconds.": 2}
    assert line.times is not None
    assert 0.2 <= line.times.slowest < 5


def test_forfeited_decisions_are_replaced_alike_whatever_the_bot_did() -> None:
    """The stand-in draws from the chance of the deal, not from the bot's."""
    crashing = match(f"{STRANGE}:Crashing", "random", game="card", games=4)
    leaving = match(f"{STRANGE}:Leaving", "random", game="card", games=4)
    assert [game.digest for game in crashing.games] == [game.digest for game in leaving.games]


def test_a_bot_that_cannot_be_made_is_told_before_the_first_game() -> None:
    with pytest.raises(CoatlError, match="cannot be made: OSError: no such network") as caught:
        match(f"{STRANGE}:Unmade", "random")
    assert caught.value.code == "bot.crashed"


def test_a_bot_that_brings_its_process_down_is_reported_with_the_game() -> None:
    plan = Plan((f"{STRANGE}:Deadly", "random"), "card", 4)
    with pytest.raises(CoatlError, match="died while it played game") as caught:
        run(plan, jobs=2)
    assert caught.value.code == "arena.worker"


@pytest.mark.parametrize(
    ("entrants", "given", "code"),
    [
        (("greedy", "genius"), {}, "bot.unknown"),
        (("greedy", "no.such:Bot"), {}, "bot.import"),
        (("greedy", "coatl.game:Game"), {}, "bot.import"),
        (("greedy", f"{STRANGE}:Slow:0s"), {}, "bot.limit"),
        (("greedy",), {}, "arena.entrants"),
        ((), {"solo": True}, "arena.entrants"),
        (("random",) * 17, {}, "arena.entrants"),
        (("greedy", "random"), {"games": 0}, "arena.games"),
        (("greedy", "random"), {"games": -4}, "arena.games"),
        (("greedy", "random"), {"jobs": 0}, "arena.jobs"),
        (("greedy", "random"), {"patience": 0}, "arena.patience"),
        (("greedy", "random"), {"patience": float("nan")}, "arena.patience"),
        (("greedy", "random"), {"seed": ""}, "seed.text"),
        (("greedy", "random"), {"game": "chess"}, "game.unknown"),
        (("greedy", "random"), {"players": 7}, "options.players"),
        (("greedy", "random"), {"wind": True}, "options.unknown"),
        (("greedy", "random"), {"game": "card", "manner": "daring"}, "options.contradict"),
    ],
)
def test_what_cannot_be_played_is_refused(entrants: tuple[str, ...], given: dict[str, Any], code: str) -> None:
    with pytest.raises(CoatlError) as caught:
        match(*entrants, **given)
    assert caught.value.code == code
