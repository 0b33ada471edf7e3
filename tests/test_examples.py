"""The scripts in examples/play, run as a reader runs them, with small sizes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.server import serving

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "examples" / "play"
RUNS = {  # script: its options, and what it prints
    "score_and_explain.py": ((), "17 points"),
    "solve_position.py": (("--svg", "table.svg"), "The table is drawn in table.svg"),
    "many_games.py": (("--game", "card", "--games", "2000", "--sample", "20", "--plot", "games.png"), "Drawn in"),
    "bot_in_30_lines.py": (("--games", "20"), "Builder: "),
    "tournament.py": (("greedy", "random", "--games", "4"), "rating"),
}


def run(script: str, *words: str, folder: Path) -> str:
    own = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COATL_LANG": "en"}
    done = subprocess.run(
        [sys.executable, str(FOLDER / script), *words],
        cwd=folder,
        env=own,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("script", RUNS)
def test_an_example_runs(script: str, tmp_path: Path) -> None:
    words, shown = RUNS[script]
    assert shown in run(script, *words, folder=tmp_path)
    for made in words:
        if made.endswith((".svg", ".png")):
            assert (tmp_path / made).stat().st_size > 1000


def test_the_client_plays_a_whole_game_at_a_server(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert "Points: [" in run("client.py", served.url, "--opponent", "random", folder=tmp_path)


def test_every_example_is_run_and_listed() -> None:
    scripts = {path.name for path in FOLDER.glob("*.py")}
    assert scripts == {*RUNS, "client.py"}
    listed = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert all(f"play/{script}" in listed for script in scripts)
