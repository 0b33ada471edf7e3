"""Learned judgement: what is shipped; and the pipeline on tiny data: positions, training, the gate."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from coatl.bots.base import rng_of
from coatl.bots.board.features import COUNT, FEATURES
from coatl.bots.board.judgement import FOLDER, features_of, judge
from coatl.bots.board.network import LAYERS, answer, read_network, scaled
from coatl.bots.board.quick_player import QuickPlayer
from coatl.bots.board.search import cuts_for
from coatl.bots.board.weights import WEIGHTS, for_table
from coatl.bots.judgement import outcome
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Records, copy_of
from coatl.learn import data, gate, training
from coatl.registry import rules_with
from tests.cli.command import answered, refused

PLACE = {name: place for place, name in enumerate(FEATURES)}


def dealt(rules: Rules, number: int, turns: int) -> Records:
    """A game of the quick player after so many plans."""
    states = rules.blank()
    rules.seed(states, key_of("learn test"), number)
    rules.set_up(states)
    player = QuickPlayer(rules, rng_of(number))
    for _ in range(turns):
        player.step(states, 0.3)
    return states


def samples(size: int, rng: np.random.Generator) -> np.ndarray:
    """Made-up positions whose margin is a simple function of two features."""
    rows = np.zeros(size, data.SAMPLE)
    rows["features"][:, :6] = rng.normal(0, 3, (size, 6))
    rows["margin"] = 4 * rows["features"][:, 1] - 3 * np.abs(rows["features"][:, 2]) + 8 + rng.normal(0, 1, size)
    rows["won"] = rows["margin"] > 0
    rows["game"] = np.arange(size)
    return rows


# ---------------------------------------------------------------- positions


@pytest.mark.parametrize("players", [1, 3])
def test_features_know_no_more_than_the_seat_sees(players: int) -> None:
    rules = data.rules_for(players)
    states = dealt(rules, 5, 14)
    view = rules.view(states, 1)
    found = [features_of(rules, rules.determinise(view, np.random.default_rng(seed)), 1).tolist() for seed in range(4)]
    assert all(features == found[0] for features in found)
    assert found[0][PLACE["players"]] == players


@pytest.mark.parametrize("players", [1, 2])
def test_judgement_foresees_the_end(players: int) -> None:
    """Shortly before the end it is nearer to what comes than a guess that all is even; at the end it is what came."""
    rules, judged, guessed = data.rules_for(players), 0.0, 0.0
    for number in range(8):
        states = dealt(rules, number, 0)
        player = QuickPlayer(rules, rng_of(number))
        lately = [copy_of(states)]
        while player.step(states):
            lately.append(copy_of(states))
        result = rules.result(states)
        assert result is not None
        came = outcome(result, 1)
        assert judge(rules, states, 1) == came
        judged += abs(judge(rules, lately[-6], 1).margin - came.margin)
        guessed += abs(came.margin)
    assert judged < guessed


@pytest.mark.parametrize("kind", ["solo", "table"])
def test_what_is_shipped_is_small_and_calibrated(kind: str) -> None:
    """The card belongs to the file, and on unseen games positions are won as often as foreseen."""
    path = FOLDER / f"judgement_{kind}.npz"
    card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert path.stat().st_size < 200_000
    assert card["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert card["features"] == list(FEATURES)
    assert len(card["test"]["reliability"]) == 10
    assert all(abs(foreseen - came) < 0.05 for foreseen, came, _ in card["test"]["reliability"])


def test_data_are_made_once_and_go_on_where_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "CHUNK", 1)
    order = data.Order(tmp_path, "solo", "t", 2)
    data.make(order, 1)
    first, second = (order.path(chunk) for chunk in range(2))
    kept = second.read_bytes()
    second.unlink()
    time = first.stat().st_mtime_ns
    data.make(order, 1)
    assert (second.read_bytes(), first.stat().st_mtime_ns) == (kept, time)
    found = data.read(tmp_path, "solo")
    assert set(found["game"].tolist()) == {0, 1}
    assert np.isfinite(found["features"]).all()
    assert not list(tmp_path.glob("*.part"))


def test_every_kind_of_table_is_played() -> None:
    rng = np.random.default_rng(1)
    tables = [data.table_of("solo", rng).options for _ in range(60)]
    assert {1, 2, 3, 4, 5} <= {number for options in tables for number in options["difficulties"]}
    assert any(not options["difficulties"] for options in tables)
    tables = [data.table_of("table", rng).options for _ in range(60)]
    assert {options["players"] for options in tables} == {2, 3, 4}
    for name in ("tokens", "promo", "fewer_bodies", "golden_feathers"):
        assert {options[name] for options in tables} == {False, True}


# ---------------------------------------------------------------- training


def test_training_finds_what_is_there_and_is_small(tmp_path: Path) -> None:
    rows = samples(4000, np.random.default_rng(2))
    arrays, figures = training.train(rows, seeds=1, epochs=40)
    assert figures.samples == 400  # a tenth of the games, which it has not seen
    assert figures.explained > 0.9
    assert figures.accuracy > 0.88
    training.write(tmp_path / "judgement_solo.npz", arrays, figures, {"kind": "solo"})
    assert (tmp_path / "judgement_solo.npz").stat().st_size < 200_000
    network, answers = read_network(tmp_path / "judgement_solo.npz"), np.zeros(2, np.float32)
    wanted = training.forward(arrays, training.standardised(arrays, rows["features"][:5]))[2]
    for features, expected in zip(rows["features"][:5], wanted, strict=True):
        answer(network, features, answers)
        assert answers == pytest.approx(expected, abs=1e-2)


def test_training_is_split_by_game() -> None:
    rows = samples(100, np.random.default_rng(3))
    rows["game"] = np.arange(100) // 10
    parts = [set(part["game"].tolist()) for part in training.split(rows)]
    assert sum(map(len, parts)) == len(set.union(*parts)) == 10


def test_slopes_are_those_of_the_loss() -> None:
    """Each weight moved a little changes the loss by as much as its slope says."""
    rng = np.random.default_rng(4)
    rows = samples(64, rng)
    arrays = training.new_arrays(rows["features"], rng, (5, 4))
    arrays = {name: values + rng.normal(0, 0.1, values.shape) * ("bias" in name) for name, values in arrays.items()}
    assert {values.dtype for values in arrays.values()} == {np.dtype(np.float64)}
    inputs = training.standardised(arrays, rows["features"])
    targets = np.stack([rows["margin"] / 10, rows["won"]], 1)
    slopes = training.gradients(arrays, inputs, targets)
    for name in LAYERS:
        place = tuple(0 if name != "first" else 1 for _ in arrays[name].shape)
        losses = []
        for shift in (1e-6, -1e-6):
            moved = training.copied(arrays)
            moved[name][place] += shift
            losses.append(training.figures(moved, rows).loss)
        assert (losses[0] - losses[1]) / 2e-6 == pytest.approx(slopes[name][place], abs=1e-6), name


# ---------------------------------------------------------------- the gate and the search


def test_a_gate_counts_the_decisions_that_differ() -> None:
    found = gate.summed([None, (2.0, 0.5), (1.0, 0.25), None, (3.0, 0.75)])
    assert (found.decisions, found.differ, found.points, found.wins) == (5, 3, 2.0, 0.5)
    assert found.passed
    assert not gate.summed([(2.0, 0.5), (-3.0, -0.5), (0.5, 0.0)]).passed
    assert not gate.summed([None, None]).passed


def test_a_network_is_tried_on_decisions() -> None:
    """A network that knows nothing but the points chooses otherwise; what it gains is finite and seldom much."""
    arrays = training.new_arrays(np.random.default_rng(5).normal(0, 1, (9, COUNT)), np.random.default_rng(6), (8, 4))
    trial = gate.Trial(scaled(arrays), "solo", "test", 1)
    found = [gate.try_decision((trial, number)) for number in range(4)]
    assert any(gain is not None for gain in found)
    assert all(abs(gain[0]) < 100 and abs(gain[1]) <= 1 for gain in found if gain is not None)


def test_cuts_are_shares_of_the_budget() -> None:
    """Ten times the rollouts: ten times the tries before each cut, and every round has its share of them."""
    few, many = cuts_for(24, 2400), cuts_for(24, 24000)
    assert np.allclose(many / few, 10, rtol=0.1)
    sizes, before = (24, 12, 6, 3), 0
    for size, cut in zip(sizes, few.tolist(), strict=True):
        assert size * (cut - before) == pytest.approx(480, rel=0.1)
        before = cut


# ---------------------------------------------------------------- the command


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    refused(answered("learn", "train", "--folder", str(tmp_path), state=tmp_path), "learn.data")
    refused(answered("learn", "gate", "--folder", str(tmp_path), state=tmp_path), "learn.network")
    refused(answered("learn", "data", "--kind", "three", state=tmp_path), "learn.kind")
    refused(answered("learn", "data", "--games", "0", state=tmp_path), "learn.games")
    with pytest.raises(CoatlError):
        data.read(tmp_path, "solo")


def test_what_a_network_reads_does_not_change_with_the_weights_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """With difficulty 4 the search has other weights now than when the networks were trained."""
    rules = rules_with("board", None, {"solo": True, "difficulties": (4,)})
    states = rules.blank()
    rules.seed(states, key_of("trained"), 1)
    rules.set_up(states)
    read = features_of(rules, states, 1)
    other = copy_of(WEIGHTS)
    other["needs_four"]["lacking"], other["needs_four"]["unmet"] = 9.0, 50.0
    monkeypatch.setattr("coatl.bots.board.judgement.for_table", lambda states: for_table(states, other))
    assert features_of(rules, states, 1).tolist() == read.tolist()
    monkeypatch.setattr("coatl.bots.board.judgement.TRAINED_FOUR", {})
    assert features_of(rules, states, 1).tolist() != read.tolist()
