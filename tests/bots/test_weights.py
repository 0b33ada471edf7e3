"""The weights of the evaluations: files that are checked, and that take each other's place."""

from pathlib import Path

import numpy as np
import pytest

from coatl.bots.base import Limit, rng_of
from coatl.bots.board import weights as board
from coatl.bots.card import weights as card
from coatl.bots.evaluation import Evaluation
from coatl.bots.greedy import GreedyBot
from coatl.bots.search import SearchBot
from coatl.bots.weights import parse_weights, read_weights
from coatl.engine.errors import CoatlError
from coatl.game import Game
from coatl.registry import rules_of

FILES = {"board": (board.Weights, board.FILE), "card": (card.Weights, card.FILE)}


def changed(path: Path, before: str, after: str) -> str:
    text = path.read_text(encoding="utf-8")
    assert before in text
    return text.replace(before, after, 1)


@pytest.mark.parametrize("game", FILES)
def test_every_weight_says_what_it_is(game: str) -> None:
    declaration, path = FILES[game]
    weights = read_weights(declaration, path)
    names = [name for section in weights.dtype.names or () for name in weights.dtype[section].names or ()]
    assert path.read_text(encoding="utf-8").count("about = ") == len(names) > 20


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("origin = ", "source = ", "weights.names"),
        ("slot = { value = 0.7", "slots = { value = 0.7", "weights.names"),
        ("[position]", "[more]\n[position]", "weights.names"),
        ("slot = { value = 0.7", "slot = { value = [0.7]", "weights.shape"),
        ("slot = { value = 0.7", 'slot = { value = "much"', "weights.value"),
        ("slot = { value = 0.7", "slot = { value = nan", "weights.value"),
        ("width = { value = 40", "width = { value = 40.5", "weights.value"),
        ('slot = { value = 0.7, unit = "points"', "slot = { value = 0.7, unit = 1", "weights.value"),
        ("slot = { value = 0.7", "slot = { value = ", "weights.toml"),
    ],
)
def test_a_broken_file_is_refused(before: str, after: str, code: str) -> None:
    with pytest.raises(CoatlError) as refusal:
        parse_weights(board.Weights, changed(board.FILE, before, after))
    assert refusal.value.code == code


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoatlError) as refusal:
        Evaluation(rules_of("card", players=2), tmp_path / "nothing.toml")
    assert refusal.value.code == "weights.file"


def test_difficulty_four_has_weights_of_its_own() -> None:
    usual, four = board.WEIGHTS, board.for_difficulty_four(board.WEIGHTS)
    assert usual[0].designs.future == -5.0
    assert four[0].designs.future == four[0].needs_four.future == -30.0
    assert four[0].designs.tempo == usual[0].designs.tempo


def test_another_file_makes_another_bot(tmp_path: Path) -> None:
    """Greedy and search both play by the file that they are given: here nothing but protected prophecies counts."""
    path = tmp_path / "weights.toml"
    path.write_text(changed(card.FILE, "safe = { value = 0.5", "safe = { value = 50.0"), encoding="utf-8")
    rules = rules_of("card", players=2)
    game = Game(rules, "weights")
    view = game.view(game.seat)
    numbers = [rules.parse(action) for action in view.legal]
    states = rules.determinise(view, rng_of(1))
    usual, other = Evaluation(rules), Evaluation(rules, path)
    assert other.weights[0].position.safe == 50.0
    assert len(usual.action_values(states, game.seat, numbers)) == len(numbers)
    player = states[0].players[game.seat - 1]
    player.levels[0] = 3
    before, after = (np.array(each.action_values(states, game.seat, numbers)) for each in (usual, other))
    assert np.allclose(after - before, 49.5)
    assert GreedyBot(rules, path).evaluation.weights[0].position.safe == 50.0
    thought = SearchBot(rules, path).think(view, view.legal, Limit(simulations=4), rng_of(1))
    assert thought.choice in view.legal
