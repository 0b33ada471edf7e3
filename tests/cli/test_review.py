"""`coatl review`: what it prints, what it keeps, what it refuses."""

import json
from pathlib import Path

import pytest

from tests.cli.command import answered
from tests.review.games import SHALLOW, card_game, played

DEPTH = ("--depth", str(SHALLOW))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.coatl"
    path.write_text(card_game().to_text(), encoding="utf-8")
    return path


def test_a_second_look_is_kept(record: Path, tmp_path: Path) -> None:
    first = answered("review", str(record), *DEPTH, "--json", state=tmp_path)
    assert first.returncode == 0, first.stderr
    data = json.loads(first.stdout)
    assert (data["done"], data["game"], len(data["seats"])) == (data["parts"], "card", 2)
    [kept] = (tmp_path / "coatl" / "reviews").iterdir()
    assert len(kept.read_text(encoding="utf-8").splitlines()) == data["parts"]
    changed = kept.stat().st_mtime_ns
    words = answered("review", str(record), *DEPTH, "--seat", "2", "--lang", "de", state=tmp_path)
    assert kept.stat().st_mtime_ns == changed
    assert "Genauigkeit" in words.stdout
    assert "Erwarteter Abstand" in words.stdout
    several = answered("review", str(record), str(record), *DEPTH, state=tmp_path)
    assert "What costs most over these games" in several.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--depth", "0"), "review.depth"),
        (("--jobs", "0"), "review.jobs"),
        (("--seat", "3"), "review.seat"),
    ],
)
def test_what_cannot_be_reviewed_is_said(words: tuple[str, ...], code: str, record: Path, tmp_path: Path) -> None:
    found = answered("review", str(record), *words, state=tmp_path)
    assert (found.returncode, code in found.stderr) == (2, True)


def test_a_record_without_a_move_and_no_record(tmp_path: Path) -> None:
    path = tmp_path / "begun.coatl"
    path.write_text(played("card", 1, 0, players=2).to_text(), encoding="utf-8")
    assert "review.empty" in answered("review", str(path), state=tmp_path).stderr
    path.write_text("no record", encoding="utf-8")
    assert "record.none" in answered("review", str(path), state=tmp_path).stderr
