"""The games in OpenSpiel: its own tests, exact chance, no secret told, its search at the table."""

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coatl.engine.structs import copy_of
from coatl.position import Position
from coatl.registry import rules_of

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'coatl[spiel]'")
PLAYTHROUGH = Path(__file__).parent / "coatl_card.playthrough.txt"


@pytest.fixture(autouse=True)
def registered() -> None:
    import coatl.rl.open_spiel  # noqa: F401 (registers the games)


def course(name: str, seed: int) -> Iterator[Any]:
    """Every state of a random game."""
    state, rng = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("name", ["coatl_card", "coatl_card(solo=true,opponent=carl2)", "coatl_board(solo=true)"])
def test_open_spiels_own_simulations_pass(name: str) -> None:
    """Serialisation, histories, copies, observations and probabilities, as its tests ask for them."""
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, True, False)


@pytest.mark.parametrize("name", ["coatl_card(players=3)", "coatl_board(players=2,golden_feathers=true)"])
def test_a_whole_game_plays_by_the_rules(name: str) -> None:
    """Decisions and draws, replayed by the rules alone, come to the same end."""
    state = list(course(name, 4))[-1]
    rules = state.table.rules
    twin = rules.blank()
    assert rules.follow_set_up(twin, [rules.parse_outcome(text) for text in state.dealt])
    for entry in state.entries:
        assert rules.follow(twin, rules.number(entry.action), [rules.parse_outcome(text) for text in entry.outcomes])
    result = rules.result(twin)
    assert rules.position(twin) == str(state)
    ahead = [
        points - max(p for i, p in enumerate(result.points) if i != seat) for seat, points in enumerate(result.points)
    ]
    assert state.returns() == pytest.approx([margin / 20 for margin in ahead])


def test_the_chances_of_a_draw_are_those_of_its_multiset() -> None:
    """D3: a card is drawn from what is left when it is revealed. Here a discard that opens the reveal (RULES 5.2)."""
    checked = 0
    for state in course("coatl_card", 2):
        if not state.is_chance_node() or not state.dealt or state.reveal.outcomes:
            continue
        if not state.table.rules.text(state.reveal.action).startswith("discard"):
            continue
        left = state.states[0].feathers.astype(float)
        expected = left[left > 0] / left.sum()
        assert [chance for _, chance in state.chance_outcomes()] == pytest.approx(expected.tolist())
        checked += 1
    assert checked > 2


def test_the_chances_are_how_often_the_rules_draw() -> None:
    """The first outcome of the set-up in many games of many seeds."""
    rules = rules_of("card", players=2)
    state = pyspiel.load_game("coatl_card").new_initial_state()
    seen = [rules.outcomes(Position.new(rules, "count", stream=i).states)[0] for i in range(3000)]
    for outcome, chance in state.chance_outcomes():
        assert seen.count(outcome) / 3000 == pytest.approx(chance, abs=4 * (chance * (1 - chance) / 3000) ** 0.5)


@pytest.mark.parametrize("name", ["coatl_card", "coatl_board"])
def test_a_state_dealt_anew_looks_the_same_to_the_player_and_tells_no_secret(name: str) -> None:
    """RULES 6: information states depend on what a player saw; a search is given another deal and no generator."""
    rng, changed, decisions = random.Random(1), 0, 0
    for state in course(name, 6):
        if state.is_chance_node() or state.is_terminal() or rng.random() < 0.8:
            continue
        player = state.current_player()
        twin = state.resample_from_infostate(player, rng.random)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        assert not twin.states[0].chance.key.any()
        changed += str(twin) != str(state)
        decisions += 1
    assert changed > decisions / 2 > 1


def test_a_secret_choice_is_no_part_of_what_others_know() -> None:
    """RULES 4.1, 5: prophecies are kept unseen; all information of the other player stays as it is."""
    for state in course("coatl_board", 3):
        if state.dealt and not state.is_chance_node():
            break
    before = state.information_state_string(1), state.observation_tensor(1)
    state.apply_action(state.legal_actions()[-1])
    assert state.current_player() == 0
    assert (state.information_state_string(1), state.observation_tensor(1)) == before


def test_information_states_remember_what_is_gone() -> None:
    """Perfect recall: the text of a moment is the beginning of the next one's, but for the present position."""
    told: list[list[str]] = []
    for state in course("coatl_card", 5):
        if not state.is_chance_node() and not state.is_terminal():
            told.append(state.information_state_string(0).splitlines()[:-1])
    for earlier, later in pairwise(told):
        assert later[: len(earlier)] == earlier
    assert "?" in told[0][0]


def test_its_search_plays_a_whole_game() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = pyspiel.load_game("coatl_card"), np.random.RandomState(3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=2.0, evaluator=evaluator, random_state=np.random.RandomState(2), max_simulations=2
    )
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(bot.step(state))
            decisions += 1
    assert decisions > 40
    assert sum(state.returns()) == pytest.approx(0)


def test_a_state_is_no_other_after_a_copy_was_played_on() -> None:
    state = next(state for state in course("coatl_card", 1) if state.dealt and not state.is_chance_node())
    before, line = copy_of(state.states), str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert np.array_equal(before, state.states)
    assert str(state) == line != str(twin)


def test_the_playthrough_is_as_it_was() -> None:
    """A game move by move, as OpenSpiel keeps them. `python -m tests.rl.playthrough` writes it anew."""
    from tests.rl.playthrough import playthrough

    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def test_a_program_that_played_ends_quietly() -> None:
    """OpenSpiel keeps what was registered until after Python is gone."""
    words = "import pyspiel, coatl.rl.open_spiel; print(pyspiel.load_game('coatl_card').num_players())"
    run = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stdout, run.stderr) == (0, "2\n", "")
