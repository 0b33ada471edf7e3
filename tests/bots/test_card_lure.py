"""What the goals of the temple make of a card, for the quick player."""

from typing import Any

import pytest

from coatl.bots.card.lure import Lure, imbalance, write_lure
from coatl.bots.card.search import marked_desks
from coatl.bots.card.table import Table, write_table
from coatl.card.tables import GODS
from coatl.engine.patterns import COLOURS
from coatl.engine.records import copy_of, empties
from tests.card.scenes import player, table

ASKED = ("yellow", "green")


def lure_of(coatl: str, held: str, temple: str, **where: Any) -> Lure:
    """The lure of a temple before a card of the first seat."""
    scene = table(player(coatl, "RB", held), player("RG"), temple=temple, **where)
    tables, desks = empties(Table, 1), copy_of(marked_desks(scene.rules.decks.tobytes()))
    write_table(scene.states[0], scene.rules.decks[0], 0, tables[0])
    write_lure(tables[0], scene.rules.decks[0], tables[0].seats[0], desks[0].marks.gods, desks[0].lure)
    found: Lure = desks[0].lure
    return found


@pytest.mark.parametrize(("coatl", "over"), [("RGBRGBRGBRGB", True), ("RGBRGBRGBRGBRGBR", False), ("RGBR", False)])
def test_a_long_coatl_is_wanted_while_it_is_in_reach(coatl: str, over: bool) -> None:
    """T1 asks for 16 parts, and head and tail are two: with 12, only the last card beside the coatl gets there."""
    lure = lure_of(coatl, "", "T1", round=4, plays=1)
    assert (lure.over < 0, lure.beside) == (over, 0)


def test_a_short_coatl_is_wanted() -> None:
    """T4 asks for 12 parts at most: 9 and head and tail are 11, so the last card may only add one."""
    lure = lure_of("RGBRGBRGB", "", "T4", round=4, plays=1)
    assert lure.beside < 0 == lure.over


def test_gods_that_are_missing_are_wanted() -> None:
    """T1 asks for yellow, green and pink; level 0 does not count."""
    deck = table(player("RG", "RB", "")).rules.decks[0]
    gods = [int(prophecy.god) for prophecy in deck.prophecies[: deck.prophecy_count]]
    yellow, green = (sum(1 << card for card, god in enumerate(gods) if god == GODS.index(name)) for name in ASKED)
    assert lure_of("RG", "P1:1", "T1").missing == yellow | green
    assert lure_of("RG", "P1:1 G1:0 Y1:2", "T1").missing == green


def test_two_colours_are_kept_even() -> None:
    """T5 asks for as much red as green; head and tail mend a difference of two."""
    lure = lure_of("RBRBRB", "", "T5", round=4, plays=1)
    red, green = COLOURS.index("R"), COLOURS.index("G")
    assert (lure.surplus, lure.weight[red], lure.weight[green]) == (3, 1, -1)
    assert imbalance(lure, -1) == 0 < imbalance(lure, 0) < imbalance(lure, 1)
