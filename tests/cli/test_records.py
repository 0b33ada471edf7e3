"""Records on the command line that tell only what one viewer saw."""

from pathlib import Path
from random import Random

import pytest

import coatl as package
from coatl.engine.errors import RecordError
from coatl.engine.record import Record
from coatl.game import Game
from tests.cli.command import answered, refused


def played(kind: str, actions: int) -> Game:
    game, random = package.new(kind, players=2, seed=5), Random(5)
    while not game.over and len(game.entries) < actions:
        game.play(random.choice(game.numbers()))
    return game


@pytest.mark.parametrize("kind", ["board", "card"])
@pytest.mark.parametrize("viewer", [1, 2, None])
def test_whatever_needs_the_whole_game_refuses_a_record_with_hidden_cards(
    kind: str, viewer: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "seen.coatl"
    path.write_text(played(kind, 20).seen_by(viewer).to_text(), encoding="utf-8")
    for words in (["replay"], ["verify"], ["solve", kind, "--record"], ["play", kind, "--resume"]):
        result = answered(*words, str(path), state=tmp_path)
        refused(result, "record.hidden")
        assert "what one viewer saw" in result.stderr


def test_a_hidden_card_is_found_wherever_it_stands() -> None:
    """In the lay-out of the table, in a secret choice, and among what an action brought."""
    seen = played("board", 20).seen_by(1)
    whole = played("board", 20).record()
    for part in (
        Record(**{**vars(whole), "setup": seen.setup}),
        Record(**{**vars(whole), "entries": seen.entries}),
        Record(**{**vars(whole), "seed": None, "setup": seen.setup}),
    ):
        with pytest.raises(RecordError, match=r"\[record\.hidden\]"):
            Game.replay(part)
    assert Game.replay(whole).record() == whole


def test_the_record_of_a_finished_game_hides_nothing(tmp_path: Path) -> None:
    path = tmp_path / "whole.coatl"
    played("card", 10_000).save(path)
    assert answered("verify", str(path), state=tmp_path).returncode == 0
