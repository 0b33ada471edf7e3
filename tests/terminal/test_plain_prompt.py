"""The plain prompt: small terminals, terminals without arrows, games of both kinds, files that are no records."""

import io
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from coatl.describe.automata import AUTOMATA
from coatl.describe.reasons import reason
from coatl.describe.scores import CardPoints
from coatl.game import load
from coatl.messages import Translator
from coatl.terminal.presenter import presenter_of
from coatl.terminal.prompt import Prompt
from coatl.terminal.saves import LAST
from coatl.terminal.scene import Scene
from coatl.terminal.theme import THEME, WIDEST, console
from tests.cli.command import answered, coatl, refused
from tests.terminal.keyboard import eager_choice, new_game

ROWS = 24


def small_screen() -> tuple[Prompt, io.StringIO]:
    """A terminal of 80 columns and 24 rows, without colours."""
    output = io.StringIO()
    console = Console(file=output, theme=THEME, highlight=False, width=80, height=ROWS, color_system=None)
    screen = Prompt(console, io.StringIO())
    screen.interactive = True
    return screen, output


@pytest.mark.parametrize(("options", "actions"), [({"players": 2}, 45), ({"players": 4}, 45), ({"solo": True}, 20)])
def test_supply_and_row_stand_in_24_rows(options: dict[str, Any], actions: int) -> None:
    game = new_game("45 actions", kind="board", **options)
    presenter, random, most = presenter_of(game), Random("45 actions"), 0
    while not game.over:
        if game.legal()[0] not in AUTOMATA and len(game.legal()) > 12:
            most = max(most, len(game.legal()))
            screen, output = small_screen()
            screen.draw(Scene(presenter, game.view(game.seat), game.seat, ["news"] * 6))
            seen = output.getvalue().splitlines()[1 - ROWS :]  # one row is for the prompt
            assert any(line.startswith("Supply") for line in seen), "\n".join(seen)
            assert any(line.startswith("Row") for line in seen)
        game.play(eager_choice(game.legal(), random))
    assert most >= actions


def test_everything_stands_in_its_usual_order_where_there_is_room() -> None:
    game = new_game("7")
    screen, output = small_screen()
    screen.console.height = 60
    screen.draw(Scene(presenter_of(game), game.view(1), 1))
    shown = output.getvalue()
    assert shown.index("Supply") < shown.index("Hand")


def test_the_width_follows_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    screen = Prompt(console(io.StringIO()))
    for columns in (72, 90, 300):
        size = os.terminal_size((columns, 40))
        monkeypatch.setattr(os, "get_terminal_size", lambda *_, size=size: size)
        assert screen.width == min(columns, WIDEST)


def test_a_terminal_without_arrows_shows_signs_in_their_place(tmp_path: Path) -> None:
    ascii_only = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    shown = coatl("play", "board", "--seed", "7", "--solo", state=tmp_path, typed="quit\n", **ascii_only).stdout
    assert shown.isascii()
    assert "?" not in shown.replace("? help", "")
    assert "1>" in shown  # what a card brings: 1→2
    assert "</o" in shown  # a head


# ---------------------------------------------------------------- which game is resumed


def test_each_kind_of_game_finds_its_own_last_game(tmp_path: Path) -> None:
    answered("play", "board", "--seed", "1", "--solo", state=tmp_path, typed="1\n")
    board = load(tmp_path / "coatl" / LAST)
    answered("play", "card", "--seed", "1", "--solo", state=tmp_path, typed="1\n")
    card = load(tmp_path / "coatl" / LAST)
    assert card.rules.game == "card"
    for kind, game in (("board", board), ("card", card), ("board", board)):
        shown = answered("play", kind, "--resume", state=tmp_path, typed="quit\n")
        assert shown.returncode == 0, shown.stderr
        assert load(tmp_path / "coatl" / LAST).commitment == game.commitment
    assert len(list((tmp_path / "coatl").glob("*.coatl"))) == 2  # none is lost, none is doubled


def test_without_a_game_of_its_kind_nothing_is_resumed(tmp_path: Path) -> None:
    answered("play", "card", "--seed", "1", "--solo", state=tmp_path, typed="1\n")
    result = answered("play", "board", "--resume", state=tmp_path)
    refused(result, "resume.none")
    assert "coatl play card --resume" in result.stderr


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("content", [b"", b"hello", b'{"a": 1}', b"\xff\xfe\x00"])
def test_a_file_that_is_no_record_is_called_so(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    for command in ("verify", "replay"):
        result = answered(command, str(path), state=tmp_path)
        assert result.returncode == 2
        assert f"{path} is no record of a game" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "1 point"),
        ("de", "1 Punkt"),
        ("es", "1 punto"),
        ("fr", "1 point"),
        ("uk", "1 очко"),
        ("ru", "1 очко"),
    ],
)
def test_one_point_is_one_point(language: str, words: str) -> None:
    spoken = Translator(language)
    card = CardPoints(1, 1, 1, kind="count", pattern="B")
    assert reason(card, spoken).endswith(words)
    for key in ("table.hint_fall", "table.hint_temple", "table.hint_card", "puzzle.solved"):
        assert words in spoken(key, card="B1", was=1, now=0, times=1, n=1)
