"""Environments of the ecosystem: what Gymnasium and PettingZoo ask of one, by their own tests."""

import pickle
import re
import warnings
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import coatl.rl
from coatl.engine.errors import CoatlError
from coatl.rl.aec import CoatlAEC
from coatl.rl.single import CoatlEnv
from coatl.rl.spaces import table_picture, table_text
from coatl.rl.vector import CoatlVectorEnv

NAMES = ("coatl/Board-v0", "coatl/Card-v0")


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_takes_the_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the test warns of its own habits
        api_test(pettingzoo.make("aec", name, players=3), num_cycles=300)
        seed_test(lambda: pettingzoo.make("aec", name, players=2), num_cycles=120)
        render_test(lambda render_mode=None: pettingzoo.make("aec", name, render_mode=render_mode))


class LegalSamples(CoatlAEC):
    """Its spaces sample legal actions: PettingZoo's test of cycles samples without the mask."""

    def action_space(self, agent: str) -> Any:
        space, mask = super().action_space(agent), self.observe(agent)["action_mask"]
        return SimpleNamespace(sample=partial(space.sample, mask))


@pytest.mark.parametrize("game", ["board", "card"])
def test_pettingzoo_counts_the_cycles_of_one_agent(game: str) -> None:
    """Of one alone: its test takes for granted that all agents act equally often."""
    made = partial(LegalSamples, game, solo=True)
    max_cycles_test(SimpleNamespace(env=made, parallel_env=lambda **given: turn_based_aec_to_parallel(made(**given))))


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_drawn_as_in_the_terminal_and_tells_no_secret(name: str) -> None:
    """RULES 6: what everybody sees; another deal of the hands gives the same text, another supply another one."""
    env = pettingzoo.make("aec", name, players=3, render_mode="ansi")
    env.reset(seed=1)
    first, rules, states = env.render(), env.unwrapped.rules, env.unwrapped.batch._games.states
    plain = re.sub(r"\x1b\[[\d;]*m", "", first)
    assert plain != first
    assert all(f"player_{seat}" in plain for seat in range(3))
    assert max(map(len, plain.splitlines())) <= 100
    dealt = rules.determinise(rules.view(states, 1), np.random.default_rng(1))
    assert rules.position(dealt) != rules.position(states)
    assert table_text(rules, dealt) == first
    env.reset(seed=2)
    assert env.render() != first


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_drawn_as_a_picture_that_tells_no_secret(name: str) -> None:
    """What everybody sees: another deal of the hands gives the same picture, another supply another one."""
    env = pettingzoo.make("aec", name, players=2, render_mode="rgb_array")
    env.reset(seed=1)
    first, rules, states = env.render(), env.unwrapped.rules, env.unwrapped.batch._games.states
    assert first.dtype == np.uint8
    assert first.ndim == 3
    assert first.shape[2] == 3
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 20
    dealt = rules.determinise(rules.view(states, 1), np.random.default_rng(1))
    assert rules.position(dealt) != rules.position(states)
    assert np.array_equal(table_picture(rules, dealt), first)
    env.reset(seed=2)
    assert not np.array_equal(env.render(), first)


def masked(env: Any, agent: str, rng: np.random.Generator) -> int | None:
    seen, _, over, cut, _ = env.last()
    return None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize("arguments", [{"players": 4}, {"solo": True}], ids=str)
@pytest.mark.parametrize("game", ["board", "card"])
def test_a_whole_game_of_agents_ends_with_rewards(game: str, arguments: dict[str, Any]) -> None:
    env, rng, sums = CoatlAEC(game, **arguments), np.random.default_rng(1), {}
    env.reset(seed=3)
    assert env.observation_space("player_0") is env.observation_space("player_0")
    for agent in env.agent_iter():
        sums[agent] = env.last()[1]
        env.step(masked(env, agent, rng))
    assert set(sums) == set(env.possible_agents)
    assert any(sums.values())
    assert len(sums) == 1 or max(sums.values()) >= 0 >= min(sums.values())


def test_the_secret_choice_of_the_set_up_shows_nothing_to_the_others() -> None:
    """RULES 4.1, 5: all choose at the same time, unseen."""
    env = CoatlAEC("board", players=3)
    env.reset(seed=5)
    before = env.observe("player_2")["observation"]
    rng = np.random.default_rng(1)
    while env.agent_selection != "player_2":
        assert np.array_equal(env.observe("player_2")["observation"], before)
        assert not env.observe("player_2")["action_mask"].any()
        env.step(masked(env, env.agent_selection, rng))
    assert np.array_equal(env.observe("player_2")["observation"], before)


def test_an_illegal_action_ends_an_agents_game_with_the_penalty() -> None:
    env = CoatlAEC("card", players=2, penalty=-3.0)
    env.reset(seed=1)
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -3.0, "player_1": 0.0}


def test_a_game_is_cut_after_so_many_decisions() -> None:
    env = CoatlAEC("card", max_cycles=4)
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    decisions = 0
    for agent in env.agent_iter():
        action = masked(env, agent, rng)
        decisions += action is not None
        env.step(action)
    assert decisions == 4


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arguments", [{"opponents": "greedy"}, {"solo": True}], ids=str)
def test_gymnasium_takes_the_environment(name: str, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make(name, **arguments).unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    "arguments",
    [
        {"game": "board", "solo": True, "difficulties": [2, 3]},
        {"game": "card", "solo": True, "opponent": "carl2", "manner": "greedy"},
        {"game": "card", "players": 3, "seat": 2, "opponents": ["greedy", "novice"]},
    ],
    ids=str,
)
def test_one_seat_plays_to_the_end(arguments: dict[str, Any]) -> None:
    env, rng = CoatlEnv(**arguments), np.random.default_rng(1)
    seen, info = env.reset(seed=2)
    over, reward, steps = False, 0.0, 0
    while not over:
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert env.observation_space.contains(seen)
        assert reward == 0.0
        seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        steps += 1
        assert not cut
    assert steps > 10
    env.close()
    env.close()


def test_wrong_arguments_are_refused_with_a_sentence() -> None:
    for code, arguments in (
        ("seat.unknown", {"seat": 3}),
        ("rl.opponents", {"opponents": ["random", "random"]}),
        ("bot.unknown", {"opponents": "nobody"}),
        ("rl.render", {"render_mode": "oil"}),
        ("batch.reward", {"reward": "gold"}),
    ):
        with pytest.raises(CoatlError) as told:
            CoatlEnv("card", players=2, **arguments)
        assert told.value.code == code


@pytest.mark.parametrize("action", [1.5, "done", None, 2**70], ids=str)
def test_what_is_no_number_of_an_action_is_refused_and_changes_nothing(action: Any) -> None:
    env, agents = CoatlEnv("card", players=2), CoatlAEC("card", players=2)
    for table in (env, agents):
        with pytest.raises(CoatlError, match=r"batch\.reset"):
            table.step(0)
        table.reset(seed=1)
        before = table.batch.observations.copy()
        with pytest.raises(CoatlError, match=r"batch\.dtype"):
            table.step(action)
        assert np.array_equal(table.batch.observations, before)
    with pytest.raises(CoatlError, match=r"rl\.agent"):
        agents.observe("nobody")


# ---------------------------------------------------------------- many games


def play(env: CoatlVectorEnv, steps: int, seed: int = 1) -> list[tuple[Any, ...]]:
    _, info = env.reset(seed=seed)
    rng, told = np.random.default_rng(seed), []
    for _ in range(steps):
        chosen = (info["action_mask"] * rng.random(info["action_mask"].shape)).argmax(axis=1)
        *step, info = env.step(chosen)
        told.append((*step, info))
    return told


def test_a_vector_env_resets_with_the_next_step() -> None:
    env = CoatlVectorEnv("card", 32, players=2)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    told = play(env, 150)
    ended = 0
    for before, after in pairwise(told):
        over = before[2]
        ended += int(over.sum())
        assert not after[2][over].any()
        assert (after[1][over] == 0).all()
        assert env.observation_space.contains(after[0])
        assert np.isclose(before[4]["rewards"][over].sum(axis=1), 0).all()
    assert ended > 32
    env.close()
    env.close()


def test_a_vector_env_resets_within_the_step_and_keeps_how_it_ended() -> None:
    env = CoatlVectorEnv("card", 16, players=2, autoreset_mode=AutoresetMode.SAME_STEP, reward="win")
    places = {place.name: place for place in coatl.rl.observation_fields(env.rules)}
    over_flag = places["pending"].start + 6
    ended = 0
    for seen, _, over, _, info in play(env, 120):
        assert not seen[:, over_flag].any()
        if over.any():
            assert np.array_equal(info["_final_obs"], over)
            assert info["final_obs"][over][:, over_flag].all()
            assert set(np.unique(info["rewards"][over])) <= {-1.0, 0.0, 1.0}
        ended += int(over.sum())
    assert ended > 16


def test_both_ways_to_reset_play_the_same_games() -> None:
    """The order of episodes, and their chance, depend on the seed alone."""
    ends = []
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        env = CoatlVectorEnv("card", 4, players=2, autoreset_mode=mode)
        _, info = env.reset(seed=9)
        found: list[tuple[int, tuple[float, ...]]] = []
        while len(found) < 12:
            _, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            found += [(int(i), tuple(info["rewards"][i])) for i in np.flatnonzero(over)]
        ends.append(sorted(found[:8]))
    assert ends[0] == ends[1]


def test_an_environment_can_be_pickled_in_the_middle_of_a_game() -> None:
    env = CoatlVectorEnv("board", 8, players=2)
    play(env, 20)
    twin = pickle.loads(pickle.dumps(env))
    chosen = env.batch.masks.argmax(axis=1)
    one, other = env.step(chosen), twin.step(chosen)
    assert np.array_equal(one[0], other[0])
    assert np.array_equal(one[4]["action_mask"], other[4]["action_mask"])
