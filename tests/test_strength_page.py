"""The page on strength holds the tables that a command writes from the matches that are kept beside it."""

import json
import tomllib
from pathlib import Path

import pytest

from coatl.arena.plan_file import read_plans
from coatl.bots.ratings import MEASURED, ratings_of
from tools import random_decks, strength

PLANS = ("strength", "levels", "ceiling")


def test_tables_are_those_of_the_kept_matches() -> None:
    text = strength.PAGE.read_text(encoding="utf-8")
    assert strength.page(text) == text, "python -m tools.strength"
    assert {found[2] for found in strength.MARK.finditer(text)} == {*strength.TABLES}


@pytest.mark.parametrize("name", PLANS)
def test_kept_matches_are_those_of_the_plan(name: str) -> None:
    plan = tomllib.loads((strength.DOCS / f"{name}.toml").read_text(encoding="utf-8"))
    seed = plan["defaults"]["seed"]
    known = {one["name"]: (one["entrants"][0], str(one.get("seed", seed))) for one in plan["match"]}
    for match in strength.kept(name):
        assert known[match.name] == (match.lines[0].name, match.seed)


def test_ratings_rise_from_level_to_level() -> None:
    for game in ("board", "card"):
        values = [found.rating for found in strength.ratings(game).values()]
        assert values[0] == strength.LOWEST
        assert values == sorted(values)


def test_own_decks_are_the_same_at_every_writing_and_sound(tmp_path: Path) -> None:
    random_decks.main(tmp_path)
    names = [plan.name for plan in read_plans(tmp_path / "decks.toml")]
    assert len(names) == 2 * (1 + random_decks.DECKS)
    assert {match.name for match in strength.kept("decks")} <= {*names}
    for game in random_decks.ENTRANTS:
        decks = [(tmp_path / f"{game}-{number}.toml").read_text(encoding="utf-8") for number in (1, 2)]
        assert decks[0] == random_decks.random_deck(game, 1) != decks[1]


def test_the_program_tells_the_ratings_of_the_page() -> None:
    assert MEASURED.read_text(encoding="utf-8") == strength.ratings_file(), "python -m tools.strength"
    assert {*ratings_of("priest")} == {"board", "card"}
    assert ratings_of("greedy") == {}


def test_keeping_takes_the_place_of_older_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "DOCS", tmp_path)
    figures = {"games": 100, "points": {"mean": 20.123}, "wins": {"mean": 0.7, "low": 0.60421, "high": 0.78}}
    lines = [{"name": "priest", **figures}, {"name": "novice", **figures}]
    found = tmp_path / "found.json"
    for games in (50, 100):
        played = [{"name": "card: x", "plan": {"seed": "s"}, "lines": [{**line, "games": games} for line in lines]}]
        found.write_text(json.dumps(played), encoding="utf-8")
        strength.keep("levels", [found])
    [kept] = strength.kept("levels")
    assert kept.lines[0] == strength.Line("priest", 100, (0.7, 0.6042, 0.78), 20.12)


def test_share_of_the_distance() -> None:
    """Half way between both ends, with the interval that follows from all three."""
    low, middle, top = (strength.Line("", 100, (share, share - 0.1, share + 0.1), 0) for share in (0.4, 0.6, 0.8))
    assert strength.closed(low, middle, top) == "50 ± 31 %"
    assert strength.closed(low, middle, low) == "–"
