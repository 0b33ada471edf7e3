"""The steps of the automata: the words of the rules, and facts that agree with the table before and after."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from coatl import new
from coatl.describe.automata import Step, steps
from coatl.describe.board.automata import KINDS as ADAM_KINDS
from coatl.describe.card.automata import KINDS as CARL_KINDS
from coatl.describe.progress import progress
from coatl.game import Game
from coatl.registry import rules_of

SEEDS = range(4)


def turns(**table: Any) -> list[tuple[Any, Any, list[Step]]]:
    """Every turn of the automaton in some random games: the table before it, the table after it, the steps."""
    found = []
    for seed in SEEDS:
        game, dice = new(solo=True, seed=seed, **table), random.Random(seed)
        while not game.over:
            legal = game.legal()
            if legal[0] not in ("adam", "carl"):
                assert steps(game) == []
                game.play(dice.choice(legal))
                continue
            told, before = steps(game), game.view(None)
            assert all(step["words"].endswith(".") for step in told)
            game.play(legal[0])
            found.append((before, game.view("end" if game.over else None), told))
    return found


def test_adams_steps_name_the_cells_colours_and_cards() -> None:
    kinds: Counter[str] = Counter()
    for before, after, told in turns(game="board", difficulties=[1]):
        cells = {f"body{i}": cell for i, cell in enumerate(before.supply.bodies, 1)}
        cells |= {f"head{i}": cell for i, cell in enumerate(before.supply.heads, 1)}
        cells |= {f"tail{i}": cell for i, cell in enumerate(before.supply.tails, 1)}
        for step in told:
            kinds[step["kind"]] += 1
            if step["kind"] == "found":
                assert step["colour"] in cells[step["cell"]]
            if step["kind"] == "discarded":  # all of the cell is one step
                assert step["colour"] == cells[step["cell"]]
            if step["kind"] in ("found", "missed", "placed"):
                assert {step["card"], *step.get("cards", ())} <= {*before.adam.line, *before.row}
        played = Counter(step["card"] for step in told if step["kind"] == "played")
        assert Counter(after.adam.pile) - Counter(before.adam.pile) == played
        drawn = [step["card"] for step in told if step["kind"] == "drew"]
        assert drawn == list(after.adam.line[len(after.adam.line) - len(drawn) :])
    assert set(kinds) <= set(ADAM_KINDS.values())
    assert {"found", "placed", "wasted", "played", "drew", "moved"} <= set(kinds)


def test_repeated_steps_of_adam_are_one() -> None:
    """RULES 4.5: what goes the same way in a row is told once, and no piece is lost by it."""
    runs = 0
    for before, after, told in turns(game="board"):
        for step, then in pairwise(told):
            alike = [one["kind"] for one in (step, then)]
            assert alike not in (["missed"] * 2, ["discarded"] * 2, ["spent"] * 2)
            assert alike != ["moved"] * 2 or step["card"] != then["card"]
        runs += sum(len(step.get("colour", "")) > 1 for step in told)
        gone = Counter("".join(step["colour"] for step in told if step["kind"] in ("wasted", "spent")))
        taken = Counter("".join(step["colour"] for step in told if step["kind"] in ("placed", "wasted")))
        assert Counter("".join(before.adam.pieces)) + taken - gone == Counter("".join(after.adam.pieces))
    assert runs > 10


def test_the_points_of_steps_add_up_to_what_the_automaton_gains() -> None:
    """RULES 4.5, 5.5: by stealing CARL gains what the human loses."""
    for game, table in (("board", {}), ("card", {"opponent": "carl"}), ("card", {"opponent": "carl2"})):
        rules = rules_of(game, solo=True, **table)
        for before, after, told in turns(game=game, **table):
            (human, was), (left, now) = (progress(rules, view).points for view in (before, after))
            assert was + sum(step.get("points", 0) for step in told) == now
            assert human - sum(step["points"] for step in told if step["kind"] == "stolen") == left


@pytest.mark.parametrize("opponent", ["carl", "carl2"])
def test_carls_steps_name_what_it_gains(opponent: str) -> None:
    kinds: Counter[str] = Counter()
    for before, after, told in turns(game="card", opponent=opponent):
        kinds.update(step["kind"] for step in told)
        was, now = (held(view.players[1]) for view in (before, after))
        gained = {step["card"]: step["level"] for step in told if step["kind"] in ("raised", "stolen", "fulfilled")}
        assert was | gained == now
        for step in told:
            if step["kind"] == "stolen":
                assert step["card"] in before.players[0].prophecies
            if step["kind"] == "fulfilled":
                assert step["card"] in before.middle
            if step["kind"] == "favourites":
                assert step["colours"] == after.carl.favourites
                assert sorted(step["colours"]) == sorted(step["feather"])
            if step["kind"] == "action":
                assert step["card"] == after.carl.action
            if "protected" in step:
                assert step["protected"] == (step["level"] == 3)
    assert set(kinds) == set(CARL_KINDS.values())


def held(player: Any) -> dict[str, int]:
    return dict(zip(player.prophecies, player.levels, strict=True))


def test_a_recorded_turn_of_carl_is_told_as_it_was() -> None:
    """Its chance lies in the record: without the seed the steps are the same."""
    game, dice = new("card", solo=True, seed=5), random.Random(5)
    told = []
    while not game.over:
        told.append(steps(game))
        game.play(dice.choice(game.legal()))
    record = replace(game.record(), seed=None, commitment=None)
    again = [steps(moment, entry) for entry, moment in zip(record.entries, Game.steps(record), strict=False)]
    assert again == told
    assert any(told)
