"""Actions as data: every action of both games is read, and its parts are those of the shared examples."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from coatl.describe.actions import READERS, read
from coatl.engine.errors import UnknownAction
from coatl.registry import printed_rules

EXAMPLES = json.loads(Path(__file__).with_name("actions.json").read_text())  # the pages are held to the same


@pytest.mark.parametrize("game", ["board", "card"])
def test_the_examples_are_read(game: str) -> None:
    for text, parts in EXAMPLES[game].items():
        found = {name: part for name, part in asdict(read(game, text)).items() if part is not None}
        assert found == parts, text


@pytest.mark.parametrize("game", ["board", "card"])
def test_every_action_of_a_game_is_read_and_every_form_has_an_example(game: str) -> None:
    rules = printed_rules(game)
    forms = {form_of(game, text) for text in EXAMPLES[game]}
    for number in range(rules.actions):
        try:
            text = rules.text(number)
        except UnknownAction:  # the deck has fewer cards than there is room for
            continue
        assert form_of(game, text) in forms, text
    assert {read(game, text).verb for text in EXAMPLES[game]} == set(READERS[game])


def form_of(game: str, text: str) -> tuple[str, ...]:
    """The verb of an action and which parts it has."""
    parts = asdict(read(game, text))
    return parts["verb"], *(name for name, part in parts.items() if part is not None)
