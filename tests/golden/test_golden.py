"""Every golden game replays line by line, and playing it anew gives the very same files."""

import pytest

from coatl.board.notation import SPACE as BOARD_SPACE
from coatl.card.notation import SPACE as CARD_SPACE
from coatl.engine.actions import Space
from coatl.engine.record import Record, parse_record
from coatl.game import Game
from tests.golden.games import FOLDER, GAMES, course, files_of

each_game = pytest.mark.parametrize("name", GAMES)


def text(name: str, ending: str) -> str:
    return (FOLDER / f"{name}.{ending}").read_text(encoding="utf-8")


@each_game
def test_the_record_replays_with_the_same_views_and_points(name: str) -> None:
    expected = text(name, "course").splitlines()
    record = parse_record(text(name, "coatl"))
    for number, line in enumerate(course(record)):
        assert number < len(expected), f"the game goes on: {line}"
        assert line == expected[number], f"line {number + 1} of {name}.course"
    assert number + 1 == len(expected)


@each_game
def test_the_record_replays_without_its_seed(name: str) -> None:
    record = parse_record(text(name, "coatl")).public()
    game = Game.replay(record)
    assert game.result is not None
    assert game.record() == record


@each_game
def test_the_game_played_anew_gives_the_same_files(name: str) -> None:
    for path, content in files_of(name).items():
        assert path.read_text(encoding="utf-8") == content, f"run `make golden` and read the difference in {path.name}"


@each_game
def test_the_text_is_written_as_it_was_read(name: str) -> None:
    assert parse_record(text(name, "coatl")).to_text() == text(name, "coatl")


def records_of(game: str) -> list[Record]:
    records = [parse_record(text(name, "coatl")) for name in GAMES]
    return [record for record in records if record.game == game]


def verbs_in(records: list[Record]) -> set[str]:
    return {entry.action.split()[0] for record in records for entry in record.entries}


def verbs_of(space: Space) -> set[str]:
    return {family.verb.split()[0] for family in space.families}


def test_together_they_show_every_kind_of_action_and_of_ending() -> None:
    records = records_of("board")
    assert verbs_in(records) == verbs_of(BOARD_SPACE) | {"undo"}
    assert {record.result["ending"] for record in records if record.result} == {
        "third-coatl",
        "no-bodies",
        "all-passed",
    }


def test_those_of_the_card_game_show_every_kind_of_action_too() -> None:
    """Nobody passes: the printed feathers never run out."""
    assert verbs_in(records_of("card")) == verbs_of(CARD_SPACE) - {"pass"} | {"undo"}


def test_there_are_no_other_files() -> None:
    wanted = {f"{name}.{ending}" for name in GAMES for ending in ("coatl", "course")}
    assert {path.name for path in FOLDER.iterdir()} == wanted
