"""`coatl solve card` as a user types it: from cards, from a position in one line, and from a moment of a record."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import coatl as package
from coatl.card.view import View
from coatl.engine import oneline
from coatl.game import Game
from coatl.solver.card import solver
from tests.cli.command import answered, refused


@pytest.fixture(scope="module")
def game() -> Game:
    """An unfinished game."""
    game, random = package.new("card", players=2, seed=5), Random(5)
    while len(game.entries) < 20:
        game.play(random.choice(game.numbers()))
    return game


@pytest.fixture(scope="module")
def record(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "game.coatl"
    game.save(path)
    return path


def solution(*words: str, state: Path) -> Any:
    result = answered("solve", "card", *words, "--json", state=state)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def best(game: Game) -> Any:
    """What the solver says to the seat that decides."""
    rules = solver.card_rules(game.rules)
    return json.loads(json.dumps(solver.solve(rules, game.view(game.seat)).data()))


def test_cards_in_notation_are_solved_with_reasons(tmp_path: Path) -> None:
    words = ("--coatl", "KG", "--hand", "RB", "--own", "B1", "--second")
    shown = " ".join(answered("solve", "card", *words, state=tmp_path).stdout.split())
    assert shown.startswith("2 points when your turn is over, 0 points now. Type: beside RB right, raise B1, done.")
    assert "G R stands once (parts 2–3); level 0 becomes 1: +2 points" in shown
    assert solution(*words, state=tmp_path)["points"] == 2


def test_a_record_is_solved_for_the_seat_that_decides(game: Game, record: Path, tmp_path: Path) -> None:
    found = solution("--record", str(record), state=tmp_path)
    assert found == best(game)
    assert found["points"] > found["before"]
    assert found["steps"][0]["action"] in game.legal()
    assert solution("--record", str(record), "--seat", str(game.seat), state=tmp_path) == found


def test_an_earlier_moment_has_its_own_answer(game: Game, record: Path, tmp_path: Path) -> None:
    """The first moment, when the table is laid, and the first at which the other seat decides."""
    answers = {}
    for number, moment in enumerate(Game.steps(game.record())):
        if moment.seat not in answers:
            found = answers[moment.seat] = solution("--record", str(record), "--at", str(number), state=tmp_path)
            assert found == best(moment)
            assert found["steps"][0]["action"].split()[0] in ("start", "discard")
    assert answers[1] != answers[2]


def test_a_position_in_one_line_is_solved_like_its_record(game: Game, record: Path, tmp_path: Path) -> None:
    line = oneline.write(game.view(game.seat))
    assert solution("--position", line, state=tmp_path) == solution("--record", str(record), state=tmp_path)


def test_a_position_that_shows_everything_is_solved_as_the_seat_sees_it(game: Game, tmp_path: Path) -> None:
    """The whole table, and the same table with other cards in the other hand and in the deck."""
    answers = []
    for number in range(4):
        dealt = game.rules.determinise(game.view(game.seat), np.random.default_rng(number))
        line = game.rules.position(dealt)
        assert oneline.read(View, line).viewer == "all"
        answers.append(solution("--position", line, state=tmp_path))
    assert all(answer == best(game) for answer in answers)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--seat", "1"), "solve.source"),
        (("--coatl", "RG", "--position", "x"), "solve.source"),
        (("--coatl", "RG", "--at", "3"), "options.contradict"),
        (("--coatl", "RG", "--seat", "1"), "options.contradict"),
        (("--hand", "XX"), "feather.unknown"),
        (("--coatl", "RX"), "coatl.letter"),
        (("--coatl", "RG", "--own", "Z9"), "card.unknown"),
        (("--coatl", "RG", "--own", "B1:-1"), "solve.level"),
        (("--coatl", "RG", "--middle", "B1 B2 B3 B4"), "solve.middle"),
        (("--coatl", "RG", "--own", "B1", "--theirs", "B1"), "position.impossible"),
        (("--coatl", "RG", "--temple", "T99"), "position.impossible"),
        (("--coatl", "RG", "--deck", "none.toml"), "deck.broken"),
        (("--position", "nonsense"), "position.text"),
        (("--record", "nowhere.coatl"), "file.read"),
    ],
)
def test_a_question_that_cannot_be_is_refused(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    refused(answered("solve", "card", *words, state=tmp_path), code)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--seat", "2"), "solve.turn"),
        (("--seat", "3"), "seat.unknown"),
        (("--seat", "-1"), "seat.unknown"),
        (("--at", "21"), "replay.number"),
        (("--at", "-1"), "replay.number"),
        (("--deck", "own.toml"), "options.contradict"),
    ],
)
def test_moments_and_seats_that_are_not_there_are_refused(
    words: tuple[str, ...], code: str, record: Path, tmp_path: Path
) -> None:
    refused(answered("solve", "card", "--record", str(record), *words, state=tmp_path), code)


def test_positions_and_records_of_the_other_game_are_refused(game: Game, record: Path, tmp_path: Path) -> None:
    refused(answered("solve", "board", "--record", str(record), state=tmp_path), "game.unknown")
    refused(answered("solve", "board", "--position", oneline.write(game.view(1)), state=tmp_path), "position.text")


def test_an_impossible_position_is_refused(game: Game, tmp_path: Path) -> None:
    line = oneline.write(game.view(game.seat))
    assert " temple:T2 " in line
    refused(
        answered("solve", "card", "--position", line.replace("temple:T2", "temple:T99"), state=tmp_path),
        "position.impossible",
    )
