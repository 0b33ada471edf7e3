"""Why a card brings its points, in every language."""

import re
from collections.abc import Iterator

import pytest

from coatl.describe.reasons import ENGLISH, reason
from coatl.describe.scores import CardPoints, scored
from coatl.messages import Translator, languages
from coatl.registry import printed_rules

ROWS = ("(BBYYR)", "(GGGGGGGGG)", "(RGBYKRGBYKRG)")


def cards() -> Iterator[CardPoints]:
    """Every printed card of both games at some coatls; in the card game on every level."""
    for game in ("board", "card"):
        rules = printed_rules(game)
        for row in ROWS:
            for name in (*rules.names["<prophecy>"], *rules.names["<temple>"]):
                prophecy = game == "card" and name in rules.names["<prophecy>"]
                for levels in [{name: level} for level in range(4)] if prophecy else [None]:
                    yield scored(rules, row, [name], levels).cards[name]


@pytest.mark.parametrize("language", sorted(languages().keys() - {"en"}))
def test_every_reason_is_worded_in_every_language(language: str) -> None:
    t = Translator(language)
    found = [(card, reason(card, t)) for card in cards()]
    assert {card.kind for card, _ in found} >= {"count", "sequence", "parts", "temple", "temple of all"}
    for card, text in found:
        assert "{" not in text
        assert "terminal_why" not in text
        assert text != card.why
        assert not re.search(r"\b(level|piece|goal|stands)", text)
        assert str(card.points) in text


def test_english_is_what_travels() -> None:
    for card in cards():
        assert card.why == reason(card, ENGLISH)
        assert f"{card.points} points" in card.why


@pytest.mark.parametrize(
    ("game", "row", "card", "why"),
    [
        ("board", "(BBYYR)", "R5", "2 blue pieces (pieces 1, 2); no level reached: 0 points"),
        ("board", "(BBYYR)", "Y4", "B B Y Y stands once (pieces 1–4); level 1: 4 points"),
        ("board", "(BBYYRKK)", "T3", "no green piece: yes; exactly 9 pieces: no; 1 of 2 goals: 3 points"),
        ("card", "(GRGR)", "B1", "G R stands twice (parts 1–2, 3–4); level 2: 5 points"),
    ],
)
def test_the_reason_in_english(game: str, row: str, card: str, why: str) -> None:
    assert scored(printed_rules(game), row, [card]).cards[card].why == why
