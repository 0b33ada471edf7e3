"""Recorded games of every kind of table, step by step, with strange names: nothing fails, nothing is taken for HTML."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from coatl.engine.record import parse_record
from coatl.game import Game
from coatl.registry import rules_with
from coatl.server.schemas import printed_cards
from tests.golden.games import FOLDER, GAMES
from tests.property.tables import random_move
from tests.web.browser import Visits

NAMES = ("<img src=x onerror=alert(1)>", "{@html 1}", "javascript:alert(1)", "\u202eAnn &amp;")
STRANGE = ("constructor", "toString", "valueOf", "hasOwnProper", "isPrototypeO")  # what every object of a page has
LOOKS = 4  # in each game
Deck = dict[str, Any]


def strange_ids(deck: Deck) -> Deck:
    """The printed cards under names that a page might confuse with its own."""
    named = [{**card, "id": name} for card, name in zip(deck["prophecy"], STRANGE, strict=False)]
    return {**deck, "prophecy": [*named, *deck["prophecy"][len(named) :]]}


def longer_ladders(deck: Deck) -> Deck:
    """Cards with more levels than any that is printed."""
    levels = {str(step): 2 * step for step in range(1, 8)}
    longer = [{**card, "levels": levels} if card["kind"] == "count" else card for card in deck["prophecy"]]
    return {**deck, "prophecy": longer}


def own_game(game: str, change: Callable[[Deck], Deck], options: dict[str, Any]) -> str:
    """A random game with an own deck, as a record."""
    rules = rules_with(game, change(printed_cards(game)), options)
    played, dice = Game(rules, "own deck"), random.Random(5)
    while not played.over and len(played.entries) < 150:
        played.play(*random_move(played, dice))
    return played.record().to_text()


def look_through(page: Page, record: str) -> None:
    """Opens a record and looks at it from its beginning to its end, then with the eyes of everybody."""
    page.get_by_role("textbox").fill(record)
    page.get_by_role("button", name="Show the game", exact=True).click()
    where = page.get_by_role("slider")
    last = int(where.get_attribute("max", timeout=60_000) or "0")
    assert last > 10
    for step in [*range(0, last, last // LOOKS), last]:
        where.fill(str(step))
        expect(page.locator("p.now > b")).to_have_text(str(step))
        expect(page.locator(".stage > *").first).to_be_visible()
    eyes = page.get_by_role("combobox").first
    for seen in eyes.locator("option").all():
        eyes.select_option(seen.get_attribute("value"))
        expect(page.locator(".stage > *").first).to_be_visible()


def with_names(text: str) -> str:
    """Other players, and so no commitment: it would cover their names."""
    record = parse_record(text)
    return replace(record, players=NAMES[: len(record.players)], commitment=None).to_text()


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_table_can_be_looked_at(visits: Visits, name: str) -> None:
    page = visits.page("/replay")
    look_through(page, with_names((FOLDER / f"{name}.coatl").read_text(encoding="utf-8")))
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize(
    ("game", "change", "options"),
    [
        ("board", strange_ids, {"players": 3}),
        ("board", strange_ids, {"solo": True}),
        ("board", longer_ladders, {"players": 2}),
        ("card", strange_ids, {"players": 4}),
        ("card", strange_ids, {"solo": True}),
    ],
)
def test_own_decks_can_be_looked_at(visits: Visits, game: str, change: Any, options: dict[str, Any]) -> None:
    look_through(visits.page("/replay"), own_game(game, change, options))
