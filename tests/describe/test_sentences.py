"""What happened, as sentences with holes."""

import pytest

from coatl.describe.actions import read
from coatl.describe.effects import Effects
from coatl.describe.sentences import WRITERS, written
from coatl.engine.record import Entry
from coatl.messages import Translator, languages


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("found", "values"),
    [
        (Effects(), {"B1"}),
        (Effects(victim=2), {"B1", "Ben"}),
        (Effects(victim=2, level=3), {"B1", "Ben", "3"}),
        (Effects(level=3), {"B1"}),
    ],
    ids=["alone", "from", "to", "unknown"],
)
def test_who_steals_a_prophecy_is_told_with_its_victim_and_new_level(
    found: Effects, values: set[str], language: str
) -> None:
    sentence = WRITERS["card"]["steal"](read("card", "steal B1"), Entry(1, "steal B1", ()), found)
    assert sentence is not None
    text = written(sentence, Translator(language), lambda bit: getattr(bit, "name", "Ben"))
    assert all(value in text for value in values), text
    assert ("3" in text) == ("3" in values)
