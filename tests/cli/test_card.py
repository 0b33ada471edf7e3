"""The card game on the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.command import answered, refused


def test_score_shows_the_stacks_and_explains(tmp_path: Path) -> None:
    shown = answered("score", "card", "(RG^BGR)", "B1", "P3", state=tmp_path).stdout
    assert shown.startswith("     ▄▄▄\n<◢•R) G) B) G) R◣▂\n   1  2  3  4  5\n")
    assert "G R stands once (parts 4–5); level 1: 2 points" in shown
    assert "together  4" in shown


def test_score_prints_json_for_programs(tmp_path: Path) -> None:
    shown = answered("score", "card", "RG^BY", "B8", "P3", "--json", state=tmp_path).stdout
    assert json.loads(shown) == {
        "total": 2,
        "cards": {"B8": {"times": 0, "level": 0, "points": 0}, "P3": {"times": 1, "level": 1, "points": 2}},
    }


@pytest.mark.parametrize("words", [("RG^^",), ("^R",), ("RX",), ("(R^G",), ("RG", "Z9"), ("RG", "B1", "b1")])
def test_a_score_that_cannot_be_is_refused(words: tuple[str, ...], tmp_path: Path) -> None:
    result = answered("score", "card", *words, state=tmp_path)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_simulate_reads_well(tmp_path: Path) -> None:
    shown = answered("simulate", "card", "--solo", "--opponent", "carl2", "--games", "20", state=tmp_path).stdout
    assert all(word in shown for word in ("Played", "human:", "CARL 2.0:", "turns", "Endings", "Digest"))
    three = answered("simulate", "card", "--players", "3", "--games", "20", "--json", state=tmp_path).stdout
    assert len(json.loads(three)["points"]) == 3


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("card", "--players", "5"), "options.players"),
        (("card", "--players", "0"), "options.players"),
        (("card", "--first", "0"), "options.first"),
        (("card", "--promo"), "options.unknown"),
        (("card", "--no-tokens"), "options.unknown"),
        (("card", "--difficulty", "1"), "options.unknown"),
        (("card", "--golden-feathers"), "options.unknown"),
        (("board", "--opponent", "carl"), "options.unknown"),
        (("board", "--manner", "daring"), "options.unknown"),
        (("board", "--campaign"), "options.unknown"),
        (("card", "--opponent", "carl2"), "options.contradict"),
        (("card", "--manner", "daring"), "options.contradict"),
        (("card", "--solo", "--players", "2"), "options.contradict"),
        (("card", "--solo", "--opponent", "adam"), "options.opponent"),
        (("card", "--solo", "--manner", "mild"), "options.manner"),
        (("card", "--campaign", "--players", "2"), "options.contradict"),
        (("card", "--campaign", "--resume"), "options.contradict"),
        (("card", "--resume"), "resume.none"),
        (("card", "--deck", "none.toml"), "deck.broken"),
        (("card", "--bot", "clever"), "bot.unknown"),
    ],
)
def test_a_game_that_cannot_begin_is_refused(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    refused(answered("play", *words, state=tmp_path), code)


def test_help_says_which_option_belongs_to_which_game(tmp_path: Path) -> None:
    shown = answered("play", "--help", state=tmp_path).stdout
    board, card = shown.index("Only in the board game"), shown.index("Only in the card game")
    assert board < shown.index("--promo") < card < shown.index("--campaign")
