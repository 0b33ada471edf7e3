"""What a card is worth for the goals of the temple, for the rollout policy."""

from typing import Any

import pytest

from coatl.bots.card.fast_model import FastModel, write_model
from coatl.bots.card.policy_weights import write_policy_weights
from coatl.bots.card.search import prepared_scratch
from coatl.bots.card.temple_value import TempleValue, imbalance, write_temple_value
from coatl.bots.card.weights import WEIGHTS
from coatl.card.tables import GODS
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import copy_of, empties
from tests.card.scenes import player, table

ASKED = ("yellow", "green")


def value_of(coatl: str, held: str, temple: str, **where: Any) -> TempleValue:
    """What a temple makes of a card of the first seat."""
    scene = table(player(coatl, "RB", held), player("RG"), temple=temple, **where)
    models, scratches = empties(FastModel, 1), copy_of(prepared_scratch(scene.rules.decks.tobytes()))
    write_model(scene.states[0], scene.rules.decks[0], 0, models[0])
    write_policy_weights(scratches, scene.rules.decks, models, WEIGHTS)
    found: TempleValue = scratches[0].temple_value
    write_temple_value(models[0], scene.rules.decks[0], models[0].seats[0], scratches[0].occurrences.gods, found)
    return found


@pytest.mark.parametrize(("coatl", "over"), [("RGBRGBRGBRGB", True), ("RGBRGBRGBRGBRGBR", False), ("RGBR", False)])
def test_a_long_coatl_is_wanted_while_it_is_in_reach(coatl: str, over: bool) -> None:
    """T1 asks for 16 parts, and head and tail are two: with 12, only the last card beside the coatl gets there."""
    value = value_of(coatl, "", "T1", round=4, plays=1)
    assert (value.over < 0, value.beside) == (over, 0)


def test_a_short_coatl_is_wanted() -> None:
    """T4 asks for 12 parts at most: 9 and head and tail are 11, so the last card may only add one."""
    value = value_of("RGBRGBRGB", "", "T4", round=4, plays=1)
    assert value.beside < 0 == value.over


def test_gods_that_are_missing_are_wanted() -> None:
    """T1 asks for yellow, green and pink; level 0 does not count."""
    deck = table(player("RG", "RB", "")).rules.decks[0]
    gods = [int(prophecy.god) for prophecy in deck.prophecies[: deck.prophecy_count]]
    yellow, green = (sum(1 << card for card, god in enumerate(gods) if god == GODS.index(name)) for name in ASKED)
    assert value_of("RG", "P1:1", "T1").missing == yellow | green
    assert value_of("RG", "P1:1 G1:0 Y1:2", "T1").missing == green


def test_two_colours_are_kept_even() -> None:
    """T5 asks for as much red as green; head and tail mend a difference of two."""
    value = value_of("RBRBRB", "", "T5", round=4, plays=1)
    red, green = COLOURS.index("R"), COLOURS.index("G")
    assert (value.surplus, value.weight[red], value.weight[green]) == (3, 1, -1)
    assert imbalance(value, -1) == 0 < imbalance(value, 0) < imbalance(value, 1)
