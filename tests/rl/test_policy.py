"""Policies, their training, games as data, and the examples."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coatl
from coatl.arena.plan import Plan as MatchPlan
from coatl.bots.base import Limit, rng_of
from coatl.bots.evaluation import Evaluation
from coatl.bots.registry import entrant, is_own, make
from coatl.engine.errors import CoatlError
from coatl.engine.structs import copy_of
from coatl.extras import optional
from coatl.position import Position
from coatl.registry import rules_of
from coatl.rl import Batch, observation, observation_fields
from coatl.rl.dataset import write_dataset
from coatl.rl.observations import compiled_of
from coatl.rl.policy import POLICIES, Policy
from coatl.rl.training import Plan, measure, train

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "learn"
RULES = rules_of("card", players=2)
CERTAIN = ("take", "start", "extend", "fulfil", "beside", "over", "raise", "steal")  # no deal decides what they bring


def test_training_makes_a_policy_better() -> None:
    """The same seed makes the same weights; what was learnt in a few thousand games beats random play."""
    plan = Plan(games=128, hidden=32, threads=1)
    first, again = (list(train(RULES, plan, lambda decisions, _: decisions < 20_000))[-1][0] for _ in range(2))
    assert np.array_equal(first.w1, again.w1)
    assert measure(first, RULES, "random", 200)[1] > 0.55


def test_a_policy_is_a_small_file_that_comes_back(tmp_path: Path) -> None:
    policy = Policy.new(RULES, 16, np.random.default_rng(1))
    policy.save(tmp_path / "p.npz")
    back = Policy.load(tmp_path / "p.npz")
    assert np.allclose(back.w1, policy.w1, atol=1e-3)
    back.check(RULES)
    for code, rules in (("policy.version", rules_of("card", players=3)), ("policy.game", rules_of("board"))):
        with pytest.raises(CoatlError) as told:
            back.check(rules)
        assert told.value.code == code
    (tmp_path / "no.npz").write_bytes(b"PK\x03\x04 no policy")
    for name in ("no.npz", "missing.npz"):
        with pytest.raises(CoatlError) as told:
            Policy.load(tmp_path / name)
        assert told.value.code == "policy.file"


@pytest.mark.parametrize(
    ("name", "game_name", "options", "least"),
    [
        ("card", "card", {"players": 2}, 0.85),
        ("carl", "card", {"solo": True}, 0),
        ("board", "board", {"players": 2}, 0.6),
    ],
)
def test_the_baselines_sit_down_and_play(name: str, game_name: str, options: dict[str, Any], least: float) -> None:
    """Under 1 MB, read without PyTorch; in the table of docs/rl.md their strength."""
    assert (POLICIES / f"{name}.npz").stat().st_size < 1_000_000
    game = coatl.new(game_name, seed=4, **options)
    bot, dice = make(f"policy:{name}", game.rules), rng_of(1)
    while not game.over:
        legal = game.legal()
        mine = game.seat == 1 and len(legal) > 1
        game.play(bot.choose(game.view(1), legal, Limit(), dice) if mine else legal[int(dice.integers(len(legal)))])
    if least:
        assert measure(Policy.load(Path(name)), game.rules, "random", 100)[1] > least


def test_a_policy_plays_alike_in_a_batch_and_at_a_table() -> None:
    """What a batch measures is the strength in the arena: the same game, the same choices."""
    policy, batch = Policy.load(Path("card")), Batch(RULES, 1, 12, autoreset="never")
    bot, position, dice = make("policy:card", RULES), Position.new(RULES, 12), rng_of(1)
    batch.reset()
    while not batch.over[0]:
        chosen = int(policy.logits(policy.hidden(batch.observations), batch.masks).argmax())
        legal = [position.text(action) for action in position.legal()]
        assert bot.choose(RULES.view(position.states, position.seat), legal, Limit(), dice) == position.text(chosen)
        position.play(chosen)
        batch.step(np.array([chosen]))
    assert position.over


@pytest.mark.parametrize("game", ["card", "board"])
def test_the_greedy_seats_of_a_batch_value_actions_as_the_greedy_bot_does(game: str) -> None:
    """Both deal what they cannot see; what no chance decides is worth the same to both, to the last digit."""
    rules, rng, stream = rules_of(game, players=2), np.random.default_rng(1), np.array([99], np.int64)
    position, values, compared = Position.new(rules, 3), Evaluation(rules).action_values, 0
    while not position.over:
        legal, seat = position.legal(), position.seat
        certain = [action for action in legal if position.text(action).startswith(CERTAIN)]
        dealt = copy_of(position.states)
        compiled_of(game).redeal_at(dealt, rules.decks, seat - 1, stream)
        at_the_table = rules.determinise(rules.view(position.states, seat), rng)
        assert values(dealt, seat, certain) == values(at_the_table, seat, certain)
        compared += len(certain)
        position.play(int(rng.choice(legal)))
    assert compared > 100


def test_a_policy_is_named_like_a_bot_of_ones_own() -> None:
    assert is_own("policy:card")  # so no saved game and no stranger makes the program read a file
    assert entrant("policy:folder/card.npz").title == "Policy card"
    with pytest.raises(CoatlError) as told:
        make("policy:nowhere.npz", RULES)
    assert told.value.code == "policy.file"


def test_an_observation_can_be_made_from_a_view() -> None:
    """What a bot needs: a state dealt from the view gives the very observation of the seat."""
    for rules in (RULES, rules_of("board", players=3), rules_of("card", solo=True)):
        position, rng = Position.new(rules, 6), np.random.default_rng(1)
        while position.legal() and rules.turns(position.states) < 8:
            seat = min(position.seat, int(rules.options["players"]))
            dealt = rules.determinise(rules.view(position.states, seat), rng)
            assert np.array_equal(observation(rules, dealt, seat), observation(rules, position.states, seat))
            position.play(int(rng.choice(position.legal())))


def test_games_are_written_as_a_table_of_decisions(tmp_path: Path) -> None:
    plan = MatchPlan(("random", "random"), "card", 4, "9", {"players": 2})
    rows = write_dataset(plan, tmp_path / "games.parquet", jobs=1)
    table = optional("pyarrow.parquet").read_table(tmp_path / "games.parquet")
    assert len(table) == rows > 50
    assert sorted(set(table["game"].to_pylist())) == [0, 1, 2, 3]
    masks = np.array(table["mask"].to_pylist())
    assert masks[np.arange(rows), table["action"].to_numpy()].all()
    assert np.array(table["observation"].to_pylist()).shape == (rows, observation_fields(RULES)[-1].stop)
    assert table.schema.metadata[b"coatl.game"] == b"card"


@pytest.mark.parametrize("words", [["random_games.py", "--games", "64"], ["reinforce.py", "--games", "32"]], ids=str)
def test_an_example_runs(words: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, EXAMPLES / words[0], *words[1:], "--seconds", "1"], capture_output=True, text=True, timeout=600
    )
    assert run.returncode == 0, run.stderr
    assert "decisions" in run.stdout


@pytest.mark.parametrize("name", ["ppo.py", "maskable_ppo.py"])
def test_an_example_for_another_library_compiles(name: str) -> None:
    compile((EXAMPLES / name).read_text(encoding="utf-8"), name, "exec")
