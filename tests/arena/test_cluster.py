"""The same match on a Ray cluster, started here for the test."""

import importlib.util
import json
import os
from pathlib import Path

import pytest

from tests.cli.command import coatl, refused

MATCH = ("arena", "greedy", "random", "--game", "card", "--games", "12", "--json", "-")


@pytest.fixture(autouse=True)
def ray_is_there() -> None:
    if importlib.util.find_spec("ray") is None:
        assert not os.environ.get("CI"), "Ray must be there in CI: pip install 'coatl[ray]'"
        pytest.skip("Ray is not installed: pip install 'coatl[ray]'")


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    found = []
    for name, words in (("alone", ("--jobs", "1")), ("cluster", ("--ray", "local", "--jobs", "2"))):
        store = tmp_path / f"{name}.jsonl"
        result = coatl(*MATCH, *words, "--store", str(store), state=tmp_path)
        assert result.returncode == 0, result.stderr
        json.loads(result.stdout)
        games = [json.loads(line) for line in store.read_text().splitlines()[1:]]
        found.append({game["number"]: game["digest"] for game in games})
    alone, cluster = found
    assert len(alone) == 12
    assert cluster == alone


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere", "a b:c", "auto"])
def test_an_address_without_a_cluster_is_told(tmp_path: Path, address: str) -> None:
    words = ("--ray", address, "--store", str(tmp_path / "games.jsonl"))
    refused(coatl(*MATCH, *words, state=tmp_path), "arena.ray")
