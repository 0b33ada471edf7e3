"""The same match on a Ray cluster, started here for the test."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from coatl.arena import match
from tests.cli.command import coatl, refused, surroundings
from tests.requirements import need

CLUSTER = """
import subprocess, sys, ray
address = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False).address_info["gcs_address"]
try:
    sys.exit(subprocess.run([sys.executable, "-m", "coatl", *sys.argv[1:], "--ray", address]).returncode)
finally:
    ray.shutdown()
"""
MATCH = ("arena", "greedy", "random", "--game", "card", "--games", "12", "--json", "-")


@pytest.fixture(autouse=True)
def ray_is_there() -> None:
    need(importlib.util.find_spec("ray") is not None, "Ray: pip install 'coatl[ray]'")


def digests(store: Path) -> dict[int, str]:
    """How each game ended."""
    games = [json.loads(line) for line in store.read_text().splitlines()[1:]]
    assert len(games) == 12
    return {game["number"]: game["digest"] for game in games}


@pytest.fixture(scope="module")
def alone() -> dict[int, str]:
    """The games as one process plays them."""
    return {game.number: game.digest for game in match("greedy", "random", game="card", games=12).games}


def test_a_cluster_started_for_the_match_plays_the_same_games(tmp_path: Path, alone: dict[int, str]) -> None:
    store = tmp_path / "games.jsonl"
    result = coatl(*MATCH, "--ray", "local", "--jobs", "2", "--store", str(store), state=tmp_path)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)[0]["games"] == 12
    assert digests(store) == alone


def test_a_cluster_that_runs_already_plays_the_same_games(tmp_path: Path, alone: dict[int, str]) -> None:
    store = tmp_path / "games.jsonl"
    command = [sys.executable, "-c", CLUSTER, *MATCH, "--store", str(store)]
    result = subprocess.run(
        command, env=surroundings(tmp_path), capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stderr
    assert digests(store) == alone


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere", "a b:c", "auto"])
def test_an_address_without_a_cluster_is_told(tmp_path: Path, address: str) -> None:
    words = ("--ray", address, "--store", str(tmp_path / "games.jsonl"))
    refused(coatl(*MATCH, *words, state=tmp_path), "arena.ray")
