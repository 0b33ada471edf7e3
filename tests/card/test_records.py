"""Random games written down: records replay them, and a position in one line parses back."""

from typing import Any

import numpy as np
import pytest

from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry, Record, parse_record
from coatl.game import Game
from tests.card.tables import (
    FEW_TABLES,
    LINES,
    Viewer,
    as_bytes,
    check_prophecies,
    games,
    name,
    play_on,
    rules_at,
    rules_of,
    viewers,
    without_chance,
)

# ---------------------------------------------------------------- records


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_text_and_json_are_inverse_and_replay_the_game(table: dict[str, Any]) -> None:
    """With the seed and without it."""
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            if game.can_undo(game.seat) and dice.random() < 0.1:
                game.undo()
            if dice.random() < 0.02 or game.over:
                check_record(game)


def check_record(game: Game) -> None:
    record = game.record()
    assert parse_record(record.to_text()) == parse_record(record.to_json())
    assert parse_record(record.to_json()).to_json() == record.to_json()
    again = Game.replay(parse_record(record.to_text()))
    assert again._states.tobytes() == game._states.tobytes()
    assert (again.entries, again.result) == (game.entries, game.result)
    unseeded = Game.replay(parse_record(record.public().to_json()))
    assert without_chance(unseeded._states) == without_chance(game._states)
    assert (unseeded.entries, unseeded.result, unseeded.seed) == (game.entries, game.result, None)


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    """RULES 7."""
    rules = rules_at({"players": 3, "first": 1})
    one, same, other = (Game(rules, seed)._states.tobytes() for seed in ("a", "a", "b"))
    assert one == same != other


def test_a_record_whose_chance_could_not_have_been_is_refused() -> None:
    """RULES 7: without the seed the decks still know what they hold."""
    game = Game(rules_at({"solo": True, "opponent": "carl", "manner": "daring"}), "1")
    game.play("carl")
    record = game.record().public()
    entry = record.entries[0]
    for place, wrong in ((0, "B1"), (1, "G1"), (1, "rg")):
        outcomes = (*entry.outcomes[:place], wrong, *entry.outcomes[place + 1 :])
        broken = Record(**{**record.__dict__, "entries": (Entry(entry.seat, entry.action, outcomes),)})
        with pytest.raises(CoatlError, match=r"\[record\.\w+\]"):
            Game.replay(broken)


# ---------------------------------------------------------------- one-line positions


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_a_position_in_one_line_parses_back(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        for number, _ in enumerate(play_on(game, dice)):
            if number % LINES == 0 or game.over:
                check_whole_line(game)
                for viewer in viewers(game):
                    check_seen_line(game, viewer)


def check_whole_line(game: Game) -> None:
    """The line that shows all gives back the very state, but for its chance."""
    rules = rules_of(game)
    line = rules.position(game._states, "all")
    assert "\n" not in line
    read = rules.read_position(line)
    assert rules.position(read, "all") == line
    assert without_chance(read) == without_chance(game._states)


def check_seen_line(game: Game, viewer: Viewer) -> None:
    """What a viewer's line leaves open is dealt anew, and looks the same to this viewer."""
    rules = rules_of(game)
    line = rules.position(game._states, viewer)
    read = rules.read_position(line, np.random.default_rng(len(line)))
    assert as_bytes(rules.view(read, viewer)) == as_bytes(rules.view(game._states, viewer))
    check_prophecies(rules, read[0])
