"""The store of a match: what was played is not played again, what was torn is, and nothing foreign is touched."""

import json
from pathlib import Path
from typing import Any

import pytest

from coatl.arena import matches, workers
from coatl.arena.match_game import Table
from coatl.arena.matches import match, run
from coatl.arena.plan import Plan
from coatl.arena.store import Store, place_of
from coatl.engine.errors import CoatlError

PLAN = Plan(("random", "random"), "card", 10)


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are really played."""
    found: list[int] = []
    play = Table.play

    def noted(table: Table, number: int) -> Any:
        found.append(number)
        return play(table, number)

    monkeypatch.setattr(Table, "play", noted)
    return found


def test_a_finished_match_is_not_played_again(tmp_path: Path, numbers: list[int]) -> None:
    path = tmp_path / "deep" / "games.jsonl"
    once = run(PLAN, store=path)
    assert numbers == list(range(10))
    assert run(PLAN, store=path) == once
    assert numbers == list(range(10))
    assert len(path.read_text().splitlines()) == 11


def test_a_match_can_grow_and_shrink(tmp_path: Path, numbers: list[int]) -> None:
    path = tmp_path / "games.jsonl"
    run(PLAN, store=path)
    longer = run(Plan(("random", "random"), "card", 14), store=path)
    assert numbers == list(range(14))
    shorter = run(Plan(("random", "random"), "card", 4), store=path)
    assert numbers == list(range(14))
    assert [len(longer.games), len(shorter.games)] == [14, 4]


@pytest.mark.parametrize("cut", [1, 2, 60, 400])
def test_a_torn_last_line_is_dropped_and_its_game_played_again(tmp_path: Path, numbers: list[int], cut: int) -> None:
    path = tmp_path / "games.jsonl"
    once = run(PLAN, store=path)
    content = path.read_bytes()
    path.write_bytes(content[:-cut])
    numbers.clear()
    again = run(PLAN, store=path)
    assert numbers == list(range(content[:-cut].count(b"\n") - 1, 10))
    assert [game.digest for game in again.games] == [game.digest for game in once.games]
    numbers.clear()
    assert run(PLAN, store=path) == again
    assert numbers == []


def test_a_file_torn_in_its_first_line_begins_anew(tmp_path: Path, numbers: list[int]) -> None:
    path = tmp_path / "games.jsonl"
    run(PLAN, store=path)
    path.write_bytes(path.read_bytes()[:9])
    run(PLAN, store=path)
    assert numbers == [*range(10), *range(10)]


def test_a_fresh_start_forgets_what_was_kept(tmp_path: Path, numbers: list[int]) -> None:
    path = tmp_path / "games.jsonl"
    run(PLAN, store=path)
    run(PLAN, store=path, fresh=True)
    assert numbers == [*range(10), *range(10)]
    assert len(path.read_text().splitlines()) == 11


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (Plan(("random", "greedy"), "card", 10), "entrants"),
        (Plan(("random", "random"), "card", 10, seed="2"), 'seed "1", now "2"'),
        (Plan(("random", "random"), "card", 10, options={"players": 3}), "options"),
        (Plan(("random", "random"), "board", 10), "game"),
    ],
)
def test_the_store_of_another_plan_is_refused_and_kept(tmp_path: Path, other: Plan, word: str) -> None:
    path = tmp_path / "games.jsonl"
    run(PLAN, store=path)
    before = path.read_bytes()
    with pytest.raises(CoatlError, match=word) as caught:
        run(other, store=path)
    assert caught.value.code == "arena.store"
    assert path.read_bytes() == before
    assert place_of(other) != place_of(PLAN)


def test_results_of_other_code_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    run(PLAN, store=path)
    monkeypatch.setattr("coatl.arena.plan.code_of", lambda *_: "changed")
    with pytest.raises(CoatlError, match="code"):
        run(Plan(("random", "random"), "card", 10), store=path)


def test_the_code_of_a_bot_of_ones_own_counts() -> None:
    own = Plan(("tests.arena.faulty_bots:Slow", "random"), "card")
    assert own.data()["code"] != PLAN.data()["code"]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_file_that_is_no_store_is_never_touched(tmp_path: Path, fresh: bool) -> None:
    path = tmp_path / "thesis.txt"
    path.write_text("Chapter one")
    with pytest.raises(CoatlError, match="holds no results") as caught:
        run(PLAN, store=path, fresh=fresh)
    assert caught.value.code == "arena.store"
    assert path.read_text() == "Chapter one"


@pytest.mark.parametrize("line", ["{}", "nonsense", "[1]", '{"number": 1}', "null"])
def test_a_broken_line_in_the_middle_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "games.jsonl"
    run(PLAN, store=path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], line, *lines[5:]]) + "\n")
    with pytest.raises(CoatlError, match="Line 5") as caught:
        run(PLAN, store=path)
    assert caught.value.code == "arena.store"


def test_two_programs_do_not_play_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Store(PLAN, path), pytest.raises(CoatlError) as caught:
        run(PLAN, store=path)
    assert caught.value.code == "arena.busy"
    assert len(run(PLAN, store=path).games) == 10


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "games.jsonl"):
        with pytest.raises(CoatlError) as caught:
            match("random", "random", store=path)
        assert caught.value.code == "file.write"


def test_what_was_played_before_an_interruption_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    play = workers.play

    def interrupted(*given: Any) -> Any:
        for count, games in enumerate(play(*given)):
            if count == 2:
                raise KeyboardInterrupt
            yield games

    with monkeypatch.context() as patch:
        patch.setattr(matches, "play", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run(PLAN, store=path)
    kept = [json.loads(line)["number"] for line in path.read_text().splitlines()[1:]]
    assert 0 < len(kept) < 10
    assert [game.number for game in run(PLAN, store=path).games] == list(range(10))
