"""The command `coatl arena`, as a user runs it: results, files, pictures, mistakes, and a kill in the middle."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import answered, coatl, refused, surroundings
from tests.requirements import need

ROOT = Path(__file__).resolve().parent.parent.parent
MATCH = ("arena", "random", "random", "--game", "card", "--jobs", "1")
GAMES = 60
SLOW = ("arena", "tests.arena.faulty_bots:Slow", "random", "--game", "card", "--games", str(GAMES), "--seed", "k")


def arena(*words: str, state: Path, **more: str) -> subprocess.CompletedProcess[str]:
    return coatl(*words, state=state, XDG_DATA_HOME=str(state / "data"), **more)


def timeless(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file without what the machine decides."""
    with path.open(encoding="utf-8", newline="") as file:
        return [
            {k: v for k, v in row.items() if k not in ("seconds_per_move", "slowest_move")}
            for row in csv.DictReader(file)
        ]


def test_a_match_is_told_as_a_table(tmp_path: Path) -> None:
    result = arena("arena", "greedy", "random", "--game", "card", "--games", "5", "--jobs", "1", state=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    assert "card game, 2 players, 6 games: 3 deals, each in 2 seatings" in result.stdout
    assert "asked for 5" in result.stdout
    lines = {line.split()[0]: line.split() for line in reversed(result.stdout.splitlines()) if line}
    assert lines["entrant"] == ["entrant", "wins", "95", "%", "interval", "fair", "points", "rating"]
    assert lines["greedy"][1].endswith("%")
    assert all(len(line) <= 80 for line in result.stdout.splitlines())
    assert len(list((tmp_path / "data" / "coatl" / "arena").glob("card-*.jsonl"))) == 1


def test_alone_against_an_automaton(tmp_path: Path) -> None:
    table = ("--solo", "--opponent", "carl2", "--manner", "daring", "--games", "4")
    result = arena(*MATCH, *table, "--json", "-", state=tmp_path)
    [found] = json.loads(result.stdout)
    assert [line["name"] for line in found["lines"]] == ["random", "random #2", "CARL 2.0"]
    assert found["plan"]["options"]["manner"] == "daring"
    assert found["lines"][2]["times"] is None


def test_files_tell_every_game_and_seat(tmp_path: Path) -> None:
    need(find_spec("pyarrow") is not None, "pyarrow (pip install 'coatl[arena]')")
    parquet = import_module("pyarrow.parquet")
    files = {name: tmp_path / f"out/games.{name}" for name in ("json", "csv", "parquet")}
    words = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    result = arena(*MATCH, "--games", "6", *words, state=tmp_path)
    assert result.returncode == 0, result.stderr
    with files["csv"].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], row["seat"]) for row in rows] == [(str(n), str(s)) for n in range(6) for s in (1, 2)]
    table = parquet.read_table(files["parquet"])
    assert table.column("points").to_pylist() == [int(row["points"]) for row in rows]
    assert json.loads(table.schema.metadata[b"coatl arena"])[0]["entrants"] == ["random", "random"]
    [found] = json.loads(files["json"].read_text())
    assert found["lines"][0]["wins"]["mean"] == pytest.approx(
        sum(float(row["won"]) for row in rows if row["entrant"] == "random") / 6
    )


@pytest.mark.parametrize(("place", "made"), [("all.png", ["all.png"]), ("all.svg", ["all.svg"])])
def test_one_picture_shows_everything(tmp_path: Path, place: str, made: list[str]) -> None:
    result = arena(*MATCH, "--games", "6", "--plot", str(tmp_path / "pictures" / place), state=tmp_path)
    assert result.returncode == 0, result.stderr
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == made
    assert (tmp_path / "pictures" / place).stat().st_size > 5000


def test_a_plan_file_plays_all_its_matches(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(
        '[defaults]\ngame = "card"\nentrants = ["random", "random"]\ngames = 4\n'
        '[[match]]\nname = "Two at a table"\n[[match]]\nname = "Three"\nplayers = 3\n'
    )
    words = ("--plan", str(tmp_path / "plan.toml"), "--jobs", "1", "--csv", str(tmp_path / "games.csv"))
    stored = ("--store", str(tmp_path / "kept"), "--plot", str(tmp_path / "pictures"))
    result = arena("arena", *words, *stored, state=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.index("Two at a table: card game, 2 players") < result.stdout.index(
        "Three: card game, 3 players"
    )
    assert [row["match"] for row in timeless(tmp_path / "games.csv")] == ["Two at a table"] * 8 + ["Three"] * 18
    assert len(list((tmp_path / "kept").iterdir())) == 2
    names = ("ratings", "scores", "wins")
    pictures = {f"{match}-{name}.png" for match in ("two-at-a-table", "three") for name in names}
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == pictures


def started(tmp_path: Path, jobs: int, *more: str) -> "subprocess.Popen[str]":
    """A match that takes some seconds."""
    return subprocess.Popen(
        [sys.executable, "-m", "coatl", *SLOW, "--jobs", str(jobs), "--store", str(tmp_path / "games.jsonl"), *more],
        env=surroundings(tmp_path),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def played(tmp_path: Path) -> list[int]:
    """The numbers of the games in the store, whole lines only."""
    path = tmp_path / "games.jsonl"
    lines = path.read_text().split("\n")[1:-1] if path.exists() else []
    return [json.loads(line)["number"] for line in lines]


def wait_for_games(tmp_path: Path, count: int, program: "subprocess.Popen[str]") -> None:
    for _ in range(1200):
        if len(played(tmp_path)) >= count:
            return
        assert program.poll() is None, program.communicate()
        time.sleep(0.05)
    raise AssertionError("no games were played")


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text().split()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """The games of the match that nobody kills."""
    folder = tmp_path_factory.mktemp("whole")
    words = ("--jobs", "2", "--store", str(folder / "games.jsonl"), "--csv", str(folder / "games.csv"))
    assert arena(*SLOW, *words, state=folder).returncode == 0
    return timeless(folder / "games.csv")


@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_again_and_again_a_match_loses_nothing_and_plays_nothing_twice(
    tmp_path: Path, jobs: int, whole: list[dict[str, str]]
) -> None:
    kept: list[int] = []
    for kill in range(2):
        program = started(tmp_path, jobs)
        wait_for_games(tmp_path, len(kept) + 5, program)
        workers = children(program.pid)
        program.send_signal(signal.SIGKILL)
        program.communicate()
        assert played(tmp_path)[: len(kept)] == kept
        kept = played(tmp_path)
        assert 5 * (kill + 1) <= len(kept) < GAMES
        wait_until_gone(workers)
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"number": 59, "tur')  # as a kill in the middle of a line leaves it
    stored = ("--jobs", "1", "--store", str(tmp_path / "games.jsonl"), "--csv", str(tmp_path / "killed.csv"))
    assert arena(*SLOW, *stored, state=tmp_path).returncode == 0
    assert played(tmp_path)[: len(kept)] == kept
    assert sorted(played(tmp_path)) == list(range(GAMES))
    assert timeless(tmp_path / "killed.csv") == whole


def wait_until_gone(workers: list[int]) -> None:
    """Workers end by themselves when the one who started them was killed."""
    for _ in range(200):
        if not any(alive(worker) for worker in workers):
            return
        time.sleep(0.05)
    raise AssertionError("workers are left behind")


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(tmp_path: Path) -> None:
    program = started(tmp_path, 2, "--games", "4000")  # so many that it is not over before it hears
    wait_for_games(tmp_path, 3, program)
    workers = children(program.pid)
    os.kill(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=30)
    assert program.returncode == 130, errors
    assert "the same command goes on with them" in errors
    assert "Traceback" not in errors
    assert len(played(tmp_path)) >= 3
    wait_until_gone(workers)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("greedy", "genius"), "bot.unknown"),
        (("greedy", "random", "--games", "0"), "arena.games"),
        (("greedy", "random", "--games", "-3"), "arena.games"),
        (("greedy", "random", "--games", "many"), "usage"),
        (("greedy", "random", "--jobs", "0"), "arena.jobs"),
        (("greedy", "random", "--players", "-1"), "options.players"),
        (("greedy", "random", "--first", "0"), "options.first"),
        (("greedy", "random", "--seed", ""), "seed.text"),
        (("greedy", "random", "--deck", "none.toml"), "deck.broken"),
        (("greedy:soon", "random"), "bot.limit"),
        (("random:50ms", "random"), "bot.limit"),
        (("greedy", "random", "--patience", "-1"), "arena.patience"),
        (("greedy",), "arena.entrants"),
        ((), "arena.entrants"),
        (("greedy", "random", "--game", "chess"), "game.unknown"),
        (("greedy", "random", "--manner", "daring"), "options.unknown"),
        (("greedy", "--solo", "--players", "3"), "options.contradict"),
        (("greedy", "--plan", "plan.toml"), "options.contradict"),
        (("--plan", "plan.toml", "--players", "3"), "options.contradict"),
        (("--plan", "none.toml"), "file.read"),
        (("greedy", "random", "--csv", "/proc/games.csv"), "file.write"),
        (("greedy", "random", "--json", "/proc/games.json"), "file.write"),
        (("greedy", "random", "--parquet", "/proc/games.parquet"), "file.write"),
        (("greedy", "random", "--plot", "/proc/games.png"), "file.write"),
        (("greedy", "random", "--csv", str(ROOT)), "file.write"),
        (("greedy", "random", "--plot", str(ROOT / "README.md" / "games.png")), "file.write"),
        (("greedy", "random", "--plot", "games.docx"), "arena.plot"),
        (("greedy", "random", "--store", "/proc/games.jsonl"), "file.write"),
        (("greedy", "random", "--store", str(ROOT / "README.md")), "arena.store"),
    ],
)
def test_mistakes_are_told_before_the_first_game(tmp_path: Path, words: tuple[str, ...], code: str) -> None:
    refused(answered("arena", *words, state=tmp_path, XDG_DATA_HOME=str(tmp_path / "data")), code)


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ("matplotlib", ("--plot", "x.png")),
        ("pyarrow", ("--parquet", "x.parquet")),
        ("ray", ("--ray", "local")),
    ],
)
def test_a_missing_library_is_told_with_what_to_install(tmp_path: Path, library: str, words: tuple[str, ...]) -> None:
    (tmp_path / "hidden" / library).mkdir(parents=True)
    (tmp_path / "hidden" / library / "__init__.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path / "hidden"), *filter(None, [os.environ.get("PYTHONPATH")])])
    result = arena(*MATCH, *words, state=tmp_path, PYTHONPATH=path)
    refused(result, "extra.missing")
    extra = "ray" if library == "ray" else "arena"
    assert f"pip install 'coatl[{extra}]'" in result.stderr


def test_help_teaches_with_examples(tmp_path: Path) -> None:
    text: Any = arena("arena", "--help", state=tmp_path).stdout
    assert "coatl arena search:50ms greedy --players 4" in text
    assert "coatl arena --plan plan.toml" in text
