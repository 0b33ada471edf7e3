"""`coatl solve board` and `coatl puzzle` as a user types them."""

import json
from pathlib import Path
from random import Random

import pytest

import coatl as package
from tests.cli.command import answered, refused

EXAMPLE = ("solve", "board", "--pieces", "(B B Y Y R)", "--cards", "Y4 K5", "--temples", "T3")


def test_pieces_and_cards_are_solved_with_reasons(tmp_path: Path) -> None:
    result = answered(*EXAMPLE, state=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "The best: 9 points" in result.stdout
    assert "start head B" in result.stdout
    assert "B B Y Y stands once (pieces 1–4)" in result.stdout


def test_programs_get_the_same_as_json(tmp_path: Path) -> None:
    data = json.loads(answered(*EXAMPLE, "--json", state=tmp_path).stdout)
    assert data["points"] == 9
    assert data["steps"][-1] == "temple T3"
    assert data["coatls"][0]["coatl"] == "(BBYYR)"


def test_cards_may_be_named_one_by_one_or_together(tmp_path: Path) -> None:
    once = answered(*EXAMPLE, "--json", state=tmp_path).stdout
    words = ("solve", "board", "--pieces", "(BBYYR)", "--cards", "Y4", "--cards", "k5", "--temples", "t3", "--json")
    assert answered(*words, state=tmp_path).stdout == once


def test_a_beginning_with_its_cards_and_a_difficulty(tmp_path: Path) -> None:
    words = ("solve", "board", "--pieces", "Y Y R)", "--cards", "R1", "--coatl", "(BBY K5", "--single", "--json")
    assert json.loads(answered(*words, state=tmp_path).stdout)["points"] == 4
    assert json.loads(answered(*words, "--difficulty", "1", state=tmp_path).stdout)["points"] == 0


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("solve.source", []),
        ("solve.source", ["--pieces", "R", "--position", "x:1"]),
        ("options.contradict", ["--position", "x:1", "--cards", "K5"]),
        ("options.contradict", ["--pieces", "R", "--at", "3"]),
        ("options.contradict", ["--pieces", "R", "--cells"]),
        ("options.contradict", ["--pieces", "R", "--single", "--coatl", "R", "--coatl", "G"]),
        ("pieces.unknown", ["--pieces", "QQ"]),
        ("pieces.many", ["--pieces", "RRRRRRRRRRRRR"]),
        ("card.unknown", ["--pieces", "R", "--cards", "Z1"]),
        ("card.unknown", ["--pieces", "R", "--temples", "T99"]),
        ("coatl.letter", ["--pieces", "R", "--coatl", "Q"]),
        ("coatl.short", ["--pieces", "R", "--coatl", "(R)"]),
        ("options.difficulties", ["--pieces", "R", "--difficulty", "-1"]),
        ("deck.broken", ["--pieces", "R", "--deck", "none.toml"]),
        ("position.impossible", ["--pieces", "R", "--cards", "K5 K5"]),
        ("position.text", ["--position", "nonsense"]),
        ("file.read", ["--record", "missing.coatl"]),
    ],
)
def test_what_cannot_be_solved_is_refused(code: str, words: list[str], tmp_path: Path) -> None:
    refused(answered("solve", "board", *words, state=tmp_path), code)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An unfinished game."""
    game, random = package.new("board", players=2, seed=5), Random(5)
    for _ in range(60):
        game.play(random.choice(game.numbers()))
    path = tmp_path_factory.mktemp("games") / "game.coatl"
    game.save(path)
    return path


def test_a_moment_of_a_record_is_solved_for_a_seat(record: Path, tmp_path: Path) -> None:
    words = ("solve", "board", "--record", str(record), "--at", "40", "--seat", "2", "--cells", "--json")
    result = answered(*words, state=tmp_path)
    assert result.returncode == 0, result.stderr
    assert all(cell["action"].startswith("take ") for cell in json.loads(result.stdout)["cells"])


def test_a_record_tells_only_what_the_seat_sees(record: Path, tmp_path: Path) -> None:
    """The cards of the other hand stand nowhere in the answer, unless everybody knows them."""
    game = package.load(record)
    other = game.rules.view(game.position().states, "all").players[1]
    secret = set(other.hand) - set(other.known) - set(game.view(1).players[0].hand) - set(game.view(1).row)
    shown = answered("solve", "board", "--record", str(record), "--seat", "1", "--json", state=tmp_path).stdout
    assert not any(f'"{card}"' in shown for card in secret)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("replay.number", ["--at", "999"]),
        ("replay.number", ["--at", "-1"]),
        ("seat.unknown", ["--seat", "7"]),
        ("seat.unknown", ["--seat", "0"]),
        ("options.contradict", ["--deck", "own.toml"]),
    ],
)
def test_moments_and_seats_that_are_not_there_are_refused(
    code: str, words: list[str], record: Path, tmp_path: Path
) -> None:
    refused(answered("solve", "board", "--record", str(record), *words, state=tmp_path), code)


# ---------------------------------------------------------------- puzzles


def test_a_puzzle_is_printed_and_its_line_is_solved_alike(tmp_path: Path) -> None:
    words = ("puzzle", "--level", "easy", "--seed", "3", "--json")
    plain = json.loads(answered(*words, state=tmp_path).stdout)
    assert "solution" not in plain
    solved = json.loads(answered(*words, "--solution", state=tmp_path).stdout)
    line = answered("solve", "board", "--position", plain["position"], "--json", state=tmp_path)
    assert json.loads(line.stdout)["points"] == solved["solution"]["points"]
    assert solved["solution"]["unique"]


def test_a_puzzle_is_played_through_a_pipe(tmp_path: Path) -> None:
    words = ("puzzle", "--level", "easy", "--seed", "3")
    steps = json.loads(answered(*words, "--json", "--solution", state=tmp_path).stdout)["solution"]["steps"]
    result = answered(*words, state=tmp_path, typed="\n".join([*steps, "done", ""]))
    assert result.returncode == 0, result.stderr
    assert "Solved:" in result.stdout


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("puzzle.level", ["--level", "divine"]),
        ("puzzle.level", ["--level", ""]),
        ("seed.text", ["--seed", ""]),
        ("seed.text", ["--seed", "7" * 101]),
        ("usage", ["easy"]),
    ],
)
def test_a_puzzle_that_cannot_be_made_is_refused(code: str, words: list[str], tmp_path: Path) -> None:
    refused(answered("puzzle", *words, state=tmp_path), code)
