"""`coatl review`: what it prints, what it keeps, what it refuses."""

import json
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from coatl.review import review
from coatl.review.exports import rows_of
from tests.cli.command import answered
from tests.requirements import need
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


def test_mistakes_are_practised_the_dearest_first(record: Path, tmp_path: Path) -> None:
    """What is typed is played on the table of then, taken back, and judged when the decision is over."""
    turns = review(card_game(), SHALLOW).turns
    slips = [slip for turn in turns if turn.seat == 1 for slip in turn.decisions if slip.kind is not None]
    dearest = max(slips, key=lambda slip: slip.cost.margin.value)
    best, played = dearest.best.steps, dearest.played.steps
    typed = ["nonsense", best[0], "undo", *best, "next", "quit"]
    words = ("review", str(record), *DEPTH, "--seat", "1", "--practise")
    found = answered(*words, typed="\n".join(typed), state=tmp_path)
    assert found.returncode == 0, found.stderr
    said = " ".join(found.stdout.split())
    assert f"What would you play here as Player 1? (1/{len(slips)})" in said
    assert "'nonsense' is no action" in said
    assert "As good as the best known move." in said
    assert f"Played: {', '.join(played)}" in said
    assert f"(2/{len(slips)})" in said


@pytest.mark.parametrize("workers", [("--jobs", "2"), ("--ray", "local", "--jobs", "2")])
def test_the_numbers_are_the_same_whoever_works_them_out(workers: tuple[str, ...], tmp_path: Path) -> None:
    """And every turn of a player is a row of the table."""
    need("--ray" not in workers or find_spec("ray") is not None, "Ray: pip install 'coatl[ray]'")
    records = [played("card", seed, 12, players=2) for seed in (1, 2)]
    paths = [tmp_path / f"{number}.coatl" for number in range(len(records))]
    for path, record in zip(paths, records, strict=True):
        path.write_text(record.to_text(), encoding="utf-8")
    table = tmp_path / "turns.parquet"
    words = (*map(str, paths), *DEPTH, "--json", "--parquet", str(table))
    found = answered("review", *words, *workers, state=tmp_path)
    assert found.returncode == 0, found.stderr
    reviews = [review(record, SHALLOW) for record in records]
    assert json.loads(found.stdout) == [json.loads(one.to_json()) for one in reviews]
    need(find_spec("pyarrow") is not None, "Arrow: pip install 'coatl[arena]'")
    rows = import_module("pyarrow.parquet").read_table(table).to_pylist()
    assert rows == [row for path, one in zip(paths, reviews, strict=True) for row in rows_of(path.name, one)]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--depth", "0"), "review.depth"),
        (("--ray", "nowhere"), "arena.ray"),
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
